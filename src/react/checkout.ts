'use client';

// In a file of their own: the bundler of Next.js keeps or drops files as a whole, and few pages use the other elements.
import { checkout, checkoutButton } from '../wrapping/checkout-elements.js';
import { CHECKOUT_EVENTS } from './event-names.js';
import { createComponent } from './create-component.js';

export type CryptoCheckout = HTMLElementTagNameMap['crypto-checkout'];
export const CryptoCheckout = /* @__PURE__ */ createComponent(checkout, CHECKOUT_EVENTS);

export type CryptoCheckoutButton = HTMLElementTagNameMap['crypto-checkout-button'];
export const CryptoCheckoutButton = /* @__PURE__ */ createComponent(checkoutButton, CHECKOUT_EVENTS);
