/**
 * Why a person must review an invoice.
 *
 * - `price_mismatch`: the service states another price than the order. A new invoice is canceled and never displayed. A
 *   status response is ignored, and an invoice that was not displayed before stays hidden
 * - `currency_mismatch`: the service states another coin or network than the payer selected. As `price_mismatch`
 * - `order_mismatch`: the service answers with the invoice of another order, or answers a creation with an id that another
 *   invoice has. The answer is ignored, the invoice hidden, and the other one stays as it is
 * - `unexpected_test_mode`: the service reports test mode, where no money moves, to a proxy for real money. The answer is ignored
 * - `address_changed`: the service changes the address of an invoice. The payer still sees the first address
 * - `address_invalid`: the coin must not be sent to the invoice's address. The payer is sent to the hosted page, and the
 *   invoice is polled as usual
 * - `address_reused`: a polled invoice of another order has the same address and coin. The payer is sent to the hosted
 *   page, and the invoice is polled as usual. Find out which order a payment was for: the service may report one payment
 *   for both
 * - `details_missing`: the service states no readable amount due or address for an invoice, not even after a while. The payer is
 *   sent to the hosted page, and the invoice is polled as usual: it is displayed once the service states both
 * - `status_unreadable`: the status, test mode, type or amount paid of an invoice is unreadable in all answers of the service for a
 *   while, so the shop does not see a payment. The invoice is polled on, and its payment counts once it is readable. A payer who has
 *   no address yet is sent to the hosted page
 * - `adoption_in_doubt`: the outcome of a create call was unknown, and an invoice found under the `order_id` is paid, is
 *   not the only one, or was created at another time. Another system on the account may have created it. The invoice is
 *   neither displayed nor polled. Find out whose it is
 * - `unexpected_withdrawal`: the service reports a withdrawal, or anything but an incoming payment, under the id of an invoice. The
 *   answer is ignored
 */
export const REVIEW_REASONS = [
  'price_mismatch',
  'currency_mismatch',
  'order_mismatch',
  'unexpected_test_mode',
  'address_changed',
  'address_invalid',
  'address_reused',
  'details_missing',
  'status_unreadable',
  'adoption_in_doubt',
  'unexpected_withdrawal',
] as const;

export type ReviewReason = (typeof REVIEW_REASONS)[number];
