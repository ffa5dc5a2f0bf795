import { type CurrencyCode, currencyOf } from './currencies.js';
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
 * Returns the contract (EIP-55), mint or jetton master (user-friendly form) of a token on its network; `null` for a native
 * coin, and if `isConfirmed` is false.
 */
export function tokenContract(code: CurrencyCode): string | null {
  return confirmed[code] ?? null;
}

/** Returns whether it is the native coin of its network, which has no contract. */
export function isNative(code: CurrencyCode): boolean {
  return NATIVE_CODES.some((nativeCode) => nativeCode === code);
}

/** Returns `tokenContract` for TON only, so that a page need not load the other contracts. */
export function jettonMaster(code: CurrencyCode): string | null {
  return jettons[code] ?? null;
}

/**
 * Returns whether at least two independent publishers confirm contract and decimals. If not, show only the address, and no
 * link with a contract or an amount.
 */
export function isConfirmed(code: CurrencyCode): boolean {
  return !UNCONFIRMED_CODES.some((unconfirmedCode) => unconfirmedCode === code);
}

/** Returns every contract with the coin's name on its network. None is a valid recipient. Not for links. */
export function knownContracts(code: CurrencyCode): readonly string[] {
  const contract = tokenContract(code);
  return contract === null ? (unconfirmed[code] ?? []) : [contract];
}

/** Returns the EIP-155 chain id, or `null` outside the EVM networks. */
export function chainId(code: CurrencyCode): number | null {
  return chainIds[currencyOf(code).network.key] ?? null;
}
