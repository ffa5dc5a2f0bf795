import type { CurrencyCode } from '../../payment/index.js';
import type { Clock } from '../clock.js';
import type { Checkouts } from '../checkouts/checkouts.js';
import type { Choice } from '../checkouts/choice.js';
import { checkChoice, withChoice } from '../checkouts/choice.js';
import { newIntent } from './intent.js';
import type { Making } from './making.js';
import type { CheckoutRecord } from '../checkouts/record.js';

export interface CreationOptions {
  readonly checkouts: Checkouts;
  readonly making: Making;
  readonly clock: Clock;
  readonly offersOf: (checkout: CheckoutRecord) => readonly CurrencyCode[];
}

/** Makes invoices: one per order and currency, however often and however quickly it is asked for. */
export class Creation {
  readonly #running = new Map<string, Promise<CheckoutRecord>>();

  constructor(private readonly options: CreationOptions) {}

  /** Requests for the same invoice wait for one result. @throws {Refusal} */
  async choose(checkoutId: string, choice: Choice): Promise<CheckoutRecord> {
    const key = `${checkoutId} ${choice.currency}`;
    const running = this.#running.get(key);
    if (running) return running;
    const work = this.#choose(checkoutId, choice).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  async #choose(checkoutId: string, choice: Choice): Promise<CheckoutRecord> {
    const { checkouts, clock, making, offersOf } = this.options;
    let before: CheckoutRecord | undefined;
    const record = await checkouts.change(checkoutId, (checkout) => {
      checkChoice(checkout, choice, offersOf(checkout));
      before = checkout;
      return withChoice(checkout, choice, clock.nowMs());
    });
    const intent = before && newIntent(before, record);
    return intent ? making.create(record, intent, before?.current ?? null) : record;
  }
}
