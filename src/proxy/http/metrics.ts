import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreMetrics } from '../store/store-metrics.js';

/** What can be counted at the moment of asking. */
export interface Snapshot {
  /** `null` when the store cannot be read. */
  readonly figures: StoreMetrics | null;
  readonly streams: number;
}

/** Of one HTTP request; all three from closed lists. */
export interface CountedRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'OPTIONS']);
const LATENCY_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/**
 * Figures for Prometheus, in a registry of their own. Labels hold words of closed lists only: no id, no address, nothing
 * that a page, a shop or the service has sent.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'crypto_checkout_requests_total',
    help: 'HTTP requests answered',
    labelNames: ['route', 'method', 'status'],
    registers: [this.#registry],
  });
  /** Since they were last read: the library takes longer to find a counter by its labels than an answer takes. */
  readonly #answered = new Map<string, { readonly labels: CountedRequest; count: number }>();
  readonly #limited = new Counter({
    name: 'crypto_checkout_rate_limited_total',
    help: 'Clients and orders that came to a limit, once per minute each',
    labelNames: ['work'],
    registers: [this.#registry],
  });
  readonly #calls = new Histogram({
    name: 'crypto_checkout_service_call_seconds',
    help: 'Calls of the payment service, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: LATENCY_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #checkouts = this.#gauge('checkouts', 'Checkouts in the store, by state', ['state']);
  readonly #owing = this.#gauge(
    'checkouts_owing',
    'Checkouts in the store with received money that is owed to the payer',
  );
  readonly #invoices = this.#gauge('invoices', 'Invoices in the store, by state', ['state']);
  readonly #alarms = this.#gauge('invoices_with_alarm', 'Invoices in the store with an alarm, by reason', [
    'reason',
  ]);
  readonly #mismatches = this.#gauge(
    'price_mismatches',
    'Invoices in the store for which the service named another price than was ordered',
  );
  readonly #lag = this.#gauge('poll_lag_seconds', 'How overdue the most overdue look at an invoice is');
  readonly #events = this.#gauge('events', 'Events for the shop: pending, or dead letters', ['state']);
  readonly #deposits = this.#gauge(
    'deposits',
    'Money that postbacks have told of for permanent addresses: waiting, verified, unverified, mismatch',
    ['state'],
  );
  readonly #streams = this.#gauge('streams_open', 'Event streams of this process');
  readonly #storeUp = this.#gauge('store_up', '1 when the store can be read');

  request({ route, method: asked, status }: CountedRequest): void {
    const method = METHODS.has(asked) ? asked : 'other';
    const key = `${route} ${method} ${status}`;
    const answered = this.#answered.get(key);
    if (answered) answered.count += 1;
    else this.#answered.set(key, { labels: { route, method, status }, count: 1 });
  }

  limited(work: string): void {
    this.#limited.inc({ work });
  }

  call(operation: string, outcome: string, seconds: number): void {
    this.#calls.observe({ operation, outcome }, seconds);
  }

  /** The text format of Prometheus, version 0.0.4. */
  text({ figures, streams }: Snapshot): Promise<string> {
    for (const { labels, count } of this.#answered.values()) this.#requests.inc({ ...labels }, count);
    this.#answered.clear();
    this.#streams.set(streams);
    this.#storeUp.set(figures ? 1 : 0);
    this.#setAll(this.#checkouts, 'state', figures?.checkouts);
    this.#set(this.#owing, figures && figures.owing);
    this.#setAll(this.#invoices, 'state', figures?.invoices);
    this.#setAll(this.#alarms, 'reason', figures?.alarms);
    const events = figures && new Map(Object.entries(figures.events));
    this.#setAll(this.#events, 'state', events ?? undefined);
    this.#setAll(this.#deposits, 'state', figures?.deposits);
    this.#set(this.#mismatches, figures && (figures.alarms.get('price_mismatch') ?? 0));
    this.#set(this.#lag, figures && figures.pollLagMs / 1000);
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

  /** What is not known is left out: an old figure would be a wrong one. */
  #set(gauge: Gauge, value: number | null): void {
    if (value === null) gauge.remove();
    else gauge.set(value);
  }

  #setAll(gauge: Gauge, label: string, values: ReadonlyMap<string, number> = new Map()): void {
    gauge.reset();
    for (const [value, count] of values) gauge.set({ [label]: value }, count);
  }
}
