'use client';

/**
 * The elements of the shop's staff as components for React 18 and 19, as `crypto-checkout/react` has those of payers:
 *
 *     <CryptoMerchant sessionUrl="/staff-session" onCount={({ detail }) => showBadge(detail.count)} />
 *
 * React 19 can also use the tags themselves: `import 'crypto-checkout/merchant'` defines them, and
 * `import type {} from 'crypto-checkout/react/merchant'` types them, with events as `oncrypto-merchant-count`.
 */
import * as elements from '../wrapping/merchant-elements.js';
import { ATTENTION_EVENTS, PAYMENTS_EVENTS, SESSION_EVENTS } from './merchant-event-names.js';
import { createComponent } from './create-component.js';

export type * from '../merchant/entry.js';
export type * from './tags.js';

export type CryptoMerchant = HTMLElementTagNameMap['crypto-merchant'];
export const CryptoMerchant = /* @__PURE__ */ createComponent(elements.merchant, ATTENTION_EVENTS);

export type CryptoMerchantAttention = HTMLElementTagNameMap['crypto-merchant-attention'];
export const CryptoMerchantAttention = /* @__PURE__ */ createComponent(elements.attention, ATTENTION_EVENTS);

export type CryptoMerchantPayments = HTMLElementTagNameMap['crypto-merchant-payments'];
export const CryptoMerchantPayments = /* @__PURE__ */ createComponent(elements.payments, PAYMENTS_EVENTS);

export type CryptoMerchantBalances = HTMLElementTagNameMap['crypto-merchant-balances'];
export const CryptoMerchantBalances = /* @__PURE__ */ createComponent(elements.balances, SESSION_EVENTS);

export type CryptoMerchantStatistics = HTMLElementTagNameMap['crypto-merchant-statistics'];
export const CryptoMerchantStatistics = /* @__PURE__ */ createComponent(elements.statistics, SESSION_EVENTS);

export type CryptoMerchantPayouts = HTMLElementTagNameMap['crypto-merchant-payouts'];
export const CryptoMerchantPayouts = /* @__PURE__ */ createComponent(elements.payouts, SESSION_EVENTS);
