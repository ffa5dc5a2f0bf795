// Loaded together with the screens for wallets in the browser.
import { BROWSER_WALLET_CATALOGS } from '../i18n/browser-wallet/catalogs.js';
import { walletRequest } from '../i18n/en/wallet-request.js';
import { addMessages, languageOf, type Messages } from '../i18n/index.js';

const catalogs: Readonly<Record<string, (typeof BROWSER_WALLET_CATALOGS)['de']>> = BROWSER_WALLET_CATALOGS;

/** Loads the messages for a BCP 47 tag. The screens fall back to English if that fails. */
export async function loadBrowserWalletMessages(locale: string): Promise<void> {
  const language = languageOf(locale);
  const own = await catalogs[language]?.().catch(() => undefined);
  addMessages(language, { browserWallet: own?.browserWallet ?? {} });
}

/** Returns the messages of the request; in English where the language has none, or the shop provides only some. */
export function requestMessages({ browserWallet }: Messages): typeof walletRequest {
  return { ...walletRequest, ...browserWallet };
}
