/**
 * The elements of the shop's staff as Vue components, as `crypto-checkout/vue` has those of payers:
 *
 *     import { cryptoMerchant } from 'crypto-checkout/vue/merchant';
 *     createApp(App).use(cryptoMerchant).mount('#app');
 *
 *     <crypto-merchant session-url="/staff-session" @crypto-merchant-count="({ detail }) => showBadge(detail.count)" />
 */
import type { App } from 'vue';
import * as elements from '../wrapping/merchant-elements.js';
import type { MerchantEventName } from '../wrapping/framework-wrapper.js';
import { createComponent } from './create-component.js';

export type * from '../merchant/entry.js';

type Tags = HTMLElementTagNameMap;
type SessionEventName = 'crypto-merchant-session-ended';
type PaymentsEventName = Exclude<MerchantEventName, 'crypto-merchant-count' | 'crypto-merchant-payout'>;

export const CryptoMerchant = /* @__PURE__ */ createComponent<Tags['crypto-merchant'], MerchantEventName>(
  elements.merchant,
);
export const CryptoMerchantAttention = /* @__PURE__ */ createComponent<
  Tags['crypto-merchant-attention'],
  MerchantEventName
>(elements.attention);
export const CryptoMerchantPayments = /* @__PURE__ */ createComponent<
  Tags['crypto-merchant-payments'],
  PaymentsEventName
>(elements.payments);
export const CryptoMerchantBalances = /* @__PURE__ */ createComponent<
  Tags['crypto-merchant-balances'],
  SessionEventName
>(elements.balances);
export const CryptoMerchantStatistics = /* @__PURE__ */ createComponent<
  Tags['crypto-merchant-statistics'],
  SessionEventName
>(elements.statistics);
export const CryptoMerchantPayouts = /* @__PURE__ */ createComponent<
  Tags['crypto-merchant-payouts'],
  SessionEventName
>(elements.payouts);

const components = {
  CryptoMerchant,
  CryptoMerchantAttention,
  CryptoMerchantPayments,
  CryptoMerchantBalances,
  CryptoMerchantStatistics,
  CryptoMerchantPayouts,
};

/** Vue's plugin: every component in every template, `<crypto-merchant>` or `<CryptoMerchant>`. */
export function cryptoMerchant(app: App): void {
  for (const [name, component] of Object.entries(components)) app.component(name, component);
}

type Components = typeof components;

declare module 'vue' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Vue's own types are extended this way
  interface GlobalComponents extends Components {}
}
