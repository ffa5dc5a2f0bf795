import type { SolanaTransfer, TransferRequest } from '../protocol/index.js';
import type { CheckoutSession } from './session.js';
import { retryDelayMs } from './poll-schedule.js';

/** The data that a transfer from a wallet in the browser needs, where the proxy provides it. */
interface WalletSources {
  /** Rejects if the proxy or the network does not answer. `null`: money could be lost at the address. */
  readonly solanaState?: () => Promise<SolanaTransfer | null>;
  readonly tonManifest?: string;
}

/** Returns the sources for the invoice that the session shows now. */
export function walletSources(session: CheckoutSession): WalletSources {
  const { snapshot } = session;
  if (snapshot.phase !== 'ready') return {};
  const { wallets, invoice } = snapshot.checkout;
  const solanaState = async () => {
    const result = await session.solanaTransfer();
    if (!result.ok && result.problem.code === 'payee_unsupported') return null;
    // Another page may have chosen another currency meanwhile.
    if (!result.ok || result.transfer.address !== invoice?.address)
      throw new Error('no answer about the address');
    return result.transfer;
  };
  return {
    ...(wallets?.solana && { solanaState }),
    ...(wallets?.tonManifest !== undefined && { tonManifest: wallets.tonManifest }),
  };
}

/** About ten minutes. After that the proxy keeps the state `asked`, which every page shows as unknown by then. */
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
    // At the normal pace also in the background: the payer's wallet may cover the page.
    const waitMs = retryDelayMs({ failures, retryAfterMs, jitter: Math.random(), isHidden: false });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
