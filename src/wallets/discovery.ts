// Finds wallets, and asks nothing of them: it listens, and reads what they have put into the page.
import type { CurrencyCode } from '../payment/index.js';
import { iconOf, nameOf } from './announced.js';
import { isObject, itemsOf, read, textOf } from './guards.js';
import { familyOf } from './support.js';
import type { BrowserWallet, WalletDialect, WalletFamily } from './wallet.js';

/** Per family: no payer needs more to choose from. */
const MAX_WALLETS = 32;
/** A UUID by the rule (EIP-6963), but whatever is unique will do. */
const UUID = /^[\w-]{1,64}$/;
const RDNS = /^[\w.-]{1,64}$/;
/** A path of names (WBIP004). */
const PATH = /^[\w$]{1,64}(?:\.[\w$]{1,64}){0,4}$/;

/** Events after which a wallet that announces nothing may be there. */
const LATE_EVENTS = ['load', 'focus', 'ethereum#initialized', 'tronLink#initialized', 'unisat#initialized'];

/**
 * The wallets of a page. Listens for as long as the page lives, since a wallet may announce itself at any time (EIP-6963):
 * create one for a window, and keep it.
 */
export class WalletDiscovery {
  readonly #window: Window;
  readonly #listeners = new Set<() => void>();
  /** By what is unique in the family; the first of a kind stays, so that nobody can take its place. */
  readonly #announced = new Map<unknown, BrowserWallet>();
  /** Wallets that were found without an announcement. */
  #found: readonly BrowserWallet[] = [];
  #seesTon = false;
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
    // To look for bridges reads all of the window: only where there may be one to pay with.
    if (family === 'ton' && !this.#seesTon) {
      this.#seesTon = true;
      this.#found = this.#look();
    }
    const announced = this.#announcedOf(family);
    // `window.ethereum` and its like are for wallets that announce nothing: they are one of the announced.
    const wallets =
      announced.length > 0 ? announced : this.#found.filter((wallet) => wallet.family === family);
    return currency === 'USDT_TON' ? wallets.filter(({ provider }) => sendsJettons(provider)) : wallets;
  }

  /** Calls the listener whenever another wallet appears or one goes. Returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks again for wallets that announce nothing: call it when the payer sees the list. */
  refresh(): void {
    const idsOf = (wallets: readonly BrowserWallet[]) => wallets.map(({ id }) => id).join(' ');
    const before = idsOf(this.#found);
    this.#found = this.#look();
    if (idsOf(this.#found) !== before) this.#notify();
  }

  #announcedOf(family: WalletFamily | null): readonly BrowserWallet[] {
    return [...this.#announced.values()].filter((wallet) => wallet.family === family);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #add(key: unknown, wallet: BrowserWallet): void {
    if (this.#announced.has(key) || this.#announcedOf(wallet.family).length >= MAX_WALLETS) return;
    this.#announced.set(key, wallet);
    this.#notify();
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

  /** Wallet Standard: a wallet is given a function, and registers itself with it. */
  #listenForSolana(): void {
    const register = (...wallets: readonly unknown[]) => {
      wallets.slice(0, MAX_WALLETS).forEach((wallet) => this.#addSolana(wallet));
      return () => {
        const gone = wallets.filter((wallet) => this.#announced.delete(wallet));
        if (gone.length > 0) this.#notify();
      };
    };
    const api = Object.freeze({ register });
    this.#window.addEventListener('wallet-standard:register-wallet', (event) => {
      const callback = read(event, 'detail');
      try {
        if (typeof callback === 'function') callback(api);
      } catch {
        // A wallet that cannot register itself is none.
      }
    });
    this.#window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  }

  #addSolana(provider: unknown): void {
    const name = nameOf(read(provider, 'name'));
    if (name === null || !isObject(provider) || !sendsOnSolana(provider)) return;
    const icon = iconOf(read(provider, 'icon'));
    this.#solanaWallets += 1;
    this.#add(provider, { id: `solana:${this.#solanaWallets}`, family: 'solana', name, icon, provider });
  }

  #look(): readonly BrowserWallet[] {
    const window = this.#window;
    return [
      ...walletsAt(window, 'evm', [['ethereum', null]]),
      ...tronWallets(window),
      ...bitcoinWallets(window),
      ...(this.#seesTon ? tonWallets(window) : []),
    ];
  }
}

type Place = readonly [path: string, name: string | null, dialect?: WalletDialect, icon?: string | null];

/** Returns what is at these places, each object once. */
function walletsAt(window: Window, family: WalletFamily, places: readonly Place[]): readonly BrowserWallet[] {
  const wallets: BrowserWallet[] = [];
  for (const [path, name, dialect, icon = null] of places) {
    let provider: unknown = window;
    for (const key of path.split('.')) provider = read(provider, key);
    const id = `${family}:${path}`;
    if (isObject(provider) && !wallets.some((other) => other.provider === provider || other.id === id))
      wallets.push({ id, family, name, icon, ...(dialect && { dialect }), provider });
  }
  return wallets;
}

/** The newest of the ways that are there. `tronWeb` is replaced with each network, so it is read from the window each time. */
function tronWallets(window: Window): readonly BrowserWallet[] {
  const found = walletsAt(window, 'tron', [
    ['tron', 'TronLink'],
    ['tronLink', 'TronLink', 'tron-link'],
    ['tronWeb', null, 'tron-web'],
  ]).slice(0, 1);
  return found.map((wallet) => (wallet.dialect === 'tron-web' ? { ...wallet, provider: window } : wallet));
}

function bitcoinWallets(window: Window): readonly BrowserWallet[] {
  const listed = itemsOf(read(window, 'btc_providers')).flatMap((entry): readonly Place[] => {
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
    // Others take `unisat` too; its own twin is the surer one.
    ['unisat_wallet', 'UniSat', 'unisat'],
    ['unisat', isBinance ? 'Binance Wallet' : 'UniSat', 'unisat'],
    ['XverseProviders.BitcoinProvider', 'Xverse', 'sats-connect'],
    ['BitcoinProvider', null, 'sats-connect'],
  ]);
}

/** TON Connect: `window[key].tonconnect`, with each key read for itself, since one getter that throws ends a scan of all. */
function tonWallets(window: Window): readonly BrowserWallet[] {
  let keys: readonly string[] = [];
  try {
    keys = Object.keys(window);
  } catch {
    // A window that cannot be listed has no wallets.
  }
  return keys.flatMap((key): readonly BrowserWallet[] => {
    const provider = read(read(window, key), 'tonconnect');
    if (typeof read(provider, 'connect') !== 'function' || typeof read(provider, 'send') !== 'function')
      return [];
    // Its picture is on another server, which is not to learn of the payer.
    const name = nameOf(read(read(provider, 'walletInfo'), 'name')) ?? nameOf(key);
    return name === null ? [] : [{ id: `ton:${key}`, family: 'ton', name, icon: null, provider }];
  });
}

/** Tells whether a wallet sends tokens on TON for which it looks up the payer's own token wallet. */
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
