import { defineElement } from '../elements/base/define-element.js';
import { CryptoStatusBadge } from '../elements/crypto-status-badge/crypto-status-badge.js';
import { CryptoMerchantAttention } from './crypto-merchant-attention/crypto-merchant-attention.js';
import { CryptoMerchantBalances } from './crypto-merchant-balances/crypto-merchant-balances.js';
import { CryptoMerchantPayments } from './crypto-merchant-payments/crypto-merchant-payments.js';
import { CryptoMerchantPayouts } from './crypto-merchant-payouts/crypto-merchant-payouts.js';
import { CryptoMerchantStatistics } from './crypto-merchant-statistics/crypto-merchant-statistics.js';
import { CryptoMerchant } from './crypto-merchant/crypto-merchant.js';

/** Registers all elements of the staff. `<crypto-merchant>` contains all others. */
export function defineMerchant(): void {
  defineElement('crypto-status-badge', CryptoStatusBadge);
  defineElement('crypto-merchant-attention', CryptoMerchantAttention);
  defineElement('crypto-merchant-payments', CryptoMerchantPayments);
  defineElement('crypto-merchant-balances', CryptoMerchantBalances);
  defineElement('crypto-merchant-statistics', CryptoMerchantStatistics);
  defineElement('crypto-merchant-payouts', CryptoMerchantPayouts);
  defineElement('crypto-merchant', CryptoMerchant);
}
