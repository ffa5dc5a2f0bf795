// The package entry `crypto-checkout/session`: sessions without elements. Separate from index.ts, which also exports what
// only the elements need.
export { createCheckoutSession, type CheckoutSessionOptions } from './create-session.js';
export {
  createDepositSession,
  type DepositSession,
  type DepositSessionOptions,
  type DepositSnapshot,
} from './deposit-session.js';
export type { ClaimKeyStorage } from './claim-keys.js';
export type { EventSourceConstructor, EventSourceLike } from './event-stream.js';
export type { MonotonicClock } from './clock.js';
export { screenOf, type Screen } from './screen.js';
export type { ScreenKind } from './screen-kinds.js';
export type {
  CheckoutSession,
  InvoiceTime,
  PayerAction,
  RefundInput,
  RefundRequestResult,
  SessionProblem,
  SessionSnapshot,
  SolanaTransferResult,
  SubscriberVisibility,
  TransferReportResult,
} from './session.js';
export type { CheckoutRefund } from '../protocol/index.js';
