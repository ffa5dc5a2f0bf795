import type { CheckoutEvent } from './domain/event.js';
import { parseEvent } from './domain/parse-event.js';
import type { SignatureHeaders } from './delivery/webhook-signature.js';
import { webhookKey, webhookKeys } from './delivery/webhook-signature.js';

export type {
  AlarmReason,
  CheckoutAlarm,
  CheckoutAlarmInvoice,
  CheckoutEvent,
  CheckoutEventInvoice,
  CheckoutEventType,
  CheckoutInvoiceEvent,
  DepositReceived,
  InvoiceEventType,
  OrderEvent,
  WalletAlarm,
} from './domain/event.js';
export type { SignatureHeaders } from './delivery/webhook-signature.js';

/**
 * Why a request is not taken.
 *
 * - `missing_header`: one of the three headers is missing, or not of its form: it was not sent by the proxy
 * - `bad_signature`: it was signed with another secret, or altered on its way
 * - `too_old`, `too_new`: it was signed too long ago, or in the future: it is repeated by somebody, or a clock is wrong
 * - `invalid_event`: it is genuine, and no event that this release knows: is the proxy newer?
 * - `too_large`: its body has more than 1 MiB, and was not read to the end
 * - `incomplete`: its body ended early, because the client aborted the request
 */
export type WebhookErrorCode =
  'missing_header' | 'bad_signature' | 'too_old' | 'too_new' | 'invalid_event' | 'too_large' | 'incomplete';

/** A request that is not taken. Answer it with its status: the proxy tries again, and keeps the event in the end. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Status to answer with. */
  readonly status: 400 | 413;
  constructor(
    readonly code: WebhookErrorCode,
    message: string,
  ) {
    super(message);
    this.status = code === 'too_large' ? 413 : 400;
  }
}

/** What Node's `request.headers` and the web's `Headers` have in common. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A request as it came; `body` byte for byte, before any parser of JSON. A request of `node:http` is its own body: it is
 * read to the end, but no more than 1 MiB of it.
 */
export interface WebhookRequest {
  readonly headers: WebhookHeaders;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface VerifyOptions {
  /** Those of the proxy's `webhook.secrets`; several while one replaces another. Empty entries are skipped. */
  readonly secrets: readonly string[];
  /** How long after its signing a request is taken, and how much clocks may differ; 300 unless set. */
  readonly toleranceSeconds?: number | undefined;
}

const TOLERANCE_SECONDS = 300;
/** One per secret of the sender; more is work that somebody wants us to do. */
const MAX_SIGNATURES = 20;
/** An event has a few kilobytes. Anybody may send a body, so no more of one is kept in memory. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The event in a request, if the proxy has sent it and nobody has altered it (Standard Webhooks).
 *
 * The same event may come again, so do everything once per `event.id`, in the transaction in which you note it.
 *
 * @throws {WebhookError} when it must not be taken
 * @throws {TypeError} when a secret cannot be one, or the body is not as it came
 */
export async function verifyWebhook(
  request: Request | WebhookRequest,
  { secrets, toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions,
): Promise<CheckoutEvent> {
  const keys = keysOf(secrets);
  if (!(toleranceSeconds >= 0)) {
    throw new TypeError(`toleranceSeconds is ${toleranceSeconds}: give seconds, such as 300`);
  }
  const id = header(request.headers, 'webhook-id');
  const timestamp = header(request.headers, 'webhook-timestamp');
  const signatures = header(request.headers, 'webhook-signature');
  checkTime(timestamp, toleranceSeconds);
  const body = await bytesOf(request);
  if (!(await isSignedWithOne(keys, signatures, signedContent(id, timestamp, body)))) {
    throw new WebhookError('bad_signature', 'the signature fits none of the secrets');
  }
  const event = parseEvent(new TextDecoder().decode(body));
  if (event?.id === id) return event;
  if (event)
    throw new WebhookError('invalid_event', 'the header webhook-id is not the id of the event in the body');
  throw new WebhookError('invalid_event', 'the body is no event that this release knows');
}

/** A request as the proxy sends it. */
export interface SignedRequest {
  readonly headers: SignatureHeaders & Readonly<Record<'content-type', string>>;
  readonly body: string;
}

/**
 * The request that the proxy would send, for a shop's own tests: `fetch(url, { method: 'POST', ...request })`.
 * @param sentAtMs now unless set
 * @throws {TypeError} when the secret cannot be one
 */
export async function signWebhook(
  event: CheckoutEvent,
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
  throw new TypeError('secrets is missing: give [secret], from the environment');
}

function header(headers: WebhookHeaders, name: string): string {
  const text = optionalHeader(headers, name);
  if (text !== undefined && text !== '') return text;
  throw new WebhookError('missing_header', `the request has no header ${name}`);
}

function optionalHeader(headers: WebhookHeaders, name: string): string | undefined {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const value = pairs.find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookError('missing_header', 'the header webhook-timestamp is no number of seconds');
  }
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookError('too_old', `the request was signed ${ageSeconds} s ago`);
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookError('too_new', `the request was signed ${-ageSeconds} s from now: is a clock wrong?`);
  }
}

async function bytesOf(request: Request | WebhookRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { headers, body } = request;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body === null) return new Uint8Array();
  const isRead = 'bodyUsed' in request && request.bodyUsed;
  if (isRead || typeof body !== 'object' || !(Symbol.asyncIterator in body)) throw notAsItCame();
  if (Number(optionalHeader(headers, 'content-length')) > MAX_BODY_BYTES) throw tooLarge();
  return wholeBody(body);
}

/** Leaving the loop early releases the body, so that nothing more of it arrives. */
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
    throw new WebhookError('incomplete', 'the body ended early: the client has aborted the request');
  }
  if (!parts.every((part) => part instanceof Uint8Array)) throw notAsItCame();
  return concatenated(parts, length);
}

function notAsItCame(): TypeError {
  return new TypeError('body is neither text nor bytes: give it as it came, before a parser of JSON');
}

function tooLarge(): WebhookError {
  return new WebhookError('too_large', `the body has more than ${MAX_BODY_BYTES} bytes`);
}

function concatenated(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/** Standard Webhooks, "Signature scheme": id, time and body, byte for byte. */
function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  return concatenated([start, body], start.length + body.length);
}

function hmacKey(key: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

/** The comparison in constant time is the platform's own. */
async function isSignedWithOne(
  keys: readonly Uint8Array<ArrayBuffer>[],
  header: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const signatures = header.split(' ').slice(0, MAX_SIGNATURES).flatMap(bytesOfSignature);
  for (const key of keys) {
    const verifier = await hmacKey(key, 'verify');
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', verifier, signature, content)) return true;
    }
  }
  return false;
}

/** Other versions than `v1` are passed over, as the specification wants it. */
function bytesOfSignature(text: string): readonly Uint8Array<ArrayBuffer>[] {
  const base64 = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1];
  if (base64 === undefined) return [];
  return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))];
}
