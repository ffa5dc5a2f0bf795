import { Webhook } from 'standardwebhooks';
import { isLoopback } from '../../service/options.js';
import { retryAfterMs } from '../../service/retry-after.js';
import type { Attempt, Transport } from './transport.js';
import type { SignatureHeaders } from './webhook-signature.js';
import { webhookKeys } from './webhook-signature.js';

/** Where and how the shop is told. */
export interface WebhookOptions {
  /** `https:`, or `http:` on this machine. */
  readonly url: string;
  /** `whsec_` and base64 each: several while one replaces another, and then every request is signed with all. */
  readonly secrets: readonly string[];
}

const TIMEOUT_MS = 10_000;
const GONE = 410;

/**
 * The address of the shop. What follows its host may be a secret, and stays out of messages.
 * @throws {TypeError} when it is none, or would send events unprotected
 */
export function webhookUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url)
    throw new TypeError('webhook.url is not an address: give one such as https://shop.example/events');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe) {
    throw new TypeError(
      `webhook.url at "${url.protocol}//${url.host}" is not protected: use https:, or http: on localhost only`,
    );
  }
  if (url.username === '' && url.password === '') return url;
  throw new TypeError(
    `webhook.url at "${url.host}" holds a name or password: leave them out, the signature proves who sends`,
  );
}

/**
 * Tells the shop by signed POST requests (Standard Webhooks). The time of signing is that of this machine, whatever the
 * proxy's clock says: the shop compares it with its own.
 * @throws {TypeError} when the address or a secret cannot be right
 */
export function webhookTransport({ url, secrets }: WebhookOptions): Transport {
  const address = webhookUrl(url);
  const signers = webhookKeys(secrets, 'webhook.secrets').map((key) => new Webhook(key, { format: 'raw' }));
  if (signers.length === 0) throw new TypeError('webhook.secrets is empty: give at least one secret');
  return {
    async send({ id, payload }): Promise<Attempt> {
      try {
        return await post(address, payload, signRequest(id, payload, signers));
      } catch (error) {
        return failedAttempt(error);
      }
    },
  };
}

/** With every secret: the receiver needs to know one of them. */
function signRequest(id: string, payload: string, signers: readonly Webhook[]): SignatureHeaders {
  const sentAt = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, payload)).join(' '),
  };
}

async function post(url: URL, body: string, signature: SignatureHeaders): Promise<Attempt> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'crypto-checkout', ...signature },
    body,
    // A redirect could lead anywhere; the shop has to give the address itself.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // Only the status counts: whatever the shop says besides is not read.
  await response.body?.cancel().catch(() => undefined);
  return toAttempt(response);
}

function toAttempt({ ok, status, headers }: Response): Attempt {
  if (ok) return { isTold: true };
  const failure = `the webhook answered ${status}`;
  if (status === GONE) return { isTold: false, failure, isGone: true };
  const waitMs = retryAfterMs(headers.get('retry-after'), Date.now());
  return { isTold: false, failure, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
}

function failedAttempt(error: unknown): Attempt {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const failure = isTimeout
    ? `the webhook has not answered within ${TIMEOUT_MS / 1000} s`
    : 'the webhook cannot be reached';
  return { isTold: false, failure, error };
}
