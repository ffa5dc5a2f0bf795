import type { ProblemCode } from './problem-codes.js';

/** Every error of the API: its HTTP status, whether the same request may succeed later, and its title. */
export const PROBLEMS = {
  invalid_request: { status: 400, retryable: false, title: 'The request is invalid' },
  unsupported_media_type: { status: 415, retryable: false, title: 'Unsupported media type' },
  payload_too_large: { status: 413, retryable: false, title: 'The request body is too large' },
  origin_not_allowed: { status: 403, retryable: false, title: 'This origin is not allowed' },
  not_found: { status: 404, retryable: false, title: 'There is no such path' },
  method_not_allowed: { status: 405, retryable: false, title: 'This method is not allowed here' },
  order_not_found: { status: 404, retryable: false, title: 'The order is unknown' },
  order_expired: { status: 410, retryable: false, title: 'The order token has expired' },
  new_link_required: {
    status: 410,
    retryable: false,
    title: 'The price of this order is too old for a new quote',
  },
  customer_not_found: { status: 404, retryable: false, title: 'The customer is unknown' },
  checkout_not_found: { status: 404, retryable: false, title: 'The checkout is unknown' },
  currency_not_offered: {
    status: 422,
    retryable: false,
    title: 'This currency is not offered for this order',
  },
  email_required: { status: 422, retryable: false, title: 'An email address is required' },
  payment_in_progress: {
    status: 409,
    retryable: false,
    title: 'A payment was detected on the current invoice',
  },
  transfer_conflict: {
    status: 409,
    retryable: false,
    title: 'A wallet transfer for this invoice was already requested, or the invoice is not current',
  },
  payee_unsupported: {
    status: 422,
    retryable: false,
    title: 'A wallet in the browser cannot pay to this address safely',
  },
  checkout_closed: { status: 409, retryable: false, title: 'This order accepts no further payment' },
  refund_unavailable: {
    status: 409,
    retryable: false,
    title: 'The invoice has no money to refund, the amount has changed, or there are too many requests',
  },
  confirmation_required: {
    status: 409,
    retryable: false,
    title: 'The refund exceeds the owed amount, and must be confirmed',
  },
  price_mismatch: { status: 502, retryable: false, title: 'The payment service returned another price' },
  address_unusable: {
    status: 502,
    retryable: false,
    title: 'The payment service returned an invalid address',
  },
  session_required: { status: 401, retryable: false, title: 'The merchant session is missing or invalid' },
  scope_missing: { status: 403, retryable: false, title: 'The merchant session does not allow this' },
  second_person_required: {
    status: 403,
    retryable: false,
    title: 'A second person must do this',
  },
  check_required: {
    status: 409,
    retryable: false,
    title: 'Verify the requester first',
  },
  too_many_proposals: {
    status: 409,
    retryable: false,
    title: 'This person has too many pending proposals',
  },
  record_not_found: { status: 404, retryable: false, title: 'There is no such record' },
  record_changed: { status: 409, retryable: false, title: 'The record has changed since it was read' },
  rate_limited: { status: 429, retryable: true, title: 'Too many requests' },
  service_refused: { status: 502, retryable: false, title: 'The payment service rejected the request' },
  service_unavailable: { status: 503, retryable: true, title: 'The payment service is unavailable' },
  network_unavailable: { status: 503, retryable: true, title: 'The network node is unavailable' },
  store_unavailable: { status: 503, retryable: true, title: 'The store is unavailable' },
  internal_error: { status: 500, retryable: true, title: 'Internal error' },
} as const satisfies Readonly<
  Record<ProblemCode, { readonly status: number; readonly retryable: boolean; readonly title: string }>
>;
