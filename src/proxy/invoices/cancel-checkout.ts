import { ServiceError, type InvoiceCalls } from '../../service/index.js';
import type { CheckoutRepository, DescribeAction } from '../checkouts/checkout-repository.js';
import { errorFields } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import { SERVICE_DEADLINE_MS } from '../base/time.js';
import {
  assertMayCancel,
  isCancelable,
  withCanceled,
  withoutPendingCancellation,
} from '../domain/cancellation.js';
import { findInvoice, withInvoice, type CheckoutRecord, type ExistingInvoice } from '../domain/record.js';
import type { InvoicePoller } from '../polling/invoice-poller.js';
import { claimDueInvoices, type InvoiceKey } from '../store/poll-queue.js';
import type { StoreContext } from '../store/store.js';
import { serviceErrorFields, toServiceProblem } from '../upstream/service-connection.js';
import type { ServiceTime } from '../upstream/service-time.js';

interface CancellationOptions extends Pick<StoreContext, 'logger'> {
  readonly service: Pick<InvoiceCalls, 'cancelInvoice'>;
  readonly checkouts: CheckoutRepository;
  readonly poller: Pick<InvoicePoller, 'pollNow'>;
  /** Running cancel calls by the service's id of the invoice. Concurrent requests share one call. */
  readonly runningCancellations: Map<string, Promise<CheckoutRecord>>;
}

/**
 * Cancels all invoices of a checkout that have no payment. `PendingCancellations` later cancels an invoice that is still being created.
 * An invoice counts as canceled once the service confirms it.
 * @param describe for a cancellation by staff: returns the entry in the audit log
 * @throws {ProblemError} as `assertMayCancel`, and if a cancel call fails
 */
export async function cancelCheckout(
  checkoutId: string,
  options: CancellationOptions,
  describe?: DescribeAction,
): Promise<CheckoutRecord> {
  let open: readonly ExistingInvoice[] = [];
  // Recorded before the cancel call: the poller may receive the canceled status before the call returns.
  let record = await options.checkouts.changeCheckout(
    checkoutId,
    (checkout) => {
      assertMayCancel(checkout);
      open = checkout.invoices.filter(isCancelable);
      const intents = checkout.invoices.filter((invoice) => invoice.stage === 'creating');
      return [...open, ...intents].reduce(
        (rest, invoice) => withInvoice(rest, { ...invoice, isCancelRequested: true }),
        checkout,
      );
    },
    describe,
  );
  for (const invoice of open) record = await cancelOne(record, invoice, options);
  return record;
}

/** Cancels one invoice, or joins the running call. @throws {ProblemError} if the call fails: the cancellation stays pending */
function cancelOne(
  checkout: CheckoutRecord,
  invoice: ExistingInvoice,
  options: CancellationOptions,
): Promise<CheckoutRecord> {
  const { runningCancellations: running } = options;
  const { serviceId } = invoice;
  const known = running.get(serviceId);
  if (known) return known;
  const call = callService(checkout, invoice, options).finally(() => running.delete(serviceId));
  running.set(serviceId, call);
  return call;
}

async function callService(
  checkout: CheckoutRecord,
  { sequence, serviceId }: ExistingInvoice,
  { service, checkouts, poller, logger }: CancellationOptions,
): Promise<CheckoutRecord> {
  try {
    await service.cancelInvoice(serviceId);
    return await checkouts.changeCheckout(checkout.id, (record) => withCanceled(record, sequence));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    logger.warn({ invoiceId: serviceId, ...serviceErrorFields(error) }, 'invoice cancellation failed');
    if (error.code !== 'refused') throw toServiceProblem(error);
    // Service doc: "Only an invoice in `created` can be canceled". The status has changed: fetch it.
    await poller.pollNow(checkout, serviceId);
    return checkouts.changeCheckout(checkout.id, (record) => withoutPendingCancellation(record, sequence));
  }
}

/** Duration of a claim. Afterwards the cancel call has completed, or its process has died and another one retries the call. */
const RETRY_DELAY_MS = SERVICE_DEADLINE_MS + 10_000;
const CONCURRENCY = 5;

/**
 * Cancels invoices whose payer canceled while they were being created. The store has the pending cancellation, so any process can
 * execute it. It ends at the deadline of the invoice.
 */
export class PendingCancellations {
  constructor(
    private readonly options: CancellationOptions & StoreContext & { readonly serviceTime: ServiceTime },
  ) {}

  /** Runs one round of due cancellations. Never throws. */
  async cancelDue(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const claim = { nowMs, untilMs: nowMs + RETRY_DELAY_MS, limit: CONCURRENCY };
      const due = await claimDueInvoices(store, 'next_cancel_at', claim);
      await Promise.all(due.map((key) => this.#cancel(key)));
    } catch (error) {
      logger.error(errorFields(error), 'store unavailable, cancellations postponed');
    }
  }

  async #cancel({ checkoutId, sequence }: InvoiceKey): Promise<void> {
    const { checkouts, serviceTime, poller } = this.options;
    const record = await checkouts.findCheckout(checkoutId);
    const invoice = findInvoice(record, sequence);
    if (!invoice || invoice.stage === 'creating' || invoice.nextCancelAtMs === null) return;
    const isOver = invoice.expiresAtMs !== null && serviceTime.nowMs() >= invoice.expiresAtMs;
    if (isOver || !isCancelable(invoice)) {
      await checkouts.changeCheckout(checkoutId, (latest) => withoutPendingCancellation(latest, sequence));
      return;
    }
    try {
      await cancelOne(record, invoice, this.options);
      // Fetches the new status, so that the checkout shows the invoice as canceled.
      await poller.pollNow(record, invoice.serviceId);
    } catch (error) {
      // `cancelOne` has logged the failed call. The next claim retries it.
      if (!(error instanceof ProblemError) || error.code === 'store_unavailable') throw error;
    }
  }
}
