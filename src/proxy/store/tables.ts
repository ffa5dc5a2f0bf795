import { sql, type Kysely } from 'kysely';
import {
  CHECKOUT_STATES,
  DECISION_SUBJECTS,
  DECISIONS,
  PAYOUT_REFUSALS,
  PAYOUT_STATES,
  REFUND_REQUESTERS,
  REFUND_STATES,
  TRANSFER_STATES,
} from '../../protocol/index.js';
import { DEPOSIT_OUTCOMES } from '../domain/deposit.js';
import { MOVEMENT_KINDS, MOVEMENT_SOURCES } from '../domain/movement.js';
import { PAYMENT_LEVELS } from '../domain/merge-status-reports.js';
import { INVOICE_STAGES, POLL_FAILURES } from '../domain/record.js';
import type { Engine } from './engine/engine.js';
import { LANE, type Schema } from './schema.js';

/** Creates all tables and indexes. The statements are the same on both engines, except for keys that number rows. */
export async function createTables(db: Kysely<Schema>, { numberedKey }: Engine): Promise<void> {
  for (const statement of [...tables(numberedKey), ...INDEXES]) await sql.raw(statement).execute(db);
}

/** Declares a column that contains one of these words. */
const wordColumn = (column: string, list: readonly string[]) =>
  `${column} text not null check (${column} in (${list.map((word) => `'${word}'`).join(', ')}))`;
const optionalWordColumn = (column: string, list: readonly string[]) =>
  wordColumn(column, list).replace(' not null', '');

/** The invoice of a checkout. */
const OF_INVOICE =
  'foreign key (checkout_id, sequence) references invoices (checkout_id, sequence) on delete cascade';
const OF_CHECKOUT = 'checkout_id text not null references checkouts (id) on delete cascade';

const tables = (numberedKey: string): readonly string[] => [
  `create table checkouts (
    id text primary key,
    payment_id text not null unique,
    order_id text not null unique,
    version bigint not null,
    ${wordColumn('state', CHECKOUT_STATES)},
    is_owing boolean not null,
    attention_since bigint,
    attention_money integer not null default 0,
    attention_other integer not null default 0,
    pay_currency text,
    amount_value double precision,
    amount text not null,
    currency text not null,
    description text,
    order_email text,
    is_email_required boolean not null,
    offers text,
    lifetime_minutes integer,
    return_url text,
    fail_url text,
    issued_at bigint not null,
    quotable_until bigint,
    reference text,
    shop_name text,
    payer_email text,
    current_sequence integer,
    paid_by_sequence integer,
    paid_by_position integer,
    created_at bigint not null,
    last_seen_at bigint not null
  )`,
  `create table invoices (
    ${OF_CHECKOUT},
    sequence integer not null,
    service_order_id text not null,
    ${wordColumn('stage', INVOICE_STAGES)},
    is_live boolean not null,
    is_cancel_requested boolean not null,
    currency text not null,
    price_amount text not null,
    price_currency text not null,
    service_id text,
    address text,
    amount text,
    fee text,
    ${optionalWordColumn('fee_paid_by', ['payer', 'shop'])},
    hosted_page text,
    is_test_mode boolean not null,
    created_at bigint,
    expires_at bigint,
    next_poll_at bigint,
    checked_at bigint,
    ${wordColumn('payment_level', PAYMENT_LEVELS)},
    missing text,
    transactions text not null,
    sums text not null,
    review_reasons text not null,
    ${optionalWordColumn('poll_failure', POLL_FAILURES)},
    hinted_at bigint,
    next_cancel_at bigint,
    claimed_until bigint not null,
    has_unknown_status boolean not null,
    is_closed boolean not null,
    is_lapsed boolean not null,
    unpaid_at bigint,
    overdue_at bigint,
    is_late boolean not null,
    finished_at bigint,
    intended_at bigint not null,
    viewer text,
    next_lookup_at bigint,
    lookups integer not null,
    primary key (checkout_id, sequence)
  )`,
  `create table movements (
    number ${numberedKey},
    checkout_id text,
    sequence integer,
    deposit_id text,
    payout_id text,
    position integer not null,
    order_id text,
    invoice_id text,
    withdrawal_id text,
    refund_id text,
    currency text not null,
    ${wordColumn('kind', MOVEMENT_KINDS)},
    amount text not null,
    at bigint not null,
    ${wordColumn('source', MOVEMENT_SOURCES)},
    transactions text,
    about text,
    person text,
    note text,
    price_amount text,
    price_currency text,
    paid_at bigint,
    balance_change text,
    service_fee text,
    network_fee text,
    usd text,
    check ((amount = '0') = (kind = 'adjusted')),
    check ((checkout_id is null) = (sequence is null)),
    check (checkout_id is null or deposit_id is null),
    check (coalesce(checkout_id, deposit_id, payout_id) is not null),
    check ((balance_change is null) = (service_fee is null) and (balance_change is null) = (network_fee is null))
  )`,
  `create table decisions (
    ${OF_CHECKOUT},
    number integer not null,
    sequence integer not null,
    ${wordColumn('about', DECISION_SUBJECTS)},
    ${wordColumn('decision', DECISIONS)},
    amount text not null,
    person text not null,
    note text,
    decided_at bigint not null,
    primary key (checkout_id, number),
    ${OF_INVOICE}
  )`,
  `create table refunds (
    id text primary key,
    ${OF_CHECKOUT},
    number integer not null,
    sequence integer not null,
    ${wordColumn('requested_by', REFUND_REQUESTERS)},
    address text not null,
    email text,
    amount text not null,
    is_payment_included boolean not null,
    ${wordColumn('state', [...REFUND_STATES, 'replaced'])},
    requested_at bigint not null,
    proposals integer not null,
    checked_by text,
    check_note text,
    checked_at bigint,
    payout_id text,
    transaction_id text,
    reply text,
    decided_at bigint,
    unique (checkout_id, number),
    ${OF_INVOICE}
  )`,
  `create table transfers (
    checkout_id text primary key references checkouts (id) on delete cascade,
    number integer not null,
    sequence integer not null,
    ${wordColumn('state', [...TRANSFER_STATES, 'refused'])},
    wallet text,
    transaction_id text,
    requested_at bigint not null,
    received text not null,
    ${OF_INVOICE}
  )`,
  `create table payment_transactions (
    transaction_id text not null,
    ${OF_CHECKOUT},
    primary key (transaction_id, checkout_id)
  )`,
  `create table events (
    sequence ${numberedKey},
    id text not null unique,
    checkout_id text not null,
    type text not null,
    payload text not null,
    attempts integer not null,
    next_attempt_at bigint not null,
    delivered_at bigint,
    first_attempt_at bigint,
    dead_at bigint,
    last_failure text
  )`,
  `create table delivery_queues (
    key text primary key,
    due_at bigint not null,
    claimed_until bigint not null
  )`,
  `create table tombstones (
    order_id text primary key,
    amount text not null,
    currency text not null,
    issued_at bigint not null,
    is_paid boolean not null
  )`,
  `create table deposit_addresses (
    customer text not null,
    currency text not null,
    service_id text,
    address text,
    is_address_valid boolean not null,
    created_at bigint,
    intended_at bigint not null,
    requested_at bigint,
    claimed_until bigint not null,
    primary key (customer, currency)
  )`,
  `create table deposits (
    id text primary key,
    customer text not null,
    currency text,
    invoice_id text,
    amount text,
    transaction_id text,
    is_signed boolean not null,
    sender text,
    recorded_at bigint not null,
    next_lookup_at bigint,
    sender_turn_at bigint,
    customer_turn_at bigint,
    lookups integer not null,
    ${optionalWordColumn('outcome', DEPOSIT_OUTCOMES)},
    check ((next_lookup_at is null) = (sender_turn_at is null)),
    check ((next_lookup_at is null) = (customer_turn_at is null))
  )`,
  `create table payouts (
    id text primary key,
    ${wordColumn('state', PAYOUT_STATES)},
    currency text not null,
    address text not null,
    amount text not null,
    purpose text,
    proposed_by text not null,
    proposal text not null,
    proposed_at bigint not null,
    approved_by text,
    approval text,
    approved_at bigint,
    attempted_at bigint,
    finished_at bigint,
    ${optionalWordColumn('refusal', PAYOUT_REFUSALS)},
    declined text,
    service_id text unique,
    sent_amount text,
    stated text,
    transaction_id text,
    refund_payment_id text,
    refund_id text,
    candidates text not null,
    resolution text,
    next_lookup_at bigint,
    claimed_until bigint not null
  )`,
  `create table payout_turns (
    name text primary key,
    ends_at bigint not null
  )`,
  `create table payout_journal (
    name text primary key,
    lines bigint not null,
    hash text not null,
    booked_lines bigint not null,
    refused_since bigint,
    refused_at bigint
  )`,
  `create table audit_log (
    number bigint primary key,
    at bigint not null,
    person text not null,
    action text not null,
    subject text not null,
    before text,
    after text,
    hash text not null
  )`,
  `create table browser_files (
    name text primary key,
    brotli text not null,
    last_seen_at bigint not null
  )`,
];

interface IndexOptions {
  readonly where?: string;
  readonly isUnique?: boolean;
  /** Names the indexed rows, if another index has the same columns. */
  readonly rows?: string;
  /** An expression before the columns. */
  readonly by?: { readonly name: string; readonly expression: string };
}

/** Returns a `create index` statement. Names the index after its table and columns. */
function createIndex(
  table: string,
  columns: readonly string[],
  { where, isUnique = false, rows, by }: IndexOptions = {},
): string {
  const name = [table, rows, by?.name, ...columns].filter((part) => part !== undefined).join('_');
  const keys = [...(by ? [by.expression] : []), ...columns];
  const condition = where === undefined ? '' : ` where ${where}`;
  return `create ${isUnique ? 'unique ' : ''}index ${name} on ${table} (${keys.join(', ')})${condition}`;
}

/** Deposits whose outcome is not final. */
const UNSETTLED = 'next_lookup_at is not null';

const INDEXES: readonly string[] = [
  // For metrics: PostgreSQL's planner would not use the wide index below for counting.
  createIndex('checkouts', ['state']),
  // Metrics, and lists of the command line and of the staff. They contain all columns by which a list is filtered.
  createIndex('checkouts', ['state', 'created_at', 'amount_value', 'pay_currency']),
  createIndex('checkouts', ['pay_currency', 'created_at', 'amount_value']),
  createIndex('checkouts', ['created_at', 'amount_value']),
  createIndex('checkouts', ['is_owing', 'created_at']),
  createIndex('checkouts', ['attention_since', 'payment_id', 'attention_money', 'attention_other'], {
    rows: 'pending',
    where: 'attention_since is not null',
  }),
  // Lets only one of several concurrent requests create the same invoice.
  createIndex('invoices', ['checkout_id', 'currency'], { where: 'is_live', isUnique: true }),
  // A rejected invoice may have the id of another order's invoice.
  createIndex('invoices', ['service_id'], { where: `stage <> 'rejected'`, isUnique: true }),
  createIndex('invoices', ['service_id'], { rows: 'all' }),
  createIndex('invoices', ['next_poll_at']),
  createIndex('invoices', ['next_poll_at'], {
    rows: 'sharing',
    where: "poll_failure is null or poll_failure = 'unanswered'",
  }),
  createIndex('invoices', ['poll_failure', 'next_poll_at'], { where: 'poll_failure is not null' }),
  createIndex('invoices', ['next_lookup_at']),
  createIndex('invoices', ['next_cancel_at']),
  // Invoices whose polling ended because a clock was ahead.
  createIndex('invoices', ['checked_at'], { where: 'next_poll_at is null' }),
  // A postback may contain only the address, or only the order id.
  createIndex('invoices', ['address']),
  createIndex('invoices', ['service_order_id']),
  createIndex('invoices', ['stage', 'payment_level', 'is_closed', 'is_lapsed']),
  createIndex('invoices', ['review_reasons'], { where: `review_reasons <> '[]'` }),
  createIndex('movements', ['checkout_id', 'sequence', 'position'], {
    where: 'checkout_id is not null',
    isUnique: true,
  }),
  createIndex('movements', ['deposit_id', 'position'], { where: 'deposit_id is not null', isUnique: true }),
  createIndex('movements', ['payout_id', 'position'], {
    rows: 'own',
    where: 'payout_id is not null and checkout_id is null and deposit_id is null',
    isUnique: true,
  }),
  createIndex('movements', ['payout_id'], { where: 'payout_id is not null' }),
  createIndex('movements', ['order_id'], { where: 'order_id is not null' }),
  // The books list movements by time, and compare those of an invoice or a withdrawal with the service.
  createIndex('movements', ['at', 'number']),
  createIndex('movements', ['invoice_id'], { where: 'invoice_id is not null' }),
  createIndex('movements', ['withdrawal_id'], { where: 'withdrawal_id is not null' }),
  createIndex('payment_transactions', ['checkout_id']),
  createIndex('events', ['checkout_id', 'sequence']),
  createIndex('events', ['type', 'sequence']),
  createIndex('events', ['sequence'], { rows: 'pending', where: 'delivered_at is null and dead_at is null' }),
  // Finds the next event of a key behind any number of delivered ones.
  createIndex('events', ['checkout_id', 'sequence'], {
    rows: 'pending',
    where: 'delivered_at is null and dead_at is null',
  }),
  createIndex('events', ['sequence'], { rows: 'dead', where: 'dead_at is not null' }),
  createIndex('events', ['dead_at'], { rows: 'undelivered', where: 'delivered_at is null' }),
  createIndex('delivery_queues', ['due_at']),
  createIndex('tombstones', ['issued_at']),
  createIndex('deposit_addresses', ['address']),
  createIndex('deposits', ['outcome']),
  createIndex('deposits', ['next_lookup_at', 'recorded_at']),
  ...['next_lookup_at', 'sender_turn_at', 'customer_turn_at'].map((column) =>
    createIndex('deposits', [column], { by: { name: 'lane', expression: LANE }, where: UNSETTLED }),
  ),
  createIndex('deposits', ['sender', 'lookups', 'sender_turn_at'], { where: UNSETTLED }),
  createIndex('deposits', ['sender', 'customer', 'lookups', 'customer_turn_at'], { where: UNSETTLED }),
  createIndex('deposits', ['recorded_at']),
  createIndex('payouts', ['state', 'approved_at']),
  createIndex('payouts', ['state', 'proposed_at']),
  createIndex('payouts', ['proposed_at', 'id']),
  createIndex('payouts', ['next_lookup_at'], { where: 'next_lookup_at is not null' }),
  createIndex('audit_log', ['subject', 'number']),
  createIndex('browser_files', ['last_seen_at']),
];
