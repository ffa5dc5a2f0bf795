import { ServiceError, type Invoice } from '../../service/index.js';
import { hasMoreMoney } from '../../service/invoice.js';
import type { CheckoutRepository } from '../checkouts/checkout-repository.js';
import { doubtAbout, findCandidates, matchingInvoices, withPriceCurrency } from '../domain/verify-invoice.js';
import {
  fallbackOf,
  newIntent,
  withEmptyLookup,
  withFailedLookup,
  createdRecordOf,
} from '../domain/creation.js';
import { errorFields } from '../base/log.js';
import type { InvoiceCreator } from './invoice-creator.js';
import { findInvoice, type CheckoutRecord, type CreationIntent } from '../domain/record.js';
import { ProblemError } from '../base/problem-error.js';
import { type ServiceCalls, serviceErrorFields } from '../upstream/service-connection.js';
import type { ServiceTime } from '../upstream/service-time.js';
import { claimDueInvoices, knownServiceIds, renewDueInvoices, type InvoiceKey } from '../store/poll-queue.js';
import { LEASE_MS, withLease } from '../store/claim.js';
import { MAX_RETRY_AFTER_MS } from '../upstream/circuit-breaker.js';
import type { StoreContext } from '../store/store.js';
import { DAY_MS, SECOND_MS } from '../base/time.js';

interface InvoiceReconcilerOptions extends StoreContext {
  readonly service: Pick<ServiceCalls, 'listInvoices'>;
  readonly serviceTime: ServiceTime;
  readonly checkouts: CheckoutRepository;
  readonly creator: InvoiceCreator;
}

interface PendingIntent {
  readonly checkout: CheckoutRecord;
  readonly intent: CreationIntent;
}

interface ListScan {
  /** The invoices by `order_id` of the intents, without duplicates. */
  readonly listed: Map<string, readonly Invoice[]>;
  /** The `order_id`s of unreadable invoices. An unreadable `order_id` is `undefined`, and may belong to any intent. */
  readonly unreadable: ReadonlySet<string | null | undefined>;
  /** Time of the scan by the service's clock. */
  readonly serviceNowMs: number;
  /** The error that ended the scan early. */
  readonly failure?: unknown;
}

/** Maximum number of intents that share one scan of the list. */
const MAX_INTENTS_PER_ROUND = 1000;
/** Pause after a scan, as a multiple of its duration: the list of a busy day is long. */
const SCAN_COOLDOWN = { factor: 2, maxMs: 30 * SECOND_MS } as const;

/**
 * Finds invoices whose create call has an unknown outcome in the service's list, and adopts them. All its state is in the store, so any
 * process can continue. It settles each intent in a transaction, so that concurrent processes adopt one invoice and send at most one
 * more create call.
 *
 * It does not adopt an invoice that is already paid, or may belong to another system on the account (`doubtAbout`): foreign money would
 * pay the order, or the payer would pay to a foreign address. It records such an invoice with the review reason `adoption_in_doubt`. The
 * proxy neither displays nor polls nor cancels it. The payer can choose again, which creates an invoice with another `order_id`.
 */
export class InvoiceReconciler {
  #scannedAtMs = 0;
  #cooldownMs = 0;

  constructor(private readonly options: InvoiceReconcilerOptions) {}

  /** Runs one round: scans the list once for all due intents. Never throws. */
  async reconcileDue(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const sinceMs = nowMs - this.#scannedAtMs;
      // A clock that was set back ends the cooldown.
      if (sinceMs >= 0 && sinceMs < this.#cooldownMs) return;
      const untilMs = nowMs + LEASE_MS;
      const claim = { nowMs, untilMs, limit: MAX_INTENTS_PER_ROUND };
      const claimed = await claimDueInvoices(store, 'next_lookup_at', claim);
      if (claimed.length === 0) return;
      const renew = (...times: [number, number]) => renewDueInvoices(store, 'next_lookup_at', claimed, times);
      await withLease(clock, { untilMs, renew }, async () => {
        const intents = await Promise.all(claimed.map((key) => this.#pendingIntent(key)));
        await this.#lookUp(intents.filter((found) => found !== null));
      });
    } catch (error) {
      logger.error(errorFields(error), 'store unavailable, reconciliation postponed');
    }
  }

  async #pendingIntent({ checkoutId, sequence }: InvoiceKey): Promise<PendingIntent | null> {
    const checkout = await this.options.checkouts.findCheckout(checkoutId);
    const intent = findInvoice(checkout, sequence);
    return intent?.stage === 'creating' ? { checkout, intent } : null;
  }

  async #lookUp(intents: readonly PendingIntent[]): Promise<void> {
    const { clock, store } = this.options;
    const startedMs = clock.nowMs();
    const scan = await this.#scanList(intents);
    const { listed } = scan;
    this.#scannedAtMs = clock.nowMs();
    this.#cooldownMs = Math.min(SCAN_COOLDOWN.factor * (this.#scannedAtMs - startedMs), SCAN_COOLDOWN.maxMs);
    const ids = [...listed.values()].flat().map(({ id }) => id);
    const known = await knownServiceIds(store, ids);
    const settled = intents.map((pending) => this.#settle(pending, scan, known));
    const unresolved = (await Promise.all(settled)).flat();
    if (unresolved.length > 0) await this.#postpone(unresolved, scan);
  }

  /** Scans the list from the day before the first intent to tomorrow: the service's time zone is unknown. */
  async #scanList(intents: readonly PendingIntent[]): Promise<ListScan> {
    const { service, serviceTime } = this.options;
    const startedAtMs = serviceTime.startRequest();
    const nowMs = serviceTime.nowMs();
    const firstMs = Math.min(nowMs, ...intents.map(({ intent }) => intent.intendedAtMs));
    const period = { start: new Date(firstMs - DAY_MS), end: new Date(nowMs + DAY_MS) };
    const listed = new Map<string, Invoice[]>(intents.map(({ intent }) => [intent.orderId, []]));
    const unreadable = new Set<string | null | undefined>();
    let failure: unknown;
    try {
      const invoices = service.listInvoices(period, (_id, _field, owner) => void unreadable.add(owner));
      for await (const invoice of invoices) {
        if (invoice.orderId !== null) recordOnce(listed.get(invoice.orderId), invoice);
      }
    } catch (error) {
      failure = error;
    }
    // Never later than the response, even while its time is unconfirmed: an invoice must not appear older than its intent.
    return { listed, unreadable, serviceNowMs: startedAtMs(), failure };
  }

  async #postpone(
    intents: readonly PendingIntent[],
    { failure: error = new ServiceError('invalid_response', 'list invoices'), serviceNowMs }: ListScan,
  ): Promise<void> {
    const { checkouts, clock, logger } = this.options;
    const orderIds = intents.map(({ intent }) => intent.orderId);
    logger.warn({ orderIds, ...serviceErrorFields(error) }, 'invoice list unavailable, retrying');
    const wantedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    // With a wrong clock, a date in `Retry-After` may be hours away.
    const retryAfterMs = Math.min(wantedMs, MAX_RETRY_AFTER_MS);
    const pause = { nowMs: clock.nowMs(), serviceNowMs, retryAfterMs };
    for (const { checkout, intent } of intents) {
      await checkouts.changeCheckout(checkout.id, (record) =>
        withFailedLookup(record, intent.sequence, pause),
      );
    }
  }

  /**
   * Settles one intent.
   * @returns the intent if it is unresolved: its invoice may be unreadable, or in the part of the list that is missing
   */
  async #settle(
    pending: PendingIntent,
    { listed, unreadable, serviceNowMs, failure }: ListScan,
    known: ReadonlySet<string>,
  ): Promise<readonly PendingIntent[]> {
    const { intent } = pending;
    const sameOrder = findCandidates(listed.get(intent.orderId) ?? [], intent, known, serviceNowMs);
    const found = matchingInvoices(sameOrder, intent);
    const foreignIds = sameOrder.filter((invoice) => !found.includes(invoice)).map(({ id }) => id);
    if (foreignIds.length > 0)
      this.#warn(intent, { invoiceIds: foreignIds }, 'listed invoices do not match the order');
    const isIncomplete = failure !== undefined || unreadable.has(undefined) || unreadable.has(intent.orderId);
    if (found.length === 0 && isIncomplete) return [pending];
    try {
      if (found.length === 0) await this.#retryCreation(pending, serviceNowMs);
      for (const match of found)
        await this.#adopt(pending, match, doubtAbout(match, intent, sameOrder, serviceNowMs));
    } catch (error) {
      // Any other `ProblemError` is a response to a payer. Its cause is already logged.
      if (error instanceof ProblemError && error.code !== 'store_unavailable') return [];
      const fields = { orderId: intent.orderId, ...errorFields(error) };
      this.options.logger.error(fields, 'reconciliation failed, retrying');
    }
    return [];
  }

  async #adopt({ checkout, intent }: PendingIntent, match: Invoice, doubt: string | null): Promise<void> {
    const { creator, logger } = this.options;
    const formerCurrent = fallbackOf(checkout, intent.sequence);
    const result = { intent, created: withPriceCurrency(match, intent.price), formerCurrent };
    const fields = { orderId: intent.orderId, invoiceId: match.id };
    const record =
      doubt === null
        ? await creator.adopt(checkout, result)
        : await creator.rejectAsDoubtful(checkout, result);
    const found = createdRecordOf(record, result);
    if (found?.stage === 'rejected') {
      const reason = doubt ?? 'invoice is paid, but its address was never displayed';
      const message = 'listed invoice not adopted, it may belong to another system';
      logger.error({ ...fields, alert: 'adoption_in_doubt', reason }, message);
    } else if (found) logger.info(fields, 'listed invoice adopted');
  }

  async #retryCreation({ checkout, intent }: PendingIntent, serviceNowMs: number): Promise<void> {
    const { checkouts, clock, creator } = this.options;
    let before: CheckoutRecord | undefined;
    const record = await checkouts.changeCheckout(checkout.id, (latest) => {
      before = latest;
      return withEmptyLookup(latest, intent.sequence, { nowMs: clock.nowMs(), serviceNowMs });
    });
    const successor = before && newIntent(before, record);
    if (!successor) return;
    const fields = { successorOrderId: successor.orderId };
    this.#warn(intent, fields, 'invoice was not created, sending another create call');
    await creator.create(record, successor, fallbackOf(record, successor.sequence));
  }

  #warn({ orderId }: CreationIntent, fields: object, message: string): void {
    this.options.logger.warn({ orderId, ...fields }, message);
  }
}

/** Adds an invoice to a list. Of two entries with the same id, keeps the one with more money. */
function recordOnce(invoices: Invoice[] | undefined, invoice: Invoice): void {
  const index = invoices?.findIndex(({ id }) => id === invoice.id) ?? -1;
  const known = invoices?.[index];
  if (!known) invoices?.push(invoice);
  else if (hasMoreMoney(invoice, known)) invoices[index] = invoice;
}
