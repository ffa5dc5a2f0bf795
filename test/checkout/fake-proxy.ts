import type { CheckoutSession, CheckoutSessionOptions, EventSourceLike } from '../../src/checkout/index.js';
import type { ClaimKeyStorage } from '../../src/checkout/claim-keys.js';
import { createCheckoutSession } from '../../src/checkout/index.js';
import { caipIds } from '../../src/payment/index.js';
import type { Checkout, CheckoutInvoice, ProblemCode } from '../../src/protocol/index.js';
import { PROBLEMS } from '../../src/protocol/index.js';
import { FakeClock } from './fake-clock.js';

/** The server's time when the fake clock was created. */
export const START_MS = Date.UTC(2026, 10, 21, 10);

export function iso(afterStartMs: number): string {
  return new Date(START_MS + afterStartMs).toISOString();
}

export function invoiceOf(changes: Partial<CheckoutInvoice> = {}): CheckoutInvoice {
  return {
    id: 'INV-ABCD1234',
    currency: 'BTC',
    ...caipIds(changes.currency ?? 'BTC'),
    address: 'bc1qaddress',
    amount: '0.001',
    paid: '0',
    due: '0.001',
    surplus: '0',
    fee: null,
    feePaidBy: null,
    createdAt: iso(0),
    expiresAt: iso(900_000),
    monitoredUntil: iso(87_300_000),
    transactions: [],
    unconfirmed: [],
    hostedPage: null,
    ...changes,
  };
}

export function checkoutOf(changes: Partial<Checkout> = {}): Checkout {
  return {
    id: 'checkout-1',
    version: 1,
    now: iso(0),
    state: 'choosing',
    late: false,
    stale: false,
    checkedAt: null,
    testMode: false,
    order: { id: 'order-7', amount: '49', currency: 'EUR', emailRequired: false },
    shop: {},
    offers: [{ code: 'BTC', available: true }],
    invoice: null,
    transfer: null,
    ...changes,
  };
}

export interface Request {
  readonly method: string;
  readonly path: string;
  /** The query, with its question mark. */
  readonly query: string;
  readonly body: unknown;
  readonly init: RequestInit;
}

export type Respond = (request: Request) => Response | Promise<Response>;

export function answer(checkout: unknown, status = 200): Response {
  return new Response(JSON.stringify(checkout), { status });
}

export function problem(code: ProblemCode, headers: Record<string, string> = {}): Response {
  const { status, title, retryable } = PROBLEMS[code];
  const body = { type: 'about:blank', title, status, code, retryable, requestId: 'request-9' };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Fails as `fetch` does without a network. */
export function offline(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** Never responds, and ignores its signal. */
export function hang(): Promise<Response> {
  return new Promise(() => undefined);
}

export const CLAIM = { key: 'k'.repeat(43), browser: 'b'.repeat(43) };

/** Storage of a browser that has a claim key for every checkout, so that a session creates none. */
const RETURNING: ClaimKeyStorage = {
  length: 0,
  key: () => null,
  getItem: () => `0 ${CLAIM.key} ${CLAIM.browser}`,
  setItem: () => undefined,
  removeItem: () => undefined,
};

/** A proxy, the network to it, and the clock of both, controlled by a test. */
export class FakeProxy {
  readonly clock = new FakeClock();
  readonly requests: Request[] = [];
  /** Open streams, the newest last. */
  readonly streams: FakeStream[] = [];
  /** The number of opened streams. */
  streamsOpened = 0;
  checkout: Checkout = checkoutOf();
  /** The response to the next requests, instead of the checkout. */
  respond: Respond = () => answer(this.stamped());
  /** `silent`: opens and sends nothing · `broken`: fails immediately */
  streamMode: 'works' | 'silent' | 'broken' = 'works';
  readonly #originMs = this.clock.nowMs();

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const [path = '', query = ''] = String(input).split(/(?=\?)/);
    const request = { method: init.method ?? 'GET', path, query, body, init };
    this.requests.push(request);
    return this.respond(request);
  };

  session(options: Partial<CheckoutSessionOptions> = {}): CheckoutSession {
    return createCheckoutSession(this.options(options));
  }

  /** The dependencies of a session for this proxy, with its clock. */
  options(options: Partial<CheckoutSessionOptions> = {}): CheckoutSessionOptions {
    return {
      endpoint: '/pay',
      ...('checkout' in options ? {} : { order: 'token' }),
      fetch: this.fetch,
      eventSource: streamClass(this),
      clock: this.clock,
      storage: RETURNING,
      random: () => 0.5,
      ...options,
    };
  }

  /** The current checkout, as the server sends it. */
  stamped(): Checkout {
    return { ...this.checkout, now: iso(this.clock.nowMs() - this.#originMs) };
  }

  /** Publishes the next version, also to every open stream that works. */
  change(changes: Partial<Checkout>): void {
    this.checkout = { ...this.checkout, ...changes, version: this.checkout.version + 1 };
    for (const stream of [...this.streams]) {
      if (this.streamMode !== 'works') stream.isDead = true;
      if (!stream.isDead) stream.send(this.stamped());
    }
  }

  requested(method: string, path: string): number {
    return this.requests.filter((request) => request.method === method && request.path === path).length;
  }
}

class FakeStream implements EventSourceLike {
  /** A stream that was silent once stays so: only a new connection brings data again. */
  isDead: boolean;
  readonly #listeners = new Map<string, (event: { data?: unknown }) => void>();

  constructor(
    private readonly proxy: FakeProxy,
    readonly url: string,
    readonly withCredentials: boolean,
  ) {
    this.isDead = proxy.streamMode !== 'works';
    proxy.streams.push(this);
    proxy.streamsOpened += 1;
    queueMicrotask(() => {
      if (proxy.streamMode === 'works') this.send(proxy.stamped());
      if (proxy.streamMode === 'broken') this.fail();
    });
  }

  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void {
    this.#listeners.set(type, listener);
  }

  send(checkout: unknown): void {
    this.#listeners.get('checkout')?.({
      data: typeof checkout === 'string' ? checkout : JSON.stringify(checkout),
    });
  }

  /** A heartbeat: a named event without data. */
  beat(): void {
    if (!this.isDead) this.#listeners.get('heartbeat')?.({ data: '' });
  }

  fail(): void {
    this.#listeners.get('error')?.({});
  }

  close(): void {
    const index = this.proxy.streams.indexOf(this);
    if (index >= 0) this.proxy.streams.splice(index, 1);
  }
}

function streamClass(proxy: FakeProxy) {
  return class extends FakeStream {
    constructor(url: string, init: { withCredentials?: boolean } = {}) {
      super(proxy, url, init.withCredentials ?? false);
    }
  };
}

/** The snapshot of a session with a checkout. */
export function ready(session: CheckoutSession) {
  const { snapshot } = session;
  if (snapshot.phase !== 'ready') throw new Error(`the session is ${JSON.stringify(snapshot)}`);
  return snapshot;
}
