import type { Logger } from '../base/log.js';
import { isAddressReused } from '../store/address-use.js';
import type { StoreTransaction } from '../store/store.js';
import type { CheckoutRecord, InvoiceRecord } from '../domain/record.js';
import { findInvoice, withAlarm, withInvoice } from '../domain/record.js';

/**
 * Raises the alarm for every address that a change brings and that an invoice of another order has already, as long as
 * that is polled: what is paid there cannot be told apart. The address is not shown for the newer order then. Several
 * invoices of one order may share an address, and so may two coins, which the service tells apart.
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
    if (!(await isAddressReused(tx, { checkoutId: after.id, currency, address }))) continue;
    logger.error(
      { order: invoice.orderId, currency },
      'ALARM: the service gives the address of another open order: it is not shown, the hosted page is instead',
    );
    checked = withInvoice(checked, withAlarm(invoice, 'address_reused'));
  }
  return checked;
}

function addressOf(invoice: InvoiceRecord | undefined): string | null {
  return invoice?.stage === 'made' || invoice?.stage === 'shown' ? invoice.address : null;
}
