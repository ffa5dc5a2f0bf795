import type { CurrencyCode } from './currencies.js';
import { currencyOf } from './currencies.js';
import {
  CHAIN_IDS,
  CONTRACTS,
  JETTONS,
  NATIVE_CODES,
  UNCONFIRMED_CODES,
  UNCONFIRMED_CONTRACTS,
} from './tables/contracts.js';

const confirmed: Readonly<Partial<Record<CurrencyCode, string>>> = CONTRACTS;
const unconfirmed: Readonly<Partial<Record<CurrencyCode, readonly string[]>>> = UNCONFIRMED_CONTRACTS;
const jettons: Readonly<Partial<Record<CurrencyCode, string>>> = JETTONS;
const chainIds: Readonly<Record<string, number>> = CHAIN_IDS;

/**
 * Contract (EIP-55 spelling), mint or jetton master (user-friendly form) of a token; `null` for the coin of a
 * network itself, and where `isConfirmed` says no. A contract means something only together with its chain.
 */
export function tokenContract(code: CurrencyCode): string | null {
  return confirmed[code] ?? null;
}

/** Is it the coin of the network itself, which has no contract? */
export function isNative(code: CurrencyCode): boolean {
  return NATIVE_CODES.some((nativeCode) => nativeCode === code);
}

/**
 * `tokenContract` of the tokens on TON, `null` for all else: a page that needs no more is spared the others.
 */
export function jettonMaster(code: CurrencyCode): string | null {
  return jettons[code] ?? null;
}

/**
 * Are contract and decimals of this currency confirmed by two independent publishers or more? If not, show
 * the plain address, and no link that carries a contract or an amount.
 */
export function isConfirmed(code: CurrencyCode): boolean {
  return !UNCONFIRMED_CODES.some((unconfirmedCode) => unconfirmedCode === code);
}

/**
 * Every contract that carries the coin's name on its network, confirmed or not: none of them is ever a
 * payer's recipient. Not for links.
 */
export function knownContracts(code: CurrencyCode): readonly string[] {
  const contract = tokenContract(code);
  return contract === null ? (unconfirmed[code] ?? []) : [contract];
}

/** The EIP-155 chain id, `null` outside the EVM networks. */
export function chainId(code: CurrencyCode): number | null {
  return chainIds[currencyOf(code).network.key] ?? null;
}
