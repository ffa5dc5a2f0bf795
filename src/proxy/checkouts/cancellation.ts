import type { InvoiceCalls } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import type { Checkouts } from './checkouts.js';
import type { Logger } from '../log.js';
import { isMoneySeen } from './merge.js';
import type { CheckoutRecord, InvoiceRecord, MadeInvoice, ShownInvoice } from './record.js';
import { findInvoice, withInvoice } from './record.js';
import { Refusal } from '../refusal.js';
import { serviceErrorFields, serviceRefusal } from '../upstream/service-trouble.js';
import { standingOf } from './state.js';
import type { Watcher } from '../watching/watching.js';

export interface CancellationOptions {
  readonly service: InvoiceCalls;
  readonly checkouts: Checkouts;
  readonly watcher: Pick<Watcher, 'lookAt'>;
  readonly logger: Logger;
}

type Cancelable = MadeInvoice | ShownInvoice;

/**
 * The payer gives up: every invoice on which nothing was seen is cancelled; one that is still being made will be, see
 * `Wishes`. It counts as cancelled when the service has said so. @throws {Refusal}
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

function checkMayCancel(checkout: CheckoutRecord): void {
  const { state, invoice } = standingOf(checkout);
  if (state === 'paid' || state === 'overpaid') throw new Refusal('checkout_closed');
  if (invoice && isMoneySeen(invoice.money)) throw new Refusal('payment_in_progress');
}

/** Can the service still be asked? */
export function isCancelable(invoice: InvoiceRecord): invoice is Cancelable {
  if (invoice.stage === 'intended' || invoice.stage === 'rejected') return false;
  return !invoice.money.isClosed && !isMoneySeen(invoice.money);
}

/** @throws {Refusal} when the service cannot be asked; the wish stays then */
export async function cancelOne(
  checkout: CheckoutRecord,
  { sequence, serviceId }: Cancelable,
  { service, checkouts, watcher, logger }: CancellationOptions,
): Promise<CheckoutRecord> {
  try {
    await service.cancelInvoice(serviceId);
    return await checkouts.change(checkout.id, (record) => withCancelled(record, sequence));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    logger.warn({ invoice: serviceId, ...serviceErrorFields(error) }, 'the invoice was not cancelled');
    if (error.code !== 'refused') throw serviceRefusal(error);
    // "Only an invoice in `created` can be canceled": it is something else by now, and we want to know what.
    await watcher.lookAt(checkout, serviceId);
    return checkouts.change(checkout.id, (record) => withEndedWish(record, sequence));
  }
}

function withCancelled(record: CheckoutRecord, sequence: number): CheckoutRecord {
  const invoice = made(record, sequence);
  if (!invoice) return record;
  const money = { ...invoice.money, isClosed: true };
  const ended = { isLive: false, isCancelAsked: true, nextCancelAtMs: null, money };
  return withInvoice(record, { ...invoice, ...ended });
}

/** It is not going to be cancelled, unless it is already: perhaps by us, and the answer was lost. */
export function withEndedWish(record: CheckoutRecord, sequence: number): CheckoutRecord {
  const invoice = made(record, sequence);
  if (!invoice) return record;
  const isCancelAsked = invoice.isCancelAsked && invoice.money.isClosed;
  return withInvoice(record, { ...invoice, isCancelAsked, nextCancelAtMs: null });
}

/** Who chooses again wants to pay: what the service was not asked for yet is not wished any more. */
export function withoutWishes(checkout: CheckoutRecord): CheckoutRecord {
  return checkout.invoices.reduce((rest, invoice) => {
    if (invoice.stage === 'intended')
      return invoice.isCancelAsked ? withInvoice(rest, { ...invoice, isCancelAsked: false }) : rest;
    return invoice.nextCancelAtMs === null
      ? rest
      : withInvoice(rest, { ...invoice, isCancelAsked: false, nextCancelAtMs: null });
  }, checkout);
}

function made(record: CheckoutRecord, sequence: number): MadeInvoice | ShownInvoice | null {
  const invoice = findInvoice(record, sequence);
  return invoice && invoice.stage !== 'intended' ? invoice : null;
}
