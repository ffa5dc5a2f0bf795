// The orders of the shop in a SQLite file. A real shop does the same in its own database.
import { randomInt } from 'node:crypto';
import Database from 'libsql';
import { compareAmounts } from 'crypto-checkout/payment';
import type { CheckoutEvent, CheckoutEventInvoice } from 'crypto-checkout/proxy';

export interface Product {
  readonly id: 'beans' | 'cup' | 'set';
  readonly name: string;
  readonly details: string;
  /** Exact decimal text in euros. */
  readonly price: string;
}

export const CURRENCY = 'EUR';

export const PRODUCTS: readonly Product[] = [
  { id: 'beans', name: 'Ethiopia Guji, washed', details: '500 g, whole beans', price: '21.00' },
  { id: 'cup', name: 'Stoneware cup, moss', details: '2 pieces', price: '24.00' },
  { id: 'set', name: 'The morning set', details: 'Beans, two cups, a filter', price: '49.00' },
];

export interface Order {
  readonly id: string;
  readonly product: Product;
  readonly fulfilled: boolean;
  /** Received events, oldest first. */
  readonly events: readonly RecordedEvent[];
}

type OrderEvent = Extract<CheckoutEvent, { readonly order: unknown }>;
export type RecordedEvent = Pick<OrderEvent, 'id' | 'type' | 'createdAt'>;

const TABLES = `
  create table if not exists orders (id text primary key, product text not null, fulfilled integer not null);
  create table if not exists events (
    id text primary key, order_id text not null, type text not null, created_at text not null
  );
  create table if not exists ledger (
    invoice_id text primary key, order_id text not null, currency text not null, received text not null,
    applied text not null, owed text not null, reserved text not null, refunded text not null,
    dismissed text not null, version integer not null
  );
  create table if not exists shipments (number integer primary key, order_id text not null, product text not null);
  create table if not exists reviews (event_id text primary key, about text not null, reason text not null);
`;

/** The ledger has all that these events say. Everything else needs a manual decision. */
const NOTHING_TO_DECIDE = [
  ...['checkout.paid', 'checkout.partial', 'checkout.expired', 'checkout.canceled', 'checkout.settled'],
  ...['refund.reserved', 'refund.released', 'refund.sent', 'refund.declined'],
];

/** The amounts of an older event change nothing. */
const STORE_MONEY = `insert into ledger
  (invoice_id, order_id, currency, received, applied, owed, reserved, refunded, dismissed, version)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (invoice_id) do update set received = excluded.received, applied = excluded.applied,
    owed = excluded.owed, reserved = excluded.reserved, refunded = excluded.refunded,
    dismissed = excluded.dismissed, version = excluded.version
  where excluded.version >= ledger.version`;

export interface OrdersOptions {
  /** Accepts payments in test mode, in which no real money moves. */
  readonly testMode: boolean;
}

export class Orders {
  readonly #db: Database.Database;
  readonly #testMode: boolean;

  /** @param path of the file, created if missing; `:memory:` for tests */
  constructor(path: string, { testMode }: OrdersOptions) {
    this.#testMode = testMode;
    this.#db = new Database(path);
    this.#db.exec(TABLES);
  }

  create(product: Product): Order {
    const order: Order = { id: unguessableId(), product, fulfilled: false, events: [] };
    this.#run('insert into orders (id, product, fulfilled) values (?, ?, 0)', order.id, product.id);
    return order;
  }

  find(id: string): Order | undefined {
    const [row] = this.#all<OrderRow>('select product, fulfilled from orders where id = ?', id);
    const product = PRODUCTS.find((candidate) => candidate.id === row?.product);
    if (!row || !product) return undefined;
    const events = this.#all<RecordedEvent>(
      'select id, type, created_at as createdAt from events where order_id = ? order by rowid',
      id,
    );
    return { id, product, fulfilled: row.fulfilled === 1, events };
  }

  /**
   * Handles an event, which may arrive more than once. The event and its effect are one transaction: if the process crashes,
   * neither is stored, and the event is delivered again.
   */
  record(event: CheckoutEvent): void {
    if (event.type === 'deposit.received' || 'payout' in event) return;
    if (event.testMode && !this.#testMode && !('reason' in event)) return;
    this.#db.transaction(() => {
      if (!('order' in event)) this.#review(event.id, event.customer, event.type);
      else if (this.#recordEvent(event)) this.#handle(event);
    })();
  }

  #handle(event: OrderEvent): void {
    const { id, type, order } = event;
    if (!('reason' in event) && event.invoice) this.#storeMoney(event, event.invoice);
    if (event.fulfill) this.#fulfill(event);
    if (!NOTHING_TO_DECIDE.includes(type)) this.#review(id, order.id, type);
  }

  /** Stores the money of an invoice as the event states it. */
  #storeMoney({ order, checkout }: OrderEvent, invoice: CheckoutEventInvoice): void {
    const { id, currency, received, applied, owed, reserved, refunded, dismissed } = invoice;
    const amounts = [received, applied, owed, reserved, refunded, dismissed];
    this.#run(STORE_MONEY, id, order.id, currency, ...amounts, checkout.version);
  }

  #review(eventId: string, about: string, reason: string): void {
    this.#run(
      'insert into reviews (event_id, about, reason) values (?, ?, ?) on conflict do nothing',
      eventId,
      about,
      reason,
    );
  }

  /** @returns false if the event was recorded before */
  #recordEvent({ id, type, createdAt, order }: OrderEvent): boolean {
    const sql =
      'insert into events (id, order_id, type, created_at) values (?, ?, ?, ?) on conflict do nothing';
    return this.#run(sql, id, order.id, type, createdAt) === 1;
  }

  /** Fulfills an order once, at its own price. */
  #fulfill({ id, order }: OrderEvent): void {
    const product = this.find(order.id)?.product;
    const isPrice =
      product && order.currency === CURRENCY && compareAmounts(order.amount, product.price) === 0;
    if (!isPrice) return this.#review(id, order.id, `${order.amount} ${order.currency} is not its price`);
    if (this.#run('update orders set fulfilled = 1 where id = ? and fulfilled = 0', order.id) === 0) return;
    this.#run('insert into shipments (order_id, product) values (?, ?)', order.id, product.id);
  }

  close(): void {
    this.#db.close();
  }

  /** @returns the number of changed rows */
  #run(sql: string, ...values: readonly (string | number)[]): number {
    return this.#db.prepare(sql).run(...values).changes;
  }

  /** @typeParam Row the selected columns */
  #all<Row>(sql: string, ...values: readonly string[]): readonly Row[] {
    return this.#db.prepare<string[]>(sql).all(...values) as readonly Row[];
  }
}

interface OrderRow {
  readonly product: string;
  readonly fulfilled: number;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Anyone who knows an order id can view its page, so ids are not sequential. */
function unguessableId(): string {
  return `A-${Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}
