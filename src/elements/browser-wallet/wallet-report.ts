import type { CheckoutSession } from '../../checkout/session.js';
import type { TransferRequest } from '../../protocol/index.js';

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** For some ten minutes. Then the proxy has the state `asked`, which every page takes for unknown. */
const MAX_ATTEMPTS = 24;

/** Reports what became of a transfer, until the proxy has it. Never rejects. */
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
