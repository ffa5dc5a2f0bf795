import { ServiceError, type CreateInvoiceRequest } from '../../service/index.js';
import type { CheckoutUpdate, CheckoutRepository } from '../checkouts/checkout-repository.js';
import {
  DUPLICATE_ID,
  DuplicateIdError,
  recordedContradiction,
  findListedMismatch,
  findMismatch,
  mismatchProblem,
  type InvoiceMismatch,
} from '../domain/verify-invoice.js';
import {
  withUnknownOutcome,
  FIRST_POLL_DELAY_MS,
  createdRecordOf,
  withAdopted,
  withCreatedInvoice,
  withoutIntent,
  withRejectedInvoice,
  type CreationResult,
} from '../domain/creation.js';
import { emailOf, type CheckoutRecord, type CreationIntent } from '../domain/record.js';
import { lifetimeOf, type LifetimeSettings } from '../domain/order.js';
import type { PresentTime } from '../base/clock.js';
import { errorFields } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import type { RefusedCurrencies } from './refused-currencies.js';
import { throwStoreProblem } from '../base/problem-error.js';
import { knownServiceIds } from '../store/poll-queue.js';
import type { StoreContext } from '../store/store.js';
import { type ServiceCalls, serviceErrorFields, toServiceProblem } from '../upstream/service-connection.js';
import { presentTime, type ServiceTime } from '../upstream/service-time.js';
import type { InvoicePoller } from '../polling/invoice-poller.js';

interface InvoiceCreatorOptions extends StoreContext, LifetimeSettings {
  readonly service: Pick<ServiceCalls, 'createInvoice' | 'cancelInvoice'>;
  readonly serviceTime: ServiceTime;
  readonly checkouts: CheckoutRepository;
  readonly poller: Pick<InvoicePoller, 'pollNow'>;
  readonly acceptsTestMode: boolean;
  readonly refused: RefusedCurrencies;
}

/** Creates the invoice of a stored intent. */
export class InvoiceCreator {
  constructor(private readonly options: InvoiceCreatorOptions) {}

  /**
   * Sends the create call once. If the outcome is unknown, keeps the intent for the reconciler.
   * @param formerCurrent sequence of the invoice to display if this one is not created
   * @param isLongest whether the payer selected the longest lifetime. Not stored: a successor of the intent has the default lifetime
   * @throws {ProblemError} if the invoice was definitely not created, or must not be displayed
   */
  async create(
    checkout: CheckoutRecord,
    intent: CreationIntent,
    formerCurrent: number | null,
    isLongest = false,
  ): Promise<CheckoutRecord> {
    const { service, checkouts, refused, acceptsTestMode } = this.options;
    let created: CreationResult['created'];
    try {
      const response = await service.createInvoice(this.#request(checkout, intent, isLongest));
      // The first poll verifies the test mode before the proxy displays an address.
      created = { ...response, testMode: response.testMode ?? acceptsTestMode };
    } catch (error) {
      if (!isDefinitelyNotCreated(error)) return this.#onOutcomeUnknown(checkout, intent, error);
      const fields = { orderId: intent.orderId, ...serviceErrorFields(error) };
      this.options.logger.error(fields, 'invoice creation failed');
      // The payer's email address may be the reason. It must not disable a currency for other payers.
      const isPayersEmail = emailOf(checkout) !== checkout.order.email;
      if (error.code === 'refused' && !isPayersEmail) refused.add(intent.currency, intent.price);
      await checkouts.changeCheckout(checkout.id, (record) => withoutIntent(record, intent, formerCurrent));
      throw toServiceProblem(error);
    }
    refused.remove(intent.currency, intent.price);
    return this.accept(checkout, { intent, created, formerCurrent }).catch((error: unknown) => {
      // Keeps the intent: the reconciler finds the invoice in the list.
      if (!(error instanceof ProblemError)) {
        const fields = { orderId: intent.orderId, invoiceId: created.id, ...errorFields(error) };
        this.options.logger.error(fields, 'created invoice could not be stored, looking it up in the list');
      }
      throw error;
    });
  }

  /** Accepts a created invoice if it matches the order. @throws {ProblemError} if it does not */
  async accept(checkout: CheckoutRecord, result: CreationResult): Promise<CheckoutRecord> {
    const { intent, created } = result;
    const mismatch = findMismatch(created, intent, this.options.acceptsTestMode);
    if (mismatch) return this.#reject(checkout, result, mismatch);
    const receivedAt = this.#now();
    const withCreated: CheckoutUpdate = (record) => withCreatedInvoice(record, intent, created, receivedAt);
    const storeAndPoll = this.#storeAndPoll(checkout.id, withCreated, () =>
      this.options.poller.pollNow(checkout, created.id, (record, applyStatus) => {
        const after = withCreated(record);
        // The payer canceled while the invoice was being created: cancel it before it is displayed.
        const isCancellationPending = (createdRecordOf(after, result)?.nextCancelAtMs ?? null) !== null;
        return isCancellationPending ? after : applyStatus(after);
      }),
    );
    const record = await this.#unlessDuplicate(checkout, result, storeAndPoll);
    const stored = createdRecordOf(record, result);
    const contradiction = stored && recordedContradiction(stored);
    if (contradiction) throw mismatchProblem(contradiction);
    return record;
  }

  /**
   * Adopts an invoice from the list if it matches the order and is unpaid: see `withAdopted`.
   * @throws {ProblemError} if it does not match the order
   */
  async adopt(checkout: CheckoutRecord, result: CreationResult): Promise<CheckoutRecord> {
    const { intent, created } = result;
    const mismatch = findListedMismatch(created, intent, this.options.acceptsTestMode);
    if (mismatch) return this.#reject(checkout, result, mismatch);
    const adopted = this.options.poller.pollNow(checkout, created.id, (record, applyStatus) =>
      withAdopted(record, result, applyStatus, this.#now()),
    );
    return this.#unlessDuplicate(checkout, result, adopted);
  }

  /** Rejects the invoice if another one in the store has its id. @throws {ProblemError} if it does */
  async #unlessDuplicate(
    checkout: CheckoutRecord,
    result: CreationResult,
    stored: Promise<CheckoutRecord>,
  ): Promise<CheckoutRecord> {
    try {
      return await stored;
    } catch (error) {
      if (!(error instanceof DuplicateIdError)) throw error;
      return this.#reject(checkout, result, DUPLICATE_ID);
    }
  }

  /** Records an invoice from the list for a review. It may belong to another system, so it is neither displayed nor canceled. */
  rejectAsDoubtful(checkout: CheckoutRecord, result: CreationResult): Promise<CheckoutRecord> {
    return this.options.checkouts.changeCheckout(checkout.id, (record) =>
      withRejectedInvoice(record, result, 'adoption_in_doubt', this.#now()),
    );
  }

  /** Stores the created invoice together with its first poll, or before if the poll is slow. */
  async #storeAndPoll<T>(
    checkoutId: string,
    withCreated: CheckoutUpdate,
    poll: () => Promise<T>,
  ): Promise<T> {
    let stored: Promise<unknown> | undefined;
    const timer = setTimeout(() => {
      // If the store fails, the poll reports it.
      stored = this.options.checkouts.changeCheckout(checkoutId, withCreated).catch(() => undefined);
    }, FIRST_POLL_DELAY_MS);
    try {
      return await poll();
    } finally {
      clearTimeout(timer);
      await stored;
    }
  }

  #request(checkout: CheckoutRecord, intent: CreationIntent, isLongest: boolean): CreateInvoiceRequest {
    const email = emailOf(checkout);
    return {
      amount: intent.price.amount,
      currency: intent.price.currency,
      orderId: intent.orderId,
      cryptocurrency: intent.currency,
      lifetime: lifetimeOf(checkout, this.options, isLongest),
      ...(email === null ? {} : { email }),
    };
  }

  /** Keeps the intent, since the invoice may exist: a live intent prevents a second invoice in this currency. */
  #onOutcomeUnknown(
    checkout: CheckoutRecord,
    intent: CreationIntent,
    error: unknown,
  ): Promise<CheckoutRecord> {
    this.options.logger.warn(
      { orderId: intent.orderId, currency: intent.currency, ...serviceErrorFields(error) },
      'invoice creation has an unknown outcome, looking it up in the list',
    );
    const time = this.#now();
    return this.options.checkouts.changeCheckout(checkout.id, (record) =>
      withUnknownOutcome(record, intent.sequence, time),
    );
  }

  async #reject(checkout: CheckoutRecord, result: CreationResult, mismatch: InvoiceMismatch): Promise<never> {
    const { checkouts, logger, service, store } = this.options;
    const { intent, created } = result;
    // An invoice of another order must not be canceled, even if the response has other faults.
    const isDuplicate = (await knownServiceIds(store, [created.id]).catch(throwStoreProblem)).has(created.id);
    const { reviewReason, message } = isDuplicate ? DUPLICATE_ID : mismatch;
    const fields = {
      alert: reviewReason,
      reason: message,
      orderId: intent.orderId,
      invoiceId: created.id,
      ordered: `${intent.price.amount} ${intent.price.currency}, ${intent.currency}`,
      returned: `${created.fiatAmount} ${created.fiatCurrency}, ${created.currency?.code}`,
    };
    // The invoice may belong to another system: do not cancel it.
    const isForeign = reviewReason === 'order_mismatch' || reviewReason === 'unexpected_withdrawal';
    const outcome = isForeign ? 'foreign invoice rejected' : 'mismatched invoice rejected, canceling it';
    logger.error(fields, outcome);
    await checkouts.changeCheckout(checkout.id, (record) =>
      withRejectedInvoice(record, result, reviewReason, this.#now()),
    );
    if (!isForeign) {
      await service.cancelInvoice(created.id).catch((error: unknown) => {
        logger.error({ invoiceId: created.id, ...serviceErrorFields(error) }, 'invoice cancellation failed');
      });
    }
    throw mismatchProblem(reviewReason);
  }

  #now(): PresentTime {
    return presentTime(this.options);
  }
}

function isDefinitelyNotCreated(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'refused' || error.code === 'unauthorized' || error.code === 'unreachable';
}
