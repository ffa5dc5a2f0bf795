// What the button loads before it opens the dialog: a module of its own, so that a bundle which has the checkout anyway
// needs no second form of it.
export { defineCheckout } from '../crypto-checkout/define.js';
