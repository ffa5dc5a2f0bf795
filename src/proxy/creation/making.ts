import type { CreatedInvoice, CreateInvoiceRequest } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import type { Clock } from '../clock.js';
import type { Change, Checkouts } from '../checkouts/checkouts.js';
import type { Wrong } from './echo.js';
import { whatIsWrong } from './echo.js';
import { withLostAnswer } from './intent.js';
import type { Logger } from '../log.js';
import { FIRST_LOOK_MS, withMade, withoutIntent, withRejected } from './made.js';
import type { Answer } from './made.js';
import type { CheckoutRecord, IntendedInvoice } from '../checkouts/record.js';
import { Refusal } from '../refusal.js';
import type { ServiceCalls } from '../upstream/service-calls.js';
import { serviceErrorFields, serviceRefusal } from '../upstream/service-trouble.js';
import type { Watcher } from '../watching/watching.js';

export interface MakingOptions {
  readonly service: Pick<ServiceCalls, 'createInvoice' | 'cancelInvoice'>;
  readonly checkouts: Checkouts;
  readonly watcher: Pick<Watcher, 'lookAt'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifetime: { readonly hours: number; readonly minutes: number };
  readonly acceptsTestMode: boolean;
}

/** Turns a stored intent into an invoice. */
export class Making {
  constructor(private readonly options: MakingOptions) {}

  /**
   * Asks the service, once. A lost answer leaves the intent, which is then looked for.
   * @param formerCurrent what the payer goes back to when there will be no invoice
   * @throws {Refusal} when there surely is none, or none that may be shown
   */
  async create(
    checkout: CheckoutRecord,
    intent: IntendedInvoice,
    formerCurrent: number | null,
  ): Promise<CheckoutRecord> {
    const { service, checkouts } = this.options;
    let created: CreatedInvoice;
    try {
      created = await service.createInvoice(this.#request(checkout, intent));
    } catch (error) {
      if (!isSurelyNotMade(error)) return this.#lost(checkout, intent, error);
      this.options.logger.error(
        { order: intent.orderId, ...serviceErrorFields(error) },
        'no invoice was made',
      );
      await checkouts.change(checkout.id, (record) => withoutIntent(record, intent, formerCurrent));
      throw serviceRefusal(error);
    }
    return this.accept(checkout, { intent, created, formerCurrent });
  }

  /** Takes over what the service has made for an intent, if it is what was ordered. @throws {Refusal} if not */
  async accept(checkout: CheckoutRecord, answer: Answer): Promise<CheckoutRecord> {
    const { intent, created } = answer;
    const wrong = whatIsWrong(created, intent, this.options.acceptsTestMode);
    if (wrong) return this.#reject(checkout, answer, wrong);
    const answeredAtMs = this.#now();
    const made: Change = (record) => withMade(record, intent, created, answeredAtMs);
    return this.#storedSoon(checkout.id, made, () =>
      this.options.watcher.lookAt(checkout, created.id, (record, look) => {
        const after = made(record);
        // Who gave up meanwhile is shown no address: it is cancelled first.
        return isWished(after, created.id) ? after : look(after);
      }),
    );
  }

  /** What was made is stored together with the first look at it; and before it, where that takes its time. */
  async #storedSoon<T>(checkoutId: string, made: Change, look: () => Promise<T>): Promise<T> {
    let stored: Promise<unknown> | undefined;
    const timer = setTimeout(() => {
      // Where it cannot be stored now, the look will say so.
      stored = this.options.checkouts.change(checkoutId, made).catch(() => undefined);
    }, FIRST_LOOK_MS);
    try {
      return await look();
    } finally {
      clearTimeout(timer);
      await stored;
    }
  }

  #request(checkout: CheckoutRecord, intent: IntendedInvoice): CreateInvoiceRequest {
    const email = checkout.email ?? checkout.order.email;
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
    this.options.logger.warn(
      { order: intent.orderId, currency: intent.currency, ...serviceErrorFields(error) },
      'the answer to the creation of an invoice was lost: it is looked for in the list of the service',
    );
    return this.options.checkouts.change(checkout.id, (record) =>
      withLostAnswer(record, intent.sequence, this.#now()),
    );
  }

  async #reject(checkout: CheckoutRecord, answer: Answer, { code, alarm, message }: Wrong): Promise<never> {
    const { checkouts, logger, service } = this.options;
    const { intent, created } = answer;
    const fields = {
      order: intent.orderId,
      invoice: created.id,
      ordered: `${intent.price.amount} ${intent.price.currency}, ${intent.currency}`,
      answered: `${created.fiatAmount} ${created.fiatCurrency}, ${created.currency?.code}`,
    };
    logger.error(fields, `${message}. The invoice is cancelled and was not shown`);
    await checkouts.change(checkout.id, (record) => withRejected(record, answer, alarm, this.#now()));
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

function isWished({ invoices }: CheckoutRecord, id: string): boolean {
  return invoices.some(
    (invoice) => invoice.stage !== 'intended' && invoice.serviceId === id && invoice.nextCancelAtMs !== null,
  );
}

function isSurelyNotMade(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'refused' || error.code === 'unauthorized' || error.code === 'unreachable';
}
