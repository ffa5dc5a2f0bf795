// Finds wallets without calling them: it listens for announcements, and reads what they have put into the page.
import { type CurrencyCode, walletName } from '../payment/index.js';
import { isObject, itemsOf, read, textOf } from './guards.js';
import { familyOf } from './support.js';
import type { BrowserWallet, WalletDialect, WalletFamily } from './wallet.js';

/** Maximum number per family. No payer needs more to choose from. */
const MAX_WALLETS = 32;
/** The form of an id: a UUID, although any unique text works (EIP-6963), a domain name, or a path of names (WBIP004). */
const ID = /^[\w$.-]{1,64}$/;

/**
 * The wallets of a page. It listens for the life of the page, since a wallet may announce itself at any time (EIP-6963). Create one
 * per window, and keep it.
 */
export class WalletDiscovery {
  readonly #window: Window;
  /** By what is unique in the family. The first wallet with a key stays, so that no other can replace it. */
  readonly #announced = new Map<unknown, BrowserWallet>();

  constructor(window: Window) {
    this.#window = window;
    this.#listenForProviders('evm', 'eip6963');
    this.#listenForProviders('tron', 'TIP6963');
    this.#listenForSolana();
  }

  /** Returns the wallets that can pay a currency now, in the order of their appearance. */
  walletsFor(currency: CurrencyCode): readonly BrowserWallet[] {
    const family = familyOf(currency);
    if (family === null) return [];
    const announced = this.#announcedOf(family);
    // `window.ethereum` and the like matter only without announcements: otherwise they are one of the announced wallets.
    const wallets = announced.length > 0 ? announced : SEARCHES[family](this.#window);
    return currency === 'USDT_TON' ? wallets.filter(({ provider }) => sendsJettons(provider)) : wallets;
  }

  #announcedOf(family: WalletFamily): readonly BrowserWallet[] {
    return [...this.#announced.values()].filter((wallet) => wallet.family === family);
  }

  /** Returns whether the wallet was added. `info` is what it says about itself. */
  #add(key: unknown, family: WalletFamily, info: unknown, provider: unknown): boolean {
    const name = nameOf(read(info, 'name'));
    const isKnown = this.#announced.has(key) || this.#announcedOf(family).length >= MAX_WALLETS;
    if (isKnown || name === null || !isObject(provider)) return false;
    const rdns = textOf(read(info, 'rdns'), ID);
    const icon = iconOf(read(info, 'icon'));
    this.#announced.set(key, { family, name, icon, ...(rdns && { rdns }), provider });
    return true;
  }

  /** EIP-6963, and TIP-6963 with other names. */
  #listenForProviders(family: WalletFamily, prefix: string): void {
    this.#window.addEventListener(`${prefix}:announceProvider`, (event) => {
      const detail = read(event, 'detail');
      const info = read(detail, 'info');
      const uuid = textOf(read(info, 'uuid'), ID);
      if (uuid !== null) this.#add(`${family}:${uuid}`, family, info, read(detail, 'provider'));
    });
    this.#window.dispatchEvent(new Event(`${prefix}:requestProvider`));
  }

  /** Wallet Standard: each wallet gets a function, with which it registers itself. */
  #listenForSolana(): void {
    const register = (...wallets: readonly unknown[]) => {
      const added = wallets
        .slice(0, MAX_WALLETS)
        .filter((wallet) => sendsOnSolana(wallet) && this.#add(wallet, 'solana', wallet, wallet));
      // A wallet must not remove those of others.
      return () => added.forEach((wallet) => this.#announced.delete(wallet));
    };
    const api = Object.freeze({ register });
    this.#window.addEventListener('wallet-standard:register-wallet', (event) => {
      const callback = read(event, 'detail');
      try {
        if (typeof callback === 'function') callback(api);
      } catch {
        // Ignore a wallet that fails to register itself.
      }
    });
    this.#window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  }
}

/** Wallets that announce nothing. Each search reads the window anew, and only for a currency that needs it. */
const SEARCHES: Readonly<Record<WalletFamily, (window: Window) => readonly BrowserWallet[]>> = {
  evm: (window) => walletsAt(window, 'evm', [['ethereum', null]]),
  tron: tronWallets,
  // They all announce themselves.
  solana: () => [],
  bitcoin: bitcoinWallets,
  ton: tonWallets,
};

/** The path of a provider in the window, and what the page knows of its wallet. */
type ProviderPath = readonly [
  path: string,
  name: string | null,
  dialect?: WalletDialect,
  icon?: string | null,
];

/** Returns the wallets at these paths of the window, each object once. */
function walletsAt(
  window: Window,
  family: WalletFamily,
  paths: readonly ProviderPath[],
): readonly BrowserWallet[] {
  const wallets: BrowserWallet[] = [];
  for (const [path, name, dialect, icon = null] of paths) {
    let provider: unknown = window;
    for (const key of path.split('.')) provider = read(provider, key);
    if (isObject(provider) && !wallets.some((other) => other.provider === provider))
      wallets.push({ family, name, icon, ...(dialect && { dialect }), provider });
  }
  return wallets;
}

/** Uses the newest interface that exists. A change of the network replaces `tronWeb`, so it is read from the window each time. */
function tronWallets(window: Window): readonly BrowserWallet[] {
  const found = walletsAt(window, 'tron', [
    ['tron', 'TronLink'],
    ['tronLink', 'TronLink', 'tron-link'],
    ['tronWeb', null, 'tron-web'],
  ]).slice(0, 1);
  return found.map((wallet) => (wallet.dialect === 'tron-web' ? { ...wallet, provider: window } : wallet));
}

function bitcoinWallets(window: Window): readonly BrowserWallet[] {
  const listed = itemsOf(read(window, 'btc_providers')).flatMap((entry): readonly ProviderPath[] => {
    const path = textOf(read(entry, 'id'), ID);
    const name = nameOf(read(entry, 'name'));
    const methods = itemsOf(read(entry, 'methods'));
    if (path === null || name === null || (methods.length > 0 && !methods.includes('sendTransfer')))
      return [];
    const dialect = path === 'LeatherProvider' ? 'leather' : 'sats-connect';
    return [[path, name, dialect, iconOf(read(entry, 'icon'))]];
  });
  const isBinance = read(read(window, 'unisat'), 'isBinance') === true;
  return walletsAt(window, 'bitcoin', [
    ...listed,
    // Other wallets also set `unisat`, so the second name of UniSat is more reliable.
    ['unisat_wallet', 'UniSat', 'unisat'],
    ['unisat', isBinance ? 'Binance Wallet' : 'UniSat', 'unisat'],
    ['XverseProviders.BitcoinProvider', 'Xverse', 'sats-connect'],
    ['BitcoinProvider', null, 'sats-connect'],
  ]);
}

/** TON Connect: `window[key].tonconnect`. Each key is read separately, so that a getter that throws does not end the search. */
function tonWallets(window: Window): readonly BrowserWallet[] {
  let keys: readonly string[] = [];
  try {
    keys = Object.keys(window);
  } catch {
    // If the window cannot be listed, no wallet is found.
  }
  return keys.flatMap((key): readonly BrowserWallet[] => {
    const provider = read(read(window, key), 'tonconnect');
    if (typeof read(provider, 'connect') !== 'function' || typeof read(provider, 'send') !== 'function')
      return [];
    // The icon is on another server, which must not learn about the payer.
    const name = nameOf(read(read(provider, 'walletInfo'), 'name')) ?? nameOf(key);
    return name === null ? [] : [{ family: 'ton', name, icon: null, provider }];
  });
}

/** Returns whether a wallet can send tokens on TON by looking up the payer's token wallet itself. */
function sendsJettons(provider: unknown): boolean {
  return itemsOf(read(read(provider, 'deviceInfo'), 'features')).some(
    (feature) =>
      read(feature, 'name') === 'SendTransaction' && itemsOf(read(feature, 'itemTypes')).includes('jetton'),
  );
}

function sendsOnSolana(provider: unknown): boolean {
  const features = read(provider, 'features');
  const sending = read(features, 'solana:signAndSendTransaction');
  return (
    itemsOf(read(provider, 'chains')).includes('solana:mainnet') &&
    isObject(read(features, 'standard:connect')) &&
    itemsOf(read(sending, 'supportedTransactionVersions')).includes('legacy')
  );
}

/** Maximum number of characters to read of a wallet's name, which may have any length. */
const MAX_NAME_READ = 200;
const MAX_ICON = 65_536;

/** JPEG is left out, since neither EIP-6963 nor Wallet Standard needs it. In `<img>`, an SVG runs no script. */
const ICON = /^data:image\/(?:png|svg\+xml|webp|gif)[;,]/i;

function nameOf(announced: unknown): string | null {
  return typeof announced === 'string' ? walletName(announced.slice(0, MAX_NAME_READ)) : null;
}

function iconOf(announced: unknown): string | null {
  return typeof announced === 'string' && announced.length <= MAX_ICON ? textOf(announced, ICON) : null;
}
