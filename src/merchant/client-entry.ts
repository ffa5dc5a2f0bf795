// A client of the proxy's merchant API, without the elements.
export { createMerchantClient } from './client/merchant-client.js';
export type { ChangeListener } from './client/change-stream.js';
export type {
  MerchantClient,
  MerchantClientOptions,
  MerchantProblem,
  MerchantResult,
  PaymentQuery,
} from './client/merchant-client.js';
export type { SessionSource } from './client/session-token.js';
