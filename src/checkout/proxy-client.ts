import type { CurrencyCode } from '../payment/index.js';
import type { Checkout, Problem } from '../protocol/index.js';
import { parseCheckout, parseProblem, ProtocolError } from '../protocol/index.js';
import type { Clock } from './clock.js';
import type { SessionProblem } from './session.js';

/** What came of one request. A request never throws. */
export type Answer =
  | { readonly ok: true; readonly checkout: Checkout; readonly askedAtMs: number }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

/** The requests of the proxy's HTTP face. Aborting ends one at once, as `offline`. */
export interface ProxyClient {
  open(order: string, abort?: AbortController): Promise<Answer>;
  read(id: string, abort?: AbortController): Promise<Answer>;
  makeInvoice(id: string, currency: CurrencyCode, email?: string): Promise<Answer>;
  cancel(id: string): Promise<Answer>;
  /** Where the event stream of a checkout is. */
  eventsUrl(id: string): string;
}

export interface ProxyClientOptions {
  /** The proxy's base path or address, such as `/crypto-checkout`. */
  readonly endpoint: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly credentials: RequestCredentials;
}

const ASK_TIMEOUT_MS = 15_000;
/** The proxy asks the payment service meanwhile, and may have to look for an invoice whose answer was lost. */
const STEP_TIMEOUT_MS = 60_000;
const LONGEST_WAIT_MS = 300_000;

export function createProxyClient({ endpoint, fetch, clock, credentials }: ProxyClientOptions): ProxyClient {
  const base = `${endpoint.replace(/\/+$/, '')}/checkouts`;
  const urlOf = (id: string, rest = '') => `${base}/${encodeURIComponent(id)}${rest}`;

  async function send(url: string, body: object | null, timeoutMs: number, abort = new AbortController()) {
    const askedAtMs = clock.nowMs();
    const stopTimer = clock.setTimer(() => abort.abort(), timeoutMs);
    try {
      return await unlessAborted(abort.signal, exchange(url, body, abort.signal, askedAtMs));
    } catch {
      return failure({ code: 'offline', retryable: true });
    } finally {
      stopTimer();
    }
  }

  async function exchange(url: string, body: object | null, signal: AbortSignal, askedAtMs: number) {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      cache: 'no-store',
      credentials,
      signal,
    });
    return answerOf(response, await response.text(), askedAtMs);
  }

  return {
    open: (order, abort) => send(base, { order }, ASK_TIMEOUT_MS, abort),
    read: (id, abort) => send(urlOf(id), null, ASK_TIMEOUT_MS, abort),
    makeInvoice: (id, currency, email) => send(urlOf(id, '/invoice'), { currency, email }, STEP_TIMEOUT_MS),
    cancel: (id) => send(urlOf(id, '/cancel'), {}, STEP_TIMEOUT_MS),
    eventsUrl: (id) => urlOf(id, '/events'),
  };
}

/** `work`, or a rejection as soon as the signal is aborted, also where `fetch` does not heed it. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  return Promise.race([work, aborted]);
}

function answerOf(response: Response, text: string, askedAtMs: number): Answer {
  const body = parseJson(text);
  if (!response.ok) {
    return failure(problemOf(response.status, parseProblem(body)), response.headers.get('retry-after'));
  }
  try {
    return { ok: true, checkout: parseCheckout(body), askedAtMs };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return failure({ code: 'bad_answer', retryable: true });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(problem: SessionProblem, retryAfter: string | null = null): Answer {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return { ok: false, problem, retryAfterMs: Math.min(seconds * 1000, LONGEST_WAIT_MS) };
}

/** An error answer that is no problem of the protocol comes from something in between, or from a wrong address. */
function problemOf(status: number, problem: Problem | null): SessionProblem {
  if (problem) return { code: problem.code, retryable: problem.retryable, requestId: problem.requestId };
  const maySucceedLater = status >= 500 || status === 408 || status === 425 || status === 429;
  return { code: 'bad_answer', retryable: maySucceedLater };
}
