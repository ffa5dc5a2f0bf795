// Loaded together with the screens for wallets in the browser.
import { BROWSER_WALLET_CATALOGS } from '../i18n/browser-wallet/catalogs.js';
import { walletRequest } from '../i18n/en/wallet-request.js';
import { addSubject, loadMessages, type Messages } from '../i18n/index.js';

/** Loads the messages for a BCP 47 tag. The screens are in English until then. */
export function loadBrowserWalletMessages(locale: string): Promise<void> {
  addSubject(BROWSER_WALLET_CATALOGS);
  return loadMessages(locale);
}

/** Returns the messages of the request; in English where the language has none, or the shop provides only some. */
export function requestMessages({ browserWallet }: Messages): typeof walletRequest {
  return { ...walletRequest, ...browserWallet };
}
