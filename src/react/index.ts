'use client';

/**
 * The elements as components for React 18 and 19: properties, objects too, typed `on…` events, refs to the elements.
 *
 *     <CryptoCheckout order={token} onPaid={({ detail }) => thank(detail.orderId)} />
 *
 * Children become children of the element, `<p slot="footer">` in its slot. Each name is a component and, as a
 * type, the element that its `ref` holds: `useRef<CryptoCheckout>(null)`.
 *
 * React 19 can also use the tags themselves: `import 'crypto-checkout/define'` defines them, and
 * `import type {} from 'crypto-checkout/react'` types them, with events as `oncrypto-paid`.
 */
import * as elements from '../wrapping/framework-elements.js';
import { DEPOSIT_EVENTS, PICKER_EVENTS } from './event-names.js';
import { createComponent } from './create-component.js';

export type * from '../define/all.js';
export type * from './tags.js';
export { CryptoCheckout, CryptoCheckoutButton } from './checkout.js';
export { useCheckout } from './use-checkout.js';
export type { CheckoutActions, CheckoutView, UseCheckoutOptions } from '../wrapping/checkout-store.js';

export type CryptoCopyField = HTMLElementTagNameMap['crypto-copy-field'];
export const CryptoCopyField = /* @__PURE__ */ createComponent(elements.copyField, {});

export type CryptoCountdown = HTMLElementTagNameMap['crypto-countdown'];
export const CryptoCountdown = /* @__PURE__ */ createComponent(elements.countdown, {});

export type CryptoCurrencyPicker = HTMLElementTagNameMap['crypto-currency-picker'];
export const CryptoCurrencyPicker = /* @__PURE__ */ createComponent(elements.currencyPicker, PICKER_EVENTS);

export type CryptoDeposit = HTMLElementTagNameMap['crypto-deposit'];
export const CryptoDeposit = /* @__PURE__ */ createComponent(elements.deposit, DEPOSIT_EVENTS);

export type CryptoPaymentPanel = HTMLElementTagNameMap['crypto-payment-panel'];
export const CryptoPaymentPanel = /* @__PURE__ */ createComponent(elements.paymentPanel, {});

export type CryptoPaymentQr = HTMLElementTagNameMap['crypto-payment-qr'];
export const CryptoPaymentQr = /* @__PURE__ */ createComponent(elements.paymentQr, {});

export type CryptoReceipt = HTMLElementTagNameMap['crypto-receipt'];
export const CryptoReceipt = /* @__PURE__ */ createComponent(elements.receipt, {});

export type CryptoStatusBadge = HTMLElementTagNameMap['crypto-status-badge'];
export const CryptoStatusBadge = /* @__PURE__ */ createComponent(elements.statusBadge, {});
