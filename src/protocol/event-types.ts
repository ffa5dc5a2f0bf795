// The event types that share a shape. `events.ts` defines all events.

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

/** The types of the events about a refund. */
export const REFUND_EVENT_TYPES = [
  'refund.requested',
  'refund.reserved',
  'refund.released',
  'refund.sent',
  'refund.declined',
] as const;

export type RefundEventType = (typeof REFUND_EVENT_TYPES)[number];

/** The types of the events about a payout, named after the state that it has reached. */
export const PAYOUT_EVENT_TYPES = [
  'payout.proposed',
  'payout.approved',
  'payout.declined',
  'payout.withdrawn',
  'payout.sent',
  'payout.refused',
  'payout.unknown',
  'payout.not_sent',
] as const;
