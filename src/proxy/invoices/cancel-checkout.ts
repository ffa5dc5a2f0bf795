import type { InvoiceCalls } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import type { CheckoutRepository } from '../checkouts/checkout-repository.js';
import type { Logger } from '../base/log.js';
import type { Cancelable } from '../domain/cancellation.js';
import {
  checkMayCancel,
  isCancelable,
  withCanceled,
  withoutPendingCancellation,
} from '../domain/cancellation.js';
import type { CheckoutRecord } from '../domain/record.js';
import { withInvoice } from '../domain/record.js';
import { serviceErrorFields, toServiceProblem } from '../upstream/service-problems.js';
import type { InvoicePoller } from '../polling/invoice-poller.js';

export interface CancellationOptions {
  readonly service: InvoiceCalls;
  readonly checkouts: CheckoutRepository;
  readonly poller: Pick<InvoicePoller, 'pollNow'>;
  readonly logger: Logger;
}

/**
 * Cancels a checkout for the payer: every invoice without a payment. An invoice that is still being created is canceled
 * later, see `PendingCancellations`. An invoice counts as canceled once the service confirms it.
 * @throws {ProblemError}
 */
export async function cancelCheckout(
  checkoutId: string,
  options: CancellationOptions,
): Promise<CheckoutRecord> {
  let open: readonly Cancelable[] = [];
  // Recorded before the cancel call: the poller may receive the canceled status before the call returns.
  let record = await options.checkouts.change(checkoutId, (checkout) => {
    checkMayCancel(checkout);
    open = checkout.invoices.filter(isCancelable);
    const intents = checkout.invoices.filter((invoice) => invoice.stage === 'intended');
    return [...open, ...intents].reduce(
      (rest, invoice) => withInvoice(rest, { ...invoice, isCancelRequested: true }),
      checkout,
    );
  });
  for (const invoice of open) record = await cancelOne(record, invoice, options);
  return record;
}

/** Cancels one invoice. @throws {ProblemError} if the call fails; a pending cancellation stays then */
export async function cancelOne(
  checkout: CheckoutRecord,
  { sequence, serviceId }: Cancelable,
  { service, checkouts, poller, logger }: CancellationOptions,
): Promise<CheckoutRecord> {
  try {
    await service.cancelInvoice(serviceId);
    return await checkouts.change(checkout.id, (record) => withCanceled(record, sequence));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    logger.warn({ invoiceId: serviceId, ...serviceErrorFields(error) }, 'invoice cancellation failed');
    if (error.code !== 'refused') throw toServiceProblem(error);
    // Service doc: "Only an invoice in `created` can be canceled". The status has changed: fetch it.
    await poller.pollNow(checkout, serviceId);
    return checkouts.change(checkout.id, (record) => withoutPendingCancellation(record, sequence));
  }
}
