// Finds the wallets of this page. It only listens, and calls no wallet before the payer presses its button.
import { WalletDiscovery } from '../../wallets/discovery.js';
import type { BrowserWallet } from '../../wallets/wallet.js';

export type WalletSource = Pick<WalletDiscovery, 'walletsFor'>;

/** One per window, for the life of the page (EIP-6963). */
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

/** Stays the same across pages. */
const lastingName = ({ family, rdns, name }: BrowserWallet) => `${family} ${rdns ?? name ?? ''}`;

export function isLastUsed(wallet: BrowserWallet): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === lastingName(wallet);
  } catch {
    // The page may have no storage.
    return false;
  }
}

export function saveLastUsed(wallet: BrowserWallet): void {
  try {
    localStorage.setItem(STORAGE_KEY, lastingName(wallet));
  } catch {
    // The page may have no storage.
  }
}

/** Returns what distinguishes a wallet from another of the same name; empty if nothing has to. */
export function distinctionOf(wallet: BrowserWallet, all: readonly BrowserWallet[]): string {
  return all.some((other) => other !== wallet && other.name === wallet.name) ? (wallet.rdns ?? '') : '';
}
