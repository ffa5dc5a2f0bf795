import { defineMerchant } from './define.js';

defineMerchant();

export { CryptoMerchantAttention } from './crypto-merchant-attention/crypto-merchant-attention.js';
export { CryptoMerchantBalances } from './crypto-merchant-balances/crypto-merchant-balances.js';
export { CryptoMerchantPayments } from './crypto-merchant-payments/crypto-merchant-payments.js';
export { CryptoMerchantPayouts } from './crypto-merchant-payouts/crypto-merchant-payouts.js';
export { CryptoMerchantStatistics } from './crypto-merchant-statistics/crypto-merchant-statistics.js';
export { CryptoMerchant } from './crypto-merchant/crypto-merchant.js';
export * from './client-entry.js';
export type { PayoutProposal, PayoutSigner, PayoutSigning } from './client/payout-signer.js';
export {
  CryptoMerchantCountEvent,
  CryptoMerchantDecidedEvent,
  CryptoMerchantOpenEvent,
  CryptoMerchantPayoutEvent,
  CryptoMerchantRefundCreatedEvent,
  CryptoMerchantRefundEvent,
  CryptoMerchantSessionEndedEvent,
  type StaffDecision,
} from './parts/events.js';
export type * from '../dom/merchant-elements.js';
