import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { MaybeAsync } from '../base/map-maybe-async.js';
import { rateLimited } from '../base/problem-error.js';
import type { RateLimitSettings } from '../options/rate-limit-options.js';
import type { SharedRateLimits } from '../store/shared-rate-limits.js';
import { StreamSlots, type StreamSlot } from '../streams/stream-slots.js';
import { widerNetworkOf } from './client-address.js';

/**
 * The scopes in which the requests of each client are counted. `files` are the scripts of the elements, `sessions` the requests of
 * staff without a valid session.
 */
export type ClientScope = 'files' | 'reads' | 'pages' | 'checkouts' | 'invoices' | 'postbacks' | 'sessions';
type RateLimitScope = ClientScope | 'order' | 'renders' | 'staff' | 'staff service calls';
/** What is counted per order. Each kind has its own count, so that transfers by others never prevent choosing a coin. */
export type OrderChange = 'open' | 'invoice' | 'transfer' | 'refund' | 'network read';

/**
 * Limits what one client may do, and what all clients may do with one order. Everyone with the link can use up the limits of its
 * order. So none of them applies to reading and canceling. Counts in this process, unless `share` was called.
 * `routes.ts` names the scope of each route. Defaults: `rate-limit-options.ts`. Limits on creating invoices: `creation-limits.ts`.
 */
export interface RateLimiter {
  /**
   * @param client as `ClientOf` returns it; clients that cannot be identified share one limit
   * @throws {ProblemError} `rate_limited`
   */
  countRequest(scope: ClientScope, client: string | null): MaybeAsync<void>;
  /** Counts a change of this order, by any client. @throws {ProblemError} `rate_limited` */
  countChange(change: OrderChange, orderId: string): MaybeAsync<void>;
  /**
   * Counts work for pages of the shop in this process: rendering orders, and calling the shop's resolver with references.
   * @throws {ProblemError} `rate_limited`
   */
  countRender(work: 'orders' | 'references'): MaybeAsync<void>;
  /**
   * Counts a request of one of the shop's staff, or one that calls the payment service. Nothing of it counts for payers, and each
   * person has their own count.
   * @throws {ProblemError} `rate_limited`
   */
  countStaffRequest(kind: 'request' | 'service call', person: string): MaybeAsync<void>;
  /** @param client `null`: counts against `streamsPerCheckout` only @throws {ProblemError} `rate_limited` */
  acquireStream(client: string | null, checkoutId: string): StreamSlot;
  /**
   * From now on, counts together with other processes. The exceptions are open streams, files, reads, pages and requests of staff, which
   * cost less than counting them, and rendering, which uses only this process.
   */
  share(counts: SharedRateLimits): void;
}

const WINDOW_S = 60;
/** If a window seems to last longer, it was started while the clock was ahead. */
const MAX_WINDOW_MS = 2 * WINDOW_S * 1000;
/** Per scope. The client that was seen least recently is forgotten first. About 20 MB in all. */
const MAX_CLIENTS = 20_000;
/** A provider may assign an IPv6 /56 to one customer, or share it among several. So a /56 may do as much as four /64. */
const WIDER_NETWORK_FACTOR = 4;
const MAX_WIDER_NETWORKS = 5000;
const WITHOUT_ADDRESS = 'without address';
/** A slot becomes free when a page disconnects, at an unknown time. */
const STREAM_RETRY_MS = 10_000;

const UNLIMITED: RateLimiter = {
  countRequest: () => undefined,
  countChange: () => undefined,
  countRender: () => undefined,
  countStaffRequest: () => undefined,
  acquireStream: () => ({ release: () => undefined, onEvict: () => undefined }),
  share: () => undefined,
};

/** @param onFirst called when a client or an order reaches a limit, once per minute */
export function createRateLimiter(
  settings: RateLimitSettings | false,
  onFirst: (scope: RateLimitScope, key: string) => void,
): RateLimiter {
  if (settings === false) return UNLIMITED;
  const counter = (scope: RateLimitScope, points: number, maxKeys = MAX_CLIENTS) =>
    new WindowCounter(points, maxKeys, (key) => onFirst(scope, key));
  const countersOf = (scope: ClientScope, perMinute: number) => ({
    clients: counter(scope, perMinute),
    widerNetworks: counter(scope, perMinute * WIDER_NETWORK_FACTOR, MAX_WIDER_NETWORKS),
    unidentified: counter(scope, settings.requestsWithoutAddressPerMinute),
  });
  const counters: Readonly<Record<ClientScope, ReturnType<typeof countersOf>>> = {
    files: countersOf('files', settings.filesPerMinute),
    reads: countersOf('reads', settings.readsPerMinute),
    pages: countersOf('pages', settings.pagesPerMinute),
    checkouts: countersOf('checkouts', settings.checkoutsPerMinute),
    invoices: countersOf('invoices', settings.invoicesPerMinute),
    postbacks: countersOf('postbacks', settings.postbacksPerMinute),
    sessions: countersOf('sessions', settings.staffRequestsPerMinute),
  };
  const order = counter('order', settings.changesPerOrderPerMinute);
  const renders = counter('renders', settings.rendersPerMinute);
  const staff = {
    'request': counter('staff', settings.staffRequestsPerMinute),
    'service call': counter('staff service calls', settings.staffServiceCallsPerMinute),
  };
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
        maxOfCheckout: settings.streamsPerCheckout,
        holder: widerNetwork ?? client ?? WITHOUT_ADDRESS,
        counted: [
          ...(client === null ? [] : [{ key: client, max }]),
          ...(widerNetwork === null ? [] : [{ key: widerNetwork, max: max * WIDER_NETWORK_FACTOR }]),
        ],
      });
      if (slot) return slot;
      throw rateLimited('Too many open event streams', STREAM_RETRY_MS);
    },
    share(counts) {
      for (const scope of ['checkouts', 'invoices', 'postbacks'] as const) {
        counters[scope].clients.share(counts, scope);
        counters[scope].widerNetworks.share(counts, `${scope}_56`);
      }
      order.share(counts, 'order');
    },
  };
}

/** Counts per key and minute, in bounded memory or in a table that several processes share. */
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

  /** Counts in a shared table. If it does not respond, this process counts locally, so that no payer is refused for that. */
  share({ table, query }: SharedRateLimits, keyPrefix: string): void {
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
    let { refused, msBeforeNext } = await consume(limiter, key);
    if (msBeforeNext > MAX_WINDOW_MS) {
      await limiter.delete(key);
      ({ refused, msBeforeNext } = await consume(limiter, key));
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

async function consume(limiter: RateLimiterAbstract, key: string) {
  try {
    return { refused: null, msBeforeNext: (await limiter.consume(key)).msBeforeNext };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { refused: error, msBeforeNext: error.msBeforeNext };
  }
}
