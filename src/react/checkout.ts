'use client';

// In a file of their own: the bundler of Next.js keeps or drops files as a whole, and few pages use the other elements.
import { checkout, checkoutButton } from '../wrapping/checkout-elements.js';
import { CHECKOUT_EVENTS } from './event-names.js';
import { wrap } from './wrap.js';

export type CryptoCheckout = HTMLElementTagNameMap['crypto-checkout'];
export const CryptoCheckout = /* @__PURE__ */ wrap(checkout, CHECKOUT_EVENTS);

export type CryptoCheckoutButton = HTMLElementTagNameMap['crypto-checkout-button'];
export const CryptoCheckoutButton = /* @__PURE__ */ wrap(checkoutButton, CHECKOUT_EVENTS);
