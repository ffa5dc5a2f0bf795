import type { Generated, Selectable } from 'kysely';

/** Times are milliseconds in UTC, amounts exact decimal text, lists JSON text, and truth is 0 or 1. */
export interface Schema {
  checkouts: CheckoutTable;
  invoices: InvoiceTable;
  events: EventTable;
  wallets: WalletTable;
  deposits: DepositTable;
  tombstones: TombstoneTable;
}

export interface CheckoutTable {
  id: string;
  order_id: string;
  version: number;
  /** For people and figures; the program derives it. */
  state: string;
  /** Some of its money is owed to the payer. For people and figures; the program derives it. */
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
  shop_logo: string | null;
  payer_email: string | null;
  current_sequence: number | null;
  paid_by_sequence: number | null;
  created_at_ms: number;
  looked_at_ms: number;
}

export interface InvoiceTable {
  checkout_id: string;
  sequence: number;
  service_order_id: string;
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
  settled: string;
  paid: string;
  missing: string | null;
  transactions: string;
  alarms: string;
  trouble: string | null;
  hinted_at_ms: number | null;
  next_cancel_at_ms: number | null;
  /** Until then it belongs to the process that asks about it. */
  claimed_until_ms: number;
  is_puzzling: number;
  is_closed: number;
  /** For figures; the program derives it. */
  is_lapsed: number;
  unpaid_at_ms: number | null;
  lacked_at_ms: number | null;
  is_late: number;
  finished_at_ms: number | null;
  intended_at_ms: number | null;
  next_look_at_ms: number | null;
  looks: number;
}

/** What is left of a checkout that retention has deleted, while a token for its order can still be valid. */
export interface TombstoneTable {
  order_id: string;
  amount: string;
  currency: string;
  issued_at_ms: number;
  is_paid: number;
}

/** The outbox: what the shop has to be told, in the order in which it happened. */
export interface EventTable {
  sequence: Generated<number>;
  id: string;
  /** What is told in order: a checkout, or `wallet:` and the id of a static wallet. */
  checkout_id: string;
  type: string;
  payload: string;
  attempts: number;
  /** 0: at once. */
  next_attempt_at_ms: number;
  delivered_at_ms: number | null;
  first_attempt_at_ms: number | null;
  /** It could not be told: put aside, for a person to send again. */
  dead_at_ms: number | null;
  /** Until then it belongs to the process that tells it. */
  claimed_until_ms: number;
  /** How the last attempt failed, in our words. */
  last_failure: string | null;
}

/** One per customer and currency. What the service has not given yet is null. */
export interface WalletTable {
  customer: string;
  currency: string;
  service_id: string | null;
  address: string | null;
  is_address_valid: number;
  created_at_ms: number | null;
  intended_at_ms: number;
  /** When the service was last asked to make it; null: not, or surely in vain. */
  asked_at_ms: number | null;
  /** Until then it belongs to the process that makes it. */
  claimed_until_ms: number;
}

/** What postbacks have said about money for a wallet, each once. */
export interface DepositTable {
  /** That of its event. */
  id: string;
  customer: string;
  currency: string | null;
  invoice_id: string | null;
  amount: string | null;
  transaction_id: string | null;
  is_signed: number;
  noted_at_ms: number;
  /** null: it is settled. */
  next_look_at_ms: number | null;
  looks: number;
  /** What it was found to be; null: not yet, or by an older release. */
  outcome: string | null;
}

export type CheckoutRow = Selectable<CheckoutTable>;
export type InvoiceRow = Selectable<InvoiceTable>;
export type EventRow = Selectable<EventTable>;
