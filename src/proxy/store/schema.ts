import type { Generated, Selectable } from 'kysely';
import type { AuditTable, PaymentTransactionTable, PayoutTable, PayoutTurnTable } from './merchant-schema.js';

/**
 * Tables of the store, as the migrations create them. Times are UTC milliseconds, amounts exact decimal text, lists JSON text, and
 * booleans 0 or 1.
 */
export interface Schema {
  checkouts: CheckoutTable;
  invoices: InvoiceTable;
  events: EventTable;
  wallets: DepositAddressTable;
  deposits: DepositTable;
  tombstones: TombstoneTable;
  browser_files: BrowserFileTable;
  audit_log: AuditTable;
  payment_transactions: PaymentTransactionTable;
  payouts: PayoutTable;
  payout_turns: PayoutTurnTable;
}

export interface CheckoutTable {
  id: string;
  order_id: string;
  version: number;
  /** For lists and metrics; derived from the invoices. */
  state: string;
  /** Whether unapplied money is owed to the payer, after the shop's decisions. For lists and metrics; derived from the invoices. */
  is_owing: number;
  amount: string;
  currency: string;
  description: string | null;
  order_email: string | null;
  email_required: number;
  offers: string | null;
  lifetime_minutes: number | null;
  return_url: string | null;
  fail_url: string | null;
  issued_at_ms: number;
  quotable_until_ms: number | null;
  reference: string | null;
  shop_name: string | null;
  /** Written by earlier releases. */
  shop_logo: string | null;
  payer_email: string | null;
  current_sequence: number | null;
  paid_by_sequence: number | null;
  /** `TransferRecord` as JSON. */
  transfer: string | null;
  /** `DecisionRecord[]` as JSON; `null`: none. */
  decisions: string | null;
  /** `RefundRecord[]` as JSON; `null`: none. */
  refunds: string | null;
  attention_since_ms: number | null;
  /** For lists; derived: the currency of the invoice that determines the state. */
  pay_currency: string | null;
  /** Approximation of `amount`, for the filter of lists only. */
  amount_value: number | null;
  created_at_ms: number;
  looked_at_ms: number;
}

export interface InvoiceTable {
  checkout_id: string;
  sequence: number;
  service_order_id: string;
  /** `intended`: to be created. `made`: created, amount due unknown. `rejected`: does not match the order. `shown`: displayed. */
  stage: string;
  is_live: number;
  is_cancel_asked: number;
  currency: string;
  price_amount: string;
  price_currency: string;
  service_id: string | null;
  address: string | null;
  amount: string | null;
  fee: string | null;
  fee_paid_by: string | null;
  hosted_page: string | null;
  test_mode: number;
  created_at_ms: number | null;
  expires_at_ms: number | null;
  next_check_at_ms: number | null;
  checked_at_ms: number | null;
  /** `PaymentLevel`: the highest level that the service has reported. */
  settled: string;
  paid: string;
  missing: string | null;
  transactions: string;
  /** Reasons for a review as JSON, by their stored names. */
  alarms: string;
  /** `PollFailure`: why the last poll failed. */
  trouble: string | null;
  hinted_at_ms: number | null;
  next_cancel_at_ms: number | null;
  /** End of the lease of the process that polls it. */
  claimed_until_ms: number;
  /** The service has reported an unknown status. */
  is_puzzling: number;
  is_closed: number;
  /** For metrics; derived from the other columns. */
  is_lapsed: number;
  unpaid_at_ms: number | null;
  /** Time of the last report without the newest transaction. */
  lacked_at_ms: number | null;
  is_late: number;
  finished_at_ms: number | null;
  intended_at_ms: number | null;
  /** SHA-256 of the claim key. */
  claim_hash: string | null;
  next_look_at_ms: number | null;
  /** Number of lookups in the service's list that did not find the invoice. */
  looks: number;
}

/** Remainder of a checkout that retention has deleted, kept while an order token may still be valid. */
export interface TombstoneTable {
  order_id: string;
  amount: string;
  currency: string;
  issued_at_ms: number;
  is_paid: number;
}

/** Files that pages load, of every version whose pages may still be open. */
export interface BrowserFileTable {
  /** Contains a hash of the contents. */
  name: string;
  /** Compressed by brotli, in base64: text is the same on both engines. */
  brotli: string;
  /** Time at which a process that serves it last stored it. */
  last_seen_ms: number;
}

/** The outbox: events in the order of their occurrence. */
export interface EventTable {
  sequence: Generated<number>;
  id: string;
  /** Delivery is in order per checkout id, or per `wallet:` or `payout:` and the id of a deposit address or payout. */
  checkout_id: string;
  type: string;
  payload: string;
  attempts: number;
  /** 0: immediately. */
  next_attempt_at_ms: number;
  delivered_at_ms: number | null;
  first_attempt_at_ms: number | null;
  /** Time at which the event became a dead letter. */
  dead_at_ms: number | null;
  /** End of the lease of the process that delivers it. */
  claimed_until_ms: number;
  /** Why the last attempt failed; contains nothing that the shop has sent. */
  last_failure: string | null;
}

/** Rows of `wallets`, one per customer and currency. Fields of the service are null until it has created the address. */
export interface DepositAddressTable {
  customer: string;
  currency: string;
  service_id: string | null;
  address: string | null;
  is_address_valid: number;
  created_at_ms: number | null;
  intended_at_ms: number;
  /** Time of the last create call; null: none, or it definitely failed. */
  asked_at_ms: number | null;
  /** End of the lease of the process that creates it. */
  claimed_until_ms: number;
}

/** Deposits reported by postbacks, each once. */
export interface DepositTable {
  /** The id of its event. */
  id: string;
  customer: string;
  currency: string | null;
  invoice_id: string | null;
  amount: string | null;
  transaction_id: string | null;
  is_signed: number;
  /** Hash of the client that sent the postback, until the outcome is final. */
  sender: string | null;
  noted_at_ms: number;
  /** null: the outcome is final. */
  next_look_at_ms: number | null;
  /** Number of checks at the service. */
  looks: number;
  /** `DepositOutcome`; null: pending, or settled by an older release. */
  outcome: string | null;
}

export type CheckoutRow = Selectable<CheckoutTable>;
export type InvoiceRow = Selectable<InvoiceTable>;
export type EventRow = Selectable<EventTable>;
