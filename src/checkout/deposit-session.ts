import type { CurrencyCode } from '../payment/index.js';
import type { DepositAddress } from '../protocol/index.js';
import { defaultClock, type MonotonicClock } from './clock.js';
import type { CheckoutSessionOptions } from './create-session.js';
import { retryDelayMs } from './poll-schedule.js';
import { createProxyClient, type ProxyResult, type ProxyClient } from './proxy-client.js';
import type { SubscriberVisibility, SessionProblem } from './session.js';
import { VISIBLE_AFTER_FAILURES } from './state.js';
import { notifyListeners } from './notify-listeners.js';

/** Immutable state of a deposit session at one time. Every change creates a new object. */
export type DepositSnapshot =
  /** `wallet`: the address shown before, to which the customer may return. */
  | { readonly phase: 'choosing'; readonly wallet: DepositAddress | null }
  /** `isSlow`: the request takes longer than people expect. */
  | { readonly phase: 'requesting'; readonly currency: CurrencyCode; readonly isSlow: boolean }
  /** The session keeps retrying a retryable problem. */
  | { readonly phase: 'failed'; readonly currency: CurrencyCode; readonly problem: SessionProblem }
  | { readonly phase: 'ready'; readonly wallet: DepositAddress };

/** A headless session for a customer deposit address. */
export interface DepositSession {
  readonly snapshot: DepositSnapshot;
  /** Calls back at every change. No request is sent before the first subscriber, nor after the last one leaves. */
  subscribe(listener: () => void, visibility?: SubscriberVisibility): () => void;
  /** Requests the address for this currency: it is the same each time. */
  choose(currency: CurrencyCode): void;
  /** Shows the currencies again (`true`), or returns to the address (`false`). */
  change(changing: boolean): void;
  /** Replaces the customer token by a newer one for the same customer, for the next request. The state stays. */
  renewCustomer(customer: string): void;
  /** Retries now instead of later: on return to the page, or when the customer presses "Try again". */
  refresh(): void;
}

/** Options of `createDepositSession`. The inherited ones are those of a checkout session. */
export interface DepositSessionOptions extends Pick<
  CheckoutSessionOptions,
  'endpoint' | 'credentials' | 'fetch' | 'clock' | 'random'
> {
  /** A signed customer token, or a reference for the shop's resolver. */
  readonly customer: string;
}

/** After this time the customer reads that the request is still running. */
const SLOW_AFTER_MS = 6_000;

/**
 * Creates a session for a customer's deposit address with the proxy. It sends no request before the first subscriber.
 * @throws {TypeError} when `customer` is empty
 */
export function createDepositSession(options: DepositSessionOptions): DepositSession {
  if (!options.customer) {
    throw new TypeError('A deposit session needs "customer": a customer token, or a reference of the shop');
  }
  return new ProxyDeposit(options);
}

class ProxyDeposit implements DepositSession {
  readonly #clock: MonotonicClock;
  readonly #client: ProxyClient;
  readonly #random: () => number;
  readonly #listeners = new Map<() => void, SubscriberVisibility>();
  #snapshot: DepositSnapshot = { phase: 'choosing', wallet: null };
  #wallet: DepositAddress | null = null;
  #customer: string;
  #failures = 0;
  #requestInFlight: AbortController | null = null;
  /** Stops the timer of `#markSlow`, or of the next retry. */
  #stopTimer = () => {};

  constructor(options: DepositSessionOptions) {
    const { endpoint, fetch, clock = defaultClock, credentials = 'same-origin' } = options;
    this.#clock = clock;
    this.#customer = options.customer;
    this.#random = options.random ?? Math.random;
    this.#client = createProxyClient({ endpoint, fetch, clock, credentials });
  }

  get snapshot(): DepositSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void, visibility: SubscriberVisibility = { isHidden: () => false }): () => void {
    // Wrapped in an object, so that the same function can subscribe twice.
    const entry = () => listener();
    this.#listeners.set(entry, visibility);
    if (this.#listeners.size === 1) this.#request();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  choose(currency: CurrencyCode): void {
    this.#begin({ phase: 'requesting', currency, isSlow: false });
    this.#request();
  }

  change(changing: boolean): void {
    const wallet = this.#wallet;
    this.#begin(changing || !wallet ? { phase: 'choosing', wallet } : { phase: 'ready', wallet });
  }

  renewCustomer(customer: string): void {
    if (customer === this.#customer) return;
    this.#customer = customer;
    const { snapshot } = this;
    // The proxy has refused the one before.
    if (snapshot.phase === 'failed' && !snapshot.problem.retryable) this.choose(snapshot.currency);
  }

  refresh(): void {
    const { snapshot } = this;
    if (!isRequesting(snapshot)) return;
    if (snapshot.phase === 'failed')
      this.#show({ phase: 'requesting', currency: snapshot.currency, isSlow: false });
    if (!this.#requestInFlight) this.#request();
  }

  #begin(snapshot: DepositSnapshot): void {
    this.#stop();
    this.#failures = 0;
    this.#show(snapshot);
  }

  #stop(): void {
    this.#stopTimer();
    this.#requestInFlight?.abort();
    this.#requestInFlight = null;
  }

  #show(snapshot: DepositSnapshot): void {
    this.#snapshot = snapshot;
    notifyListeners(this.#listeners.keys());
  }

  #request(): void {
    const { snapshot } = this;
    if (this.#listeners.size === 0 || !isRequesting(snapshot)) return;
    const { currency } = snapshot;
    const request = new AbortController();
    this.#stopTimer();
    this.#stopTimer = this.#clock.setTimer(() => this.#markSlow(), SLOW_AFTER_MS);
    this.#requestInFlight = request;
    void this.#client.openDepositAddress(this.#customer, currency, request).then((answer) => {
      // If it is another request, the last subscriber has left, or another currency was selected.
      if (this.#requestInFlight === request) this.#onResult(currency, answer);
    });
  }

  #markSlow(): void {
    if (this.#snapshot.phase === 'requesting') this.#show({ ...this.#snapshot, isSlow: true });
  }

  #onResult(currency: CurrencyCode, answer: ProxyResult<DepositAddress>): void {
    this.#stop();
    if (answer.ok) {
      this.#wallet = answer.value;
      this.#show({ phase: 'ready', wallet: answer.value });
      return;
    }
    const { problem, retryAfterMs } = answer;
    this.#failures += 1;
    if (problem.retryable)
      this.#stopTimer = this.#clock.setTimer(() => this.#request(), this.#delayMs(retryAfterMs));
    // A single failure is not shown, as in the checkout.
    const isShown = this.#failures >= VISIBLE_AFTER_FAILURES || !problem.retryable;
    this.#show(
      isShown ? { phase: 'failed', currency, problem } : { phase: 'requesting', currency, isSlow: true },
    );
  }

  #delayMs(retryAfterMs: number): number {
    const isHidden = [...this.#listeners.values()].every((visibility) => visibility.isHidden());
    return retryDelayMs({ failures: this.#failures, retryAfterMs, jitter: this.#random(), isHidden });
  }
}

function isRequesting(
  snapshot: DepositSnapshot,
): snapshot is Extract<DepositSnapshot, { phase: 'requesting' | 'failed' }> {
  return snapshot.phase === 'requesting' || (snapshot.phase === 'failed' && snapshot.problem.retryable);
}
