import type { WebhookEvent } from '../protocol/events.js';
import { parseEvent } from '../protocol/parse-event.js';
import { OptionError } from '../service/options.js';
import { assertFields } from './domain/assert-fields.js';
import { formatValue } from './base/format-value.js';
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
 * - `missing_header`: one of the three headers is missing or malformed. The proxy did not send the request
 * - `invalid_signature`: the body is not as received, the secret differs, or the request was altered
 * - `timestamp_too_old`, `timestamp_too_new`: the signature is too old, or in the future. The request is a replay, or a clock is wrong
 * - `invalid_event`: the request is authentic, but this release does not know the event. The proxy may be newer
 * - `too_large`: the body exceeds 1 MiB and was not read completely
 * - `incomplete`: the client aborted the request before the end of the body
 */
export type WebhookErrorCode =
  | 'missing_header'
  | 'invalid_signature'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'invalid_event'
  | 'too_large'
  | 'incomplete';

/** The request was rejected. Respond with `status`: the proxy then retries, and finally stores the event as a dead letter. */
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
 * A received request. `body` is the bytes before a JSON parser, or a `node:http` request, of which `verifyWebhook` reads at most 1 MiB.
 */
export interface WebhookRequest {
  readonly headers: WebhookHeaders;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface VerifyOptions {
  /** The proxy's `webhook.secrets`. List several during a rotation. Ignores empty entries. */
  readonly secrets: readonly string[];
  /** Maximum age of a signature and maximum clock difference, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
}

const TOLERANCE_SECONDS = 300;
/** Limits the memory that an attacker can use. An event has a few kilobytes. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Verifies a request from the proxy (Standard Webhooks) and returns its event.
 *
 * An event may arrive several times. Store `event.id` and handle the event in one transaction, so that you handle it once.
 *
 * @throws {WebhookError} if the request must be rejected
 * @throws {TypeError} if a secret is invalid, the body was parsed before, or a part of the request or an option is missing
 * @example
 * ```ts
 * import { verifyWebhook, WebhookError } from 'crypto-checkout/server';
 *
 * const secrets = [process.env['CRYPTO_CHECKOUT_WEBHOOK_SECRET'] ?? ''];
 *
 * export async function handleWebhook(request: Request): Promise<Response> {
 *   try {
 *     const event = await verifyWebhook(request, { secrets });
 *     if (event.type === 'checkout.paid') console.log(`order ${event.order.id} is paid`);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     if (error instanceof WebhookError) return new Response(error.message, { status: error.status });
 *     throw error;
 *   }
 * }
 * ```
 */
export async function verifyWebhook(
  request: Request | WebhookRequest,
  options: VerifyOptions,
): Promise<WebhookEvent> {
  assertRequest(request);
  assertFields(options, OPTIONS_SHAPE);
  const { secrets, toleranceSeconds = TOLERANCE_SECONDS } = options;
  const keys = keysOf(secrets);
  if (!(toleranceSeconds >= 0)) {
    throw new TypeError(
      `toleranceSeconds is invalid (${formatValue(toleranceSeconds)}). Pass seconds, such as 300.`,
    );
  }
  const id = header(request.headers, 'webhook-id');
  const timestamp = header(request.headers, 'webhook-timestamp');
  const signature = header(request.headers, 'webhook-signature');
  const signatures = signaturesOf(signature);
  checkTime(timestamp, toleranceSeconds);
  if (signatures.length === 0) {
    throw new WebhookError(
      'invalid_signature',
      /(^| )v1,/.test(signature)
        ? 'The header webhook-signature has a malformed v1 signature. Pass the header unchanged.'
        : 'The header webhook-signature has no v1 signature. Check that the proxy sent the request.',
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

/** A signed request, as from the proxy. */
export interface SignedRequest {
  readonly headers: SignatureHeaders & Readonly<Record<'content-type', string>>;
  readonly body: string;
}

/**
 * Signs an event like the proxy, for tests of your webhook.
 * @param sentAtMs time of signing. Default: now
 * @throws {TypeError} if the secret is invalid
 * @example
 * ```ts
 * import { signWebhook, type WebhookEvent } from 'crypto-checkout/server';
 *
 * export async function sendEvent(event: WebhookEvent, secret: string): Promise<number> {
 *   const request = await signWebhook(event, secret);
 *   const response = await fetch('http://localhost:3000/webhook', { method: 'POST', ...request });
 *   return response.status;
 * }
 * ```
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

const OPTIONS_SHAPE = {
  name: 'options',
  fields: ['secrets', 'toleranceSeconds'],
  remedy: 'Pass { secrets: [secret] }, with the secret from the environment',
};

/** Checks the parts of a request for callers without types. @throws {TypeError} */
function assertRequest(request: Request | WebhookRequest): void {
  const remedy = 'Pass the Request, or { headers, body } as received.';
  if (typeof request !== 'object' || request === null) throw new TypeError(`request is missing. ${remedy}`);
  if (typeof request.headers !== 'object' || request.headers === null)
    throw new TypeError(`request.headers is missing. ${remedy}`);
}

function keysOf(secrets: readonly string[]): readonly Uint8Array<ArrayBuffer>[] {
  const fail = (problem: string, remedy: string) => new OptionError({ option: 'secrets', problem, remedy });
  if (secrets === undefined || secrets === null)
    throw fail('is missing', 'Pass [secret], from the environment');
  if (!Array.isArray(secrets)) throw fail(`is not a list (type ${typeof secrets})`, 'Pass [secret]');
  const keys = webhookKeys(secrets, 'secrets');
  if (keys.length > 0) return keys;
  throw fail(
    secrets.length === 0 ? 'is empty' : 'contains only empty strings',
    'Set the variable that holds the secret, for example with node --env-file=.env',
  );
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

/** Reads a body up to the limit. An early exit from the loop closes the body. */
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
    'The body was read or parsed before. Pass it as received: verify the webhook before a JSON parser.',
  );
}

function tooLarge(): WebhookError {
  return new WebhookError('too_large', `The body exceeds ${MAX_BODY_BYTES} bytes.`);
}
