// The elements of the shop's staff, apart from those of payers: a payer's page loads nothing of them.
import { CryptoMerchantAttention } from '../merchant/crypto-merchant-attention/crypto-merchant-attention.js';
import { CryptoMerchantBalances } from '../merchant/crypto-merchant-balances/crypto-merchant-balances.js';
import { CryptoMerchantPayments } from '../merchant/crypto-merchant-payments/crypto-merchant-payments.js';
import { CryptoMerchantPayouts } from '../merchant/crypto-merchant-payouts/crypto-merchant-payouts.js';
import { CryptoMerchantStatistics } from '../merchant/crypto-merchant-statistics/crypto-merchant-statistics.js';
import { CryptoMerchant } from '../merchant/crypto-merchant/crypto-merchant.js';
import { defineMerchant } from '../merchant/define.js';
import { wrapElement } from './framework-wrapper.js';

export const merchant = /* @__PURE__ */ wrapElement('crypto-merchant', CryptoMerchant, defineMerchant);
export const attention = /* @__PURE__ */ wrapElement(
  'crypto-merchant-attention',
  CryptoMerchantAttention,
  defineMerchant,
);
export const payments = /* @__PURE__ */ wrapElement(
  'crypto-merchant-payments',
  CryptoMerchantPayments,
  defineMerchant,
);
export const balances = /* @__PURE__ */ wrapElement(
  'crypto-merchant-balances',
  CryptoMerchantBalances,
  defineMerchant,
);
export const statistics = /* @__PURE__ */ wrapElement(
  'crypto-merchant-statistics',
  CryptoMerchantStatistics,
  defineMerchant,
);
export const payouts = /* @__PURE__ */ wrapElement(
  'crypto-merchant-payouts',
  CryptoMerchantPayouts,
  defineMerchant,
);
