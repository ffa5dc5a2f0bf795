import { type CurrencyCode, currencyOf, isConfirmed, type NetworkKey } from '../payment/index.js';
import type { WalletFamily } from './wallet.js';

const FAMILIES: Readonly<Record<NetworkKey, WalletFamily | null>> = {
  bitcoin: 'bitcoin',
  // There is no standard for wallets in browsers.
  litecoin: null,
  tron: 'tron',
  solana: 'solana',
  ton: 'ton',
  bsc: 'evm',
  ethereum: 'evm',
  arbitrum: 'evm',
  base: 'evm',
  optimism: 'evm',
};

/** Returns the wallets that can pay a currency; `null` if none can, or its contract or decimals are not confirmed. */
export function familyOf(code: CurrencyCode): WalletFamily | null {
  return isConfirmed(code) ? FAMILIES[currencyOf(code).network.key] : null;
}

/**
 * Returns what a payment from a wallet in the browser needs: `direct` nothing more, `solana` data of the network from the proxy,
 * `ton` the manifest of TON Connect. `null` if no wallet can pay the currency.
 */
export function supportOf(code: CurrencyCode): 'direct' | 'solana' | 'ton' | null {
  const family = familyOf(code);
  return family === 'solana' || family === 'ton' ? family : family && 'direct';
}
