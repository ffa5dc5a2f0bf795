import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../base/problem-error.js';
import type { RateLimitSettings } from '../options/rate-limit-options.js';
import type { SharedRateLimits } from '../store/shared-rate-limits.js';
import { StreamSlots, type StreamSlot } from '../streams/stream-slots.js';
import { widerNetworkOf } from './client-address.js';

/**
 * The scopes in which the requests of each client are counted. `files` are the scripts of the elements, `sessions` the requests of
 * staff without a valid session. Cancellations have their own scope: a client at the payer's address must not prevent them.
 */
export type ClientScope =
  | 'files'
  | 'reads'
  | 'pages'
  | 'checkouts'
  | 'invoices'
  | 'cancellations'
  | 'postbacks'
  | 'sessions';
type RateLimitScope = ClientScope | 'order' | 'renders' | 'staff' | 'staff service calls';
/** The changes that are counted per order. Each has its own count: transfers by others must not prevent choosing a coin. */
export type OrderChange = 'open' | 'invoice' | 'transfer' | 'refund' | 'network read';

/**
 * Limits the requests of one client, and the changes of one order by all clients. Anyone with the link can use up the limits of
 * its order, which therefore do not apply to reading and canceling. Counts in this process, unless `shareCounts` was called. Each
 * route names its scope. Defaults: `rate-limit-options.ts`. Limits on creating invoices: `creation-limits.ts`.
 */
export interface RateLimiter {
  /**
   * @param client as `ClientOf` returns it; clients that cannot be identified share one limit
   * @throws {ProblemError} `rate_limited`
   */
  countRequest(scope: ClientScope, client: string | null): Promise<void>;
  /** Counts a change of this order, by any client. @throws {ProblemError} `rate_limited` */
  countChange(change: OrderChange, orderId: string): Promise<void>;
  /**
   * Counts work for pages that the shop renders in this process: rendering orders, and calling the shop's resolver with
   * references.
   * @throws {ProblemError} `rate_limited`
   */
  countRender(work: 'orders' | 'references'): Promise<void>;
  /**
   * Counts a staff request, or one that calls the payment service. It does not count for payers, and each person has their own
   * count.
   * @throws {ProblemError} `rate_limited`
   */
  countStaffRequest(kind: 'request' | 'service call', person: string): Promise<void>;
  /** @param client `null`: counts against the streams of the checkout only @throws {ProblemError} `rate_limited` */
  acquireStream(client: string | null, checkoutId: string): StreamSlot;
  /**
   * From now on, shares the counts with other processes. Exceptions: open streams, files, reads, pages and staff requests, which
   * cost less than counting them, and rendering, which uses only this process.
   */
  shareCounts(counts: SharedRateLimits): void;
}

const WINDOW_S = 60;
/** A window that seems to last longer was started while the clock was ahead. */
const MAX_WINDOW_MS = 2 * WINDOW_S * 1000;
/** Per scope. The client that was seen least recently is forgotten first. About 20 MB in all. */
const MAX_CLIENTS = 20_000;
/** A provider may assign an IPv6 /56 to one customer, or share it among several. Therefore a /56 has the limit of four /64. */
const WIDER_NETWORK_FACTOR = 4;
const MAX_WIDER_NETWORKS = 5000;
const WITHOUT_ADDRESS = 'without address';
const WITHOUT_ADDRESS_FACTOR = 5;
const MAX_STREAMS_PER_CHECKOUT = 50;
/**
 * The limit of each kind is `requestsPerMinute` divided by this number, which grows with the cost of a request. A first visit
 * loads about eight files: the limit of `files` must accept every client that `checkouts` accepts. A page takes about 1 ms, with
 * a new link 5 ms, and a rendered checkout up to about 10 ms. A staff call to the service counts against the service's limit.
 * `renders` counts all callers together.
 */
const DIVISORS = {
  'files': 1,
  'reads': 2,
  'renders': 2,
  'postbacks': 5,
  'sessions': 5,
  'staff': 5,
  'pages': 10,
  'checkouts': 10,
  'invoices': 50,
  'cancellations': 50,
  'staff service calls': 100,
} as const satisfies Readonly<Record<Exclude<RateLimitScope, 'order'>, number>>;
/** A slot is released when a page disconnects, which cannot be predicted. */
const STREAM_RETRY_MS = 10_000;

const UNLIMITED: RateLimiter = {
  countRequest: async () => undefined,
  countChange: async () => undefined,
  countRender: async () => undefined,
  countStaffRequest: async () => undefined,
  acquireStream: () => ({ release: () => undefined, onEvict: () => undefined }),
  shareCounts: () => undefined,
};

/** @param onFirst called when a client or an order reaches a limit, once per minute */
export function createRateLimiter(
  settings: RateLimitSettings | false,
  onFirst: (scope: RateLimitScope, key: string) => void,
): RateLimiter {
  if (settings === false) return UNLIMITED;
  const counter = (scope: RateLimitScope, points: number, maxKeys = MAX_CLIENTS) =>
    new WindowCounter(points, maxKeys, (key) => onFirst(scope, key));
  const { requestsPerMinute } = settings;
  const countersOf = (scope: ClientScope) => {
    const perMinute = shareOf(requestsPerMinute, DIVISORS[scope]);
    return {
      clients: counter(scope, perMinute),
      widerNetworks: counter(scope, perMinute * WIDER_NETWORK_FACTOR, MAX_WIDER_NETWORKS),
      unidentified: counter(scope, requestsPerMinute * WITHOUT_ADDRESS_FACTOR),
    };
  };
  const counters: Readonly<Record<ClientScope, ReturnType<typeof countersOf>>> = {
    files: countersOf('files'),
    reads: countersOf('reads'),
    pages: countersOf('pages'),
    checkouts: countersOf('checkouts'),
    invoices: countersOf('invoices'),
    cancellations: countersOf('cancellations'),
    postbacks: countersOf('postbacks'),
    sessions: countersOf('sessions'),
  };
  const ofProcess = (scope: keyof typeof DIVISORS) =>
    counter(scope, shareOf(requestsPerMinute, DIVISORS[scope]));
  const order = counter('order', settings.changesPerOrderPerMinute);
  const renders = ofProcess('renders');
  const staff = { 'request': ofProcess('staff'), 'service call': ofProcess('staff service calls') };
  const slots = new StreamSlots();
  return {
    async countRequest(scope, client) {
      const { clients, widerNetworks, unidentified } = counters[scope];
      if (client === null) return unidentified.count(WITHOUT_ADDRESS);
      await clients.count(client);
      const widerNetwork = widerNetworkOf(client);
      if (widerNetwork !== null) await widerNetworks.count(widerNetwork);
    },
    countChange: (change, orderId) => order.count(`${change} ${orderId}`),
    countRender: (work) => renders.count(work),
    countStaffRequest: (kind, person) => staff[kind].count(person),
    acquireStream(client, checkoutId) {
      const widerNetwork = client === null ? null : widerNetworkOf(client);
      const max = settings.streamsPerClient;
      const slot = slots.acquire({
        checkoutId,
        maxOfCheckout: MAX_STREAMS_PER_CHECKOUT,
        holder: widerNetwork ?? client ?? WITHOUT_ADDRESS,
        counted: [
          ...(client === null ? [] : [{ key: client, max }]),
          ...(widerNetwork === null ? [] : [{ key: widerNetwork, max: max * WIDER_NETWORK_FACTOR }]),
        ],
      });
      if (slot) return slot;
      throw rateLimited('Too many open event streams', STREAM_RETRY_MS);
    },
    shareCounts(counts) {
      for (const scope of ['checkouts', 'invoices', 'cancellations', 'postbacks'] as const) {
        counters[scope].clients.shareCounts(counts, scope);
        counters[scope].widerNetworks.shareCounts(counts, `${scope}_56`);
      }
      order.shareCounts(counts, 'order');
    },
  };
}

function shareOf(limit: number, divisor: number): number {
  return Math.ceil(limit / divisor);
}

/** Counts per key and minute: in bounded memory, or in a table that several processes share. */
export class WindowCounter {
  readonly #memory: RateLimiterMemory;
  #shared: RateLimiterPostgres | undefined;
  /** In the order in which they were last seen, the oldest first. */
  readonly #keys = new Set<string>();

  constructor(
    points: number,
    private readonly maxKeys: number,
    private readonly onFirst: (key: string) => void = () => undefined,
  ) {
    this.#memory = new RateLimiterMemory({ points, duration: WINDOW_S });
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Counts in a shared table. If it does not respond, counts in this process: no payer may be refused because of that. */
  shareCounts({ table, query }: SharedRateLimits, keyPrefix: string): void {
    this.#shared = new RateLimiterPostgres({
      ...{ points: this.#memory.points, duration: WINDOW_S, keyPrefix },
      ...{ storeClient: { query }, storeType: 'client', tableName: table, tableCreated: true },
      // A flood of requests must not become a flood of queries.
      inMemoryBlockOnConsumed: this.#memory.points + 1,
      insuranceLimiter: this.#memory,
    });
  }

  /** @throws {ProblemError} `rate_limited` */
  async count(name: string): Promise<void> {
    // Addresses of payers must not be stored in a table.
    const key = this.#shared ? createHash('sha256').update(name).digest('base64url') : name;
    await this.#remember(key);
    const limiter = this.#shared ?? this.#memory;
    let { refused, msBeforeNext } = await consumePoint(limiter, key);
    if (msBeforeNext > MAX_WINDOW_MS) {
      await limiter.delete(key);
      ({ refused, msBeforeNext } = await consumePoint(limiter, key));
    }
    if (!refused) return;
    if (refused.consumedPoints === this.#memory.points + 1) this.onFirst(name);
    throw rateLimited('Too many requests', msBeforeNext);
  }

  async #remember(key: string): Promise<void> {
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size <= this.maxKeys || oldest === undefined) return;
    this.#keys.delete(oldest);
    await this.#memory.delete(oldest);
  }
}

async function consumePoint(limiter: RateLimiterAbstract, key: string) {
  try {
    return { refused: null, msBeforeNext: (await limiter.consume(key)).msBeforeNext };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { refused: error, msBeforeNext: error.msBeforeNext };
  }
}
