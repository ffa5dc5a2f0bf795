// What the button loads before it opens the dialog: a module of its own, so that a bundle that already has the checkout needs
// no second copy.
export { defineCheckout } from '../crypto-checkout/define.js';
