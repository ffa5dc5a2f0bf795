import type { Generated, Selectable } from 'kysely';
import type { DecisionTable, MovementTable, RefundTable, TransferTable } from './ledger-schema.js';
import type {
  AuditTable,
  PaymentTransactionTable,
  PayoutJournalTable,
  PayoutTable,
  PayoutTurnTable,
} from './merchant-schema.js';

/**
 * Tables of the store, as `tables.ts` creates them. Times are UTC milliseconds, amounts exact decimal text, and lists JSON text.
 * Names of booleans begin with `is_` or `has_`: SQLite stores 0 or 1, and its driver converts them.
 */
export interface Schema {
  checkouts: CheckoutTable;
  invoices: InvoiceTable;
  movements: MovementTable;
  decisions: DecisionTable;
  refunds: RefundTable;
  transfers: TransferTable;
  events: EventTable;
  delivery_queues: DeliveryQueueTable;
  deposit_addresses: DepositAddressTable;
  deposits: DepositTable;
  tombstones: TombstoneTable;
  browser_files: BrowserFileTable;
  audit_log: AuditTable;
  payment_transactions: PaymentTransactionTable;
  payouts: PayoutTable;
  payout_turns: PayoutTurnTable;
  payout_journal: PayoutJournalTable;
}

export interface CheckoutTable {
  id: string;
  /** The staff's id: see `paymentIdOf`. */
  payment_id: string;
  order_id: string;
  version: number;
  /** For lists and metrics; derived from the invoices. */
  state: string;
  /** Whether money is owed to the payer. For lists and metrics; derived from the movements. */
  is_owing: boolean;
  amount: string;
  currency: string;
  description: string | null;
  order_email: string | null;
  is_email_required: boolean;
  offers: string | null;
  lifetime_minutes: number | null;
  return_url: string | null;
  fail_url: string | null;
  issued_at: number;
  quotable_until: number | null;
  reference: string | null;
  shop_name: string | null;
  payer_email: string | null;
  current_sequence: number | null;
  paid_by_sequence: number | null;
  paid_by_position: number | null;
  attention_since: number | null;
  /** For lists; derived: the currency of the invoice that determines the state. */
  pay_currency: string | null;
  /** Approximation of `amount`, for the filter of lists only. */
  amount_value: number | null;
  created_at: number;
  last_seen_at: number;
}

export interface InvoiceTable {
  checkout_id: string;
  sequence: number;
  service_order_id: string;
  /** `InvoiceRecord['stage']` */
  stage: string;
  is_live: boolean;
  is_cancel_requested: boolean;
  currency: string;
  price_amount: string;
  price_currency: string;
  service_id: string | null;
  address: string | null;
  amount: string | null;
  fee: string | null;
  fee_paid_by: string | null;
  hosted_page: string | null;
  is_test_mode: boolean;
  created_at: number | null;
  expires_at: number | null;
  next_poll_at: number | null;
  checked_at: number | null;
  /** `PaymentLevel`: the highest level that the service has reported. */
  payment_level: string;
  missing: string | null;
  /** `SeenTransaction`s as JSON. */
  transactions: string;
  /** `ReportedSum`s as JSON. */
  sums: string;
  /** Reasons for a review as JSON. */
  review_reasons: string;
  /** `PollFailure`: why the last poll failed. */
  poll_failure: string | null;
  hinted_at: number | null;
  next_cancel_at: number | null;
  /** End of the lease of the process that polls it. */
  claimed_until: number;
  /** The service has reported an unknown status. */
  has_unknown_status: boolean;
  is_closed: boolean;
  /** For metrics; derived from the other columns. */
  is_lapsed: boolean;
  unpaid_at: number | null;
  /** Time of the first report from after the deadline. */
  overdue_at: number | null;
  is_late: boolean;
  finished_at: number | null;
  intended_at: number;
  /** See `InvoiceRecord.viewer`. */
  viewer: string | null;
  next_lookup_at: number | null;
  /** Number of lookups in the service's list that did not find the invoice. */
  lookups: number;
}

/** Remainder of a checkout that retention has deleted, kept while an order token may still be valid. */
export interface TombstoneTable {
  order_id: string;
  amount: string;
  currency: string;
  issued_at: number;
  is_paid: boolean;
}

/** Files that pages load, of every version whose pages may still be open. */
export interface BrowserFileTable {
  /** Contains a hash of the contents. */
  name: string;
  /** Compressed by brotli, in base64: text is the same on both engines. */
  brotli: string;
  /** Time at which a process that serves it last stored it. */
  last_seen_at: number;
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
  next_attempt_at: number;
  delivered_at: number | null;
  first_attempt_at: number | null;
  /** Time at which the event became a dead letter. */
  dead_at: number | null;
  /** Why the last attempt failed; contains nothing that the shop has sent. */
  last_failure: string | null;
}

/** One row per key with pending events. `delivery-queues.ts` alone writes it. */
export interface DeliveryQueueTable {
  /** `EventTable.checkout_id` */
  key: string;
  /** Time at which a process may claim the first pending event: its next attempt, or the end of a claim. */
  due_at: number;
  /** End of the lease of the process that delivers the first pending event; 0: none. */
  claimed_until: number;
}

/** One row per customer and currency. Fields of the service are null until it has created the address. */
export interface DepositAddressTable {
  customer: string;
  currency: string;
  service_id: string | null;
  address: string | null;
  is_address_valid: boolean;
  created_at: number | null;
  intended_at: number;
  /** Time of the last create call; null: none, or it definitely failed. */
  requested_at: number | null;
  /** End of the lease of the process that creates it. */
  claimed_until: number;
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
  is_signed: boolean;
  /** Hash of the client that sent the postback, until the outcome is final. */
  sender: string | null;
  recorded_at: number;
  /** null: the outcome is final. */
  next_lookup_at: number | null;
  /** Not before `next_lookup_at`; see `deposit-turns.ts`. */
  sender_turn_at: number | null;
  customer_turn_at: number | null;
  /** Number of checks at the service. */
  lookups: number;
  /** `DepositOutcome`; null: pending. */
  outcome: string | null;
}

export type CheckoutRow = Selectable<CheckoutTable>;
export type InvoiceRow = Selectable<InvoiceTable>;
export type EventRow = Selectable<EventTable>;
