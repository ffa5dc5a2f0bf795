import { compareAmounts } from 'crypto-checkout/payment';
import type { CheckoutEvent, CheckoutEventInvoice, WebhookEvent } from 'crypto-checkout/server';
import pg from 'pg';

interface Order {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
}

type OrderEvent = Extract<CheckoutEvent, { order: Order }>;

/** The ledger has all that these events say. Everything else needs a manual decision. */
const NOTHING_TO_DECIDE = [
  ...['checkout.paid', 'checkout.partial', 'checkout.expired', 'checkout.canceled', 'checkout.settled'],
  ...['refund.reserved', 'refund.released', 'refund.sent', 'refund.declined'],
];

const pool = new pg.Pool({ connectionString: process.env['SHOP_DATABASE_URL'] }); // your database
// The pool replaces a lost connection. Without these listeners, its error would end the process.
pool.on('error', console.error);
pool.on('connect', (client) => client.on('error', console.error));

// Your migrations create these. The lock lets several processes start concurrently.
const TABLES = `
  select pg_advisory_xact_lock(1001);
  create table if not exists orders (id text primary key, amount numeric not null, currency text not null);
  create table if not exists handled (event_id text primary key);
  create table if not exists ledger (invoice_id text primary key, order_id text not null, currency text not null,
    received numeric not null, applied numeric not null, owed numeric not null, reserved numeric not null,
    refunded numeric not null, dismissed numeric not null, version bigint not null);
  create table if not exists fulfilled (order_id text primary key, event_id text not null);
  create table if not exists shipments (number bigint generated always as identity primary key, order_id text not null);
  create table if not exists reviews (event_id text primary key, about text not null, reason text not null);
`;

let created: Promise<unknown> | undefined;

/** Creates the tables at their first use: a build that imports this file connects to nothing. */
async function database(): Promise<pg.Pool> {
  created ??= pool.query(TABLES);
  await created.catch((error: unknown) => {
    created = undefined; // the next call tries again
    throw error;
  });
  return pool;
}

/** Stores an order with its price. Await it before the order can be paid. */
export async function recordOrder({ id, amount, currency }: Order): Promise<void> {
  const sql = `insert into orders (id, amount, currency) values ($1, $2, $3)
    on conflict (id) do update set amount = excluded.amount, currency = excluded.currency`;
  await (await database()).query(sql, [id, amount, currency]);
}

/** Handles an event in one transaction: a crash leaves no partial result. */
export async function fulfill(event: WebhookEvent): Promise<void> {
  const db = await (await database()).connect();
  try {
    await db.query('begin');
    const lines = await handle(db, event);
    await db.query('commit');
    db.release();
    for (const line of lines) console.log(line);
  } catch (error) {
    db.release(true); // closes the connection, which rolls back
    throw error;
  }
}

/** Returns what to log: nothing is reported before it is committed. */
async function handle(db: pg.PoolClient, event: WebhookEvent): Promise<string[]> {
  if (event.type === 'webhook.test' || 'payout' in event) return []; // about no order
  const { id, type, testMode } = event;
  const isTestShop = process.env['CRYPTO_CHECKOUT_TEST_MODE'] === '1';
  if (testMode && !isTestShop && !type.endsWith('.review_required'))
    return [`ignored ${type} of ${aboutOf(event)}: it has testMode, and CRYPTO_CHECKOUT_TEST_MODE is not 1`];
  if (!('order' in event)) return review(db, event, type); // about a customer
  const sql = 'insert into handled (event_id) values ($1) on conflict do nothing';
  if ((await db.query(sql, [id])).rowCount === 0) return []; // delivered again
  if ('reason' in event) return review(db, event, event.reason);
  if (event.invoice) await store(db, event, event.invoice);
  const shipped = event.fulfill ? await ship(db, event) : [];
  return NOTHING_TO_DECIDE.includes(type) ? shipped : [...shipped, ...(await review(db, event, type))];
}

/** Stores the money of an invoice as the event states it. The amounts of an older event change nothing. */
async function store(
  db: pg.PoolClient,
  { order, checkout }: OrderEvent,
  invoice: CheckoutEventInvoice,
): Promise<void> {
  const sql = `insert into ledger
    (invoice_id, order_id, currency, received, applied, owed, reserved, refunded, dismissed, version)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (invoice_id) do update set received = excluded.received, applied = excluded.applied,
      owed = excluded.owed, reserved = excluded.reserved, refunded = excluded.refunded,
      dismissed = excluded.dismissed, version = excluded.version
    where excluded.version >= ledger.version`;
  const { id, currency, received, applied, owed, reserved, refunded, dismissed } = invoice;
  const amounts = [received, applied, owed, reserved, refunded, dismissed];
  await db.query(sql, [id, order.id, currency, ...amounts, checkout.version]);
}

/** Fulfills an order once, at its own price. */
async function ship(db: pg.PoolClient, event: OrderEvent): Promise<string[]> {
  const { id, order } = event;
  const found = await db.query('select id, amount, currency from orders where id = $1', [order.id]);
  const sold = found.rows[0] as Order | undefined;
  if (!sold) return review(db, event, 'no such order was recorded');
  if (sold.currency !== order.currency || compareAmounts(sold.amount, order.amount) !== 0)
    return review(db, event, `${order.amount} ${order.currency} is not the price of the order`);
  const sql = 'insert into fulfilled (order_id, event_id) values ($1, $2) on conflict do nothing';
  if ((await db.query(sql, [order.id, id])).rowCount === 0) return []; // already fulfilled
  await db.query('insert into shipments (order_id) values ($1)', [order.id]); // your fulfillment
  return [`order ${order.id} is paid`];
}

const aboutOf = (event: CheckoutEvent): string =>
  'order' in event ? event.order.id : 'customer' in event ? event.customer : event.id;

async function review(db: pg.PoolClient, event: CheckoutEvent, reason: string): Promise<string[]> {
  const about = aboutOf(event);
  const sql = 'insert into reviews (event_id, about, reason) values ($1, $2, $3) on conflict do nothing';
  const { rowCount } = await db.query(sql, [event.id, about, reason]);
  return rowCount === 1 ? [`review ${about}: ${reason}`] : [];
}
