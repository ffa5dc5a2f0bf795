// Loaded together with the screens for wallets in the browser.
import { catalogs } from '../locales/compiled/wallets/catalogs.js';
import { walletRequest } from '../locales/compiled/wallets/en/walletRequest.js';
import { addSubject, loadMessages, type Messages } from '../i18n/index.js';

/** Loads the messages for a BCP 47 tag. The screens are in English until then. */
export function loadBrowserWalletMessages(locale: string): Promise<void> {
  addSubject('browserWallet', catalogs);
  return loadMessages(locale);
}

/** Returns the messages of the request; in English where the language has none, or the shop provides only some. */
export function requestMessages({ browserWallet }: Messages): typeof walletRequest {
  return { ...walletRequest, ...browserWallet };
}
