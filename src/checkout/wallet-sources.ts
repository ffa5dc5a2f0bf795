import type { SolanaTransfer } from '../protocol/index.js';
import type { CheckoutSession } from './session.js';

/** What a transfer of a wallet in the browser needs of the proxy, as far as the proxy provides it. */
interface WalletSources {
  /** Rejects if the proxy or the network does not answer. `null`: money could be lost at the address. */
  readonly solanaState?: () => Promise<SolanaTransfer | null>;
  readonly tonManifest?: string;
}

/** Returns them for the invoice that the session shows now. */
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
