import type { CheckoutSession } from '../../checkout/session.js';
import type { TransferRequest } from '../../protocol/index.js';

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** Some ten minutes. After that the proxy still has the state `asked`, which every page shows as unknown by then. */
const MAX_ATTEMPTS = 24;

/** Reports the outcome of a transfer, and retries until the proxy has it. Never rejects. */
export async function reportTransfer(session: CheckoutSession, report: TransferRequest): Promise<void> {
  let delayMs = FIRST_RETRY_MS;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await session.reportTransfer(report).catch(() => null);
    if (result === null || result.ok || !result.problem.retryable) return;
    const waitMs = Math.max(delayMs, result.retryAfterMs);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    delayMs = Math.min(2 * delayMs, MAX_RETRY_MS);
  }
}
