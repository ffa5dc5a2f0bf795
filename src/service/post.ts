import type { Deadlines } from './deadlines.js';
import { withDeadline } from './deadlines.js';
import type { Clock } from './options.js';
import { retryAfterMs } from './retry-after.js';
import type { HttpTransport } from './transport.js';

/** What came back over HTTP. `text` is `null` when it was no UTF-8 or more than the cap. */
export interface HttpAnswer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly text: string | null;
}

/** How one request is sent. */
export interface PostOptions {
  readonly send: HttpTransport;
  /** Sent as `Authorization: Token <key>` ("Authentication"). */
  readonly key: string;
  readonly deadlines: Deadlines;
  readonly maxResponseBytes: number;
  readonly clock: Clock;
  readonly inFlight: InFlightCalls;
}

/** An answer that has begun in time is heard, though its headers took nearly all of it. */
const LEAST_BODY_MS = 1000;

/** What ends each of the calls that are under way, given the reason. */
export type InFlightCalls = Set<(reason: unknown) => void>;

/** One POST of JSON text, or of nothing. @throws what `send` throws, or a `TimeoutError` at a deadline */
export async function post(url: string, body: string | undefined, options: PostOptions): Promise<HttpAnswer> {
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
    const answer = await withDeadline(headersMs, abort, send(url, { headers, body, signal: abort.signal }));
    const restMs = Math.max(deadlines.totalMs - (performance.now() - startedMs), LEAST_BODY_MS);
    text = await withDeadline(restMs, abort, cappedText(answer.bytes, maxResponseBytes));
    const { status, retryAfter } = answer;
    return { status, retryAfterMs: retryAfterMs(retryAfter, clock.nowMs()), text };
  } finally {
    inFlight.delete(end);
    // What was answered whole leaves its connection to the next call.
    if (text === null) abort.abort();
  }
}

async function cappedText(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | null> {
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

/** `null` where it is no UTF-8. */
function decoded(decode: () => string): string | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'BAD_PORT',
]);

/** No request is sent to a server with such a certificate (Node documentation, "X509 certificate error codes"). */
const NOT_TRUSTED: ReadonlySet<string> = new Set([
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

/** Was certainly no connection made on which something can have been asked? */
export function wasNeverConnected(error: unknown): boolean {
  return causeChain(error).some(
    ({ code }) => code !== undefined && (NOT_CONNECTED.has(code) || NOT_TRUSTED.has(code)),
  );
}

/**
 * The names and codes of an error and its causes. Their messages stay behind: they are somebody else's, and
 * may quote what was sent.
 */
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

/** `fetch` sends nothing to some ports (Fetch, section 2.9), and gives its refusal no code. */
function codeOf(error: Error): string | undefined {
  if (error.message === 'bad port') return 'BAD_PORT';
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
