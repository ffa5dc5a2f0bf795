import type { CreatedInvoice, CreateInvoiceRequest } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import type { Clock } from '../base/clock.js';
import type { CheckoutUpdate, CheckoutRepository } from '../checkouts/checkout-repository.js';
import type { InvoiceMismatch } from '../domain/verify-invoice.js';
import { contradictionCode, findMismatch } from '../domain/verify-invoice.js';
import { withUnknownOutcome } from '../domain/intent.js';
import type { Logger } from '../base/log.js';
import {
  FIRST_POLL_DELAY_MS,
  createdRecordOf,
  withAdopted,
  withCreatedInvoice,
  withoutIntent,
  withRejectedInvoice,
} from '../domain/created-invoice.js';
import type { CreationResult } from '../domain/created-invoice.js';
import type { CheckoutRecord, CreationIntent } from '../domain/record.js';
import { emailOf } from '../domain/record.js';
import { ProblemError } from '../base/problem-error.js';
import type { ServiceCalls } from '../upstream/service-calls.js';
import { serviceErrorFields, toServiceProblem } from '../upstream/service-problems.js';
import type { InvoicePoller } from '../polling/invoice-poller.js';

export interface InvoiceCreatorOptions {
  readonly service: Pick<ServiceCalls, 'createInvoice' | 'cancelInvoice'>;
  readonly checkouts: CheckoutRepository;
  readonly poller: Pick<InvoicePoller, 'pollNow'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifetime: { readonly hours: number; readonly minutes: number };
  readonly acceptsTestMode: boolean;
}

/** Turns a stored intent into an invoice. */
export class InvoiceCreator {
  constructor(private readonly options: InvoiceCreatorOptions) {}

  /**
   * Asks the service, once. A lost answer leaves the intent, which is then looked for.
   * @param formerCurrent what the payer goes back to when there will be no invoice
   * @throws {ProblemError} when there surely is none, or none that may be shown
   */
  async create(
    checkout: CheckoutRecord,
    intent: CreationIntent,
    formerCurrent: number | null,
  ): Promise<CheckoutRecord> {
    const { service, checkouts } = this.options;
    let created: CreatedInvoice;
    try {
      created = await service.createInvoice(this.#request(checkout, intent));
    } catch (error) {
      if (!isDefinitelyNotCreated(error)) return this.#onOutcomeUnknown(checkout, intent, error);
      this.options.logger.error(
        { order: intent.orderId, ...serviceErrorFields(error) },
        'no invoice was made',
      );
      await checkouts.change(checkout.id, (record) => withoutIntent(record, intent, formerCurrent));
      throw toServiceProblem(error);
    }
    return this.accept(checkout, { intent, created, formerCurrent });
  }

  /** Takes over what the service has made for an intent, if it is what was ordered. @throws {ProblemError} if not */
  async accept(checkout: CheckoutRecord, answer: CreationResult): Promise<CheckoutRecord> {
    const { intent, created } = answer;
    const wrong = findMismatch(created, intent, this.options.acceptsTestMode);
    if (wrong) return this.#reject(checkout, answer, wrong);
    const answeredAtMs = this.#now();
    const made: CheckoutUpdate = (record) => withCreatedInvoice(record, intent, created, answeredAtMs);
    const record = await this.#storedSoon(checkout.id, made, () =>
      this.options.poller.pollNow(checkout, created.id, (record, look) => {
        const after = made(record);
        // Who gave up meanwhile is shown no address: it is cancelled first.
        return isCancellationPending(after, created.id) ? after : look(after);
      }),
    );
    const left = createdRecordOf(record, created);
    const code = left ? contradictionCode(left) : null;
    if (code !== null) throw new ProblemError(code);
    return record;
  }

  /**
   * Takes over an invoice of the list for an intent, if the service says that it is what was ordered and has no money;
   * see `withAdopted`. @throws {ProblemError} if it is not what was ordered
   */
  async adopt(checkout: CheckoutRecord, answer: CreationResult): Promise<CheckoutRecord> {
    const { intent, created } = answer;
    const wrong = findMismatch(created, intent, this.options.acceptsTestMode);
    if (wrong) return this.#reject(checkout, answer, wrong);
    return this.options.poller.pollNow(checkout, created.id, (record, look) =>
      withAdopted(record, answer, look, this.#now()),
    );
  }

  /** Keeps an invoice of the list for its number, with an alarm: it may be another system's, and is left as it is. */
  leave(checkout: CheckoutRecord, answer: CreationResult): Promise<CheckoutRecord> {
    return this.options.checkouts.change(checkout.id, (record) =>
      withRejectedInvoice(record, answer, 'adoption_in_doubt', this.#now()),
    );
  }

  /** What was made is stored together with the first look at it; and before it, where that takes its time. */
  async #storedSoon<T>(checkoutId: string, made: CheckoutUpdate, look: () => Promise<T>): Promise<T> {
    let stored: Promise<unknown> | undefined;
    const timer = setTimeout(() => {
      // Where it cannot be stored now, the look will say so.
      stored = this.options.checkouts.change(checkoutId, made).catch(() => undefined);
    }, FIRST_POLL_DELAY_MS);
    try {
      return await look();
    } finally {
      clearTimeout(timer);
      await stored;
    }
  }

  #request(checkout: CheckoutRecord, intent: CreationIntent): CreateInvoiceRequest {
    const email = emailOf(checkout);
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
  #onOutcomeUnknown(
    checkout: CheckoutRecord,
    intent: CreationIntent,
    error: unknown,
  ): Promise<CheckoutRecord> {
    this.options.logger.warn(
      { order: intent.orderId, currency: intent.currency, ...serviceErrorFields(error) },
      'the answer to the creation of an invoice was lost: it is looked for in the list of the service',
    );
    return this.options.checkouts.change(checkout.id, (record) =>
      withUnknownOutcome(record, intent.sequence, this.#now()),
    );
  }

  async #reject(
    checkout: CheckoutRecord,
    answer: CreationResult,
    { code, alarm, message }: InvoiceMismatch,
  ): Promise<never> {
    const { checkouts, logger, service } = this.options;
    const { intent, created } = answer;
    const fields = {
      order: intent.orderId,
      invoice: created.id,
      ordered: `${intent.price.amount} ${intent.price.currency}, ${intent.currency}`,
      answered: `${created.fiatAmount} ${created.fiatCurrency}, ${created.currency?.code}`,
    };
    // Perhaps somebody else's: it is left as it is.
    const isForeign = alarm === 'order_mismatch' || alarm === 'withdrawal';
    logger.error(fields, `${message}. The invoice ${isForeign ? '' : 'is cancelled and '}was not shown`);
    await checkouts.change(checkout.id, (record) => withRejectedInvoice(record, answer, alarm, this.#now()));
    if (isForeign) throw new ProblemError(code);
    await service.cancelInvoice(created.id).catch((error: unknown) => {
      logger.error(
        { invoice: created.id, ...serviceErrorFields(error) },
        'the invoice could not be cancelled',
      );
    });
    throw new ProblemError(code);
  }

  #now(): number {
    return this.options.clock.nowMs();
  }
}

function isCancellationPending({ invoices }: CheckoutRecord, id: string): boolean {
  return invoices.some(
    (invoice) => invoice.stage !== 'intended' && invoice.serviceId === id && invoice.nextCancelAtMs !== null,
  );
}

function isDefinitelyNotCreated(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'refused' || error.code === 'unauthorized' || error.code === 'unreachable';
}
