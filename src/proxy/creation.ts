import type { CurrencyCode } from '../payment/index.js';
import { compareAmounts } from '../payment/index.js';
import type { CreatedInvoice, CreateInvoiceRequest, InvoiceCalls } from '../service/index.js';
import { ServiceError } from '../service/index.js';
import type { Checkouts, Clock } from './checkouts.js';
import type { Choice } from './choice.js';
import { checkChoice, payerEmail, withChoice } from './choice.js';
import type { Logger } from './log.js';
import type { Watcher } from './watching.js';
import { withMade, withoutIntent, withRejected } from './made.js';
import type { Rejected } from './made.js';
import type { CheckoutRecord, IntendedInvoice } from './record.js';
import { liveInvoice } from './record.js';
import { Refusal } from './refusal.js';
import { serviceRefusal, serviceErrorFields } from './service-trouble.js';

export interface CreationOptions {
  readonly service: InvoiceCalls;
  readonly checkouts: Checkouts;
  readonly watcher: Pick<Watcher, 'lookAt'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifetime: { readonly hours: number; readonly minutes: number };
  readonly acceptsTestMode: boolean;
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
    const { checkouts, clock, offersOf } = this.options;
    let before: CheckoutRecord | undefined;
    const record = await checkouts.change(checkoutId, (checkout) => {
      checkChoice(checkout, choice, offersOf(checkout));
      before = checkout;
      return withChoice(checkout, choice, clock.nowMs());
    });
    const invoice = liveInvoice(record, choice.currency);
    const isNew = invoice && !before?.invoices.some(({ sequence }) => sequence === invoice.sequence);
    if (!isNew || invoice.stage !== 'intended') return record;
    return this.#create(record, invoice, { choice, formerCurrent: before?.current ?? null });
  }

  async #create(
    checkout: CheckoutRecord,
    intent: IntendedInvoice,
    { choice, formerCurrent }: { choice: Choice; formerCurrent: number | null },
  ): Promise<CheckoutRecord> {
    const { service, checkouts } = this.options;
    let created: CreatedInvoice;
    try {
      created = await service.createInvoice(this.#request(checkout, intent, choice));
    } catch (error) {
      if (!isSurelyNotMade(error)) return this.#lost(checkout, intent, error);
      this.options.logger.error(
        { order: intent.orderId, ...serviceErrorFields(error) },
        'no invoice was made',
      );
      await checkouts.change(checkout.id, (record) => withoutIntent(record, intent, formerCurrent));
      throw serviceRefusal(error);
    }
    const wrong = this.#whatIsWrong(created, intent);
    if (wrong) return this.#reject(checkout, { intent, created, formerCurrent }, wrong);
    const made = await checkouts.change(checkout.id, (record) =>
      withMade(record, intent, created, this.#now()),
    );
    return this.options.watcher.lookAt(made, created.id);
  }

  #request(checkout: CheckoutRecord, intent: IntendedInvoice, choice: Choice): CreateInvoiceRequest {
    const email = payerEmail(checkout, choice);
    return {
      amount: intent.price.amount,
      currency: intent.price.currency,
      orderId: intent.orderId,
      cryptocurrency: intent.currency,
      lifetime: checkout.order.lifetime ?? this.options.lifetime,
      ...(email === null ? {} : { email }),
    };
  }

  /** It may have been made: the intent stays and is the only one for this currency, so that no second one is made. */
  #lost(checkout: CheckoutRecord, intent: IntendedInvoice, error: unknown): Promise<CheckoutRecord> {
    this.options.logger.error(
      { order: intent.orderId, currency: intent.currency, ...serviceErrorFields(error) },
      'the answer to the creation of an invoice was lost: look for this order in the account of the service',
    );
    return this.options.checkouts.find(checkout.id);
  }

  /** The shop sets the price: what the service echoes must be the order. */
  #whatIsWrong(created: CreatedInvoice, { price, currency }: IntendedInvoice): Wrong | null {
    const isPrice =
      created.fiatCurrency === price.currency &&
      created.fiatAmount !== null &&
      compareAmounts(created.fiatAmount, price.amount) === 0;
    if (!isPrice)
      return { code: 'price_mismatch', message: 'the service answered with another price than was ordered' };
    if (created.currency !== null && created.currency.code !== currency) {
      return {
        code: 'service_refused',
        message: 'the service answered with another currency than was chosen',
      };
    }
    if (created.testMode && !this.options.acceptsTestMode) {
      const message =
        'the service is in test mode, where no money moves: set service.testMode to true to try things out, or give the key of a live project';
      return { code: 'service_refused', message };
    }
    return null;
  }

  async #reject(
    checkout: CheckoutRecord,
    { intent, created, formerCurrent }: Rejected,
    { code, message }: Wrong,
  ): Promise<never> {
    const { checkouts, logger, service } = this.options;
    const fields = {
      order: intent.orderId,
      invoice: created.id,
      ordered: `${intent.price.amount} ${intent.price.currency}, ${intent.currency}`,
      answered: `${created.fiatAmount} ${created.fiatCurrency}, ${created.currency?.code}`,
    };
    logger.error(fields, `${message}. The invoice is cancelled and was not shown`);
    await checkouts.change(checkout.id, (record) =>
      withRejected(record, { intent, created, formerCurrent }, this.#now()),
    );
    await service.cancelInvoice(created.id).catch((error: unknown) => {
      logger.error(
        { invoice: created.id, ...serviceErrorFields(error) },
        'the invoice could not be cancelled',
      );
    });
    throw new Refusal(code);
  }

  #now(): number {
    return this.options.clock.nowMs();
  }
}

interface Wrong {
  readonly code: 'price_mismatch' | 'service_refused';
  readonly message: string;
}

function isSurelyNotMade(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'refused' || error.code === 'unauthorized' || error.code === 'unreachable';
}
