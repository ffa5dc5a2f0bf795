import type { Generated, Selectable } from 'kysely';

// Tables of money and of what people decide about it. Types of the columns: see `schema.ts`.

/**
 * The book of movements. Rows are only added. `removeFinished` deletes a checkout but keeps its movements, without the names of people
 * and their notes.
 */
export interface MovementTable {
  /** Numbers all movements in the order of their insertion. */
  number: Generated<number>;
  /** `null` for a deposit. */
  checkout_id: string | null;
  /** The sequence of the invoice within the checkout. */
  sequence: number | null;
  /** `null` for an invoice. */
  deposit_id: string | null;
  /** 1, 2, 3 … within the invoice or the deposit: two processes never add the same movement. */
  position: number;
  /** The shop's order, for the books after the checkout is deleted. */
  order_id: string | null;
  /** The service's id of the invoice or of the deposit's record. */
  invoice_id: string | null;
  currency: string;
  /** `MovementKind` */
  kind: string;
  /** Exact decimal text in the coin, above 0. */
  amount: string;
  at: number;
  /** `MovementSource` */
  source: string;
  /** The transactions known then as JSON, the id of a payout, or the name of a person. */
  reference: string | null;
  note: string | null;
}

/** Decisions of the shop's staff. Rows are only added. */
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

/** Refunds that payers have requested or the staff have started, also those that a corrected request has replaced. */
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
 * The last transfer of each checkout that a page requested from a wallet. No more than that, since anyone with the link can request
 * one after the other.
 */
export interface TransferTable {
  checkout_id: string;
  /** 1, 2, 3 … within the checkout, counting those that this one has replaced. */
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
