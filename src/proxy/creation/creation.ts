import type { CurrencyCode } from '../../payment/index.js';
import type { Clock } from '../clock.js';
import type { AdmittedOrder, Checkouts } from '../checkouts/checkouts.js';
import { repriced } from '../checkouts/checkouts.js';
import type { Choice } from '../checkouts/choice.js';
import { refusalOf, withChoice } from '../checkouts/choice.js';
import { newIntent } from './intent.js';
import type { Making } from './making.js';
import type { CheckoutRecord } from '../checkouts/record.js';
import type { Refusal } from '../refusal.js';

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

  /**
   * Requests for the same invoice wait for one result.
   * @param admitted the order as the shop has it now, where it was asked
   * @throws {Refusal}
   */
  async choose(checkoutId: string, choice: Choice, admitted?: AdmittedOrder): Promise<CheckoutRecord> {
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

  async #choose(checkoutId: string, choice: Choice, admitted?: AdmittedOrder): Promise<CheckoutRecord> {
    const { checkouts, clock, making, offersOf } = this.options;
    let before: CheckoutRecord | undefined;
    let refusal: Refusal | undefined;
    const record = await checkouts.change(checkoutId, (checkout) => {
      before = admitted ? repriced(checkout, admitted) : checkout;
      refusal = refusalOf(before, choice, offersOf(before));
      // A newer price is kept in any case.
      return refusal ? before : withChoice(before, choice, clock.nowMs());
    });
    if (refusal) throw refusal;
    const intent = before && newIntent(before, record);
    return intent ? making.create(record, intent, before?.current ?? null) : record;
  }
}
