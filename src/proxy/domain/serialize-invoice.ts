import { caipIds } from '../../payment/index.js';
import { iso, isoOrNull } from '../base/time.js';
import type { InvoiceLedger } from './ledger.js';
import { transactionIds, unconfirmedIn } from './payment-status.js';
import {
  displayableAddress,
  type CheckoutRecord,
  type ExistingInvoice,
  type InvoiceRecord,
} from './record.js';

/**
 * The data of an invoice for all who read it: payers, the shop's server, its staff and the command line. Each of them picks what
 * it shows by name, since payers must not see all of it.
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

/** The part of `serializeInvoice` that an invoice has before the service has created it. */
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
    /** By the clock of the proxy; what a payer's page compares: `serializeTimes`. */
    checkedAt: isoOrNull(invoice.checkedAtMs),
  };
}

/** The sums of an invoice by the names that all readers know. `received` is the sum of the five that follow it. */
export function serializeSums(ledger: InvoiceLedger) {
  const { received, applied, owed, reserved, sent, dismissed, refundable, due, surplus } = ledger;
  return { received, applied, owed, reserved, refunded: sent, dismissed, refundable, due, surplus };
}

/** The order without what only its payer may read. */
export function serializeOrder({ order: { id, amount, currency } }: Pick<CheckoutRecord, 'order'>) {
  return { id, amount, currency };
}
