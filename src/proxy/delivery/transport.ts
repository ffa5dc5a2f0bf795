import type { CheckoutEvent } from '../../protocol/events.js';
import { withTimeout } from '../base/async.js';
import { Webhook } from 'standardwebhooks';
import { hostWithoutScheme, isLoopback, OptionError } from '../../service/options.js';
import { retryAfterMs } from '../../service/transport.js';
import { signatureHeaders, webhookKeys, type SignatureHeaders } from './webhook-signature.js';

export type Attempt = {
  /** HTTP status of the response, if there was one. */
  readonly status?: number;
} & (
  | { readonly isDelivered: true }
  | {
      readonly isDelivered: false;
      /** Reason for the log and the operator, without content of the shop's response. */
      readonly failure: string;
      /** For the log only. */
      readonly error?: unknown;
      /** Delay that the shop requests by `Retry-After`. */
      readonly retryAfterMs?: number;
      /** Whether the endpoint rejects all further events (410 Gone). */
      readonly isGone?: boolean;
    }
);

/** A way to deliver events to the shop. */
export interface Transport {
  /** Makes one attempt to deliver an event. `payload` is JSON text. Never rejects. */
  send(event: { readonly id: string; readonly payload: string }): Promise<Attempt>;
}

/** Handles an event in the shop. If the promise rejects, the proxy retries the delivery. */
export type OnEvent = (event: CheckoutEvent) => unknown;

/** Timeout of the callback: one that never settles must not block its checkout. */
const CALLBACK_TIMEOUT_MS = 30_000;

/** Delivers events by calling the shop's function in this process. */
export function callbackTransport(onEvent: OnEvent): Transport {
  return {
    async send({ payload }): Promise<Attempt> {
      try {
        const content: CheckoutEvent = JSON.parse(payload);
        const isDone = await withTimeout(
          CALLBACK_TIMEOUT_MS,
          Promise.resolve().then(() => onEvent(content)),
          { keepsAlive: false },
        );
        if (!isDone) throw new Error(`onEvent did not complete within ${CALLBACK_TIMEOUT_MS / 1000} s`);
        return { isDelivered: true };
      } catch (error) {
        return { isDelivered: false, failure: 'onEvent failed', error };
      }
    },
  };
}

/** The shop's webhook endpoint. */
export interface WebhookOptions {
  /** `https://`, or `http://` on localhost. */
  readonly url: string;
  /** Secrets: `whsec_` and base64. During a rotation, list several: the proxy signs each request with all of them. */
  readonly secrets: readonly string[];
}

const WEBHOOK_TIMEOUT_MS = 10_000;
const GONE = 410;

/**
 * Parses the URL of the webhook. Errors omit the part after the host, which may be secret.
 * @throws {TypeError} if it is invalid or insecure
 */
export function webhookUrl(text: string, option = 'webhook.url'): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fail = (problem: string, remedy: string) => new OptionError({ option, problem, remedy });
  const schemeless = hostWithoutScheme(text);
  if (schemeless !== null)
    throw fail(`is "${schemeless}…", without https://`, 'Use a URL such as https://shop.example/events');
  if (!url) throw fail('is not a URL', 'Use one such as https://shop.example/events');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe) {
    const problem = `is insecure ("${url.protocol}//${url.host}")`;
    throw fail(problem, 'Use https://; http:// is accepted for localhost only');
  }
  if (url.username === '' && url.password === '') return url;
  const problem = `contains credentials (at "${url.host}")`;
  throw fail(problem, 'Remove them: the signature authenticates the sender');
}

/**
 * Delivers events by signed POST requests (Standard Webhooks). Signs the system time instead of the proxy's clock, since the shop
 * compares it with its own.
 * @throws {TypeError} if the URL or a secret is invalid
 */
export function webhookTransport({ url, secrets }: WebhookOptions): Transport {
  const address = webhookUrl(url);
  const signers = webhookKeys(secrets, 'webhook.secrets').map((key) => new Webhook(key, { format: 'raw' }));
  if (signers.length === 0)
    throw new OptionError({
      option: 'webhook.secrets',
      problem: 'is empty',
      remedy: 'Pass at least one secret',
    });
  return {
    async send({ id, payload }): Promise<Attempt> {
      try {
        return await post(address, payload, signatureHeaders(id, payload, signers));
      } catch (error) {
        return failedAttempt(error);
      }
    },
  };
}

async function post(url: URL, body: string, signature: SignatureHeaders): Promise<Attempt> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'crypto-checkout', ...signature },
    body,
    // A redirect could lead anywhere: the shop must configure the final URL.
    redirect: 'manual',
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
  });
  // Only the status counts. Canceling the unread body frees the connection.
  await response.body?.cancel().catch(() => undefined);
  return toAttempt(response);
}

function toAttempt({ ok, status, headers }: Response): Attempt {
  if (ok) return { isDelivered: true, status };
  const failure = `webhook answered ${status}`;
  if (status === GONE) return { isDelivered: false, status, failure, isGone: true };
  const waitMs = retryAfterMs(headers.get('retry-after'), Date.now());
  return { isDelivered: false, status, failure, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
}

function failedAttempt(error: unknown): Attempt {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const failure = isTimeout
    ? `webhook did not answer within ${WEBHOOK_TIMEOUT_MS / 1000} s`
    : 'webhook unreachable';
  return { isDelivered: false, failure, error };
}
