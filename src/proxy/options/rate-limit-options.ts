import * as v from 'valibot';
import { formatValue } from '../base/format-value.js';

/**
 * What one client, one order or one process may do within a minute or an hour, and how many event streams a client or a
 * checkout may hold open. A client is an IPv4 address or an IPv6 /64; an IPv6 /56 may do four times as much.
 */
export interface RateLimits {
  /** GET of one client; 3000 unless set: 150 tabs that ask every 3 s since their streams do not work. */
  readonly readsPerMinute?: number | undefined;
  /** Orders that one client opens; 600 unless set. */
  readonly opensPerMinute?: number | undefined;
  /** Invoices and wallets that one client asks for, and cancellations; 120 unless set. */
  readonly creationsPerMinute?: number | undefined;
  /** Notifications of the service from one address; 1200 unless set. They take no place of a payer behind it. */
  readonly postbacksPerMinute?: number | undefined;
  /** What is asked of one order, by whomever: opened, a currency chosen, cancelled; 60 unless set. */
  readonly changesPerOrderPerMinute?: number | undefined;
  /** New invoices of one checkout, by whomever, counted in the store. Default: 20. */
  readonly invoicesPerCheckoutPerHour?: number | undefined;
  /**
   * Calls of the payment service by this process. Beyond it the process starts no new invoice or wallet; it still polls
   * open invoices and cancels. Default: 3000.
   */
  readonly serviceCallsPerMinute?: number | undefined;
  /** Invoices and wallets that this process creates concurrently. Default: 100. */
  readonly creationsAtOnce?: number | undefined;
  /**
   * Requests that come without a client's address, counted for each kind of work and by each process. Default: 30000.
   */
  readonly requestsWithoutAddressPerMinute?: number | undefined;
  /** 1000 unless set. */
  readonly streamsPerClient?: number | undefined;
  /** Beyond it, the oldest stream of the client that holds most of them ends. 50 unless set. */
  readonly streamsPerCheckout?: number | undefined;
}

const MAX_LIMIT = 1_000_000;

const limit = (name: keyof RateLimits, unlessSet: number) => {
  const wrong = ({ input }: { readonly input: unknown }) =>
    `rateLimits.${name} ${formatValue(input)} is not right: give a whole number, from 1 to ${MAX_LIMIT}`;
  return v.optional(
    v.pipe(v.number(wrong), v.integer(wrong), v.minValue(1, wrong), v.maxValue(MAX_LIMIT, wrong)),
    unlessSet,
  );
};

const REMEDY =
  'give false, or some of { readsPerMinute, opensPerMinute, creationsPerMinute, postbacksPerMinute, ' +
  'changesPerOrderPerMinute, invoicesPerCheckoutPerHour, serviceCallsPerMinute, creationsAtOnce, ' +
  'requestsWithoutAddressPerMinute, streamsPerClient, streamsPerCheckout }';

const limitsSchema = v.strictObject(
  {
    readsPerMinute: limit('readsPerMinute', 3000),
    opensPerMinute: limit('opensPerMinute', 600),
    creationsPerMinute: limit('creationsPerMinute', 120),
    postbacksPerMinute: limit('postbacksPerMinute', 1200),
    changesPerOrderPerMinute: limit('changesPerOrderPerMinute', 60),
    invoicesPerCheckoutPerHour: limit('invoicesPerCheckoutPerHour', 20),
    serviceCallsPerMinute: limit('serviceCallsPerMinute', 3000),
    creationsAtOnce: limit('creationsAtOnce', 100),
    requestsWithoutAddressPerMinute: limit('requestsWithoutAddressPerMinute', 30_000),
    streamsPerClient: limit('streamsPerClient', 1000),
    streamsPerCheckout: limit('streamsPerCheckout', 50),
  },
  ({ input, path }) => {
    const key = path?.[0]?.key;
    const what =
      typeof key === 'string' ? `has "${key}", which is no limit` : `${formatValue(input)} is not right`;
    return `rateLimits ${what}: ${REMEDY}`;
  },
);

export type RateLimitSettings = { readonly [Name in keyof RateLimits]-?: number };

/** @internal */
export const rateLimitsSchema = v.lazy((input) => (input === false ? v.literal(false) : limitsSchema));
