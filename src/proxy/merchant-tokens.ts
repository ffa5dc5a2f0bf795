export {
  createMerchantSession,
  type MerchantSecretOptions,
  type MerchantSessionRequest,
} from './domain/merchant-session.js';
export {
  createPayoutApproval,
  createPayoutProposal,
  type PayoutRequest,
  type PayoutSecretOptions,
} from './domain/payout-tokens.js';
export type { MerchantScope } from '../protocol/index.js';
