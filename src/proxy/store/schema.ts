import type { Generated, Selectable } from 'kysely';

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
  /** For counts; derived: what staff have to do about the payer's money, and about anything else. */
  attention_money: number;
  attention_other: number;
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
  /** When a process that serves the file last stored it. */
  last_seen_at: number;
}

/** The outbox: events in the order of their occurrence. */
export interface EventTable {
  sequence: Generated<number>;
  id: string;
  /** Delivery key: a checkout id, or `wallet:` or `payout:` with the id of a deposit address or payout. */
  checkout_id: string;
  type: string;
  payload: string;
  attempts: number;
  /** 0: immediately. */
  next_attempt_at: number;
  delivered_at: number | null;
  first_attempt_at: number | null;
  /** When the event became a dead letter. */
  dead_at: number | null;
  /** Why the last attempt failed. Contains no text from the shop. */
  last_failure: string | null;
}

/** One row per key with pending events. `delivery-queues.ts` alone writes it. */
export interface DeliveryQueueTable {
  /** `EventTable.checkout_id` */
  key: string;
  /** When a process may claim the first pending event: at its next attempt, or at the end of a claim. */
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

/** A class of deposits: `signed`, or unsigned and not checked before (`new`) or checked (`checked`). */
export type Lane = 'signed' | 'new' | 'checked';

/** The lane of a deposit, as in its indexes. */
export const LANE = `(case when is_signed then 'signed' when lookups = 0 then 'new' else 'checked' end)`;

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
  /** Not before `next_lookup_at`; see `turnsOf` in `deposits.ts`. */
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

// Tables of money, and of decisions about it.

/**
 * The movements of money. Append-only. What a row needs for the books is in the row: `removeFinishedCheckouts` deletes a checkout but
 * keeps its movements, without the names and notes of people.
 */
export interface MovementTable {
  /** Numbers all movements in the order of their insertion. */
  number: Generated<number>;
  /** `null` for a deposit, and for a payout that is not part of a checkout. */
  checkout_id: string | null;
  /** The sequence of the invoice within the checkout. */
  sequence: number | null;
  deposit_id: string | null;
  /** The payout that reserved, released or sent the money. Without a checkout, the payout that the movement belongs to. */
  payout_id: string | null;
  /** 1, 2, 3 … within the invoice, the deposit or the payout. Unique: two processes cannot add the same movement. */
  position: number;
  /** The shop's order id. */
  order_id: string | null;
  /** The service's id of the invoice or of the deposit's record. */
  invoice_id: string | null;
  /** The service's id of the withdrawal. */
  withdrawal_id: string | null;
  refund_id: string | null;
  currency: string;
  /** `MovementKind` */
  kind: string;
  /** Exact decimal text in the coin, above 0 unless it is `adjusted`. */
  amount: string;
  at: number;
  /** `MovementSource` */
  source: string;
  /** The transactions known then, as JSON. That of a payout is added once, when the service reports it. */
  transactions: string | null;
  /** The subject of a decision. */
  about: string | null;
  person: string | null;
  note: string | null;
  /** The price of the invoice. */
  price_amount: string | null;
  price_currency: string | null;
  /** When the service completed the payment. */
  paid_at: number | null;
  /** What the service stated: `StatedChange`, and the value in USD. */
  balance_change: string | null;
  service_fee: string | null;
  network_fee: string | null;
  usd: string | null;
}

/** Decisions of the shop's staff. Append-only. */
export interface DecisionTable {
  checkout_id: string;
  /** 1, 2, 3 … within the checkout. */
  number: number;
  /** The sequence of the invoice. */
  sequence: number;
  about: string;
  decision: string;
  amount: string;
  person: string;
  note: string | null;
  decided_at: number;
}

/** Refunds that payers have requested or staff have started, including requests that a corrected one has replaced. */
export interface RefundTable {
  id: string;
  checkout_id: string;
  /** 1, 2, 3 … within the checkout. */
  number: number;
  /** The sequence of the invoice. */
  sequence: number;
  requested_by: string;
  address: string;
  email: string | null;
  amount: string;
  /** Whether the staff confirmed that it may exceed what is owed. */
  is_payment_included: boolean;
  state: string;
  requested_at: number;
  proposals: number;
  checked_by: string | null;
  check_note: string | null;
  checked_at: number | null;
  payout_id: string | null;
  transaction_id: string | null;
  reply: string | null;
  decided_at: number | null;
}

/**
 * The last transfer of each checkout that a page requested from a wallet. Only the last: anyone with the link can request any
 * number.
 */
export interface TransferTable {
  checkout_id: string;
  /** 1, 2, 3 … within the checkout, including replaced transfers. */
  number: number;
  /** The sequence of the invoice. */
  sequence: number;
  state: string;
  wallet: string | null;
  transaction_id: string | null;
  requested_at: number;
  received: string;
}

export type MovementRow = Selectable<MovementTable>;
export type DecisionRow = Selectable<DecisionTable>;
export type RefundRow = Selectable<RefundTable>;
export type TransferRow = Selectable<TransferTable>;

// Tables that the shop's staff and the payouts process use.

/** Actions of the shop's staff. `audit-log.ts` only appends rows. */
export interface AuditTable {
  number: number;
  at: number;
  person: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
  hash: string;
}

/** Transactions of all invoices, for the search. */
export interface PaymentTransactionTable {
  transaction_id: string;
  checkout_id: string;
}

/** Payouts, which two people approve. The payouts process trusts only the columns with signed tokens: see `src/payouts`. */
export interface PayoutTable {
  id: string;
  state: string;
  currency: string;
  address: string;
  amount: string;
  purpose: string | null;
  proposed_by: string;
  /** A signed token, like `approval`. */
  proposal: string;
  approval: string | null;
  proposed_at: number;
  approved_by: string | null;
  approved_at: number | null;
  attempted_at: number | null;
  finished_at: number | null;
  refusal: string | null;
  declined: string | null;
  service_id: string | null;
  sent_amount: string | null;
  /** `StatedTotals` as JSON. */
  stated: string | null;
  transaction_id: string | null;
  /** `CheckoutTable.payment_id` of the refund that the payout pays. */
  refund_payment_id: string | null;
  refund_id: string | null;
  /** `PayoutCandidate[]` as JSON. */
  candidates: string;
  /** `PayoutResolution` as JSON. */
  resolution: string | null;
  next_lookup_at: number | null;
  /** End of the lease of the process that sends it. */
  claimed_until: number;
}

/** One row: the time before which no payouts process may send another request (service doc, "Limits"). */
export interface PayoutTurnTable {
  name: string;
  ends_at: number;
}

/** One row: the newest known state of the journal of the payouts process, and whether a process refuses to send. */
export interface PayoutJournalTable {
  name: string;
  lines: number;
  /** The hash chain over the lines. */
  hash: string;
  /** Number of lines whose payouts are in the store: fewer than in the journal after a restored backup. */
  booked_lines: number;
  refused_since: number | null;
  /** When a process last refused to send. */
  refused_at: number | null;
}

export type AuditRow = Selectable<AuditTable>;
export type PayoutRow = Selectable<PayoutTable>;
