import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreMetrics } from '../store/store-metrics.js';

interface Snapshot {
  /** `null` if the store cannot be read. */
  readonly store: StoreMetrics | null;
  readonly streams: number;
  /** `null` before the first response of the payment service. */
  readonly clockAheadMs: number | null;
}

/** The labels of one HTTP request, each from a closed list. */
interface CountedRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
const LATENCY_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/**
 * The metrics of one proxy, in their own registry. Labels come from closed lists only. They contain no id, no address, and no
 * text from a page, a shop or the service.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'crypto_checkout_http_requests_total',
    help: 'HTTP requests',
    labelNames: ['route', 'method', 'status'],
    registers: [this.#registry],
  });
  /**
   * Requests since the metrics were last read. Buffered, because the library finds a counter by its labels more slowly than we
   * respond.
   */
  readonly #requestCounts = new Map<string, { readonly labels: CountedRequest; count: number }>();
  readonly #rateLimited = new Counter({
    name: 'crypto_checkout_rate_limited_total',
    help: 'Clients and orders that reached a rate limit, once per minute each',
    labelNames: ['scope'],
    registers: [this.#registry],
  });
  readonly #serviceRequests = new Histogram({
    name: 'crypto_checkout_service_request_duration_seconds',
    help: 'Requests to the payment service, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: LATENCY_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #solanaRequests = new Histogram({
    name: 'crypto_checkout_solana_request_duration_seconds',
    help: 'Requests to the Solana node, by method and outcome',
    labelNames: ['method', 'outcome'],
    buckets: LATENCY_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #checkouts = this.#gauge('checkouts', 'Checkouts in the store, by state', ['state']);
  readonly #owing = this.#gauge(
    'checkouts_owing',
    'Checkouts in the store with money that is owed to the payer',
  );
  readonly #attention = this.#gauge(
    'checkouts_needing_attention',
    "Checkouts in the store about which the shop's staff must decide",
  );
  readonly #payouts = this.#gauge(
    'payouts_needing_attention',
    'Payouts that need a second person, a decision or a payouts process that runs, up to 100',
  );
  readonly #invoices = this.#gauge('invoices', 'Invoices in the store, by state', ['state']);
  readonly #reviews = this.#gauge(
    'invoices_needing_review',
    'Invoices in the store that need a review, by reason',
    ['reason'],
  );
  readonly #mismatches = this.#gauge(
    'price_mismatches',
    'Invoices in the store whose price differs from that of the order',
  );
  readonly #pollLag = this.#gauge('poll_lag_seconds', 'Delay of the most overdue invoice poll');
  readonly #events = this.#gauge('events', 'Events for the shop, by state: pending or dead letter', [
    'state',
  ]);
  readonly #deposits = this.#gauge(
    'deposits',
    'Deposits reported by postbacks, by state: waiting, verified, unverified or mismatch',
    ['state'],
  );
  readonly #streams = this.#gauge('open_streams', 'Open event streams of this process');
  readonly #clockDifference = this.#gauge(
    'service_clock_difference_seconds',
    "How far the clock of this process is ahead of the payment service's",
  );
  readonly #storeUp = this.#gauge('store_up', '1 if the store can be read, otherwise 0');

  recordRequest({ route, method: sent, status }: CountedRequest): void {
    const method = METHODS.has(sent) ? sent : 'other';
    const key = `${route} ${method} ${status}`;
    const known = this.#requestCounts.get(key);
    if (known) known.count += 1;
    else this.#requestCounts.set(key, { labels: { route, method, status }, count: 1 });
  }

  recordRateLimit(scope: string): void {
    this.#rateLimited.inc({ scope });
  }

  recordServiceCall(operation: string, outcome: string, seconds: number): void {
    this.#serviceRequests.observe({ operation, outcome }, seconds);
  }

  recordSolanaCall(method: string, outcome: string, seconds: number): void {
    this.#solanaRequests.observe({ method, outcome }, seconds);
  }

  /** Returns the metrics in the text format of Prometheus, version 0.0.4. */
  text({ store, streams, clockAheadMs }: Snapshot): Promise<string> {
    for (const { labels, count } of this.#requestCounts.values()) this.#requests.inc({ ...labels }, count);
    this.#requestCounts.clear();
    this.#streams.set(streams);
    this.#storeUp.set(store ? 1 : 0);
    this.#set(this.#clockDifference, clockAheadMs === null ? null : clockAheadMs / 1000);
    this.#setAll(this.#checkouts, 'state', store?.checkouts);
    this.#set(this.#owing, store && store.owing);
    this.#set(this.#attention, store && store.attention);
    this.#set(this.#payouts, store && store.payouts);
    this.#setAll(this.#invoices, 'state', store?.invoices);
    this.#setAll(this.#reviews, 'reason', store?.reviews);
    this.#setAll(this.#events, 'state', store?.events);
    this.#setAll(this.#deposits, 'state', store?.deposits);
    this.#set(this.#mismatches, store && (store.reviews.get('price_mismatch') ?? 0));
    this.#set(this.#pollLag, store && store.pollLagMs / 1000);
    return this.#registry.metrics();
  }

  #gauge(name: string, help: string, labelNames: readonly string[] = []): Gauge {
    return new Gauge({
      name: `crypto_checkout_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
    });
  }

  /** Omits an unknown value: the last known one may be outdated. */
  #set(gauge: Gauge, value: number | null): void {
    if (value === null) gauge.remove();
    else gauge.set(value);
  }

  #setAll(gauge: Gauge, label: string, values: ReadonlyMap<string, number> = new Map()): void {
    gauge.reset();
    for (const [value, count] of values) gauge.set({ [label]: value }, count);
  }
}
