import type { CurrencyCode } from '../../payment/index.js';
import type { Clock, PresentTime } from '../base/clock.js';
import type { CheckoutRepository } from '../checkouts/checkout-repository.js';
import type { ResolvedOrder } from '../domain/reprice.js';
import { withCurrentPrice } from '../domain/reprice.js';
import { selectionProblem, withSelection, type CurrencySelection } from '../domain/offers.js';
import type { CreationLimits } from '../upstream/creation-limits.js';
import { presentTime, type ServiceTime } from '../upstream/service-time.js';
import { newIntent } from '../domain/creation.js';
import type { InvoicePoller } from '../polling/invoice-poller.js';
import type { InvoiceCreator } from './invoice-creator.js';
import { hasPayment, isLapsed } from '../domain/merge-status-reports.js';
import { liveInvoice, type CheckoutRecord, type ExistingInvoice } from '../domain/record.js';
import { ProblemError } from '../base/problem-error.js';

interface InvoiceCoordinatorOptions {
  readonly checkouts: CheckoutRepository;
  readonly creator: InvoiceCreator;
  readonly limits: CreationLimits;
  readonly poller: Pick<InvoicePoller, 'pollNow'>;
  readonly clock: Clock;
  readonly serviceTime: ServiceTime;
  readonly offersOf: (checkout: CheckoutRecord) => readonly CurrencyCode[];
}

/** Maximum number of polls before a selection. If the first response shows a very different time, a second one must confirm it. */
const MAX_POLLS = 2;

/** Selects and creates invoices: at most one live invoice per order and currency, even for repeated and concurrent requests. */
export class InvoiceCoordinator {
  readonly #running = new Map<string, Promise<CheckoutRecord>>();

  constructor(private readonly options: InvoiceCoordinatorOptions) {}

  /**
   * Selects a currency. Concurrent requests for the same invoice share one result.
   * @param resolved the shop's current order, if its resolver was called
   * @throws {ProblemError} if the currency cannot be selected now, a limit is reached, or the invoice cannot be created
   */
  async choose(
    checkoutId: string,
    selection: CurrencySelection,
    resolved?: ResolvedOrder,
  ): Promise<CheckoutRecord> {
    const key = `${checkoutId} ${selection.currency}`;
    const running = this.#running.get(key);
    if (running) {
      if (resolved) await this.options.checkouts.openCheckout(resolved);
      return running;
    }
    const work = this.#choose(checkoutId, selection, resolved).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  async #choose(
    checkoutId: string,
    selection: CurrencySelection,
    resolved?: ResolvedOrder,
    polls = 0,
  ): Promise<CheckoutRecord> {
    const { checkouts, limits, creator, poller, offersOf } = this.options;
    let unconfirmed: ExistingInvoice | undefined;
    let before: CheckoutRecord | undefined;
    let problem: ProblemError | undefined;
    let slot: ReturnType<CreationLimits['acquireSlot']> | undefined;
    try {
      const record = await checkouts.changeCheckout(checkoutId, (checkout) => {
        before = resolved ? withCurrentPrice(checkout, resolved) : checkout;
        const time = presentTime(this.options);
        unconfirmed = findUnconfirmed(before, selection, time);
        if (unconfirmed) return before;
        problem = selectionProblem(before, selection, offersOf(before), time);
        // Even then, stores a newer price.
        if (problem) return before;
        const after = withSelection(before, selection, time);
        if (!newIntent(before, after)) return after;
        problem = limits.limitProblem(before, time.serviceNowMs);
        // The store may repeat the transaction after a conflict: acquire only one slot.
        if (!problem) slot ??= limits.acquireSlot();
        if (slot instanceof ProblemError) problem = slot;
        return problem ? before : after;
      });
      if (unconfirmed) {
        if (polls === MAX_POLLS) throw new ProblemError('service_unavailable');
        await poller.pollNow(record, unconfirmed.serviceId);
        return await this.#choose(checkoutId, selection, resolved, polls + 1);
      }
      if (problem) throw problem;
      const intent = before && newIntent(before, record);
      const isLongest = selection.lifetime === 'longest';
      return intent ? await creator.create(record, intent, before?.current ?? null, isLongest) : record;
    } finally {
      if (typeof slot === 'function') slot();
    }
  }
}

/**
 * Returns the invoice that this selection would replace because its deadline has passed, unless a response confirms that. The invoice may
 * have been paid, or the clock may be wrong.
 */
function findUnconfirmed(
  checkout: CheckoutRecord,
  { currency }: CurrencySelection,
  { serviceNowMs }: PresentTime,
): ExistingInvoice | undefined {
  const live = liveInvoice(checkout, currency);
  if (!live || live.stage === 'creating' || live.expiresAtMs === null) return undefined;
  const isKnown = hasPayment(live.money) || isLapsed(live.money, live.expiresAtMs);
  return serviceNowMs >= live.expiresAtMs && !isKnown ? live : undefined;
}
