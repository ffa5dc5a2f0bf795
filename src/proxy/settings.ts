// Exports of the proxy for the command line.
export { createLineLogger, redactSecrets } from './base/log.js';
export type { Logger } from './base/log.js';
export { closestName } from '../protocol/closest-name.js';
export { DECISION_SUBJECTS, isSamePerson, MERCHANT_PATHS, MERCHANT_SCOPES } from '../protocol/index.js';
export { MAX_NOTE_LENGTH } from '../protocol/request-schema.js';
export type { Decision } from '../protocol/index.js';
export { ProblemError } from './base/problem-error.js';
export { isOrigin } from './options/option-schemas.js';
export { formatValue } from './base/format-value.js';
export type { WebhookEvent, WebhookTestEvent } from '../protocol/events.js';
export { newEventId } from './domain/events.js';
export type { Attempt } from './delivery/transport.js';
export { webhookKey } from './delivery/webhook-signature.js';
export { webhookTransport, webhookUrl } from './delivery/transport.js';
export { MIN_SECRET_BYTES, signingKey } from './domain/jwt.js';
export {
  createCustomerToken,
  createOrderToken,
  MAX_ORDER_TOKEN_DAYS,
  PLACEHOLDER_SECRET,
} from './domain/shop-tokens.js';
export { isPerson } from './domain/staff-tokens.js';
export { createPayoutApproval, createPayoutProposal, readProposal } from './domain/staff-tokens.js';
export { payoutDigest } from './domain/payout.js';
export { openStoreClock } from './store/store-clock.js';
export { StaffPayouts } from './merchant/staff-payouts.js';
export { createStaffPayments } from './merchant/staff-payments.js';
export { createPaymentLink } from './domain/shop-tokens.js';
export { INVOICE_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from '../protocol/event-types.js';
export { OrderError, type Order } from './domain/order.js';
export { loadElements } from './elements/served-files.js';
export type { ElementsFile } from './elements/served-files.js';
export { solanaRpcUrl } from './options/solana-rpc-options.js';
export { findReusedSecrets } from './options/reused-secrets.js';
export { StoreError } from './store/engine/store-error.js';
export { describeDatabase, isDatabaseUrl } from './store/engine/postgres.js';
export { REFUND_SETTINGS, type RefundSetting } from './domain/serialize-checkout.js';
