// What the server of a shop needs beside the proxy: it signs prices, customers, sessions of its staff and payouts, and
// verifies webhooks. Without `node:` imports, so that it runs wherever the shop does.
export { OrderError, type Lifetime, type Order } from './domain/order.js';
export { createPaymentLink, type PaymentLinkOptions } from './domain/shop-tokens.js';
export { createCustomerToken, createOrderToken, type OrderTokenOptions } from './domain/shop-tokens.js';
export {
  createMerchantSession,
  type MerchantSessionOptions,
  type MerchantSessionRequest,
} from './domain/staff-tokens.js';
export {
  createPayoutApproval,
  createPayoutProposal,
  type PayoutRequest,
  type PayoutSecretOptions,
} from './domain/staff-tokens.js';
export type { MerchantScope } from '../protocol/index.js';
export * from './webhooks.js';
