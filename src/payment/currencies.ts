// The 40 payment currencies (service doc, "Currency code sets"), each one coin on one network.

import { COINS, CURRENCIES, NETWORKS } from './tables/currencies.js';

export interface Network {
  readonly key: NetworkKey;
  readonly name: string;
  /** The name in wallets and exchanges, if it differs. */
  readonly nickname?: string;
  /** The long name, if `networkLabel` differs. */
  readonly fullName?: string;
  /** The usual cost of a transfer: cents, dollars, or either of them, depending on demand. Wallets know the amount. */
  readonly fee: 'low' | 'medium' | 'varying';
}

export interface Currency {
  /** The service's code, such as `USDT_TRC20`. */
  readonly code: CurrencyCode;
  /** The symbol of the coin, such as `USDT`. */
  readonly symbol: string;
  readonly name: string;
  /** Another symbol for the same coin: some wallets show `GRAM` for TON since June 2026. */
  readonly alias?: string;
  readonly network: Network;
  /** Decimals of the smallest unit on this network. */
  readonly decimals: number;
  readonly stablecoin: boolean;
  /** Whether the service has static wallets for it (service doc, "Currency code sets": not on the TON network). */
  readonly staticWallet: boolean;
}

export type NetworkKey = keyof typeof NETWORKS;

export type CurrencyCode = keyof typeof CURRENCIES;

interface NetworkRow extends Omit<Network, 'key'> {
  readonly staticWallets?: false;
}

type CoinRow = readonly [name: string, stablecoin: boolean, alias?: string];

const networks: Readonly<Record<NetworkKey, NetworkRow>> = NETWORKS;
const coins: Readonly<Record<keyof typeof COINS, CoinRow>> = COINS;

/** A code that the service does not define (service doc, "Currency code sets"). */
export class CurrencyError extends Error {
  override readonly name = 'CurrencyError';
  constructor(readonly text: string) {
    super(`"${text.slice(0, 60)}" is not a known currency. Use one of CURRENCY_CODES or FIAT_CODES.`);
  }
}

function isKeyOf<T extends object>(object: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(object, key);
}

export function isCurrencyCode(text: string): text is CurrencyCode {
  return isKeyOf(CURRENCIES, text);
}

/** Every code, in the order of the service document. */
export const CURRENCY_CODES: readonly CurrencyCode[] = Object.keys(CURRENCIES).filter(isCurrencyCode);

/** @throws {CurrencyError} if untyped code passes another text: check untrusted text with `isCurrencyCode` first */
export function currencyOf(code: CurrencyCode): Currency {
  if (!isCurrencyCode(code)) throw new CurrencyError(String(code));
  const [symbol, key, decimals] = CURRENCIES[code];
  const [name, stablecoin, alias] = coins[symbol];
  const { staticWallets: staticWallet = true, ...rest } = networks[key];
  const network = { key, ...rest };
  return { code, symbol, name, ...(alias && { alias }), network, decimals, stablecoin, staticWallet };
}

/** The networks that most people use come first. */
const NETWORK_KEYS = Object.keys(NETWORKS);

/** Compares two networks for `sort`: the more widely used one comes first. */
export function compareByUse(one: Network, other: Network): number {
  return NETWORK_KEYS.indexOf(one.key) - NETWORK_KEYS.indexOf(other.key);
}

/** Returns the name for payers: `TRON (TRC-20)` or `Bitcoin`. */
export function networkLabel(network: Network): string {
  return network.nickname === undefined ? network.name : `${network.name} (${network.nickname})`;
}

/** Returns the long name: `The Open Network (TON)` or `TRON (TRC-20)`. */
export function networkFullName(network: Network): string {
  return network.fullName ?? networkLabel(network);
}
