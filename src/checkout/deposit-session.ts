import type { CurrencyCode } from '../payment/index.js';
import type { Wallet } from '../protocol/index.js';
import type { Clock } from './clock.js';
import { defaultClock } from './clock.js';
import type { CheckoutSessionOptions } from './create-session.js';
import { retryDelayMs } from './poll-schedule.js';
import type { Answer, ProxyClient } from './proxy-client.js';
import { createProxyClient } from './proxy-client.js';
import type { Onlooker, SessionProblem } from './session.js';
import { FAILURES_SHOWN } from './state.js';
import { tell } from './notify-listeners.js';

/** What a deposit session knows at one moment. A new object at every change, never altered afterwards. */
export type DepositSnapshot =
  /** `wallet`: the one shown before, which the customer may go back to. */
  | { readonly phase: 'choosing'; readonly wallet: Wallet | null }
  /** `isLong`: it takes longer than people expect. */
  | { readonly phase: 'getting'; readonly currency: CurrencyCode; readonly isLong: boolean }
  /** What is retryable is being tried again meanwhile. */
  | { readonly phase: 'failed'; readonly currency: CurrencyCode; readonly problem: SessionProblem }
  | { readonly phase: 'ready'; readonly wallet: Wallet };

/** A customer's way to a permanent address, without a screen: what elements, stories and tests talk to. */
export interface DepositSession {
  readonly snapshot: DepositSnapshot;
  /** Told at every change. Nothing is sent before the first subscriber, nor after the last has left. */
  subscribe(listener: () => void, onlooker?: Onlooker): () => void;
  /** Gets the address for this currency: the same one each time. */
  choose(currency: CurrencyCode): void;
  /** Shows the choice again (`true`), or returns to the address that was shown (`false`). */
  change(changing: boolean): void;
  /** Asks again now where the session waits to: on return to the page, by the customer's "try again". */
  refresh(): void;
}

export interface DepositSessionOptions extends Pick<
  CheckoutSessionOptions,
  'endpoint' | 'credentials' | 'fetch' | 'clock' | 'random'
> {
  /** A signed customer token, or a reference that the shop's resolver knows. */
  readonly customer: string;
}

/** After so long the customer is told that it still goes on. */
const LONG_MS = 6_000;

/** @throws {TypeError} when `customer` is empty */
export function createDepositSession(options: DepositSessionOptions): DepositSession {
  if (!options.customer) {
    throw new TypeError('A deposit session needs "customer": a customer token, or a reference of the shop');
  }
  return new ProxyDeposit(options);
}

class ProxyDeposit implements DepositSession {
  readonly #clock: Clock;
  readonly #client: ProxyClient;
  readonly #random: () => number;
  /** Each with whether it can be seen. */
  readonly #listeners = new Map<() => void, Onlooker>();
  #snapshot: DepositSnapshot = { phase: 'choosing', wallet: null };
  #wallet: Wallet | null = null;
  #failures = 0;
  /** The question under way. */
  #asking: AbortController | null = null;
  /** Until the customer is told to be patient, or until the next question. */
  #stopTimer = () => {};

  constructor(private readonly options: DepositSessionOptions) {
    const { endpoint, fetch, clock = defaultClock, credentials = 'same-origin' } = options;
    this.#clock = clock;
    this.#random = options.random ?? Math.random;
    this.#client = createProxyClient({ endpoint, fetch, clock, credentials });
  }

  get snapshot(): DepositSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void, onlooker: Onlooker = { isHidden: () => false }): () => void {
    // Wrapped, so that the same function may subscribe twice.
    const entry = () => listener();
    this.#listeners.set(entry, onlooker);
    if (this.#listeners.size === 1) this.#ask();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.#rest();
    };
  }

  choose(currency: CurrencyCode): void {
    this.#begin({ phase: 'getting', currency, isLong: false });
    this.#ask();
  }

  change(changing: boolean): void {
    const wallet = this.#wallet;
    this.#begin(changing || !wallet ? { phase: 'choosing', wallet } : { phase: 'ready', wallet });
  }

  refresh(): void {
    const { snapshot } = this;
    if (!isWanting(snapshot)) return;
    if (snapshot.phase === 'failed')
      this.#show({ phase: 'getting', currency: snapshot.currency, isLong: false });
    if (!this.#asking) this.#ask();
  }

  #begin(snapshot: DepositSnapshot): void {
    this.#rest();
    this.#failures = 0;
    this.#show(snapshot);
  }

  #rest(): void {
    this.#stopTimer();
    this.#asking?.abort();
    this.#asking = null;
  }

  #show(snapshot: DepositSnapshot): void {
    this.#snapshot = snapshot;
    tell(this.#listeners.keys());
  }

  #ask(): void {
    const { snapshot } = this;
    if (this.#listeners.size === 0 || !isWanting(snapshot)) return;
    const { currency } = snapshot;
    const asking = new AbortController();
    this.#stopTimer();
    this.#stopTimer = this.#clock.setTimer(() => this.#linger(), LONG_MS);
    this.#asking = asking;
    void this.#client.openWallet(this.options.customer, currency, asking).then((answer) => {
      // Else nobody looks on any more, or something else was chosen.
      if (this.#asking === asking) this.#take(currency, answer);
    });
  }

  #linger(): void {
    if (this.#snapshot.phase === 'getting') this.#show({ ...this.#snapshot, isLong: true });
  }

  #take(currency: CurrencyCode, answer: Answer<Wallet>): void {
    this.#rest();
    if (answer.ok) {
      this.#wallet = answer.told;
      this.#show({ phase: 'ready', wallet: answer.told });
      return;
    }
    const { problem, retryAfterMs } = answer;
    this.#failures += 1;
    if (problem.retryable)
      this.#stopTimer = this.#clock.setTimer(() => this.#ask(), this.#delayMs(retryAfterMs));
    // One failure is an accident, as in the checkout.
    const isShown = this.#failures >= FAILURES_SHOWN || !problem.retryable;
    this.#show(
      isShown ? { phase: 'failed', currency, problem } : { phase: 'getting', currency, isLong: true },
    );
  }

  #delayMs(retryAfterMs: number): number {
    const isHidden = [...this.#listeners.values()].every((onlooker) => onlooker.isHidden());
    return retryDelayMs({ failures: this.#failures, retryAfterMs, jitter: this.#random(), isHidden });
  }
}

/** Is there an address to ask for? */
function isWanting(
  snapshot: DepositSnapshot,
): snapshot is Extract<DepositSnapshot, { phase: 'getting' | 'failed' }> {
  return snapshot.phase === 'getting' || (snapshot.phase === 'failed' && snapshot.problem.retryable);
}
