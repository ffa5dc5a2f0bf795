import type { WebhookEvent } from '../protocol/events.js';
import { parseEvent } from '../protocol/parse-event.js';
import type { SignatureHeaders } from './delivery/webhook-signature.js';
import {
  concatenated,
  hmacKey,
  isSignedWithOne,
  signaturesOf,
  signedContent,
  webhookKey,
  webhookKeys,
} from './delivery/webhook-signature.js';

export type * from '../protocol/events.js';
export type { SignatureHeaders } from './delivery/webhook-signature.js';

/**
 * Reason for rejecting a request.
 *
 * - `missing_header`: one of the three headers is missing or malformed; the proxy did not send the request
 * - `invalid_signature`: the body is not as received, or the request was signed with another secret, or altered
 * - `timestamp_too_old`, `timestamp_too_new`: the request was signed too long ago or in the future; it is a replay, or a clock is wrong
 * - `invalid_event`: the request is genuine, but this release does not know the event; the proxy may be newer
 * - `too_large`: the body exceeds 1 MiB and was not read to the end
 * - `incomplete`: the body ended early, because the client aborted the request
 */
export type WebhookErrorCode =
  | 'missing_header'
  | 'invalid_signature'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'invalid_event'
  | 'too_large'
  | 'incomplete';

/** A rejected request. Respond with its status: the proxy retries, and finally stores the event as a dead letter. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Status for the response. */
  readonly status: 400 | 413;
  constructor(
    readonly code: WebhookErrorCode,
    message: string,
  ) {
    super(message);
    this.status = code === 'too_large' ? 413 : 400;
  }
}

/** Headers of a Node request or a Web `Request`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A received request. `body` contains the bytes as received, before a JSON parser. A `node:http` request serves as its own
 * body, of which at most 1 MiB is read.
 */
export interface WebhookRequest {
  readonly headers: WebhookHeaders;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface VerifyOptions {
  /** The proxy's `webhook.secrets`, several during a rotation. Empty entries are ignored. */
  readonly secrets: readonly string[];
  /** Maximum age of a signature, and maximum clock difference, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
}

const TOLERANCE_SECONDS = 300;
/** An event has a few kilobytes. The limit bounds the memory that an attacker can use. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Verifies a request of the proxy (Standard Webhooks) and returns its event.
 *
 * The same event may arrive again: handle each `event.id` once, in the transaction in which you store it.
 *
 * @throws {WebhookError} if the request must be rejected
 * @throws {TypeError} if a secret is invalid, or the body was parsed before
 */
export async function verifyWebhook(
  request: Request | WebhookRequest,
  { secrets, toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions,
): Promise<WebhookEvent> {
  const keys = keysOf(secrets);
  if (!(toleranceSeconds >= 0)) {
    throw new TypeError(`toleranceSeconds is invalid (${toleranceSeconds}). Pass seconds, such as 300.`);
  }
  const id = header(request.headers, 'webhook-id');
  const timestamp = header(request.headers, 'webhook-timestamp');
  const signatures = signaturesOf(header(request.headers, 'webhook-signature'));
  checkTime(timestamp, toleranceSeconds);
  if (signatures.length === 0) {
    throw new WebhookError(
      'invalid_signature',
      'The header webhook-signature has no v1 signature. Check that the proxy sent the request.',
    );
  }
  const body = await bytesOf(request);
  if (!(await isSignedWithOne(keys, signatures, signedContent(id, timestamp, body)))) {
    throw new WebhookError(
      'invalid_signature',
      'The signature does not match the body. Pass the body as received, not parsed and serialized again. ' +
        'If it is as received, check that the secrets are those of the proxy.',
    );
  }
  const event = parseEvent(new TextDecoder().decode(body));
  if (event?.id === id) return event;
  if (event)
    throw new WebhookError('invalid_event', 'The header webhook-id differs from the event id in the body.');
  throw new WebhookError(
    'invalid_event',
    'The body is not an event that this release knows. Update crypto-checkout to the release of the proxy.',
  );
}

/** A signed request of the proxy. */
export interface SignedRequest {
  readonly headers: SignatureHeaders & Readonly<Record<'content-type', string>>;
  readonly body: string;
}

/**
 * Signs an event like the proxy, for a shop's tests: `fetch(url, { method: 'POST', ...request })`.
 * @param sentAtMs time of signing. Default: now
 * @throws {TypeError} if the secret is invalid
 */
export async function signWebhook(
  event: WebhookEvent,
  secret: string,
  { sentAtMs = Date.now() }: { readonly sentAtMs?: number } = {},
): Promise<SignedRequest> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(sentAtMs / 1000));
  const key = await hmacKey(webhookKey(secret, 'secret'), 'sign');
  const content = signedContent(event.id, timestamp, new TextEncoder().encode(body));
  const signature = String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', key, content)));
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(signature)}`,
    },
    body,
  };
}

function keysOf(secrets: readonly string[]): readonly Uint8Array<ArrayBuffer>[] {
  const keys = Array.isArray(secrets) ? webhookKeys(secrets, 'secrets') : [];
  if (keys.length > 0) return keys;
  throw new TypeError('secrets is missing. Pass [secret], from the environment.');
}

function header(headers: WebhookHeaders, name: string): string {
  const text = optionalHeader(headers, name);
  if (text !== undefined && text !== '') return text;
  throw new WebhookError('missing_header', `The request has no header ${name}.`);
}

function optionalHeader(headers: WebhookHeaders, name: string): string | undefined {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const value = pairs.find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookError('missing_header', 'The header webhook-timestamp is not a number of seconds.');
  }
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookError(
      'timestamp_too_old',
      `The request was signed ${ageSeconds} s ago. Check the clocks if this repeats.`,
    );
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookError(
      'timestamp_too_new',
      `The request was signed ${-ageSeconds} s in the future. Check the clocks.`,
    );
  }
}

async function bytesOf(request: Request | WebhookRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { headers, body } = request;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body === null) return new Uint8Array();
  const isRead =
    ('bodyUsed' in request && request.bodyUsed) ||
    (typeof body === 'object' && 'readableDidRead' in body && body.readableDidRead === true);
  if (isRead || typeof body !== 'object' || !(Symbol.asyncIterator in body)) throw consumedBody();
  if (Number(optionalHeader(headers, 'content-length')) > MAX_BODY_BYTES) throw tooLarge();
  return wholeBody(body);
}

/** Reads a body up to the limit. Leaving the loop early closes the body. */
async function wholeBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > MAX_BODY_BYTES) throw tooLarge();
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof WebhookError) throw error;
    throw new WebhookError('incomplete', 'The body ended early: the client aborted the request.');
  }
  if (!parts.every((part) => part instanceof Uint8Array)) throw consumedBody();
  return concatenated(parts, length);
}

function consumedBody(): TypeError {
  return new TypeError(
    'The body has been read or parsed before. Pass it as received: verify the webhook before a JSON parser.',
  );
}

function tooLarge(): WebhookError {
  return new WebhookError('too_large', `The body exceeds ${MAX_BODY_BYTES} bytes.`);
}
