/** The codes of all problems; `problem.ts` has their status and title. A separate file: browsers load nothing else of them. */
export const PROBLEM_CODES = [
  'invalid_request',
  'unsupported_media_type',
  'payload_too_large',
  'origin_not_allowed',
  'not_found',
  'method_not_allowed',
  'order_not_found',
  'order_expired',
  'new_link_required',
  'customer_not_found',
  'checkout_not_found',
  'currency_not_offered',
  'email_required',
  'payment_in_progress',
  'transfer_conflict',
  'checkout_closed',
  'price_mismatch',
  'address_unusable',
  'rate_limited',
  'service_refused',
  'service_unavailable',
  'store_unavailable',
  'internal_error',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];
