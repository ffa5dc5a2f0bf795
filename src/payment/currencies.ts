/**
 * The 40 payment currencies of the service ("Currency code sets", payment currencies), each one coin on one
 * network.
 */

import { COINS, CURRENCIES, NETWORKS } from './tables/currencies.js';

/**
 * A blockchain that a coin is sent on. `nickname` is what wallets and exchanges call it, where that differs.
 */
export interface Network {
  readonly key: NetworkKey;
  readonly name: string;
  readonly nickname?: string;
  /** The long name, where `networkLabel` is not it already. */
  readonly fullName?: string;
}

export interface Currency {
  /** The service's code, e.g. `USDT_TRC20`. */
  readonly code: CurrencyCode;
  /** The coin's own symbol, e.g. `USDT`. */
  readonly symbol: string;
  readonly name: string;
  /** Another symbol that wallets show for the same coin: TON is `GRAM` there since June 2026. */
  readonly alias?: string;
  readonly network: Network;
  /** How many decimals the coin has on this network: no smaller unit can be sent. */
  readonly decimals: number;
  readonly stablecoin: boolean;
  /** May a permanent address be made for it ("Currency code sets": not on the TON network)? */
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

/** A code that is none of the service's ("Currency code sets"). */
export class CurrencyError extends Error {
  override readonly name = 'CurrencyError';
  constructor(
    /** The refused text. */
    readonly text: string,
  ) {
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

/**
 * What is known about a currency; every code has an entry.
 * @throws {CurrencyError} for callers without types: ask `isCurrencyCode` about foreign text first
 */
export function currencyOf(code: CurrencyCode): Currency {
  if (!isCurrencyCode(code)) throw new CurrencyError(String(code));
  const [symbol, key, decimals] = CURRENCIES[code];
  const [name, stablecoin, alias] = coins[symbol];
  const { staticWallets: staticWallet = true, ...rest } = networks[key];
  const network = { key, ...rest };
  return { code, symbol, name, ...(alias && { alias }), network, decimals, stablecoin, staticWallet };
}

/** A network as a payer reads it: `TRON (TRC-20)`, or just `Bitcoin`. */
export function networkLabel(network: Network): string {
  return network.nickname === undefined ? network.name : `${network.name} (${network.nickname})`;
}

/** A network under its long name: `The Open Network`, `TRON (TRC-20)`. */
export function networkFullName(network: Network): string {
  return network.fullName ?? networkLabel(network);
}
