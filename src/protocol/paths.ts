/** The paths that pages use, below the base path of the proxy. `:id` stands for a checkout id. */
export const PATHS = {
  checkouts: '/checkouts',
  checkout: '/checkouts/:id',
  events: '/checkouts/:id/events',
  invoice: '/checkouts/:id/invoice',
  cancel: '/checkouts/:id/cancel',
  transfer: '/checkouts/:id/transfer',
  refund: '/checkouts/:id/refund',
  solana: '/checkouts/:id/solana',
  form: '/form',
  formPayment: '/form/:id',
  render: '/render',
  pay: '/pay/:token',
  page: '/c',
  depositAddresses: '/deposit-addresses',
} as const;

/** The paths of the shop's staff. `:id` stands for the id of a payment, an event or a payout. */
export const MERCHANT_PATHS = {
  session: '/merchant/session',
  events: '/merchant/events',
  attention: '/merchant/attention',
  payments: '/merchant/payments',
  payment: '/merchant/payments/:id',
  settle: '/merchant/payments/:id/settle',
  note: '/merchant/payments/:id/note',
  refunds: '/merchant/payments/:id/refunds',
  decideRefund: '/merchant/payments/:id/decide-refund',
  cancel: '/merchant/payments/:id/cancel',
  resend: '/merchant/events/:id/resend',
  resendAll: '/merchant/events/resend',
  audit: '/merchant/audit',
  balances: '/merchant/balances',
  statistics: '/merchant/statistics',
  books: '/merchant/books',
  bookSummary: '/merchant/books/summary',
  reconciliation: '/merchant/reconciliation',
  payouts: '/merchant/payouts',
  approvePayout: '/merchant/payouts/:id/approve',
  declinePayout: '/merchant/payouts/:id/decline',
  takeBackPayout: '/merchant/payouts/:id/take-back',
  resolvePayout: '/merchant/payouts/:id/resolve',
} as const;

/**
 * Returns an id as one path segment (RFC 3986 §3.3). Two kinds of ids cannot be encoded: one with half a surrogate pair is not
 * valid UTF-8, and one that contains only dots leads to another path. They become an id that does not exist.
 */
export function pathSegment(id: string): string {
  return encodeURIComponent(id.replace(/^\.+$|\p{Cs}/gu, '\ufffd'));
}
