// The wallets of this page. Listens only: nothing is asked of a wallet before the payer presses its button.
import { WalletDiscovery } from '../../wallets/discovery.js';
import type { BrowserWallet } from '../../wallets/wallet.js';

export type WalletSource = Pick<WalletDiscovery, 'walletsFor' | 'subscribe' | 'refresh'>;

/** One for the window, for as long as it lives. */
let found: WalletDiscovery | null = null;
const others = new WeakMap<object, WalletSource>();

export function findWallets(): WalletSource {
  return (found ??= new WalletDiscovery(window));
}

/** Offers these wallets in an element, instead of those of the page. */
export function offerWallets(element: object, source: WalletSource): void {
  others.set(element, source);
}

export function walletSourceOf(element: object): WalletSource {
  return others.get(element) ?? findWallets();
}

const STORAGE_KEY = 'crypto-checkout:wallet';

/** A name that a wallet has in each page; its id may be another one each time. */
const lastingName = ({ family, rdns, name }: BrowserWallet) => `${family} ${rdns ?? name ?? ''}`;

export function isLastUsed(wallet: BrowserWallet): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === lastingName(wallet);
  } catch {
    // A page may have no storage.
    return false;
  }
}

export function saveLastUsed(wallet: BrowserWallet): void {
  try {
    localStorage.setItem(STORAGE_KEY, lastingName(wallet));
  } catch {
    // As above.
  }
}

/** Tells two wallets of one name apart. */
export function distinctionOf(wallet: BrowserWallet, all: readonly BrowserWallet[]): string {
  return all.some((other) => other !== wallet && other.name === wallet.name) ? (wallet.rdns ?? '') : '';
}
