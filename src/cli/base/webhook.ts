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
