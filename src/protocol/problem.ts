import type { ProblemCode } from './problem-codes.js';

/** Every error of the proxy's HTTP face: HTTP status, whether the same request may work later, and a plain title. */
export const PROBLEMS = {
  invalid_request: { status: 400, retryable: false, title: 'The request is not understood' },
  unsupported_media_type: { status: 415, retryable: false, title: 'Send application/json' },
  payload_too_large: { status: 413, retryable: false, title: 'The request body is too large' },
  origin_not_allowed: { status: 403, retryable: false, title: 'This page may not use this checkout' },
  not_found: { status: 404, retryable: false, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, retryable: false, title: 'This method is not allowed here' },
  order_not_found: { status: 404, retryable: false, title: 'This order is not known' },
  order_expired: { status: 410, retryable: false, title: 'The link to this order is too old' },
  new_link_required: {
    status: 410,
    retryable: false,
    title: 'The price of this order is too old for a new quote',
  },
  customer_not_found: { status: 404, retryable: false, title: 'This customer is not known' },
  checkout_not_found: { status: 404, retryable: false, title: 'This checkout is not known' },
  currency_not_offered: {
    status: 422,
    retryable: false,
    title: 'This currency is not offered for this order',
  },
  email_required: { status: 422, retryable: false, title: 'An email address is needed' },
  payment_in_progress: { status: 409, retryable: false, title: 'Money has been seen on the present invoice' },
  checkout_closed: { status: 409, retryable: false, title: 'This order needs no further payment' },
  price_mismatch: { status: 502, retryable: false, title: 'The payment service answered with another price' },
  address_unusable: {
    status: 502,
    retryable: false,
    title: 'The payment service gave an address that cannot be right',
  },
  rate_limited: { status: 429, retryable: true, title: 'Too many requests: try again soon' },
  service_refused: { status: 502, retryable: false, title: 'The payment service refused the request' },
  service_unavailable: { status: 503, retryable: true, title: 'The payment service cannot be reached' },
  store_unavailable: { status: 503, retryable: true, title: 'The checkout cannot be stored right now' },
  internal_error: { status: 500, retryable: true, title: 'Something went wrong on our side' },
} as const satisfies Readonly<
  Record<ProblemCode, { readonly status: number; readonly retryable: boolean; readonly title: string }>
>;

/** The body of every error (`application/problem+json`, RFC 9457). Never holds the payment service's own words. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  /** That of HTTP. @asType integer */
  readonly status: number;
  readonly code: ProblemCode;
  readonly retryable: boolean;
  readonly requestId: string;
  /** One more sentence for the developer, e.g. which field is missing. */
  readonly detail?: string;
}
