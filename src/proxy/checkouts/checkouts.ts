import type { Clock } from '../clock.js';
import { randomBytes } from 'node:crypto';
import { eventsOf, withPayer } from '../events/events.js';
import type { IssuedOrder } from '../order-token.js';
import type { CheckoutRecord } from './record.js';
import { Refusal } from '../refusal.js';
import { ATTENTION_MS } from '../watching/schedule.js';
import { isMoneySeen } from './merge.js';
import type { Pulse } from '../store/pulse.js';
import type { Store, StoreTransaction } from '../store/store.js';

export interface CheckoutsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The text of what a payer can see of a record: the version grows when it changes. */
  readonly fingerprint: (record: CheckoutRecord) => string;
  /** Told after each commit which checkouts have changed. */
  readonly onChange: (ids: readonly string[]) => void;
}

/** Pure: the next record, or a `Refusal`. It runs inside the transaction and must not wait for anything. */
export type Change = (record: CheckoutRecord) => CheckoutRecord;

/** An order that may be opened by who asks. */
export interface AdmittedOrder extends IssuedOrder {
  /** By which the shop's resolver knows it, if it was that which let it in. */
  readonly reference?: string | null;
}

export interface Opened {
  readonly record: CheckoutRecord;
  readonly isNew: boolean;
}

type ChangedRecord = readonly [before: CheckoutRecord, after: CheckoutRecord];

interface Outcome<T> {
  readonly result: T;
  readonly changes: readonly ChangedRecord[];
}

/** 192 random bits: who knows the id may see and pay the checkout. */
const ID_BYTES = 24;
/** A checkout is noted as looked at so often at most. */
const TOUCH_EVERY_MS = 10_000;

/** The one way in which a checkout is read or changed. A store that fails is a `Refusal` `store_unavailable`. */
export class Checkouts {
  constructor(private readonly options: CheckoutsOptions) {}

  /**
   * The checkout of this order: made, found, or with the newer price. A price is not replaced by an older one, nor once
   * money has been seen. While the store can only be read, a known one is given as it is, unless its price has changed.
   */
  async open(order: AdmittedOrder): Promise<Opened> {
    try {
      return await this.#openOrMake(order);
    } catch (error) {
      const record = await this.options.store.findByOrder(order.terms.id).catch(() => undefined);
      if (!record || !(isOlder(order, record) || isSamePrice(order, record))) throw error;
      return { record, isNew: false };
    }
  }

  #openOrMake(order: AdmittedOrder): Promise<Opened> {
    return this.#write(async (tx): Promise<Outcome<Opened>> => {
      const known = await tx.find({ orderId: order.terms.id });
      if (known) {
        const after = await this.#apply(tx, known, (record) => repriced(record, order));
        return { result: { record: after, isNew: false }, changes: [[known, after]] };
      }
      const record = newCheckout(order, this.options.clock.nowMs());
      await tx.insert(record);
      return { result: { record, isNew: true }, changes: [] };
    });
  }

  /** @throws {Refusal} `checkout_not_found` */
  async find(id: string): Promise<CheckoutRecord> {
    const record = await this.#orUnavailable(() => this.options.store.find(id));
    if (!record) throw new Refusal('checkout_not_found');
    return record;
  }

  /** What may have changed of it, and of one of its invoices. @throws {Refusal} `checkout_not_found` */
  async pulse(id: string, sequence: number | null): Promise<Pulse> {
    const pulse = await this.#orUnavailable(() => this.options.store.pulses.later(id, sequence));
    if (!pulse) throw new Refusal('checkout_not_found');
    return pulse;
  }

  /** @throws {Refusal} `checkout_not_found`, or what `change` throws */
  change(id: string, change: Change): Promise<CheckoutRecord> {
    return this.#write(async (tx) => {
      const before = await tx.find({ id });
      if (!before) throw new Refusal('checkout_not_found');
      const after = await this.#apply(tx, before, change);
      return { result: after, changes: [[before, after]] };
    });
  }

  /** The same for many in one transaction; unknown ids are left out. */
  changeAll(ids: readonly string[], change: Change): Promise<readonly CheckoutRecord[]> {
    return this.#write(async (tx) => {
      const changes: ChangedRecord[] = [];
      for (const before of await tx.findAll(ids)) {
        changes.push([before, await this.#apply(tx, before, change)]);
      }
      return { result: changes.map(([, after]) => after), changes };
    });
  }

  /**
   * A browser looks on: its invoices are asked about often from now on. Who only looks does not wait for this, and is
   * served while the store cannot be written to.
   */
  touch({ id, lookedAtMs }: Pick<CheckoutRecord, 'id' | 'lookedAtMs'>): void {
    const nowMs = this.options.clock.nowMs();
    const sinceMs = nowMs - lookedAtMs;
    if (sinceMs < TOUCH_EVERY_MS) return;
    this.options.store.touch(id, nowMs, sinceMs >= ATTENTION_MS).catch(() => undefined);
  }

  async #apply(tx: StoreTransaction, before: CheckoutRecord, change: Change): Promise<CheckoutRecord> {
    const changed = withPayer(change(before));
    if (changed === before) return before;
    const isVisible = this.options.fingerprint(changed) !== this.options.fingerprint(before);
    const after = isVisible ? { ...changed, version: before.version + 1 } : changed;
    await tx.save(before, after, eventsOf(before, after, this.options.clock.nowMs()));
    return after;
  }

  async #write<T>(work: (tx: StoreTransaction) => Promise<Outcome<T>>): Promise<T> {
    const { result, changes } = await this.#orUnavailable(() => this.options.store.transaction(work));
    const changed = changes.filter(([before, after]) => before !== after);
    if (changed.length > 0) this.options.onChange(changed.map(([, { id }]) => id));
    return result;
  }

  async #orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('store_unavailable', undefined, { cause: error });
    }
  }
}

function newCheckout({ terms, issuedAtMs, reference = null }: AdmittedOrder, nowMs: number): CheckoutRecord {
  return {
    id: newCheckoutId(),
    version: 1,
    order: terms,
    issuedAtMs,
    reference,
    shop: { name: null, logo: null },
    email: null,
    current: null,
    paidBy: null,
    createdAtMs: nowMs,
    lookedAtMs: nowMs,
    invoices: [],
  };
}

function isOlder({ issuedAtMs }: IssuedOrder, record: CheckoutRecord): boolean {
  return issuedAtMs <= record.issuedAtMs;
}

function isSamePrice({ terms }: IssuedOrder, { order }: CheckoutRecord): boolean {
  return terms.amount === order.amount && terms.currency === order.currency;
}

/** As the shop has the order now; a price is not replaced by an older one, nor once money has been seen. */
export function repriced(record: CheckoutRecord, issued: AdmittedOrder): CheckoutRecord {
  const { terms, issuedAtMs, reference = null } = issued;
  if (isOlder(issued, record)) return record;
  if (isSamePrice(issued, record)) return { ...record, order: terms, issuedAtMs, reference };
  if (record.invoices.some(({ money }) => isMoneySeen(money))) return record;
  // Invoices for the old price stay watched, and are not offered any more.
  const invoices = record.invoices.map((invoice) =>
    invoice.isLive ? { ...invoice, isLive: false } : invoice,
  );
  return { ...record, order: terms, issuedAtMs, reference, invoices, current: null };
}

/** An id that begins with a hyphen would be taken for an option on a command line. */
export function newCheckoutId(): string {
  const id = randomBytes(ID_BYTES).toString('base64url');
  return id.startsWith('-') ? newCheckoutId() : id;
}
