import type { BrowserWalletMessages } from '../en.js';
import type { CATALOGS } from '../languages.js';

/** The messages of a payment with a wallet in the browser, by BCP 47 tag. */
export const BROWSER_WALLET_CATALOGS: Readonly<
  Record<keyof typeof CATALOGS, () => Promise<BrowserWalletMessages>>
> = {
  'id': async () => (await import('./id.js')).browserWallet,
  'de': async () => (await import('./de.js')).browserWallet,
  'es': async () => (await import('./es.js')).browserWallet,
  'fr': async () => (await import('./fr.js')).browserWallet,
  'it': async () => (await import('./it.js')).browserWallet,
  'uz': async () => (await import('./uz.js')).browserWallet,
  'pl': async () => (await import('./pl.js')).browserWallet,
  'pt': async () => (await import('./pt.js')).browserWallet,
  'vi': async () => (await import('./vi.js')).browserWallet,
  'tr': async () => (await import('./tr.js')).browserWallet,
  'kk': async () => (await import('./kk.js')).browserWallet,
  'ru': async () => (await import('./ru.js')).browserWallet,
  'uk': async () => (await import('./uk.js')).browserWallet,
  'ar': async () => (await import('./ar.js')).browserWallet,
  'fa': async () => (await import('./fa.js')).browserWallet,
  'hi': async () => (await import('./hi.js')).browserWallet,
  'zh-Hans': async () => (await import('./zh-Hans.js')).browserWallet,
  'ja': async () => (await import('./ja.js')).browserWallet,
  'ko': async () => (await import('./ko.js')).browserWallet,
};
