import type { Invoice } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import type { Clock } from '../clock.js';
import type { Checkouts } from '../checkouts/checkouts.js';
import { withPriceCurrency } from './echo.js';
import { fallbackOf, newIntent, withEmptyLook, withFailedLook } from './intent.js';
import type { Logger } from '../log.js';
import { errorFields } from '../log.js';
import type { Making } from './making.js';
import { candidates, matches } from './matching.js';
import type { CheckoutRecord, IntendedInvoice } from '../checkouts/record.js';
import { findInvoice } from '../checkouts/record.js';
import { Refusal } from '../refusal.js';
import type { ServiceCalls } from '../upstream/service-calls.js';
import { serviceErrorFields } from '../upstream/service-trouble.js';
import { claimDue, knownServiceIds, renewDue } from '../store/due.js';
import { LEASE_MS, renewing } from '../store/lease.js';
import type { Store } from '../store/store.js';

export interface AdoptionOptions {
  readonly service: Pick<ServiceCalls, 'listInvoices'>;
  readonly store: Store;
  readonly checkouts: Checkouts;
  readonly making: Making;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An intent whose invoice is looked for, with its checkout. */
interface Search {
  readonly checkout: CheckoutRecord;
  readonly intent: IntendedInvoice;
}

/** What one reading of the service's list has shown. */
interface Reading {
  /** The invoices by `order_id`, as far as somebody looks for them. */
  readonly listed: ReadonlyMap<string, readonly Invoice[]>;
  /** Why it ended before the end of the list. */
  readonly failure?: unknown;
}

const DAY_MS = 24 * 3600_000;
/** The list is long, and is read once for all of them. */
const AT_ONCE = 1000;
/** On a day of many invoices the list is long: it is left alone for so many times as long as its reading took. */
const REST = { times: 2, longestMs: 30_000 } as const;

/**
 * Looks in the service's list for invoices whose creation was not answered, or was not heard of because the process
 * ended, and adopts them. All it knows is in the store: any process may go on, and what an intent becomes is decided in
 * a transaction, so that two processes which look at once adopt one invoice and send one more creation at most.
 */
export class Adoption {
  #readAtMs = 0;
  #restMs = 0;

  constructor(private readonly options: AdoptionOptions) {}

  /** One round: the list is read once for all intents that are due. Never throws. */
  async round(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const sinceMs = nowMs - this.#readAtMs;
      // A clock that was set back ends the rest.
      if (sinceMs >= 0 && sinceMs < this.#restMs) return;
      const untilMs = nowMs + LEASE_MS;
      const claimed = await claimDue(store, 'next_look_at_ms', { nowMs, untilMs, limit: AT_ONCE });
      if (claimed.length === 0) return;
      const renew = (...times: [number, number]) => renewDue(store, 'next_look_at_ms', claimed, times);
      await renewing(clock, { untilMs, renew }, async () => {
        const searches = await Promise.all(claimed.map((key) => this.#find(key)));
        await this.#lookFor(searches.flat());
      });
    } catch (error) {
      logger.error(errorFields(error), 'the store cannot be used: lost invoices are looked for later');
    }
  }

  async #find({ checkoutId, sequence }: { checkoutId: string; sequence: number }): Promise<Search[]> {
    const checkout = await this.options.checkouts.find(checkoutId);
    const intent = findInvoice(checkout, sequence);
    return intent?.stage === 'intended' ? [{ checkout, intent }] : [];
  }

  async #lookFor(searches: readonly Search[]): Promise<void> {
    const { clock, store } = this.options;
    const startedMs = clock.nowMs();
    const { listed, failure } = await this.#read(searches);
    this.#readAtMs = clock.nowMs();
    this.#restMs = Math.min(REST.times * (this.#readAtMs - startedMs), REST.longestMs);
    const ids = [...listed.values()].flat().map(({ id }) => id);
    const known = await knownServiceIds(store, ids);
    const settled = searches.map((search) => this.#settle(search, { listed, failure }, known));
    const left = (await Promise.all(settled)).flat();
    if (left.length > 0) await this.#postpone(left, failure);
  }

  /** From the day before the first intent to tomorrow, since the service's day may not be ours. */
  async #read(searches: readonly Search[]): Promise<Reading> {
    const firstMs = Math.min(...searches.map(({ intent }) => intent.intendedAtMs));
    const period = {
      start: new Date(firstMs - DAY_MS),
      end: new Date(this.options.clock.nowMs() + DAY_MS),
    };
    const listed = new Map<string, Invoice[]>(searches.map(({ intent }) => [intent.orderId, []]));
    try {
      for await (const invoice of this.options.service.listInvoices(period)) {
        if (invoice.orderId !== null) listed.get(invoice.orderId)?.push(invoice);
      }
      return { listed };
    } catch (failure) {
      return { listed, failure };
    }
  }

  async #postpone(searches: readonly Search[], error: unknown): Promise<void> {
    const { checkouts, clock, logger } = this.options;
    const orders = searches.map(({ intent }) => intent.orderId);
    logger.warn({ orders, ...serviceErrorFields(error) }, 'the list of the service cannot be read');
    const retryAfterMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    const pause = { nowMs: clock.nowMs(), retryAfterMs };
    for (const { checkout, intent } of searches) {
      await checkouts.change(checkout.id, (record) => withFailedLook(record, intent.sequence, pause));
    }
  }

  /** What was found is adopted; that an invoice is missing only the whole list can show. Resolves to what is left. */
  async #settle(
    search: Search,
    { listed, failure }: Reading,
    known: ReadonlySet<string>,
  ): Promise<readonly Search[]> {
    const { intent } = search;
    const possible = candidates(listed.get(intent.orderId) ?? [], intent, known);
    const found = matches(possible, intent);
    const strangers = possible.filter((invoice) => !found.includes(invoice)).map(({ id }) => id);
    if (strangers.length > 0) this.#warn(intent, strangers, 'not what was ordered: they are left alone');
    if (found.length === 0 && failure !== undefined) return [search];
    try {
      await (found.length > 0 ? this.#adopt(search, found) : this.#goOn(search));
    } catch (error) {
      // A refusal is for a payer who asks, and has been logged where it was made.
      if (error instanceof Refusal && error.code !== 'store_unavailable') return [];
      this.options.logger.error(
        { order: intent.orderId, ...errorFields(error) },
        'a lost invoice is looked for again',
      );
    }
    return [];
  }

  async #adopt({ checkout, intent }: Search, [first, ...others]: readonly Invoice[]): Promise<void> {
    const { making, logger } = this.options;
    const formerCurrent = fallbackOf(checkout, intent.sequence);
    const accept = (invoice: Invoice) =>
      making.accept(checkout, {
        intent,
        created: withPriceCurrency(invoice, intent.price),
        formerCurrent,
      });
    if (!first) return;
    logger.info({ order: intent.orderId, invoice: first.id }, 'the lost invoice was found in the list');
    await accept(first);
    if (others.length === 0) return;
    const ids = others.map(({ id }) => id);
    this.#warn(intent, ids, 'ALARM: more than one fits: these are watched as well, and not shown');
    for (const invoice of others) await accept(invoice);
  }

  async #goOn({ checkout, intent }: Search): Promise<void> {
    const { checkouts, clock, making } = this.options;
    let before: CheckoutRecord | undefined;
    const record = await checkouts.change(checkout.id, (latest) => {
      before = latest;
      return withEmptyLook(latest, intent.sequence, clock.nowMs());
    });
    const successor = before && newIntent(before, record);
    if (!successor) return;
    this.#warn(intent, [], `it was not made: ${successor.orderId} is asked for in its place`);
    await making.create(record, successor, fallbackOf(record, successor.sequence));
  }

  #warn({ orderId }: IntendedInvoice, invoices: readonly string[], message: string): void {
    this.options.logger.warn({ order: orderId, invoices }, message);
  }
}
