import { CryptoCheckout } from '../elements/crypto-checkout/crypto-checkout.js';
import { defineCheckout } from '../elements/crypto-checkout/define.js';
import { CryptoCheckoutButton } from '../elements/crypto-checkout-button/crypto-checkout-button.js';
import { plainLinkOf } from '../elements/crypto-checkout-button/plain-link.js';
import { wrapElement } from './framework-wrapper.js';

export const checkout = /* @__PURE__ */ wrapElement('crypto-checkout', CryptoCheckout, defineCheckout);
export const checkoutButton = /* @__PURE__ */ wrapElement(
  'crypto-checkout-button',
  CryptoCheckoutButton,
  undefined,
  plainLinkOf,
);
