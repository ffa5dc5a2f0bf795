/**
 * Why a person must review an invoice.
 *
 * - `price_mismatch`: the service reports another price than that of the order. The proxy cancels a new invoice and never
 *   displays it. It ignores such a status response, and an invoice that was not displayed before stays hidden
 * - `currency_mismatch`: the service reports another coin or network than the payer selected. Handled like `price_mismatch`
 * - `order_mismatch`: the service returns the invoice of another order, or the create response contains the id of another
 *   invoice. The proxy ignores the response and hides the invoice. The other invoice stays unchanged
 * - `unexpected_test_mode`: the service reports test mode, where no money moves, to a proxy for real money. The proxy ignores the
 *   response
 * - `address_changed`: the service has changed the address of an invoice. The payer still sees the first address
 * - `address_invalid`: the coin must not be sent to the invoice's address. The proxy sends the payer to the hosted page, and
 *   polls the invoice as usual
 * - `address_reused`: a polled invoice of another order has the same address and coin. The proxy sends the payer to the hosted
 *   page, and polls the invoice as usual. Find out which order a payment was for: the service may report one payment for both
 * - `details_missing`: after 15 s, the service has still not reported a readable amount due or address. The proxy sends the payer
 *   to the hosted page, and polls the invoice as usual. It displays the invoice when the service reports both
 * - `status_unreadable`: for some time, all responses about an invoice have had an unreadable status, test mode, type or paid
 *   amount: the shop cannot see a payment. The proxy continues to poll, and the payment counts when it is readable. It sends a
 *   payer without an address to the hosted page
 * - `adoption_in_doubt`: the outcome of a create call was unknown, and an invoice found under the `order_id` is paid, is not the
 *   only one, or was created at another time. Another system on the account may have created it. The proxy neither displays nor
 *   polls the invoice. Find out which system it belongs to
 * - `unexpected_withdrawal`: under the id of an invoice, the service reports a withdrawal, or any other record than an incoming
 *   payment. The proxy ignores the response
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
