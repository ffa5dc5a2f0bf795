import { caipIds } from '../../payment/index.js';
import { iso, isoOrNull } from '../base/time.js';
import type { InvoiceLedger } from './settlement.js';
import { transactionIds, unconfirmedIn } from './merge-status-reports.js';
import {
  displayableAddress,
  type CheckoutRecord,
  type ExistingInvoice,
  type InvoiceRecord,
} from './record.js';

/**
 * Returns the data of an invoice for all readers: payers, the shop's server, its staff and the command line. Each caller picks
 * fields by name, because payers must not see all of them.
 */
export function serializeInvoice(invoice: ExistingInvoice) {
  return {
    ...serializeIntent(invoice),
    id: invoice.serviceId,
    ...caipIds(invoice.currency),
    /** For the staff. Payers may see `displayedAddress` only. */
    address: invoice.address,
    displayedAddress: displayableAddress(invoice),
    amount: invoice.amount,
    fee: invoice.fee,
    feePaidBy: invoice.feePaidBy,
    unconfirmed: unconfirmedIn(invoice),
    hostedPage: invoice.hostedPage,
    testMode: invoice.testMode,
    createdAt: iso(invoice.createdAtMs),
    expiresAt: isoOrNull(invoice.expiresAtMs),
  };
}

/** Returns the part of `serializeInvoice` that exists before the service has created the invoice. */
export function serializeIntent({ money, price, ...invoice }: InvoiceRecord) {
  return {
    number: invoice.sequence,
    orderId: invoice.orderId,
    currency: invoice.currency,
    price: { amount: price.amount, currency: price.currency },
    late: money.isLate,
    transactions: transactionIds(money),
    reviewReasons: invoice.reviewReasons,
    finishedAt: isoOrNull(money.finishedAtMs),
    /** By the proxy's clock. For times that a payer's page compares, see `serializeTimes`. */
    checkedAt: isoOrNull(invoice.checkedAtMs),
  };
}

/** Returns the sums of an invoice under their public names. `received` is the sum of the five that follow it. */
export function serializeSums(ledger: InvoiceLedger) {
  const { received, applied, owed, reserved, sent, dismissed, refundable, due, surplus } = ledger;
  return { received, applied, owed, reserved, refunded: sent, dismissed, refundable, due, surplus };
}

/** Returns the order without the fields that only its payer may read. */
export function serializeOrder({ order: { id, amount, currency } }: Pick<CheckoutRecord, 'order'>) {
  return { id, amount, currency };
}
