import { type Deadlines, withDeadline } from './deadlines.js';
import type { Clock } from './options.js';
import { type HttpTransport, retryAfterMs } from './transport.js';

export interface HttpResponse {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** `null` if the body is not UTF-8, or too large. */
  readonly text: string | null;
}

export interface PostOptions {
  readonly send: HttpTransport;
  /** Sent as `Authorization: Token <key>` (service doc, "Authentication"). */
  readonly key: string;
  readonly deadlines: Deadlines;
  readonly maxResponseBytes: number;
  readonly clock: Clock;
  readonly inFlight: InFlightCalls;
}

/** Minimum time to read a body, even if the headers took almost all the time. */
const MIN_BODY_MS = 1000;

/** Functions that abort each call in flight. */
export type InFlightCalls = Set<(reason: unknown) => void>;

/** Sends a POST request. @throws what `send` throws, or a `TimeoutError` at a deadline */
export async function post(
  url: string,
  body: string | undefined,
  options: PostOptions,
): Promise<HttpResponse> {
  const { send, key, deadlines, maxResponseBytes, clock, inFlight } = options;
  const startedMs = performance.now();
  const abort = new AbortController();
  const headers = {
    authorization: `Token ${key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    accept: 'application/json',
  };
  const end = (reason: unknown) => abort.abort(reason);
  inFlight.add(end);
  let text: string | null = null;
  try {
    const headersMs = Math.min(deadlines.headersMs, deadlines.totalMs);
    const response = await withDeadline(headersMs, abort, send(url, { headers, body, signal: abort.signal }));
    const restMs = Math.max(deadlines.totalMs - (performance.now() - startedMs), MIN_BODY_MS);
    text = await withDeadline(restMs, abort, cappedText(response.bytes, maxResponseBytes));
    const { status, retryAfter } = response;
    return { status, retryAfterMs: retryAfterMs(retryAfter, clock.nowMs()), text };
  } finally {
    inFlight.delete(end);
    // After a complete response, the connection stays open for the next call.
    if (text === null) abort.abort();
  }
}

/** Returns the text of a body; `null` if it is not UTF-8, or exceeds the limit. */
export async function cappedText(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    const more = bytes > maxBytes ? null : decoded(() => decoder.decode(chunk, { stream: true }));
    if (more === null) return null;
    text += more;
  }
  const last = decoded(() => decoder.decode());
  return last === null ? null : text + last;
}

/** Returns the result of `decode`; `null` if the bytes are not UTF-8. */
function decoded(decode: () => string): string | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

/** Codes of errors that occur before the request is sent. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'BAD_PORT',
  // Node sends no request to a server that it does not trust (Node documentation, "X509 certificate error codes").
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Returns whether the error proves that no request was sent. */
export function wasNeverConnected(error: unknown): boolean {
  return causeChain(error).some(({ code }) => code !== undefined && NEVER_CONNECTED.has(code));
}

/** Summarizes an error and its causes by names and codes. Their messages may quote the request. */
export function causeSummary(error: unknown): Error {
  const links = causeChain(error).map(({ name, code }) => (code === undefined ? name : `${name} ${code}`));
  return new Error(links.join(' < ') || 'unknown');
}

function causeChain(error: unknown): { name: string; code: string | undefined }[] {
  const links: { name: string; code: string | undefined }[] = [];
  for (let link = error; link instanceof Error && links.length < 8; link = link.cause) {
    links.push({ name: link.name, code: codeOf(link) });
  }
  return links;
}

/** Returns the code of an error. The error of `fetch` for a blocked port (Fetch standard §2.9) has none. */
function codeOf(error: Error): string | undefined {
  if (error.message === 'bad port') return 'BAD_PORT';
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
