export { handleCheckout as GET, handleCheckout as POST } from '../../../checkout-proxy';
