import { optional } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';
import { describeAttempt, remedyForAttempt, testEvent, webhookSender } from '../base/webhook.js';
import { blocked, failed, type Finding, ok, skipped } from './finding.js';

const CHECK = 'webhook delivery';
const URL_NAME = 'CRYPTO_CHECKOUT_WEBHOOK_URL';

/**
 * Checks whether the webhook accepts a signed event.
 * @param options.webhook whether to send a `webhook.test` event
 * @param variables findings of `checkVariables`
 */
export async function checkWebhook(
  terminal: Terminal,
  { webhook }: { readonly webhook: boolean },
  variables: readonly Finding[],
): Promise<Finding> {
  if (!webhook)
    return skipped(CHECK, 'use --webhook to send a signed webhook.test event, which concerns no order');
  const url = optional(terminal, URL_NAME);
  const isWrong = ({ check, verdict }: Finding) =>
    verdict === 'failed' && [URL_NAME, 'CRYPTO_CHECKOUT_WEBHOOK_SECRET'].includes(check);
  if (variables.some(isWrong)) return blocked(CHECK);
  if (url === undefined) return failed(CHECK, `${URL_NAME} is not set`, 'set it, or omit --webhook');
  const attempt = await webhookSender(terminal, url, URL_NAME)(testEvent(terminal));
  const outcome = describeAttempt(attempt);
  return attempt.isDelivered
    ? ok(CHECK, outcome)
    : failed(CHECK, outcome, remedyForAttempt(attempt, URL_NAME));
}
