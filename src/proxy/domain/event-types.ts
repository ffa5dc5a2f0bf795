/** The types of the events about one invoice's payment. */
export const INVOICE_EVENT_TYPES = [
  'checkout.paid',
  'checkout.overpaid',
  'checkout.partial',
  'checkout.paid_late',
  'checkout.expired',
  'checkout.underpaid',
  'checkout.canceled',
  'checkout.duplicate_payment',
] as const;

export type InvoiceEventType = (typeof INVOICE_EVENT_TYPES)[number];
