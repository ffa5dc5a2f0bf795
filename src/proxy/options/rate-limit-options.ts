import * as v from 'valibot';
import { formatValue } from '../base/format-value.js';
import { optionMessage, remedyForUnknown } from '../base/option-message.js';
import { wholeNumber } from './option-schemas.js';

/**
 * Maximum numbers of requests per client, order or process within a minute or an hour, and of open event streams per client or
 * checkout. A client is an IPv4 address or an IPv6 /64; an IPv6 /56 may do four times as much.
 */
export interface RateLimits {
  /**
   * Files of the elements that one client loads, counted apart from `readsPerMinute`: a first visit needs about eight.
   * Default: 6000, enough for as many first visits as `checkoutsPerMinute` allows.
   */
  readonly filesPerMinute?: number | undefined;
  /** Other GET requests per client. Default: 3000, enough for 150 tabs that poll every 3 s because their streams fail. */
  readonly readsPerMinute?: number | undefined;
  /**
   * Pages that one client loads: of payment links, of payments without JavaScript, and those that `POST /render` fills for it. One takes
   * about 1 ms, with a new link 5 ms. Default: 600, one for each checkout that `checkoutsPerMinute` allows.
   */
  readonly pagesPerMinute?: number | undefined;
  /** Checkouts that one client opens. Default: 600. */
  readonly checkoutsPerMinute?: number | undefined;
  /** Invoices, deposit addresses, cancellations and transfers of wallets that one client requests or reports. Default: 120. */
  readonly invoicesPerMinute?: number | undefined;
  /** Postbacks from one address, counted separately from payers behind it. Default: 1200. */
  readonly postbacksPerMinute?: number | undefined;
  /**
   * Changes of one order, by all clients, each kind for itself: new prices, selected currencies, transfers of wallets, and refund
   * requests. Canceling and reading are never refused because of requests by others. Default: 60.
   */
  readonly changesPerOrderPerMinute?: number | undefined;
  /**
   * Checkouts that this process renders into pages of the shop, for all callers. One takes up to about 10 ms. Above the limit,
   * pages get only the tag. The same number limits the resolver calls for rendering. Default: 3000.
   */
  readonly rendersPerMinute?: number | undefined;
  /** New invoices of one checkout, by all clients, counted in the store. Default: 20. */
  readonly invoicesPerCheckoutPerHour?: number | undefined;
  /**
   * Calls to the payment service by this process, except those of the shop's staff. Above the limit, the process creates no invoice or
   * deposit address, but still polls and cancels. Default: 3000.
   */
  readonly serviceCallsPerMinute?: number | undefined;
  /**
   * Requests of one of the shop's staff, in this process; also those of one client without a valid session. Counted apart from payers.
   * Default: 1200, enough to export 120,000 payments.
   */
  readonly staffRequestsPerMinute?: number | undefined;
  /**
   * Statistics and cancellations of one of the shop's staff, in this process. Each calls the payment service. They do not count as
   * `serviceCallsPerMinute`. Default: 60.
   */
  readonly staffServiceCallsPerMinute?: number | undefined;
  /** Invoices and deposit addresses that this process creates concurrently. Default: 100. */
  readonly creationsAtOnce?: number | undefined;
  /** Requests without a client address, per scope and process. Default: 30000. */
  readonly requestsWithoutAddressPerMinute?: number | undefined;
  /** Open event streams of one client. Default: 1000. */
  readonly streamsPerClient?: number | undefined;
  /** Open event streams of one checkout. Above the limit, the oldest stream of the client with the most ends. Default: 50. */
  readonly streamsPerCheckout?: number | undefined;
}

const MAX_LIMIT = 1_000_000;

const limit = (name: keyof RateLimits, byDefault: number) =>
  wholeNumber(`rateLimits.${name}`, 'a whole number', MAX_LIMIT, byDefault);

const LIMITS = {
  filesPerMinute: limit('filesPerMinute', 6000),
  readsPerMinute: limit('readsPerMinute', 3000),
  pagesPerMinute: limit('pagesPerMinute', 600),
  checkoutsPerMinute: limit('checkoutsPerMinute', 600),
  invoicesPerMinute: limit('invoicesPerMinute', 120),
  postbacksPerMinute: limit('postbacksPerMinute', 1200),
  changesPerOrderPerMinute: limit('changesPerOrderPerMinute', 60),
  rendersPerMinute: limit('rendersPerMinute', 3000),
  invoicesPerCheckoutPerHour: limit('invoicesPerCheckoutPerHour', 20),
  serviceCallsPerMinute: limit('serviceCallsPerMinute', 3000),
  staffRequestsPerMinute: limit('staffRequestsPerMinute', 1200),
  staffServiceCallsPerMinute: limit('staffServiceCallsPerMinute', 60),
  creationsAtOnce: limit('creationsAtOnce', 100),
  requestsWithoutAddressPerMinute: limit('requestsWithoutAddressPerMinute', 30_000),
  streamsPerClient: limit('streamsPerClient', 1000),
  streamsPerCheckout: limit('streamsPerCheckout', 50),
};

const REMEDY = `Pass false, or some of { ${Object.keys(LIMITS).join(', ')} }`;

const limitsSchema = v.strictObject(LIMITS, ({ input, path }) => {
  const key = path?.[0]?.key;
  return typeof key === 'string'
    ? optionMessage(
        `rateLimits contains an unknown limit ("${key}")`,
        remedyForUnknown(key, Object.keys(LIMITS), REMEDY),
      )
    : optionMessage(`rateLimits is invalid (${formatValue(input)})`, REMEDY);
});

export type RateLimitSettings = { readonly [Name in keyof RateLimits]-?: number };

/** @internal */
export const rateLimitsSchema = v.lazy((input) => (input === false ? v.literal(false) : limitsSchema));
