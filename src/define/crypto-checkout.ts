import { defineCheckout } from '../elements/crypto-checkout/define.js';

defineCheckout();

export { CryptoCheckout } from '../elements/crypto-checkout/crypto-checkout.js';
export type * from '../events/events.js';
export type * from '../dom/elements.js';
