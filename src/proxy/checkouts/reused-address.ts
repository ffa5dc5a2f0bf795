import type { Logger } from '../base/log.js';
import type { StoreTransaction } from '../store/store-transaction.js';
import type { CheckoutRecord, InvoiceRecord } from '../domain/record.js';
import { findInvoice, withReview, withInvoice } from '../domain/record.js';

/**
 * Requires a review of every new address that a polled invoice of another order has already: payments there could not be
 * distinguished. The address is hidden for the newer order. Several invoices of one order may share an address, and so may
 * two coins, which the service distinguishes.
 */
export async function withReusedAddresses(
  tx: StoreTransaction,
  before: CheckoutRecord,
  after: CheckoutRecord,
  logger: Logger,
): Promise<CheckoutRecord> {
  let checked = after;
  for (const invoice of after.invoices) {
    const address = addressOf(invoice);
    if (address === null || addressOf(findInvoice(before, invoice.sequence)) !== null) continue;
    const { currency } = invoice;
    if (!(await tx.isAddressReused(after.id, currency, address))) continue;
    const fields = { alert: 'address_reused', orderId: invoice.orderId, currency };
    logger.error(fields, 'address of another open order hidden');
    checked = withInvoice(checked, withReview(invoice, 'address_reused'));
  }
  return checked;
}

function addressOf(invoice: InvoiceRecord | undefined): string | null {
  return invoice?.stage === 'made' || invoice?.stage === 'shown' ? invoice.address : null;
}
