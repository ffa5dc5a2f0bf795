// Vue code that compiles for a shop, and code that its compiler refuses. Compiled, never run. Templates are checked in
// test/consumers/vite-vue.
import { createApp, h } from 'vue';
import type { VNode } from 'vue';
import { cryptoCheckout, CryptoCheckout, CryptoCurrencyPicker, CryptoStatusBadge } from 'crypto-checkout/vue';
import {
  cryptoMerchant,
  CryptoMerchant,
  CryptoMerchantAttention,
  CryptoMerchantPayments,
  CryptoMerchantPayouts,
} from 'crypto-checkout/vue/merchant';

createApp({}).use(cryptoCheckout).use(cryptoMerchant);

export const allowed: readonly VNode[] = [
  h(
    CryptoCheckout,
    {
      order: 'token',
      theme: 'dark',
      appearance: { variables: { fontSize: '13px' } },
      returnAfter: 30,
      class: 'wide',
      id: 'checkout',
    },
    () => [],
  ),
  h(CryptoCurrencyPicker, { offers: [{ code: 'BTC', available: true }], value: undefined }),
  h(CryptoStatusBadge, { state: 'paid' }),
  h(CryptoMerchant, { sessionUrl: '/staff-session', payoutUrl: '/sign-payout', class: 'wide' }),
  h(CryptoMerchantPayouts, { signPayout: ({ kind }) => Promise.resolve(kind) }),
];

export const refused: readonly VNode[] = [
  // @ts-expect-error -- no such theme
  h(CryptoCheckout, { theme: 'blue' }),
  // @ts-expect-error -- no such design token
  h(CryptoCheckout, { appearance: { variables: { fontsize: '13px' } } }),
  // @ts-expect-error -- an order is text
  h(CryptoCheckout, { order: 1001 }),
  // @ts-expect-error -- no such coin
  h(CryptoCurrencyPicker, { value: 'DOGGY' }),
  // @ts-expect-error -- no such scope
  h(CryptoMerchantAttention, { scopes: ['payments:write'] }),
  // @ts-expect-error -- a payment is named by its id
  h(CryptoMerchantPayments, { payment: 1001 }),
];
