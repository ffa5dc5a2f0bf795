import {
  newEventId,
  type Attempt,
  type WebhookEvent,
  type WebhookTestEvent,
  webhookTransport,
  webhookUrl,
} from '../../proxy/settings.js';
import { required } from './environment.js';
import { withCauseCode } from './exit.js';
import type { Terminal } from './terminal.js';

export type SendEvent = (event: WebhookEvent) => Promise<Attempt>;

/**
 * Returns a function that sends an event, signed as the proxy signs. It rejects at Ctrl-C, and never for another reason.
 * @param source the variable or the option that holds the URL, for errors
 * @throws {OptionError} if the URL or the secret is missing or invalid
 */
export function webhookSender(terminal: Terminal, url: string, source: string): SendEvent {
  webhookUrl(url, source);
  const transport = webhookTransport({ url, secrets: required(terminal, 'CRYPTO_CHECKOUT_WEBHOOK_SECRET') });
  const { signal } = terminal;
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  interrupted.catch(() => undefined);
  return (event) =>
    Promise.race([interrupted, transport.send({ id: event.id, payload: JSON.stringify(event) })]);
}

/** Returns what the endpoint answered, without anything that it has sent. */
export function describeAttempt(attempt: Attempt): string {
  if (attempt.isDelivered) return `answered ${attempt.status ?? 'without a status'}`;
  if (attempt.status !== undefined) return `answered ${attempt.status}`;
  return withCauseCode(attempt.failure, attempt.error);
}

/** Returns a test of the endpoint, which no receiver may take for a payment. */
export function testEvent({ nowMs }: Pick<Terminal, 'nowMs'>): WebhookTestEvent {
  const createdAt = new Date(nowMs()).toISOString();
  return { id: newEventId(), type: 'webhook.test', createdAt, testMode: true };
}

/** Returns how to fix a failed attempt. @param source the variable or the option that holds the URL */
export function remedyForAttempt({ status }: Attempt, source: string): string {
  if (status === undefined) return `start the receiver, or check ${source}, the network and its certificate`;
  if (status === 404 || status < 400) return `use the final URL of the receiver in ${source}`;
  if (status === 400 || status === 401 || status === 403)
    return 'check that the receiver has the same CRYPTO_CHECKOUT_WEBHOOK_SECRET and the right time, and verifies the raw body';
  return 'check the log of the receiver: it must respond with 2xx even to event types that it ignores';
}
