import type { Invoice } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import { hasMoreMoney } from '../../service/invoice.js';
import type { Clock } from '../base/clock.js';
import type { CheckoutRepository } from '../checkouts/checkout-repository.js';
import { withPriceCurrency } from '../domain/verify-invoice.js';
import { fallbackOf, newIntent, withEmptyLookup, withFailedLookup } from '../domain/intent.js';
import type { Logger } from '../base/log.js';
import { errorFields } from '../base/log.js';
import type { InvoiceCreator } from './invoice-creator.js';
import { createdRecordOf } from '../domain/created-invoice.js';
import { candidates, doubtAbout, matches } from '../domain/match-invoices.js';
import type { CheckoutRecord, CreationIntent } from '../domain/record.js';
import { findInvoice } from '../domain/record.js';
import { ProblemError } from '../base/problem-error.js';
import type { ServiceCalls } from '../upstream/service-calls.js';
import type { ServiceTime } from '../upstream/service-time.js';
import { serviceErrorFields } from '../upstream/service-problems.js';
import { claimDue, knownServiceIds, renewDue, sharedOrderIds } from '../store/due-invoices.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import { MAX_RETRY_AFTER_MS } from '../upstream/circuit-breaker.js';
import type { Store } from '../store/store.js';
import { DAY_MS } from '../base/time.js';

export interface InvoiceReconcilerOptions {
  readonly service: Pick<ServiceCalls, 'listInvoices'>;
  readonly serviceTime: ServiceTime;
  readonly store: Store;
  readonly checkouts: CheckoutRepository;
  readonly creator: InvoiceCreator;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An intent whose invoice is looked for, with its checkout. */
interface PendingIntent {
  readonly checkout: CheckoutRecord;
  readonly intent: CreationIntent;
}

/** What one reading of the service's list has shown. */
interface ListScan {
  /** The invoices by `order_id`, as far as somebody looks for them, each once. */
  readonly listed: Map<string, readonly Invoice[]>;
  /** How far our clock is ahead of that of the service. */
  readonly aheadMs: number;
  /** Why it ended before the end of the list. */
  readonly failure?: unknown;
}

/** The list is long, and is read once for all of them. */
const CONCURRENCY = 1000;
/** On a day of many invoices the list is long: it is left alone for so many times as long as its reading took. */
const SCAN_COOLDOWN = { times: 2, longestMs: 30_000 } as const;

/**
 * Looks in the service's list for invoices whose creation was not answered, or was not heard of because the process
 * ended, and adopts them. All it knows is in the store: any process may go on, and what an intent becomes is decided in
 * a transaction, so that two processes which look at once adopt one invoice and send one more creation at most.
 *
 * An invoice that may be another system's on the same account (`doubtAbout`), or that has money as it is found, is not
 * adopted: taken for the order's own, foreign money would pay it, and the payer would be sent to a foreign address. It is
 * kept with the alarm `adoption_in_doubt`, neither shown nor polled nor canceled, and the payer can choose again, which
 * makes an invoice under another number.
 */
export class InvoiceReconciler {
  #readAtMs = 0;
  #restMs = 0;

  constructor(private readonly options: InvoiceReconcilerOptions) {}

  /** One round: the list is read once for all intents that are due. Never throws. */
  async reconcileDue(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const sinceMs = nowMs - this.#readAtMs;
      // A clock that was set back ends the rest.
      if (sinceMs >= 0 && sinceMs < this.#restMs) return;
      const untilMs = nowMs + LEASE_MS;
      const claimed = await claimDue(store, 'next_look_at_ms', { nowMs, untilMs, limit: CONCURRENCY });
      if (claimed.length === 0) return;
      const renew = (...times: [number, number]) => renewDue(store, 'next_look_at_ms', claimed, times);
      await withLease(clock, { untilMs, renew }, async () => {
        const searches = await Promise.all(claimed.map((key) => this.#find(key)));
        await this.#lookUp(searches.flat());
      });
    } catch (error) {
      logger.error(errorFields(error), 'the store cannot be used: lost invoices are looked for later');
    }
  }

  async #find({ checkoutId, sequence }: { checkoutId: string; sequence: number }): Promise<PendingIntent[]> {
    const checkout = await this.options.checkouts.find(checkoutId);
    const intent = findInvoice(checkout, sequence);
    return intent?.stage === 'intended' ? [{ checkout, intent }] : [];
  }

  async #lookUp(searches: readonly PendingIntent[]): Promise<void> {
    const { clock, store } = this.options;
    const startedMs = clock.nowMs();
    const reading = await this.#read(searches);
    const { listed, failure } = reading;
    this.#readAtMs = clock.nowMs();
    this.#restMs = Math.min(SCAN_COOLDOWN.times * (this.#readAtMs - startedMs), SCAN_COOLDOWN.longestMs);
    const ids = [...listed.values()].flat().map(({ id }) => id);
    const known = await knownServiceIds(store, ids);
    const shared = await sharedOrderIds(store, [...listed.keys()]);
    // Nobody can say whose they are.
    for (const orderId of shared) listed.set(orderId, []);
    const settled = searches.map((search) => this.#settle(search, reading, known));
    const left = (await Promise.all(settled)).flat();
    if (left.length > 0) await this.#postpone(left, failure);
  }

  /** From the day before the first intent to tomorrow, since the service's day may not be ours. */
  async #read(searches: readonly PendingIntent[]): Promise<ListScan> {
    const firstMs = Math.min(...searches.map(({ intent }) => intent.intendedAtMs));
    const period = {
      start: new Date(firstMs - DAY_MS),
      end: new Date(this.options.clock.nowMs() + DAY_MS),
    };
    const listed = new Map<string, Invoice[]>(searches.map(({ intent }) => [intent.orderId, []]));
    try {
      for await (const invoice of this.options.service.listInvoices(period)) {
        if (invoice.orderId !== null) recordOnce(listed.get(invoice.orderId), invoice);
      }
      return { listed, aheadMs: this.#aheadMs() };
    } catch (failure) {
      return { listed, aheadMs: this.#aheadMs(), failure };
    }
  }

  #aheadMs(): number {
    const { clock, serviceTime } = this.options;
    const nowMs = clock.nowMs();
    return nowMs - serviceTime.limit(nowMs);
  }

  async #postpone(searches: readonly PendingIntent[], error: unknown): Promise<void> {
    const { checkouts, clock, logger } = this.options;
    const orders = searches.map(({ intent }) => intent.orderId);
    logger.warn({ orders, ...serviceErrorFields(error) }, 'the list of the service cannot be read');
    const wantedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    // A date in the answer, read by a clock that is wrong, may be hours away.
    const retryAfterMs = Math.min(wantedMs, MAX_RETRY_AFTER_MS);
    const pause = { nowMs: clock.nowMs(), retryAfterMs };
    for (const { checkout, intent } of searches) {
      await checkouts.change(checkout.id, (record) => withFailedLookup(record, intent.sequence, pause));
    }
  }

  /** What was found is adopted; that an invoice is missing only the whole list can show. Resolves to what is left. */
  async #settle(
    search: PendingIntent,
    { listed, aheadMs, failure }: ListScan,
    known: ReadonlySet<string>,
  ): Promise<readonly PendingIntent[]> {
    const { intent } = search;
    const possible = candidates(listed.get(intent.orderId) ?? [], intent, known, aheadMs);
    const found = matches(possible, intent);
    const strangers = possible.filter((invoice) => !found.includes(invoice)).map(({ id }) => id);
    if (strangers.length > 0) this.#warn(intent, strangers, 'not what was ordered: they are left alone');
    if (found.length === 0 && failure !== undefined) return [search];
    try {
      if (found.length === 0) await this.#retryCreation(search);
      for (const match of found)
        await this.#adopt(search, match, doubtAbout(match, intent, possible, aheadMs));
    } catch (error) {
      // A refusal is for a payer who asks, and has been logged where it was made.
      if (error instanceof ProblemError && error.code !== 'store_unavailable') return [];
      this.options.logger.error(
        { order: intent.orderId, ...errorFields(error) },
        'a lost invoice is looked for again',
      );
    }
    return [];
  }

  async #adopt({ checkout, intent }: PendingIntent, match: Invoice, doubt: string | null): Promise<void> {
    const { creator, logger } = this.options;
    const formerCurrent = fallbackOf(checkout, intent.sequence);
    const answer = { intent, created: withPriceCurrency(match, intent.price), formerCurrent };
    const fields = { order: intent.orderId, invoice: match.id };
    const record =
      doubt === null ? await creator.adopt(checkout, answer) : await creator.leave(checkout, answer);
    const found = createdRecordOf(record, match);
    if (found?.stage === 'rejected') {
      const why = doubt ?? 'it has money, and nobody was told its address';
      logger.error(
        fields,
        `ALARM: the invoice that was found may be another system's: ${why}. It is left alone`,
      );
    } else if (found) logger.info(fields, 'the lost invoice was found in the list');
  }

  async #retryCreation({ checkout, intent }: PendingIntent): Promise<void> {
    const { checkouts, clock, creator } = this.options;
    let before: CheckoutRecord | undefined;
    const record = await checkouts.change(checkout.id, (latest) => {
      before = latest;
      return withEmptyLookup(latest, intent.sequence, clock.nowMs());
    });
    const successor = before && newIntent(before, record);
    if (!successor) return;
    this.#warn(intent, [], `it was not made: ${successor.orderId} is asked for in its place`);
    await creator.create(record, successor, fallbackOf(record, successor.sequence));
  }

  #warn({ orderId }: CreationIntent, invoices: readonly string[], message: string): void {
    this.options.logger.warn({ order: orderId, invoices }, message);
  }
}

/** An invoice that is named twice counts in the state with more money. */
function recordOnce(invoices: Invoice[] | undefined, invoice: Invoice): void {
  const place = invoices?.findIndex(({ id }) => id === invoice.id) ?? -1;
  const known = invoices?.[place];
  if (!known) invoices?.push(invoice);
  else if (hasMoreMoney(invoice, known)) invoices[place] = invoice;
}
