import * as v from 'valibot';
import { textFault } from '../../payment/plain-text.js';
import { NOT_OFFERED } from '../../protocol/request-schema.js';
import { isRecord, type Schema } from '../../protocol/schema.js';
import { ProblemError } from '../base/problem-error.js';
import { withTimeout } from '../base/async.js';
import type { ProxyRequest } from './request.js';

/** More than any request of a checkout needs. */
const MAX_BODY_BYTES = 16 * 1024;

/** Only a client that tries to hold the connection needs longer for a body of this size. */
const BODY_TIMEOUT_MS = 10_000;

/**
 * Reads the JSON object of a POST.
 * @throws {ProblemError} `unsupported_media_type`, `payload_too_large`, `currency_not_offered` or `invalid_request`, also if a
 *   text is not plain
 */
export async function readRequest<T>(request: ProxyRequest, schema: Schema<T>): Promise<T> {
  if (mediaTypeOf(request) !== 'application/json')
    throw new ProblemError(
      'unsupported_media_type',
      'Send a JSON object with Content-Type: application/json.',
    );
  const value = parseJson(await readText(request));
  if (!isRecord(value))
    throw new ProblemError('invalid_request', 'The request body is not an object. Send a JSON object.');
  return parseRequest(schema, value);
}

/**
 * Reads the fields of a form. If a field is repeated, the first one counts (URL standard, "application/x-www-form-urlencoded
 * parsing"). An empty field counts as missing.
 * @throws {ProblemError} `payload_too_large` or `invalid_request`
 */
export async function readForm(request: ProxyRequest): Promise<Readonly<Record<string, unknown>>> {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded')
    throw new ProblemError('invalid_request', 'The request body is not a form. Send it as browsers do.');
  const text = await readText(request);
  // If a framework has parsed the form, `request` has serialized it as JSON. Browsers encode a brace: no form begins with one.
  const fields: unknown = text.startsWith('{')
    ? parseJson(text)
    : Object.fromEntries([...new URLSearchParams(text)].reverse());
  const entered = Object.entries(isRecord(fields) ? fields : {}).filter(([, value]) => value !== '');
  return Object.fromEntries(entered);
}

/** @throws {ProblemError} `currency_not_offered`, or `invalid_request` that names the field, also if a text is not plain */
export function parseRequest<T>(schema: Schema<T>, fields: Readonly<Record<string, unknown>>): T {
  // Checked here for all requests: no schema can forget it.
  assertPlainTexts(Object.entries(fields));
  const result = v.safeParse(schema, fields, { abortEarly: true });
  if (result.success) return result.output;
  const [{ message, path }] = result.issues;
  if (message === NOT_OFFERED) throw new ProblemError('currency_not_offered');
  throw new ProblemError('invalid_request', `${String(path?.[0].key)} ${message}`);
}

/** @throws {ProblemError} `invalid_request` that names the field */
export function assertPlainTexts(fields: Iterable<readonly [name: string, value: unknown]>): void {
  for (const [name, value] of fields) {
    const fault = typeof value === 'string' ? textFault(value) : null;
    if (fault === null) continue;
    // The response must not repeat a name that none of our fields can have.
    const field = /^\w{1,40}$/.test(name) ? name : 'A field';
    throw new ProblemError('invalid_request', `${field} ${fault}. Remove it.`);
  }
}

function mediaTypeOf(request: ProxyRequest): string {
  const [mediaType = ''] = (request.header('content-type') ?? '').split(';');
  return mediaType.trim().toLowerCase();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('invalid_request', 'The request body is not valid JSON. Send a JSON object.');
  }
}

/** @throws {ProblemError} `payload_too_large`, or `invalid_request` if the body is cut off or takes too long */
export async function readText(request: ProxyRequest): Promise<string> {
  const body = request.body() ?? '';
  // The header has the wrong length for a body that a framework has parsed and that was serialized again.
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : Number(request.header('content-length'));
  if (bytes > MAX_BODY_BYTES) throw new ProblemError('payload_too_large');
  return typeof body === 'string' ? body : readInTime(body.getReader());
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = '';
  try {
    const isRead = await withTimeout(
      BODY_TIMEOUT_MS,
      readAll(reader).then((all) => (text = all)),
    );
    if (isRead) return text;
    const detail = `The request body did not arrive within ${BODY_TIMEOUT_MS / 1000} s. Send it again.`;
    throw new ProblemError('invalid_request', detail);
  } catch (error) {
    // Not awaited: a body that never ends must not delay the response.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new ProblemError('invalid_request', 'The request body was cut off. Send it again.', { cause });
    });
    if (done) return Buffer.concat(chunks).toString('utf8');
    bytes += value.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new ProblemError('payload_too_large');
    chunks.push(value);
  }
}
