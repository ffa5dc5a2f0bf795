import Database from 'libsql';
import { rows, SERVER } from './test-stores.js';
import { until } from '../until.js';

const DAY_MS = 86_400_000;
/** The age of the oldest checkout. */
export const SHOP_DAYS = 100;

/** When all that is in the store has happened. */
export const NOW_MS = Date.UTC(2026, 5, 1);

/**
 * The records that `SHOP_DAYS` days of a shop with this number of checkouts leave behind, checkout 1 being the newest:
 * invoices of the last two days are polled, some of the last hours are open, a few events and deposits wait. The same
 * statements on both engines.
 */
export async function fill(path: string, checkouts: number): Promise<void> {
  const statements = [
    checkoutsOf(checkouts),
    ...[1, 2].map(invoicesOf),
    movementsOf(),
    refundsOf(),
    transactionsOf(),
    eventsOfCheckouts(),
    walletsOf(Math.ceil(checkouts / 10)),
    depositsOf(Math.ceil(checkouts / 5)),
    eventsOfDeposits(),
    deliveryQueues(),
    payoutsOf(100),
    tombstonesOf(Math.ceil(checkouts / 10)),
  ].join(';\n');
  if (SERVER !== undefined) {
    // Pages that are not on the disk yet cannot be read from an index alone.
    const flushed = `${path}?options=-csynchronous_commit%3Don`;
    for (const table of TABLES) {
      await rows(flushed, `alter table ${table} set (autovacuum_enabled = off)`);
    }
    await rows(flushed, statements);
    await until(() => tidied(flushed), 'what is in the indexes is known to be there for all');
    return;
  }
  const database = new Database(path);
  database.exec(`begin; ${statements}; commit`);
  database.close();
}

const TABLES = [
  ...['checkouts', 'invoices', 'movements', 'decisions', 'refunds', 'transfers', 'payment_transactions'],
  ...['events', 'delivery_queues', 'deposit_addresses', 'deposits', 'tombstones'],
] as const;

/** The maintenance that a server does by itself, sooner or later. Another connection that has just written may block it. */
async function tidied(url: string): Promise<unknown> {
  await rows(url, 'vacuum analyze');
  const [row] = await rows(
    url,
    `select bool_and(relallvisible > relpages / 2) as done from pg_class where relname in ('checkouts', 'deposits')`,
  );
  return row?.['done'];
}

/** Ids are in no order, as in a real shop. */
const randomText = SERVER === undefined ? 'lower(hex(randomblob(16)))' : `md5(cast(i as text) || 'seed')`;

const counting = (last: number) =>
  `with recursive counted(i) as (select cast(1 as bigint) union all select i + 1 from counted where i < ${last})`;

/** The number of a checkout or a deposit. */
const number = (column: string) => `cast(substr(${column}, 3) as bigint)`;

const agoMs = (i: string, every: number) => `${NOW_MS} - ${i} * ${every}`;

function checkoutsOf(count: number): string {
  const everyMs = Math.floor((SHOP_DAYS * DAY_MS) / count);
  const atMs = agoMs('i', everyMs);
  return `insert into checkouts (id, payment_id, order_id, version, state, amount, currency, description, is_email_required,
      issued_at, shop_name, current_sequence, created_at, last_seen_at, is_owing, attention_since, attention_money,
      attention_other, pay_currency, amount_value)
    ${counting(count)} select ${randomText}, 'pay_' || i, 'A-' || i, 5,
      case when i <= 100 then 'awaiting' when i % 100 < 5 then 'choosing' when i % 100 < 70 then 'paid'
        when i % 100 < 90 then 'expired' when i % 100 < 95 then 'canceled' when i % 100 < 98 then 'partial'
        else 'overpaid' end,
      '49.00', 'EUR', 'Two tickets for the concert in the old town', false,
      ${atMs}, 'The shop', 1, ${atMs}, ${atMs} + 60000, i % 100 >= 98,
      case when i % 100 >= 98 then ${atMs} end, case when i % 100 >= 98 then 1 else 0 end, 0,
      case when i % 3 = 0 then 'BTC' else 'USDT_TRC20' end, 49
    from counted`;
}

/** Every checkout has one unless its payer never chose, and every seventh a former one. */
function invoicesOf(sequence: number): string {
  const i = number('order_id');
  const isOpen = `(state = 'awaiting' and ${sequence} = 1)`;
  const isWatched = `created_at > ${NOW_MS - 2 * DAY_MS}`;
  const isIntended = `(${isOpen} and ${i} % 20 = 7)`;
  const unlessIntended = (value: string) => `case when ${isIntended} then null else ${value} end`;
  return `insert into invoices (checkout_id, sequence, service_order_id, stage, is_live, is_cancel_requested, currency,
      price_amount, price_currency, service_id, address, amount, is_test_mode, created_at, expires_at,
      next_poll_at, checked_at, payment_level, transactions, sums, review_reasons, has_unknown_status, is_closed, is_lapsed, is_late,
      finished_at, intended_at, next_lookup_at, lookups, next_cancel_at, poll_failure, claimed_until)
    select id, ${sequence}, order_id || '.${sequence}', case when ${isIntended} then 'creating' else 'open' end,
      ${isOpen}, false, ${sequence === 1 ? `'USDT_TRC20'` : `'BTC'`}, amount, currency,
      ${unlessIntended(`'INV-' || ${i} || '-${sequence}'`)}, ${unlessIntended(`'T' || id || '${sequence}'`)},
      ${unlessIntended(`'52.5'`)}, false, ${unlessIntended('created_at')},
      ${unlessIntended('created_at + 3600000')},
      ${unlessIntended(`case when ${isOpen} then ${NOW_MS} + (${i} % 20 - 10) * 1000
        when ${isWatched} then ${NOW_MS} + ${i} % 300 * 1000 end`)},
      ${unlessIntended(`case when ${isWatched} then ${NOW_MS} - ${i} % 300 * 1000 else created_at + 90000000 end`)},
      case when ${sequence} = 1 and state in ('paid', 'overpaid', 'partial') then state else 'none' end,
      '[{"id":"7d3c1e4f5a6b7c8d9e0f7d3c1e4f5a6b7c8d9e0f7d3c1e4f5a6b7c8d9e0fabcd","seenAtMs":0}]', '[]',
      case when ${i} % 1000 = 33 then '["address_changed"]' else '[]' end, false,
      not ${isOpen}, state = 'expired', false,
      case when ${isOpen} then null else created_at + 3600000 end,
      created_at, case when ${isIntended} then ${NOW_MS} - 1000 end, 0,
      case when ${isOpen} and ${i} % 20 = 9 then ${NOW_MS} - 1000 end,
      case when ${isOpen} and ${i} % 20 = 11 then 'refused' end, 0
    from checkouts where state <> 'choosing' and (${sequence} = 1 or ${i} % 7 = 0)`;
}

/** What paid invoices have received, and what was owed of an overpaid one and decided. */
function movementsOf(): string {
  const moved = (position: number, kind: string, amount: string, source: string, where: string) =>
    `insert into movements (checkout_id, sequence, position, order_id, invoice_id, currency, kind, amount, at, source, transactions)
    select id, 1, ${position}, order_id, 'INV-' || substr(order_id, 3) || '-1', 'USDT_TRC20', '${kind}', '${amount}', created_at, '${source}', '[]'
    from checkouts where ${where}`;
  return [
    moved(1, 'received', '52.5', 'service', `state in ('paid', 'overpaid')`),
    moved(1, 'received', '20', 'service', `state = 'partial'`),
    moved(2, 'reserved', '1', 'staff', `state = 'overpaid'`),
  ].join(';\n');
}

/** Requests, decisions and transfers of a few checkouts. */
function refundsOf(): string {
  const where = `from checkouts where state = 'overpaid'`;
  return [
    `insert into refunds (id, checkout_id, number, sequence, requested_by, address, amount,
      is_payment_included, state, requested_at, proposals)
    select 'r-' || id, id, 1, 1, 'payer', 'T', '1', false, 'requested', created_at, 0 ${where}`,
    `insert into decisions (checkout_id, number, sequence, about, decision, amount, person, decided_at)
    select id, 1, 1, 'address_changed', 'dismissed', '0', 'Maja Lind', created_at ${where}`,
    `insert into transfers (checkout_id, number, sequence, state, requested_at, received)
    select id, 1, 1, 'sent', created_at, '0' ${where}`,
  ].join(';\n');
}

/** Each checkout that has an invoice has a transaction of its own. */
function transactionsOf(): string {
  return `insert into payment_transactions (transaction_id, checkout_id)
    select '0x' || id, id from checkouts where state <> 'choosing'`;
}

/** One event for every outcome, now and then a review and the like; the newest wait, and some are dead letters. */
function eventsOfCheckouts(): string {
  const i = number('order_id');
  const payload = `{"type":"checkout","note":"${'about the size of one '.repeat(30)}"}`;
  return `insert into events (id, checkout_id, type, payload, attempts, next_attempt_at, delivered_at,
      first_attempt_at, dead_at, last_failure)
    select 'evt_' || kinds.name || ${i}, checkouts.id, kinds.name, '${payload}', 1, 0,
      case when ${i} > 200 and ${i} % 1000 <> 7 then created_at + 3600000 end,
      created_at + 3600000,
      case when ${i} > 200 and ${i} % 1000 = 7 then created_at + 300000000 end, null
    from checkouts join (select 'checkout.review_required' as name union all select 'checkout.paid_late'
      union all select 'checkout.duplicate_payment' union all select 'checkout.paid'
      union all select 'checkout.expired' union all select 'checkout.canceled'
      union all select 'checkout.partial' union all select 'checkout.overpaid') kinds
      on kinds.name = 'checkout.' || state or (kinds.name = 'checkout.review_required' and ${i} % 1000 = 33)
        or (kinds.name = 'checkout.paid_late' and ${i} % 400 = 11)
        or (kinds.name = 'checkout.duplicate_payment' and ${i} % 900 = 13)
    where state not in ('choosing', 'awaiting') order by created_at`;
}

function walletsOf(count: number): string {
  return `insert into deposit_addresses (customer, currency, service_id, address, is_address_valid, created_at,
      intended_at, requested_at, claimed_until)
    ${counting(count)} select 'c-' || i, 'USDT_TRC20', 'WAL-' || i, 'W' || ${randomText}, true,
      ${agoMs('i', 60_000)}, ${agoMs('i', 60_000)}, ${agoMs('i', 60_000)}, 0 from counted`;
}

function depositsOf(count: number): string {
  const atMs = agoMs('i', Math.floor((SHOP_DAYS * DAY_MS) / count));
  const dueMs = `case when i <= 50 then ${NOW_MS} - 1000 end`;
  return `insert into deposits (id, customer, currency, invoice_id, amount, transaction_id, is_signed, recorded_at,
      next_lookup_at, sender_turn_at, customer_turn_at, lookups, outcome)
    ${counting(count)} select 'd-' || i, 'c-' || (i % 100 + 1), 'USDT_TRC20', 'INV-D' || i, '5', null, i % 2 = 1, ${atMs},
      ${dueMs}, ${dueMs}, ${dueMs}, 0,
      case when i <= 50 then null when i % 50 = 1 then 'unverified' when i % 50 = 2 then 'mismatch' else 'verified' end
    from counted`;
}

function tombstonesOf(count: number): string {
  return `insert into tombstones (order_id, amount, currency, issued_at, is_paid)
    ${counting(count)} select 'B-' || i, '49.00', 'EUR', ${agoMs('i', 60_000)}, i % 2 = 1 from counted`;
}

/** Payouts that were sent long ago, each with its event. */
function payoutsOf(count: number): string {
  const atMs = agoMs('(i + 2300)', 3_600_000);
  return [
    `insert into payouts (id, state, currency, address, amount, proposed_by, proposal, proposed_at, finished_at,
      candidates, claimed_until)
    ${counting(count)} select 'p-' || i, 'sent', 'BTC', 'b', '1', 'Maja Lind', 'token', ${atMs}, ${atMs}, '[]', 0
    from counted`,
    `insert into events (id, checkout_id, type, payload, attempts, next_attempt_at, delivered_at)
    select 'evt_' || id, 'payout:' || id, 'payout.sent', '{}', 1, 0, finished_at from payouts`,
  ].join(';\n');
}

function eventsOfDeposits(): string {
  return `insert into events (id, checkout_id, type, payload, attempts, next_attempt_at, delivered_at,
      first_attempt_at, dead_at, last_failure)
    select id, 'wallet:' || customer, 'deposit.received', '{}', 1, 0, recorded_at + 1000, recorded_at, null, null
    from deposits where outcome in ('verified', 'unverified') order by recorded_at`;
}

/** One row for each checkout with events that wait. */
function deliveryQueues(): string {
  return `insert into delivery_queues (key, due_at, claimed_until)
    select distinct checkout_id, 0, 0 from events where delivered_at is null and dead_at is null`;
}
