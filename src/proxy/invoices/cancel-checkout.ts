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
 * The payer gives up: every invoice on which nothing was seen is cancelled; one that is still being made will be, see
 * `PendingCancellations`. It counts as cancelled when the service has said so. @throws {ProblemError}
 */
export async function cancelCheckout(
  checkoutId: string,
  options: CancellationOptions,
): Promise<CheckoutRecord> {
  let open: readonly Cancelable[] = [];
  // Noted before the service is asked: the watcher may see the end of the invoice before we do.
  let record = await options.checkouts.change(checkoutId, (checkout) => {
    checkMayCancel(checkout);
    open = checkout.invoices.filter(isCancelable);
    const wished = checkout.invoices.filter((invoice) => invoice.stage === 'intended');
    return [...open, ...wished].reduce(
      (rest, invoice) => withInvoice(rest, { ...invoice, isCancelAsked: true }),
      checkout,
    );
  });
  for (const invoice of open) record = await cancelOne(record, invoice, options);
  return record;
}

/** @throws {ProblemError} when the service cannot be asked; the wish stays then */
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
    logger.warn({ invoice: serviceId, ...serviceErrorFields(error) }, 'the invoice was not cancelled');
    if (error.code !== 'refused') throw toServiceProblem(error);
    // "Only an invoice in `created` can be canceled": it is something else by now, and we want to know what.
    await poller.pollNow(checkout, serviceId);
    return checkouts.change(checkout.id, (record) => withoutPendingCancellation(record, sequence));
  }
}
