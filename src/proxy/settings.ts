// Exports of the proxy for the command line.
export { createLineLogger, redactSecrets } from './base/log.js';
export type { Logger } from './base/log.js';
export { closestName } from '../protocol/closest-name.js';
export {
  CHECKOUT_STATES,
  DECISION_SUBJECTS,
  isOfPaidOrder,
  isSamePerson,
  MERCHANT_PATHS,
  MERCHANT_SCOPES,
} from '../protocol/index.js';
export { MAX_NOTE_LENGTH } from '../protocol/request-schema.js';
export type {
  AttentionItem,
  BookMismatch,
  BookMonth,
  BookRow,
  Decision,
  MerchantPaymentDetails,
  MerchantPendingDecision,
  MerchantRefund,
  Payout,
  Reconciliation,
  RefundLink,
  UndeliveredEvent,
} from '../protocol/index.js';
export { parseProblem } from '../protocol/index.js';
export { ProblemError } from './base/problem-error.js';
export { formatValue } from './base/format-value.js';
export type { WebhookEvent, WebhookTestEvent } from '../protocol/events.js';
export { newEventId } from './domain/events.js';
export type { Attempt } from './delivery/transport.js';
export { webhookTransport, webhookUrl } from './delivery/transport.js';
export { MIN_SECRET_BYTES, signingKey } from './domain/jwt.js';
export { createCustomerToken, createOrderToken, PLACEHOLDER_SECRET } from './domain/shop-tokens.js';
export { isPerson } from './domain/staff-tokens.js';
export { createPayoutApproval, createPayoutProposal, readProposal } from './domain/staff-tokens.js';
export { payoutDigest } from './domain/payout.js';
export { EVENT_FILTERS } from './store/admin-queries.js';
export type { CheckoutsFilter, EventFilter } from './store/admin-queries.js';
export type { Difference } from './store/derived-columns.js';
export { moveStore, planMove, MoveOutcomeUnknownError } from './store/move-store.js';
export type { MoveProgress, StoreMove, TableContents } from './store/move-store.js';
export { openStoreClock } from './store/store-clock.js';
export { createPaymentLink } from './domain/shop-tokens.js';
export { INVOICE_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from '../protocol/event-types.js';
export { OrderError, type Order } from './domain/order.js';
export { loadElements } from './elements/served-files.js';
export type { ElementsFile } from './elements/elements-file.js';
export { assertOptions } from './options/parse.js';
export { findReusedSecrets } from './options/reused-secrets.js';
export { StoreError } from './store/engine/store-error.js';
export { describeDatabase, isDatabaseUrl } from './store/engine/postgres.js';
export { REFUND_SETTINGS, type RefundSetting } from './domain/serialize-checkout.js';
