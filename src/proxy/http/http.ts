import type { Problem, ProblemCode } from '../../protocol/index.js';
import { PROBLEMS } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import type { Answer } from './answer.js';
import { toBody } from './stream-body.js';
import type { Stream } from '../streams/stream.js';

/** More than any request of the checkout needs. */
const MAX_BODY_BYTES = 16 * 1024;

/** A body of this size that takes longer comes from somebody who wants to hold the connection. */
const BODY_TIMEOUT_MS = 10_000;

/** On every answer: it belongs to one payer at one moment, and is what it says it is. */
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

type Fields = Readonly<Record<string, string>>;

export function json(status: number, body: object, headers: Fields = {}): Answer {
  return jsonText(status, JSON.stringify(body), headers);
}

/** @param text of a JSON value */
export function jsonText(status: number, text: string, headers: Fields = {}): Answer {
  return {
    status,
    headers: { ...ALWAYS, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: text,
  };
}

export function empty(status: number, headers: Fields = {}): Answer {
  return { status, headers: { ...ALWAYS, ...headers }, body: null };
}

export function plain(text: string, contentType: string): Answer {
  return { status: 200, headers: { ...ALWAYS, 'content-type': contentType }, body: text };
}

export function eventStream(stream: Stream): Answer {
  return {
    status: 200,
    // Buffering by a server in between would hold back the news.
    headers: { ...ALWAYS, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
    body: toBody(stream),
  };
}

/** RFC 9457. `detail` is ours, never the service's. */
export function problem(
  code: ProblemCode,
  requestId: string,
  { detail, headers = {} }: { readonly detail?: string | undefined; readonly headers?: Fields } = {},
): Answer {
  const { status, title, retryable } = PROBLEMS[code];
  const body: Problem = {
    type: 'about:blank',
    title,
    status,
    code,
    retryable,
    requestId,
    ...(detail === undefined ? {} : { detail }),
  };
  return json(status, body, { ...headers, 'content-type': 'application/problem+json; charset=utf-8' });
}

/** The fields that the protocol lists, and no other; what is in them is not looked at yet. */
type Unchecked<Fields> = { readonly [Name in keyof Fields]?: unknown };

/**
 * The JSON object of a POST, whose form the protocol has as `Fields`.
 * @throws {ProblemError} `unsupported_media_type`, `payload_too_large` or `invalid_request`
 */
export async function readObject<Fields>(request: Request): Promise<Unchecked<Fields>> {
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') throw new ProblemError('unsupported_media_type');
  const value = parse(await readText(request));
  if (isObject<Fields>(value)) return value;
  throw new ProblemError('invalid_request', 'the body is not a JSON object');
}

function isObject<Fields>(value: unknown): value is Unchecked<Fields> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('invalid_request', 'the body is not JSON');
  }
}

function brokenOff(error: unknown): never {
  throw new ProblemError('invalid_request', 'the body broke off', { cause: error });
}

/** @throws {ProblemError} when it is too large, breaks off, or takes too long */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES)
    throw new ProblemError('payload_too_large');
  const reader = request.body?.getReader();
  if (!reader) return '';
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const detail = `the body has not arrived within ${BODY_TIMEOUT_MS / 1000} s`;
    deadline = setTimeout(() => reject(new ProblemError('invalid_request', detail)), BODY_TIMEOUT_MS);
  });
  try {
    return await Promise.race([readAll(reader), late]);
  } catch (error) {
    // Not awaited: a body that never ends must not hold up the answer.
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(deadline);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return Buffer.concat(chunks).toString('utf8');
    bytes += value.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new ProblemError('payload_too_large');
    chunks.push(value);
  }
}
