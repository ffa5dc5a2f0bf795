import type { Selectable } from 'kysely';

// Tables that the shop's staff and the payouts process use. Types of the columns: see `schema.ts`.

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

/** Payouts, which two people approve. The payouts process trusts none of the columns but the signed tokens: see `src/payouts`. */
export interface PayoutTable {
  id: string;
  state: string;
  currency: string;
  address: string;
  amount: string;
  purpose: string | null;
  proposed_by: string;
  /** The signed token, like `approval`. */
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
  /** The store has the payouts of this many lines. After a restored backup, fewer than the journal has. */
  booked_lines: number;
  refused_since: number | null;
  /** The last time when a process refused to send. */
  refused_at: number | null;
}

export type AuditRow = Selectable<AuditTable>;
export type PayoutRow = Selectable<PayoutTable>;
