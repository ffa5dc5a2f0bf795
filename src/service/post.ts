import type { Deadlines } from './deadlines.js';
import { within } from './deadlines.js';
import type { Clock } from './options.js';
import { retryAfterMs } from './retry-after.js';

/** What came back over HTTP. `text` is `null` when it was no UTF-8 or more than the cap. */
export interface HttpAnswer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly text: string | null;
}

/** How one request is sent. */
export interface PostOptions {
  readonly fetch: typeof fetch;
  /** Sent as `Authorization: Token <key>` ("Authentication"). */
  readonly key: string;
  readonly deadlines: Deadlines;
  readonly maxResponseBytes: number;
  readonly clock: Clock;
}

/** One POST of JSON text, or of nothing. @throws what `fetch` throws, or a `TimeoutError` at a deadline */
export async function post(url: string, body: string | undefined, options: PostOptions): Promise<HttpAnswer> {
  const { deadlines, maxResponseBytes, clock } = options;
  const startedMs = performance.now();
  const abort = new AbortController();
  try {
    const headersMs = Math.min(deadlines.headersMs, deadlines.totalMs);
    const response = await within(headersMs, abort, send(url, body, options, abort.signal));
    const restMs = deadlines.totalMs - (performance.now() - startedMs);
    return {
      status: response.status,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.nowMs()),
      text: await within(restMs, abort, cappedText(response, maxResponseBytes)),
    };
  } finally {
    abort.abort();
  }
}

async function send(
  url: string,
  body: string | undefined,
  { fetch, key }: PostOptions,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Token ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      accept: 'application/json',
    },
    ...(body !== undefined && { body }),
    // A redirect would carry the key to another place.
    redirect: 'manual',
    signal,
  });
}

async function cappedText(response: Response, maxBytes: number): Promise<string | null> {
  if (!response.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body.getReader();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    bytes += value?.byteLength ?? 0;
    if (bytes > maxBytes) break;
    try {
      text += decoder.decode(value, { stream: !done });
    } catch {
      break;
    }
    if (done) return text;
  }
  // Not awaited: a body that hangs must not hold up the answer.
  reader.cancel().catch(() => undefined);
  return null;
}

const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'BAD_PORT',
]);

/** Was certainly no connection made, so that nothing can have been asked? */
export function wasNeverConnected(error: unknown): boolean {
  return causeChain(error).some(({ code }) => code !== undefined && NOT_CONNECTED.has(code));
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
