import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../base/problem-error.js';
import type { SharedRateLimits } from '../store/shared-rate-limits.js';
import { lineOf } from './client-address.js';
import type { StreamPlace } from '../streams/stream-places.js';
import { StreamSlots } from '../streams/stream-places.js';
import type { RateLimitSettings } from '../options/rate-limit-options.js';

/** Each kind of work of each asker is counted for itself. */
export type ClientWork = 'reads' | 'opens' | 'creations' | 'postbacks';
export type RatedWork = ClientWork | 'order';

/** How much one asker may do. Counted in this process, unless it is shared. */
export interface Limits {
  /** @param client as `ClientOf` names it; all who cannot be told apart share an allowance of their own */
  client(work: ClientWork, client: string | null): Promise<void>;
  /** What changes this order, whoever asks. @throws {ProblemError} `rate_limited` */
  order(orderId: string): Promise<void>;
  /** Takes a place for an open stream. @throws {ProblemError} `rate_limited` */
  stream(client: string | null, checkoutId: string): StreamPlace;
  /**
   * From now on several processes count together, but for open streams and for reading, where to count elsewhere would
   * cost more than what is counted.
   */
  share(counts: SharedRateLimits): void;
}

const WINDOW_S = 60;
/** One that seems to last longer was begun by a clock that was ahead. */
const LONGEST_WINDOW_MS = 2 * WINDOW_S * 1000;
/** Of each kind of work; whoever was quiet for longest is forgotten first. Some 20 MB in all. */
const MOST_ASKERS = 20_000;
/** A provider may give one customer a /56 of IPv6, or share it among several: it may do so many times as much as a /64. */
const LINE_TIMES = 4;
const MOST_LINES = 5000;
const WITHOUT_ADDRESS = 'without address';
/** A place becomes free when a page goes; nobody knows when. */
const STREAM_RETRY_MS = 10_000;

const NONE: Limits = {
  client: () => Promise.resolve(),
  order: () => Promise.resolve(),
  stream: () => ({ leave: () => undefined, heldBy: () => undefined }),
  share: () => undefined,
};

/** @param onFirst told when an asker has come to a limit, once per minute */
export function createLimits(
  settings: RateLimitSettings | false,
  onFirst: (work: RatedWork, asker: string) => void,
): Limits {
  if (settings === false) return NONE;
  const counter = (work: RatedWork, points: number, most = MOST_ASKERS) =>
    new Counter(points, most, (asker) => onFirst(work, asker));
  const counted = (work: ClientWork, perMinute: number) => ({
    clients: counter(work, perMinute),
    lines: counter(work, perMinute * LINE_TIMES, MOST_LINES),
    others: counter(work, settings.requestsWithoutAddressPerMinute),
  });
  const counters: Readonly<Record<ClientWork, ReturnType<typeof counted>>> = {
    reads: counted('reads', settings.readsPerMinute),
    opens: counted('opens', settings.opensPerMinute),
    creations: counted('creations', settings.creationsPerMinute),
    postbacks: counted('postbacks', settings.postbacksPerMinute),
  };
  const order = counter('order', settings.changesPerOrderPerMinute);
  const places = new StreamSlots();
  return {
    async client(work, client) {
      const { clients, lines, others } = counters[work];
      if (client === null) return others.count(WITHOUT_ADDRESS);
      await clients.count(client);
      const line = lineOf(client);
      if (line !== null) await lines.count(line);
    },
    order: (orderId) => order.count(orderId),
    stream(client, checkoutId) {
      const line = client === null ? null : lineOf(client);
      const most = settings.streamsPerClient;
      const place = places.take({
        checkoutId,
        mostOfCheckout: settings.streamsPerCheckout,
        holder: line ?? client ?? WITHOUT_ADDRESS,
        counted: [
          ...(client === null ? [] : [{ key: client, most }]),
          ...(line === null ? [] : [{ key: line, most: most * LINE_TIMES }]),
        ],
      });
      if (place) return place;
      throw rateLimited('too many open event streams', STREAM_RETRY_MS);
    },
    share(counts) {
      for (const work of ['opens', 'creations', 'postbacks'] as const) {
        counters[work].clients.share(counts, work);
        counters[work].lines.share(counts, `${work}_56`);
      }
      order.share(counts, 'order');
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
  share({ table, query }: SharedRateLimits, work: string): void {
    this.#shared = new RateLimiterPostgres({
      ...{ points: this.#memory.points, duration: WINDOW_S, keyPrefix: work },
      ...{ storeClient: { query }, storeType: 'client', tableName: table, tableCreated: true },
      // Who floods us does not flood the database.
      inMemoryBlockOnConsumed: this.#memory.points + 1,
      insuranceLimiter: this.#memory,
    });
  }

  /** @throws {ProblemError} `rate_limited` */
  async count(asker: string): Promise<void> {
    const key = this.#shared ? hashOf(asker) : asker;
    await this.#remember(key);
    const limiter = this.#shared ?? this.#memory;
    let { refused, msBeforeNext } = await consumed(limiter, key);
    if (msBeforeNext > LONGEST_WINDOW_MS) {
      await limiter.delete(key);
      ({ refused, msBeforeNext } = await consumed(limiter, key));
    }
    if (!refused) return;
    if (refused.consumedPoints === this.#memory.points + 1) this.onFirst(asker);
    throw rateLimited('too many requests', msBeforeNext);
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

async function consumed(limiter: RateLimiterAbstract, key: string) {
  try {
    return { refused: null, msBeforeNext: (await limiter.consume(key)).msBeforeNext };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { refused: error, msBeforeNext: error.msBeforeNext };
  }
}

/** Addresses of payers stand in no table. */
function hashOf(asker: string): string {
  return createHash('sha256').update(asker).digest('base64url');
}
