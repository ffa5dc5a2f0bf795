import * as v from 'valibot';
import { shown } from '../shown.js';

/** What one client, or one order, may do within a minute, and how many event streams it may hold open. */
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
  /** 1000 unless set. */
  readonly streamsPerClient?: number | undefined;
  /** 50 unless set. */
  readonly streamsPerCheckout?: number | undefined;
}

const MOST = 1_000_000;

const limit = (name: keyof RateLimits, unlessSet: number) => {
  const wrong = ({ input }: { readonly input: unknown }) =>
    `rateLimits.${name} ${shown(input)} is not right: give a whole number, from 1 to ${MOST}`;
  return v.optional(
    v.pipe(v.number(wrong), v.integer(wrong), v.minValue(1, wrong), v.maxValue(MOST, wrong)),
    unlessSet,
  );
};

const REMEDY =
  'give false, or some of { readsPerMinute, opensPerMinute, creationsPerMinute, postbacksPerMinute, ' +
  'changesPerOrderPerMinute, streamsPerClient, streamsPerCheckout }';

const limitsSchema = v.strictObject(
  {
    readsPerMinute: limit('readsPerMinute', 3000),
    opensPerMinute: limit('opensPerMinute', 600),
    creationsPerMinute: limit('creationsPerMinute', 120),
    postbacksPerMinute: limit('postbacksPerMinute', 1200),
    changesPerOrderPerMinute: limit('changesPerOrderPerMinute', 60),
    streamsPerClient: limit('streamsPerClient', 1000),
    streamsPerCheckout: limit('streamsPerCheckout', 50),
  },
  ({ input, path }) => {
    const key = path?.[0]?.key;
    const what = typeof key === 'string' ? `has "${key}", which is no limit` : `${shown(input)} is not right`;
    return `rateLimits ${what}: ${REMEDY}`;
  },
);

export type RateLimitSettings = { readonly [Name in keyof RateLimits]-?: number };

/** @internal */
export const rateLimitsSchema = v.lazy((input) => (input === false ? v.literal(false) : limitsSchema));
