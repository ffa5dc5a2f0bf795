import * as v from 'valibot';
import { formatValue } from '../base/format-value.js';
import { optionMessage, remedyForUnknown } from '../base/option-message.js';
import { wholeNumber } from './option-schemas.js';

/**
 * Rate limits per client, per order and per process. A client is an IPv4 address or an IPv6 /64. An IPv6 /56 has four times the
 * limit.
 */
export interface RateLimits {
  /**
   * Requests of one client, or of one of the shop's staff. Each kind of request is counted separately, up to a share of this
   * number: files of the elements up to all of it, reads and rendering 1/2, postbacks and staff 1/5, pages and checkouts 1/10,
   * invoices and cancellations 1/50 each, service calls of staff 1/100. All clients without an address share five times the limit of one client.
   * Default: 6000, enough for 150 tabs that poll every 3 s because their streams fail.
   */
  readonly requestsPerMinute?: number | undefined;
  /**
   * Changes of one order by all clients. Each kind is counted separately: new prices, selected currencies, wallet transfers and
   * refund requests. This limit does not apply to canceling and reading. Default: 60.
   */
  readonly changesPerOrderPerMinute?: number | undefined;
  /** New invoices of one checkout by all clients, counted in the store. Default: 20. */
  readonly invoicesPerCheckoutPerHour?: number | undefined;
  /** Open event streams of one client. Default: 1000. */
  readonly streamsPerClient?: number | undefined;
  /**
   * Calls to the payment service by this process, except those of the shop's staff. Above the limit, the process creates no invoice or
   * deposit address, but still polls and cancels. At most a thirtieth of them are creations that run concurrently. Default: 3000.
   */
  readonly serviceCallsPerMinute?: number | undefined;
}

const MAX_LIMIT = 1_000_000;

const limit = (_: keyof RateLimits, byDefault: number) => wholeNumber('a whole number', MAX_LIMIT, byDefault);

const LIMITS = {
  requestsPerMinute: limit('requestsPerMinute', 6000),
  changesPerOrderPerMinute: limit('changesPerOrderPerMinute', 60),
  invoicesPerCheckoutPerHour: limit('invoicesPerCheckoutPerHour', 20),
  streamsPerClient: limit('streamsPerClient', 1000),
  serviceCallsPerMinute: limit('serviceCallsPerMinute', 3000),
};

const REMEDY = `Pass false, or some of { ${Object.keys(LIMITS).join(', ')} }`;

const limitsSchema = v.strictObject(LIMITS, ({ input, path }) => {
  const key = path?.[0]?.key;
  return typeof key === 'string'
    ? optionMessage(
        `contains an unknown limit ("${key}")`,
        remedyForUnknown(key, Object.keys(LIMITS), REMEDY),
      )
    : optionMessage(`is invalid (${formatValue(input)})`, REMEDY);
});

export type RateLimitSettings = { readonly [Name in keyof RateLimits]-?: number };

/** @internal */
export const rateLimitsSchema = v.lazy((input) => (input === false ? v.literal(false) : limitsSchema));
