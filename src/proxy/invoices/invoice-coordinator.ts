import type { CurrencyCode } from '../../payment/index.js';
import type { Clock } from '../base/clock.js';
import type { ResolvedOrder, CheckoutRepository } from '../checkouts/checkout-repository.js';
import { withCurrentPrice } from '../checkouts/checkout-repository.js';
import type { CurrencySelection } from '../domain/currency-selection.js';
import { selectionProblem, withSelection } from '../domain/currency-selection.js';
import type { CreationLimits } from './creation-limits.js';
import { newIntent } from '../domain/intent.js';
import type { InvoiceCreator } from './invoice-creator.js';
import type { CheckoutRecord } from '../domain/record.js';
import { ProblemError } from '../base/problem-error.js';

export interface InvoiceCoordinatorOptions {
  readonly checkouts: CheckoutRepository;
  readonly creator: InvoiceCreator;
  readonly limits: CreationLimits;
  readonly clock: Clock;
  readonly offersOf: (checkout: CheckoutRecord) => readonly CurrencyCode[];
}

/** Makes invoices: one per order and currency, however often and however quickly it is asked for. */
export class InvoiceCoordinator {
  readonly #running = new Map<string, Promise<CheckoutRecord>>();

  constructor(private readonly options: InvoiceCoordinatorOptions) {}

  /**
   * Requests for the same invoice wait for one result.
   * @param admitted the order as the shop has it now, where it was asked
   * @throws {ProblemError}
   */
  async choose(
    checkoutId: string,
    choice: CurrencySelection,
    admitted?: ResolvedOrder,
  ): Promise<CheckoutRecord> {
    const key = `${checkoutId} ${choice.currency}`;
    const running = this.#running.get(key);
    if (running) {
      if (admitted) await this.options.checkouts.open(admitted);
      return running;
    }
    const work = this.#choose(checkoutId, choice, admitted).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  async #choose(
    checkoutId: string,
    choice: CurrencySelection,
    admitted?: ResolvedOrder,
  ): Promise<CheckoutRecord> {
    const { checkouts, clock, limits, creator, offersOf } = this.options;
    let before: CheckoutRecord | undefined;
    let refusal: ProblemError | undefined;
    let entered: ReturnType<CreationLimits['enter']> | undefined;
    try {
      const record = await checkouts.change(checkoutId, (checkout) => {
        before = admitted ? withCurrentPrice(checkout, admitted) : checkout;
        const nowMs = clock.nowMs();
        refusal = selectionProblem(before, choice, offersOf(before), nowMs);
        // A newer price is kept in any case.
        if (refusal) return before;
        const after = withSelection(before, choice, nowMs);
        if (!newIntent(before, after)) return after;
        refusal = limits.refusalOf(before);
        // The store may do this once more, where another process was quicker.
        if (!refusal) entered ??= limits.enter();
        if (entered instanceof ProblemError) refusal = entered;
        return refusal ? before : after;
      });
      if (refusal) throw refusal;
      const intent = before && newIntent(before, record);
      return intent ? await creator.create(record, intent, before?.current ?? null) : record;
    } finally {
      if (typeof entered === 'function') entered();
    }
  }
}
