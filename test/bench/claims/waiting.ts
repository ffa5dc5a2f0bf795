// Stores in which many records of each kind wait to be claimed.
import Database from 'libsql';
import { openStore } from '../../../src/proxy/store/store.js';
import { rows } from '../../proxy/test-stores.js';

/** The time at which all of them are due. */
export const NOW_MS = Date.UTC(2026, 5, 1);

/** The clients that send half of the deposits. All others are sent by a client each. */
const FLOODING = 11;

/** Creates a store in which this number of records of each kind waits. @param path of a file, or URL of an empty database */
export async function fillWaiting(path: string, count: number): Promise<void> {
  await (await openStore(path)).close();
  const isDatabase = path.startsWith('postgres');
  const random = isDatabase ? `md5(cast(i as text) || 'seed')` : 'lower(hex(randomblob(16)))';
  const statements = [
    checkoutsOf(count, random),
    invoicesOf(1, 'null'),
    invoicesOf(2, `'suspected'`),
    eventsOf(),
    `insert into delivery_queues (key, due_at, claimed_until) select checkout_id, ${NOW_MS} - 1000, 0 from events`,
    depositsOf(count),
    payoutsOf(count),
  ].join(';\n');
  if (isDatabase) {
    await rows(path, statements);
    await rows(path, 'vacuum analyze');
    return;
  }
  const database = new Database(path);
  database.exec(`begin; ${statements}; commit; pragma wal_checkpoint(truncate)`);
  database.close();
}

const counting = (last: number) =>
  `with recursive counted(i) as (select cast(1 as bigint) union all select i + 1 from counted where i < ${last})`;

/** Due times that differ, in another order than the rows. */
const dueOf = (i: string) => `${NOW_MS} - 1000 - ${i} % 997 * 1000`;

function checkoutsOf(count: number, random: string): string {
  return `insert into checkouts (id, payment_id, order_id, version, state, amount, currency, description, is_email_required,
      issued_at, shop_name, current_sequence, created_at, last_seen_at, is_owing)
    ${counting(count)} select ${random}, 'pay_' || ${random}, 'A-' || i, 5, 'awaiting', '49.00', 'EUR',
      'Two tickets for the concert in the old town', false, ${NOW_MS}, 'The shop', 1, ${NOW_MS}, ${NOW_MS}, false
    from counted`;
}

/** Each is due to be polled, looked up and canceled. */
function invoicesOf(sequence: number, failure: string): string {
  const i = 'cast(substr(order_id, 3) as bigint)';
  return `insert into invoices (checkout_id, sequence, service_order_id, stage, is_live, is_cancel_requested, currency,
      price_amount, price_currency, service_id, address, amount, is_test_mode, created_at, expires_at, next_poll_at,
      checked_at, payment_level, transactions, review_reasons, has_unknown_status, is_closed, is_lapsed, is_late,
      intended_at, next_lookup_at, lookups, next_cancel_at, poll_failure, claimed_until, sums)
    select id, ${sequence}, order_id || '.${sequence}', 'open', false, false, 'USDT_TRC20', amount, currency,
      'INV-' || ${i} || '-${sequence}', 'T' || id || '${sequence}', '52.5', false, created_at, created_at + 3600000,
      ${dueOf(i)}, ${NOW_MS} - 60000, 'none', '[]', '[]', false, false, false, false,
      created_at, ${dueOf(i)}, 0, ${dueOf(i)}, ${failure}, 0, '[]'
    from checkouts`;
}

function eventsOf(): string {
  const payload = `{"type":"checkout","note":"${'about the size of one '.repeat(30)}"}`;
  return `insert into events (id, checkout_id, type, payload, attempts, next_attempt_at)
    select 'evt_' || order_id, id, 'checkout.paid', '${payload}', 0, 0 from checkouts`;
}

function depositsOf(count: number): string {
  const sender = `case when i % 2 = 0 then 'flooding ' || i % ${FLOODING} else 'sender ' || i end`;
  const turn = 'case when i % 2 = 0 then i * 1000 else 0 end';
  return `insert into deposits (id, customer, currency, invoice_id, amount, is_signed, sender, recorded_at,
      next_lookup_at, sender_turn_at, customer_turn_at, lookups)
    ${counting(count)} select 'd-' || i, 'c-' || i % 1009, 'USDT_TRC20', 'INV-D' || i, '5', false, ${sender},
      ${dueOf('i')}, ${dueOf('i')}, ${dueOf('i')} + ${turn}, ${dueOf('i')}, i / 2 % 2
    from counted`;
}

function payoutsOf(count: number): string {
  return `insert into payouts (id, state, currency, address, amount, proposed_by, proposal, proposed_at, approved_at,
      candidates, claimed_until)
    ${counting(count)} select 'p-' || i, 'approved', 'BTC', 'b', '1', 'Maja Lind', 'token', ${dueOf('i')},
      ${dueOf('i')}, '[]', 0
    from counted`;
}
