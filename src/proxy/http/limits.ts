import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.js';
import type { SharedCounts } from '../store/shared-counts.js';
import { StreamPlaces } from './stream-places.js';
import type { RateLimitSettings } from './limit-options.js';

/** Each kind of work of each asker is counted for itself. */
export type RatedWork = 'reads' | 'opens' | 'creations' | 'postbacks' | 'order';

/** How much one asker may do. Counted in this process, unless it is shared. */
export interface Limits {
  /** @param client as `ClientOf` names it; nobody is counted as one asker who cannot be told apart */
  client(work: Exclude<RatedWork, 'order'>, client: string | null): Promise<void>;
  /** What changes this order, whoever asks. @throws {Refusal} `rate_limited` */
  order(orderId: string): Promise<void>;
  /** A place for an open stream, until the function is called. @throws {Refusal} `rate_limited` */
  stream(client: string | null, checkoutId: string): () => void;
  /**
   * From now on several processes count together, but for open streams and for reading, where to count elsewhere would
   * cost more than what is counted.
   */
  share(counts: SharedCounts): void;
}

const WINDOW_S = 60;
/** Of each kind of work; whoever was quiet for longest is forgotten first. Some 20 MB in all. */
const MOST_ASKERS = 20_000;
/** A place becomes free when a page goes; nobody knows when. */
const STREAM_RETRY_S = 10;

const NONE: Limits = {
  client: () => Promise.resolve(),
  order: () => Promise.resolve(),
  stream: () => () => undefined,
  share: () => undefined,
};

/** @param onFirst told when an asker has come to a limit, once per minute */
export function createLimits(
  settings: RateLimitSettings | false,
  onFirst: (work: RatedWork, asker: string) => void,
): Limits {
  if (settings === false) return NONE;
  const counter = (work: RatedWork, points: number) =>
    new Counter(points, MOST_ASKERS, (asker) => onFirst(work, asker));
  const counters: Readonly<Record<RatedWork, Counter>> = {
    reads: counter('reads', settings.readsPerMinute),
    opens: counter('opens', settings.opensPerMinute),
    creations: counter('creations', settings.creationsPerMinute),
    postbacks: counter('postbacks', settings.postbacksPerMinute),
    order: counter('order', settings.changesPerOrderPerMinute),
  };
  const places = new StreamPlaces();
  return {
    client: async (work, client) => (client === null ? undefined : counters[work].count(client)),
    order: (orderId) => counters.order.count(orderId),
    stream(client, checkoutId) {
      const wanted = [{ key: `checkout ${checkoutId}`, most: settings.streamsPerCheckout }];
      if (client !== null) wanted.push({ key: `client ${client}`, most: settings.streamsPerClient });
      const leave = places.take(wanted);
      if (leave) return leave;
      throw limited('too many open event streams', STREAM_RETRY_S);
    },
    share(counts) {
      const { opens, creations, postbacks, order } = counters;
      for (const [work, one] of Object.entries({ opens, creations, postbacks, order }))
        one.share(counts, work);
    },
  };
}

/** Counts per asker and minute, in bounded memory or in a place that several processes share. */
export class Counter {
  readonly #memory: RateLimiterMemory;
  #shared: RateLimiterPostgres | undefined;
  /** The one that was quiet for longest comes first. */
  readonly #askers = new Set<string>();

  constructor(
    points: number,
    private readonly mostAskers: number,
    private readonly onFirst: (asker: string) => void = () => undefined,
  ) {
    this.#memory = new RateLimiterMemory({ points, duration: WINDOW_S });
  }

  get size(): number {
    return this.#askers.size;
  }

  /** Whenever the shared place does not answer, this process counts for itself: no payer is refused for that. */
  share({ table, query }: SharedCounts, work: string): void {
    this.#shared = new RateLimiterPostgres({
      ...{ points: this.#memory.points, duration: WINDOW_S, keyPrefix: work },
      ...{ storeClient: { query }, storeType: 'client', tableName: table, tableCreated: true },
      // Who floods us does not flood the database.
      inMemoryBlockOnConsumed: this.#memory.points + 1,
      insuranceLimiter: this.#memory,
    });
  }

  /** @throws {Refusal} `rate_limited` */
  async count(asker: string): Promise<void> {
    const key = this.#shared ? hashOf(asker) : asker;
    await this.#remember(key);
    try {
      await (this.#shared ?? this.#memory).consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      if (error.consumedPoints === this.#memory.points + 1) this.onFirst(asker);
      throw limited('too many requests', Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  }

  async #remember(asker: string): Promise<void> {
    this.#askers.delete(asker);
    this.#askers.add(asker);
    const [quietest] = this.#askers;
    if (this.#askers.size <= this.mostAskers || quietest === undefined) return;
    this.#askers.delete(quietest);
    await this.#memory.delete(quietest);
  }
}

/** Addresses of payers stand in no table. */
function hashOf(asker: string): string {
  return createHash('sha256').update(asker).digest('base64url');
}

function limited(what: string, retryAfterS: number): Refusal {
  return new Refusal('rate_limited', `${what}: try again in ${retryAfterS} s`, { retryAfterS });
}
