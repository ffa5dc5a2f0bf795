import { compareAmounts } from 'crypto-checkout/payment';
import type { CheckoutEvent, CheckoutInvoiceEvent, WebhookEvent } from 'crypto-checkout/webhooks';
import Database from 'libsql';

interface Order {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
}

let opened: Database.Database | undefined;

/** Opens the database at its first use: a build that imports this file opens none. */
function database(): Database.Database {
  if (opened) return opened;
  opened = new Database('shop.sqlite'); // your database
  opened.exec('pragma busy_timeout = 5000'); // wait while another process writes
  opened.exec(`
    create table if not exists orders (id text primary key, amount text not null, currency text not null);
    create table if not exists fulfilled (order_id text primary key, event_id text not null);
    create table if not exists shipments (number integer primary key, order_id text not null);
    create table if not exists reviews (event_id text primary key, about text not null, reason text not null);
    create table if not exists owed (invoice_id text primary key, order_id text not null, currency text not null,
      amount text not null, version integer not null);
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
  if ('reason' in event) return review(event, event.reason); // needs a manual decision
  if (!('invoice' in event)) return review(event, type);
  owe(event);
  if (['checkout.partial', 'checkout.expired', 'checkout.canceled'].includes(type)) return [];
  const isPaid = ['checkout.paid', 'checkout.overpaid'].includes(type);
  const { order, checkout } = event;
  if (!isPaid || checkout.late) return review(event, type);
  const found = database().prepare('select * from orders where id = ?').get(order.id);
  const sold = found as Order | undefined;
  if (!sold) return review(event, 'no such order was recorded');
  if (sold.currency !== order.currency || compareAmounts(sold.amount, order.amount) !== 0)
    return review(event, `${order.amount} ${order.currency} is not the price of the order`);
  const surplus = type === 'checkout.overpaid' ? review(event, type) : []; // it belongs to the payer
  const { changes } = database()
    .prepare('insert into fulfilled (order_id, event_id) values (?, ?) on conflict do nothing')
    .run(order.id, id);
  if (changes === 0) return surplus; // already fulfilled
  database().prepare('insert into shipments (order_id) values (?)').run(order.id); // your fulfillment
  return [...surplus, `order ${order.id} is paid`];
}

/** Stores what you owe the payer for an invoice, the total so far. An event that is older than the stored one changes nothing. */
function owe({ order, checkout, invoice }: CheckoutInvoiceEvent): void {
  const sql = `insert into owed (invoice_id, order_id, currency, amount, version) values (?, ?, ?, ?, ?)
    on conflict (invoice_id) do update set amount = excluded.amount, version = excluded.version
    where excluded.version > version`;
  const { id, currency, unapplied } = invoice;
  database().prepare(sql).run(id, order.id, currency, unapplied, checkout.version);
}

const aboutOf = (event: CheckoutEvent): string =>
  'order' in event ? event.order.id : 'customer' in event ? event.customer : event.id;

function review(event: CheckoutEvent, reason: string): string[] {
  const about = aboutOf(event);
  const sql = 'insert into reviews (event_id, about, reason) values (?, ?, ?) on conflict do nothing';
  const { changes } = database().prepare(sql).run(event.id, about, reason);
  return changes > 0 ? [`review ${about}: ${reason}`] : [];
}
