export { createMerchantClient } from './client/session.js';
export type {
  MerchantClient,
  MerchantClientOptions,
  MerchantProblem,
  MerchantResult,
  PaymentQuery,
} from './client/session.js';
