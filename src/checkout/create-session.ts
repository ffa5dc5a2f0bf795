import type { CurrencyCode } from '../payment/index.js';
import type { Checkout, TransferRequest } from '../protocol/index.js';
import {
  checkoutsOfOrder,
  claimKeyOf,
  createClaimKey,
  reuseClaimKey,
  orderIdName,
  orderName,
  type ClaimKeyStorage,
} from './claim-keys.js';
import { defaultClock, type MonotonicClock } from './clock.js';
import { SessionUpdates } from './session-updates.js';
import type { EventSourceConstructor } from './event-stream.js';
import { limitStreams } from './stream-limit.js';
import { createProxyClient, type ProxyResult, type ProxyClient } from './proxy-client.js';
import { screenOf } from './screen.js';
import type {
  CheckoutSession,
  PayerAction,
  SubscriberVisibility,
  SessionSnapshot,
  InvoiceTime,
  RefundInput,
  RefundRequestResult,
  SolanaTransferResult,
  TransferReportResult,
} from './session.js';
import { hasOtherPrice, stateTheSame } from './token-claims.js';
import { INITIAL_STATE, transition, type SessionEvent } from './state.js';
import { notifyListeners } from './notify-listeners.js';

export interface CheckoutSessionOptions {
  /** The proxy's base path or address, such as `/crypto-checkout`. */
  readonly endpoint: string;
  /** A signed order token, or a reference for the shop's resolver. Required unless `checkout` is set. */
  readonly order?: string;
  /** The id of a checkout to continue. */
  readonly checkout?: string;
  /** The checkout as the shop's server has rendered it: known from the beginning, without a first request. */
  readonly initial?: Checkout;
  /** As for `fetch`. Default: `same-origin`. */
  readonly credentials?: RequestCredentials;
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** `null` disables streams. Default: the platform's `EventSource`. */
  readonly eventSource?: EventSourceConstructor | null;
  /**
   * Keeps a random key per checkout, with which a payer can ask for money back later. Default: the browser's `localStorage`. If it is
   * blocked, the key lasts as long as the page.
   */
  readonly storage?: ClaimKeyStorage;
  /** Time and timers. Default: the platform's. */
  readonly clock?: MonotonicClock;
  /** Returns 0 to 1, to spread retries. Default: `Math.random`. */
  readonly random?: () => number;
}

/**
 * Creates a payer's session with the proxy. It sends no request before the first subscriber.
 * @throws {TypeError} when neither `order` nor `checkout` is given
 */
export function createCheckoutSession(options: CheckoutSessionOptions): CheckoutSession {
  if (!options.order && !options.checkout) {
    throw new TypeError('A checkout session needs "order", or "checkout" with the id of an earlier one');
  }
  return new ProxySession(options);
}

const VISIBLE: SubscriberVisibility = { isHidden: () => false };

class ProxySession implements CheckoutSession {
  readonly #clock: MonotonicClock;
  readonly #client: ProxyClient;
  readonly #listeners = new Map<() => void, SubscriberVisibility>();
  #state = INITIAL_STATE;
  #order: string;
  /** The newest order that the proxy has answered; `null` before. */
  #knownOrder: string | null = null;
  /** Only until the first connection: a later one polls. */
  #isKnown = false;
  #updates: SessionUpdates | null = null;
  /** The id of the checkout whose claim key is being created, or exists. */
  #preparedId: string | null = null;
  /** Resolves once the key exists; `null`: it does. */
  #preparing: Promise<void> | null = null;

  constructor(private readonly options: CheckoutSessionOptions) {
    const { endpoint, clock = defaultClock, credentials = 'same-origin' } = options;
    this.#clock = clock;
    this.#order = options.order ?? '';
    this.#client = createProxyClient({
      ...{ endpoint, fetch: options.fetch, clock, credentials },
      browserOf: (name) => claimKeyOf(name, options.storage)?.browser ?? null,
    });
    const { initial: checkout } = options;
    if (!checkout) return;
    // The time at which the server read its clock is unknown, so the offset is a lower bound until the first response.
    const event = { type: 'answered', checkout, nowMs: clock.nowMs(), sentAtMs: null } as const;
    this.#state = transition(this.#state, event);
    this.#isKnown = true;
    this.#knownOrder = this.#order;
    this.#prepareClaimKey();
  }

  get snapshot(): SessionSnapshot {
    return this.#state.snapshot;
  }

  serverNowMs(): number | null {
    const { offsetMs } = this.#state;
    return offsetMs === null ? null : this.#clock.nowMs() + offsetMs;
  }

  subscribe(listener: () => void, visibility: SubscriberVisibility = VISIBLE): () => void {
    // Wrapped in an object, so that the same function can subscribe twice.
    const entry = () => listener();
    this.#listeners.set(entry, visibility);
    this.#updates ??= this.#connect();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size > 0) return;
      this.#updates?.close();
      this.#updates = null;
    };
  }

  choose(currency: CurrencyCode, email?: string, time?: InvoiceTime): Promise<void> {
    const action = { kind: 'invoice', currency } as const;
    return this.#act(action, async (id) => {
      await this.#preparing;
      await this.#sendSignedAgain();
      return this.#client.createInvoice(id, {
        ...{ currency, ...(email !== undefined && { email }), ...time },
      });
    });
  }

  cancel(): Promise<void> {
    return this.#act({ kind: 'cancel' }, (id) => this.#client.cancel(id));
  }

  async reportTransfer(request: TransferRequest): Promise<TransferReportResult> {
    const answer = await this.#client.reportTransfer(this.#checkoutId(), request);
    if (!answer.ok) return answer;
    const { value: checkout, sentAtMs, receivedAtMs: nowMs } = answer;
    this.#dispatch({ type: 'answered', checkout, nowMs, sentAtMs });
    return { ok: true, transfer: checkout.transfer };
  }

  async solanaTransfer(): Promise<SolanaTransferResult> {
    const answer = await this.#client.solanaTransfer(this.#checkoutId());
    return answer.ok ? { ok: true, transfer: answer.value } : answer;
  }

  async requestRefund(input: RefundInput): Promise<RefundRequestResult> {
    const id = this.#checkoutId();
    const claimKey = claimKeyOf(id, this.options.storage)?.key;
    const answer = await this.#client.requestRefund(id, { ...input, ...(claimKey && { claimKey }) });
    if (!answer.ok) {
      // The request may have arrived anyway, or failed because another amount is owed by now.
      this.#updates?.poll();
      return answer;
    }
    const { value: checkout, sentAtMs, receivedAtMs: nowMs } = answer;
    this.#dispatch({ type: 'answered', checkout, nowMs, sentAtMs });
    const refund = checkout.refunds?.items.find(({ invoice }) => invoice === input.invoice);
    return { ok: true, refund: refund ?? null };
  }

  #checkoutId(): string {
    const { snapshot } = this.#state;
    if (snapshot.phase === 'ready') return snapshot.checkout.id;
    throw new Error('There is no checkout yet. Wait until the session is ready');
  }

  change(changing: boolean): void {
    this.#dispatch({ type: 'changing', changing });
  }

  renewOrder(order: string): void {
    if (order === this.#order) return;
    this.#order = order;
    if (!this.#hasNewOrder()) return;
    const { snapshot } = this.#state;
    // Before the listeners are called, as in `refresh`.
    this.#updates?.renew();
    if (snapshot.phase === 'failed' && !snapshot.problem.retryable) this.#dispatch({ type: 'retried' });
  }

  refresh(): void {
    if (!this.#updates) return;
    // Before the listeners are called: one of them may unsubscribe, and after that nothing may start.
    this.#updates.wake();
    this.#dispatch({ type: 'retried' });
  }

  #dispatch(event: SessionEvent): void {
    const before = this.#state.snapshot;
    this.#state = transition(this.#state, event);
    this.#prepareClaimKey();
    this.#updates?.update();
    if (this.#state.snapshot !== before) notifyListeners(this.#listeners.keys());
  }

  async #act(action: PayerAction, send: (id: string) => Promise<ProxyResult>): Promise<void> {
    const { snapshot } = this.#state;
    if (snapshot.phase !== 'ready' || snapshot.pending) return;
    this.#dispatch({ type: 'actionStarted', action });
    const answer = await send(snapshot.checkout.id);
    if (answer.ok) {
      const { value: checkout, sentAtMs, receivedAtMs: nowMs } = answer;
      this.#dispatch({ type: 'answered', checkout, nowMs, sentAtMs });
      this.#dispatch({ type: 'actionCompleted', action });
    } else {
      this.#dispatch({ type: 'actionFailed', action, problem: answer.problem });
      // The action may have succeeded anyway, or failed because the payment has changed.
      this.#updates?.poll();
    }
  }

  /** Creates the claim key of the checkout before an address can be shown: all requests that show one name its browser. */
  #prepareClaimKey(): void {
    const { snapshot } = this.#state;
    if (snapshot.phase !== 'ready' || snapshot.checkout.id === this.#preparedId) return;
    const { id, order } = snapshot.checkout;
    const { storage } = this.options;
    this.#preparedId = id;
    const names = [id, orderIdName(order.id), ...(this.#order ? [orderName(this.#order)] : [])];
    if (reuseClaimKey(names, storage)) return;
    const preparing: Promise<void> = createClaimKey(names, storage).then(
      () => this.#onClaimKey(preparing),
      () => this.#onClaimKey(preparing),
    );
    this.#preparing = preparing;
  }

  #onClaimKey(prepared: Promise<void>): void {
    if (this.#preparing !== prepared) return;
    this.#preparing = null;
    this.#updates?.update();
  }

  #connect(): SessionUpdates {
    const { eventSource = platformEventSource(), random = Math.random, credentials } = this.options;
    const isKnown = this.#isKnown;
    this.#isKnown = false;
    return new SessionUpdates({
      isKnown,
      clock: this.#clock,
      random,
      eventSource,
      withCredentials: credentials === 'include',
      isHidden: () => [...this.#listeners.values()].every((visibility) => visibility.isHidden()),
      stateOf: () => this.#state,
      poll: (abort) => this.#poll(abort),
      hasNewOrder: () => this.#hasNewOrder(),
      eventsUrl: (id) => (this.#preparing ? null : this.#client.eventsUrl(id)),
      dispatch: (event) => this.#dispatch(event),
      // No event marks the deadline, but from then on the same snapshot has another screen.
      onDue: () => {
        const { kind } = screenOf(this.snapshot, this.serverNowMs());
        if (kind === 'checking') notifyListeners(this.#listeners.keys());
      },
    });
  }

  /** The id takes precedence over the order. The proxy decides which of two prices is newer, of which another tab may have sent one. */
  #hasNewOrder(): boolean {
    if (this.options.checkout || this.#order === this.#knownOrder) return false;
    if (this.#knownOrder === null || !stateTheSame(this.#order, this.#knownOrder)) return true;
    const { snapshot } = this.#state;
    return snapshot.phase === 'ready' && hasOtherPrice(this.#order, snapshot.checkout.order);
  }

  /**
   * Sends a token that states the same as the known one: that one may be too old for a new invoice by now. If it fails, the proxy answers
   * the request for the invoice by what it knows.
   */
  async #sendSignedAgain(): Promise<void> {
    const order = this.#order;
    if (this.options.checkout || order === this.#knownOrder || this.#hasNewOrder()) return;
    const answer = await this.#client.open(order, new AbortController());
    if (answer.ok || !answer.problem.retryable) this.#knownOrder = order;
    if (!answer.ok) return;
    const { value: checkout, sentAtMs, receivedAtMs: nowMs } = answer;
    this.#dispatch({ type: 'answered', checkout, nowMs, sentAtMs });
  }

  async #poll(abort: AbortController): Promise<ProxyResult> {
    const { snapshot } = this.#state;
    const id = snapshot.phase === 'ready' ? snapshot.checkout.id : this.options.checkout;
    if (id && !this.#hasNewOrder()) return this.#client.read(id, abort);
    const order = this.#order;
    const opened = await this.#open(order, abort);
    // What the proxy refuses is not sent again while the checkout is open.
    if (opened.ok || (id && !opened.problem.retryable)) this.#knownOrder = order;
    return opened;
  }

  /** Opens the checkout of the order. Once the order is paid, only its id opens it, which this browser knows if it has opened it before. */
  async #open(order: string, abort: AbortController): Promise<ProxyResult> {
    const opened = await this.#client.open(order, abort);
    if (opened.ok || opened.problem.code !== 'checkout_closed') return opened;
    for (const id of checkoutsOfOrder(order, this.options.storage)) {
      const known = await this.#client.read(id, abort);
      if (known.ok || known.problem.retryable) return known;
    }
    return opened;
  }
}

function platformEventSource(): EventSourceConstructor | null {
  if (typeof EventSource === 'undefined') return null;
  // Web Locks exist only in secure contexts.
  return 'locks' in navigator ? limitStreams(EventSource, navigator.locks) : EventSource;
}
