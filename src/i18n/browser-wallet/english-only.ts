import type { BrowserWalletMessages } from '../en.js';

/** Replaces catalogs.ts in the single-file build, which has one language. */
export const BROWSER_WALLET_CATALOGS: Readonly<
  Record<string, () => Promise<{ readonly browserWallet: BrowserWalletMessages }>>
> = {};
