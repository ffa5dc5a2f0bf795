import { compareAmounts } from 'crypto-checkout/payment';
import type { CheckoutEvent, CheckoutEventInvoice, WebhookEvent } from 'crypto-checkout/server';
import Database from 'libsql';

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

let opened: Database.Database | undefined;

/** Opens the database at its first use: a build that imports this file opens none. */
function database(): Database.Database {
  if (opened) return opened;
  opened = new Database('shop.sqlite'); // your database
  opened.exec('pragma busy_timeout = 5000'); // wait while another process writes
  opened.exec(`
    create table if not exists orders (id text primary key, amount text not null, currency text not null);
    create table if not exists handled (event_id text primary key);
    create table if not exists ledger (invoice_id text primary key, order_id text not null, currency text not null,
      received text not null, applied text not null, owed text not null, reserved text not null,
      refunded text not null, dismissed text not null, version integer not null);
    create table if not exists fulfilled (order_id text primary key, event_id text not null);
    create table if not exists shipments (number integer primary key, order_id text not null);
    create table if not exists reviews (event_id text primary key, about text not null, reason text not null);
  `);
  return opened;
}

/** Stores an order with its price. Call it before the order can be paid. */
export function recordOrder({ id, amount, currency }: Order): void {
  const sql = `insert into orders (id, amount, currency) values (?, ?, ?)
    on conflict (id) do update set amount = excluded.amount, currency = excluded.currency`;
  database().prepare(sql).run(id, amount, currency);
}

/** Handles an event in one transaction: a crash leaves no partial result. */
export function fulfill(event: WebhookEvent): void {
  for (const line of database().transaction(handle)(event)) console.log(line);
}

/** Returns what to log: nothing is reported before it is committed. */
function handle(event: WebhookEvent): string[] {
  if (event.type === 'webhook.test' || 'payout' in event) return []; // about no order
  const { id, type, testMode } = event;
  const isTestShop = process.env['CRYPTO_CHECKOUT_TEST_MODE'] === '1';
  if (testMode && !isTestShop && !type.endsWith('.review_required'))
    return [`ignored ${type} of ${aboutOf(event)}: it has testMode, and CRYPTO_CHECKOUT_TEST_MODE is not 1`];
  if (!('order' in event)) return review(event, type); // about a customer
  const sql = 'insert into handled (event_id) values (?) on conflict do nothing';
  if (database().prepare(sql).run(id).changes === 0) return []; // delivered again
  if ('reason' in event) return review(event, event.reason);
  if (event.invoice) store(event, event.invoice);
  const shipped = event.fulfill ? ship(event) : [];
  return NOTHING_TO_DECIDE.includes(type) ? shipped : [...shipped, ...review(event, type)];
}

/** Stores the money of an invoice as the event states it. The amounts of an older event change nothing. */
function store({ order, checkout }: OrderEvent, invoice: CheckoutEventInvoice): void {
  const sql = `insert into ledger
    (invoice_id, order_id, currency, received, applied, owed, reserved, refunded, dismissed, version)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (invoice_id) do update set received = excluded.received, applied = excluded.applied,
      owed = excluded.owed, reserved = excluded.reserved, refunded = excluded.refunded,
      dismissed = excluded.dismissed, version = excluded.version
    where excluded.version >= ledger.version`;
  const { id, currency, received, applied, owed, reserved, refunded, dismissed } = invoice;
  const amounts = [received, applied, owed, reserved, refunded, dismissed];
  database()
    .prepare(sql)
    .run(id, order.id, currency, ...amounts, checkout.version);
}

/** Fulfills an order once, at its own price. */
function ship(event: OrderEvent): string[] {
  const { id, order } = event;
  const found = database().prepare('select * from orders where id = ?').get(order.id);
  const sold = found as Order | undefined;
  if (!sold) return review(event, 'no such order was recorded');
  if (sold.currency !== order.currency || compareAmounts(sold.amount, order.amount) !== 0)
    return review(event, `${order.amount} ${order.currency} is not the price of the order`);
  const sql = 'insert into fulfilled (order_id, event_id) values (?, ?) on conflict do nothing';
  if (database().prepare(sql).run(order.id, id).changes === 0) return []; // already fulfilled
  database().prepare('insert into shipments (order_id) values (?)').run(order.id); // your fulfillment
  return [`order ${order.id} is paid`];
}

const aboutOf = (event: CheckoutEvent): string =>
  'order' in event ? event.order.id : 'customer' in event ? event.customer : event.id;

function review(event: CheckoutEvent, reason: string): string[] {
  const about = aboutOf(event);
  const sql = 'insert into reviews (event_id, about, reason) values (?, ?, ?) on conflict do nothing';
  const { changes } = database().prepare(sql).run(event.id, about, reason);
  return changes > 0 ? [`review ${about}: ${reason}`] : [];
}
