// Finds wallets without calling them: it listens for announcements, and reads what they have put into the page.
import { type CurrencyCode, walletName } from '../payment/index.js';
import { isObject, itemsOf, read, textOf } from './guards.js';
import { familyOf } from './support.js';
import type { BrowserWallet, WalletDialect, WalletFamily } from './wallet.js';

/** Maximum number per family. No payer needs more to choose from. */
const MAX_WALLETS = 32;
/** EIP-6963 requires a UUID, but any unique text works. */
const UUID = /^[\w-]{1,64}$/;
const RDNS = /^[\w.-]{1,64}$/;
/** A path of names (WBIP004). */
const PATH = /^[\w$]{1,64}(?:\.[\w$]{1,64}){0,4}$/;

/** Events after which a wallet that announces nothing may have appeared. */
const LATE_EVENTS = ['load', 'focus', 'ethereum#initialized', 'tronLink#initialized', 'unisat#initialized'];

/**
 * The wallets of a page. It listens for the life of the page, since a wallet may announce itself at any time (EIP-6963). Create one
 * per window, and keep it.
 */
export class WalletDiscovery {
  readonly #window: Window;
  readonly #listeners = new Set<() => void>();
  /** By the id that is unique in the family. The first wallet with an id stays, so that no other can replace it. */
  readonly #announced = new Map<unknown, BrowserWallet>();
  /** Wallets that were found without an announcement. */
  #found: readonly BrowserWallet[] = [];
  #searchesTon = false;
  #solanaWallets = 0;

  constructor(window: Window) {
    this.#window = window;
    this.#listenForProviders('evm', 'eip6963');
    this.#listenForProviders('tron', 'TIP6963');
    this.#listenForSolana();
    for (const name of LATE_EVENTS) window.addEventListener(name, () => this.refresh());
    this.refresh();
  }

  /** Returns the wallets that can pay a currency, in the order of their appearance. */
  walletsFor(currency: CurrencyCode): readonly BrowserWallet[] {
    const family = familyOf(currency);
    // The search for bridges reads every property of the window, so it runs only for currencies that need one.
    if (family === 'ton' && !this.#searchesTon) {
      this.#searchesTon = true;
      this.#found = this.#search();
    }
    const announced = this.#announcedOf(family);
    // `window.ethereum` and the like matter only without announcements: otherwise they are one of the announced wallets.
    const wallets =
      announced.length > 0 ? announced : this.#found.filter((wallet) => wallet.family === family);
    return currency === 'USDT_TON' ? wallets.filter(({ provider }) => sendsJettons(provider)) : wallets;
  }

  /** Calls the listener whenever a wallet appears or disappears. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Searches again for wallets that announce nothing. Call it when the payer sees the list. */
  refresh(): void {
    const idsOf = (wallets: readonly BrowserWallet[]) => wallets.map(({ id }) => id).join(' ');
    const before = idsOf(this.#found);
    this.#found = this.#search();
    if (idsOf(this.#found) !== before) this.#notify();
  }

  #announcedOf(family: WalletFamily | null): readonly BrowserWallet[] {
    return [...this.#announced.values()].filter((wallet) => wallet.family === family);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #add(key: unknown, wallet: BrowserWallet): boolean {
    if (this.#announced.has(key) || this.#announcedOf(wallet.family).length >= MAX_WALLETS) return false;
    this.#announced.set(key, wallet);
    this.#notify();
    return true;
  }

  /** EIP-6963, and TIP-6963 with other names. */
  #listenForProviders(family: WalletFamily, prefix: string): void {
    this.#window.addEventListener(`${prefix}:announceProvider`, (event) => {
      const detail = read(event, 'detail');
      const [info, provider] = [read(detail, 'info'), read(detail, 'provider')];
      const uuid = textOf(read(info, 'uuid'), UUID);
      const name = nameOf(read(info, 'name'));
      if (uuid === null || name === null || !isObject(provider)) return;
      const rdns = textOf(read(info, 'rdns'), RDNS);
      const id = `${family}:${uuid}`;
      const icon = iconOf(read(info, 'icon'));
      this.#add(id, { id, family, name, icon, ...(rdns && { rdns }), provider });
    });
    this.#window.dispatchEvent(new Event(`${prefix}:requestProvider`));
  }

  /** Wallet Standard: each wallet gets a function, with which it registers itself. */
  #listenForSolana(): void {
    const register = (...wallets: readonly unknown[]) => {
      const added = wallets.slice(0, MAX_WALLETS).filter((wallet) => this.#addSolana(wallet));
      // A wallet must not remove those of others.
      return () => {
        for (const wallet of added) this.#announced.delete(wallet);
        this.#notify();
      };
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

  #addSolana(provider: unknown): boolean {
    const name = nameOf(read(provider, 'name'));
    if (name === null || !isObject(provider) || !sendsOnSolana(provider)) return false;
    const icon = iconOf(read(provider, 'icon'));
    this.#solanaWallets += 1;
    return this.#add(provider, { id: `solana:${this.#solanaWallets}`, family: 'solana', name, icon, provider });
  }

  #search(): readonly BrowserWallet[] {
    const window = this.#window;
    return [
      ...walletsAt(window, 'evm', [['ethereum', null]]),
      ...tronWallets(window),
      ...bitcoinWallets(window),
      ...(this.#searchesTon ? tonWallets(window) : []),
    ];
  }
}

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
    const id = `${family}:${path}`;
    if (isObject(provider) && !wallets.some((other) => other.provider === provider || other.id === id))
      wallets.push({ id, family, name, icon, ...(dialect && { dialect }), provider });
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
    const path = textOf(read(entry, 'id'), PATH);
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
    return name === null ? [] : [{ id: `ton:${key}`, family: 'ton', name, icon: null, provider }];
  });
}

/** Returns whether a wallet can send tokens on TON by looking up the payer's token wallet itself. */
function sendsJettons(provider: unknown): boolean {
  return itemsOf(read(read(provider, 'deviceInfo'), 'features')).some(
    (feature) =>
      read(feature, 'name') === 'SendTransaction' && itemsOf(read(feature, 'itemTypes')).includes('jetton'),
  );
}

function sendsOnSolana(provider: object): boolean {
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
