import type { CurrencyCode } from '../payment/index.js';
import type { Checkout, InvoiceRequest, Problem, RefundRequest, TransferRequest } from '../protocol/index.js';
import {
  parseCheckout,
  parseProblem,
  parseDepositAddress,
  parseSolanaTransfer,
  PATHS,
  pathSegment,
  ProtocolError,
} from '../protocol/index.js';
import { orderName } from './claim-keys.js';
import { defaultClock, type MonotonicClock } from './clock.js';
import { takeEarlyRequest, type ReadResponse } from './early-requests.js';
import type { SessionProblem } from './session.js';

/** Result of one request. A request never throws. */
export type ProxyResult<T = Checkout> =
  | { readonly ok: true; readonly value: T; readonly sentAtMs: number; readonly receivedAtMs: number }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

export type ProxyClient = ReturnType<typeof createProxyClient>;

export interface ProxyClientOptions {
  readonly endpoint: string;
  /** Default: the platform's `fetch` at the time of each request. */
  readonly fetch: typeof fetch | undefined;
  readonly clock: MonotonicClock;
  readonly credentials: RequestCredentials;
  /** Returns `ClaimKey.browser` of a checkout or an order: see `claimKeyOf`. Default: none. */
  readonly browserOf?: (name: string) => string | null;
}

const READ_TIMEOUT_MS = 15_000;
/** Longer, because the proxy calls the payment service, and may have to reconcile an invoice whose outcome is unknown. */
const ACTION_TIMEOUT_MS = 60_000;
const MAX_RETRY_AFTER_MS = 60_000;

interface ProxyRequest<T> {
  readonly url: string;
  /** Returns `null` for a response about another subject than requested. @throws {ProtocolError} */
  readonly read: (json: unknown) => T | null;
  /** Without one it is a GET. */
  readonly body?: object;
  /** Default: as for a request that only reads. */
  readonly timeoutMs?: number;
}

/** Returns the requests of the proxy's HTTP API. An aborted request fails immediately with `offline`. */
export function createProxyClient({ endpoint, clock, credentials, ...options }: ProxyClientOptions) {
  const base = endpoint.replace(/\/+$/, '');
  /** Only such a request uses the same `fetch` and the same clock as an early request. */
  const isDefault = !options.fetch && clock === defaultClock;
  const queryOf = (name: string) => {
    const browser = options.browserOf?.(name) ?? null;
    return browser === null ? '' : `?browser=${browser}`;
  };
  const urlOf = (path: string, id: string) => base + path.replace(':id', pathSegment(id)) + queryOf(id);

  async function send<T>(request: ProxyRequest<T>, abort = new AbortController()): Promise<ProxyResult<T>> {
    const stopTimer = clock.setTimer(() => abort.abort(), request.timeoutMs ?? READ_TIMEOUT_MS);
    try {
      return await unlessAborted(abort.signal, exchange(request, abort.signal));
    } catch {
      return failure({ code: 'offline', retryable: true });
    } finally {
      stopTimer();
    }
  }

  async function exchange<T>(
    { url, read, body }: ProxyRequest<T>,
    signal: AbortSignal,
  ): Promise<ProxyResult<T>> {
    const sent = body ? JSON.stringify(body) : null;
    const early = isDefault ? takeEarlyRequest({ url, body: sent, credentials }, clock.nowMs()) : undefined;
    const { sentAtMs, response: request } = early ?? startRequest(url, sent, signal);
    const { response, text, receivedAtMs } = await request;
    const json = parseJson(text);
    if (response.ok) return toResult(json, read, { sentAtMs, receivedAtMs });
    return failure(problemOf(response.status, parseProblem(json)), retryAfterMs(response.headers));
  }

  function startRequest(url: string, body: string | null, signal: AbortSignal) {
    const sentAtMs = clock.nowMs();
    const request = (options.fetch ?? fetch)(url, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body,
      cache: 'no-store',
      credentials,
      signal,
    });
    const read = async (response: Response): Promise<ReadResponse> => {
      const receivedAtMs = clock.nowMs();
      return { response, text: await response.text(), receivedAtMs };
    };
    return { sentAtMs, response: request.then(read) };
  }

  function act(id: string, path: string, body: object): Promise<ProxyResult> {
    return send({ url: urlOf(path, id), read: parseCheckoutWithId(id), body, timeoutMs: ACTION_TIMEOUT_MS });
  }

  return {
    open: (order: string, abort?: AbortController) =>
      send(
        {
          url: base + PATHS.checkouts + queryOf(orderName(order)),
          read: parseCheckout,
          body: { order },
        },
        abort,
      ),
    read: (id: string, abort?: AbortController) =>
      send({ url: urlOf(PATHS.checkout, id), read: parseCheckoutWithId(id) }, abort),
    createInvoice: (id: string, request: InvoiceRequest) => act(id, PATHS.invoice, request),
    cancel: (id: string) => act(id, PATHS.cancel, {}),
    reportTransfer: (id: string, transfer: TransferRequest) =>
      send({ url: urlOf(PATHS.transfer, id), read: parseCheckoutWithId(id), body: transfer }),
    requestRefund: (id: string, request: RefundRequest) =>
      send({ url: urlOf(PATHS.refund, id), read: parseCheckoutWithId(id), body: request }),
    solanaTransfer: (id: string) => send({ url: urlOf(PATHS.solana, id), read: parseSolanaTransfer }),
    openDepositAddress: (customer: string, currency: CurrencyCode, abort?: AbortController) => {
      const request = {
        url: base + PATHS.depositAddresses,
        // An address of another coin or network would cost the payer the money sent to it.
        read: (json: unknown) => {
          const address = parseDepositAddress(json);
          return address.currency === currency ? address : null;
        },
        body: { customer, currency },
        timeoutMs: ACTION_TIMEOUT_MS,
      };
      return send(request, abort);
    },
    eventsUrl: (id: string) => urlOf(PATHS.events, id),
  };
}

function parseCheckoutWithId(id: string): (json: unknown) => Checkout | null {
  return (json) => {
    const checkout = parseCheckout(json);
    return checkout.id === id ? checkout : null;
  };
}

/** Returns `work`, or rejects as soon as the signal is aborted, also if `fetch` ignores it. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  return Promise.race([work, aborted]);
}

function toResult<T>(
  json: unknown,
  read: ProxyRequest<T>['read'],
  times: { readonly sentAtMs: number; readonly receivedAtMs: number },
): ProxyResult<T> {
  try {
    const value = read(json);
    if (value !== null) return { ok: true, value, ...times };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
  return failure({ code: 'invalid_response', retryable: true });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(problem: SessionProblem, retryAfterMs = 0): ProxyResult<never> {
  return { ok: false, problem, retryAfterMs };
}

/** Parses `Retry-After` (RFC 9110 §10.2.3). A date counts from the `Date` of the response, not by the device's clock. */
function retryAfterMs(headers: Headers): number {
  const text = headers.get('retry-after') ?? '';
  const isSeconds = /^\d+$/.test(text);
  const ms = isSeconds ? Number(text) * 1000 : Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0;
}

/** An error response that is not a problem of the protocol comes from an intermediary, or from a wrong endpoint. */
function problemOf(status: number, problem: Problem | null): SessionProblem {
  if (problem) return { code: problem.code, retryable: problem.retryable, requestId: problem.requestId };
  const maySucceedLater = status >= 500 || status === 408 || status === 425 || status === 429;
  return { code: 'invalid_response', retryable: maySucceedLater };
}
