// What the command line checks and prints of a proxy's settings.
export { createLineLogger } from './base/log.js';
export type { Logger } from './base/log.js';
export { closestName } from '../protocol/closest-name.js';
export { formatValue } from './base/format-value.js';
export type { WebhookEvent, WebhookTestEvent } from './domain/event.js';
export type { Attempt } from './delivery/transport.js';
export { webhookKey } from './delivery/webhook-signature.js';
export { webhookTransport, webhookUrl } from './delivery/webhook-transport.js';
export {
  createCustomerToken,
  createOrderToken,
  MIN_SECRET_BYTES,
  orderKey,
  PLACEHOLDER_SECRET,
} from './domain/tokens.js';
export { INVOICE_EVENT_TYPES } from './domain/event-types.js';
export { OrderError, type Order } from './domain/order.js';
export { loadElements } from './elements/own-files.js';
export { solanaRpcUrl } from './options/solana-rpc-options.js';
export { findEqualSecrets } from './options/same-secrets.js';
export { StoreError } from './store/engine/store-error.js';
export { describeDatabase, isDatabaseUrl } from './store/engine/postgres.js';
