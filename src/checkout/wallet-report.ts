import type { TransferRequest } from '../protocol/index.js';
import { retryDelayMs } from './poll-schedule.js';
import type { CheckoutSession } from './session.js';

/** Some ten minutes. After that the proxy still has the state `asked`, which every page shows as unknown by then. */
const MAX_ATTEMPTS = 24;

/** Reports the outcome of a transfer, and retries until the proxy has it. Never rejects. */
export async function reportTransfer(
  session: Pick<CheckoutSession, 'reportTransfer'>,
  report: TransferRequest,
): Promise<void> {
  for (let failures = 1; failures <= MAX_ATTEMPTS; failures += 1) {
    const result = await session.reportTransfer(report).catch(() => null);
    if (result === null || result.ok || !result.problem.retryable) return;
    const { retryAfterMs } = result;
    // Also in the background, where the payer's wallet may be in front of the page.
    const waitMs = retryDelayMs({ failures, retryAfterMs, jitter: Math.random(), isHidden: false });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
