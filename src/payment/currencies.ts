/**
 * The 40 payment currencies of the service ("Currency code sets", payment currencies), each one coin on one network.
 */

/** A blockchain that a coin is sent on. `nickname` is what wallets and exchanges call it, where that differs. */
export interface Network {
  readonly key: NetworkKey;
  readonly name: string;
  readonly nickname?: string;
}

export interface Currency {
  /** The service's code, e.g. `USDT_TRC20`. */
  readonly code: CurrencyCode;
  /** The coin's own symbol, e.g. `USDT`. */
  readonly symbol: string;
  readonly name: string;
  readonly network: Network;
  /** How many decimals the coin has on this network: no smaller unit can be sent. */
  readonly decimals: number;
  readonly stablecoin: boolean;
}

const NETWORKS = {
  bitcoin: { name: 'Bitcoin' },
  litecoin: { name: 'Litecoin' },
  tron: { name: 'TRON', nickname: 'TRC-20' },
  solana: { name: 'Solana', nickname: 'SPL' },
  ton: { name: 'TON' },
  bsc: { name: 'BNB Smart Chain', nickname: 'BEP-20' },
  ethereum: { name: 'Ethereum', nickname: 'ERC-20' },
  arbitrum: { name: 'Arbitrum One' },
  base: { name: 'Base' },
  optimism: { name: 'OP Mainnet' },
} as const satisfies Record<string, Omit<Network, 'key'>>;

export type NetworkKey = keyof typeof NETWORKS;

/** code: [symbol, name, network, decimals, stablecoin] */
const ROWS = {
  BTC: ['BTC', 'Bitcoin', 'bitcoin', 8, false],
  LTC: ['LTC', 'Litecoin', 'litecoin', 8, false],
  TRX: ['TRX', 'TRON', 'tron', 6, false],
  SOL: ['SOL', 'Solana', 'solana', 9, false],
  TON: ['TON', 'Gram (Toncoin)', 'ton', 9, false],
  BNB: ['BNB', 'BNB', 'bsc', 18, false],
  ETH: ['ETH', 'Ether', 'ethereum', 18, false],
  ETH_ARB: ['ETH', 'Ether', 'arbitrum', 18, false],
  ETH_BASE: ['ETH', 'Ether', 'base', 18, false],
  ETH_OPT: ['ETH', 'Ether', 'optimism', 18, false],
  USDT_ARB: ['USDT', 'Tether', 'arbitrum', 6, true],
  USDT_BSC: ['USDT', 'Tether', 'bsc', 18, true],
  USDT_ERC20: ['USDT', 'Tether', 'ethereum', 6, true],
  USDT_OPT: ['USDT', 'Tether', 'optimism', 6, true],
  USDT_SOL: ['USDT', 'Tether', 'solana', 6, true],
  USDT_TON: ['USDT', 'Tether', 'ton', 6, true],
  USDT_TRC20: ['USDT', 'Tether', 'tron', 6, true],
  USDC_ARB: ['USDC', 'USD Coin', 'arbitrum', 6, true],
  USDC_BASE: ['USDC', 'USD Coin', 'base', 6, true],
  USDC_BSC: ['USDC', 'USD Coin', 'bsc', 18, true],
  USDC_ERC20: ['USDC', 'USD Coin', 'ethereum', 6, true],
  USDC_OPT: ['USDC', 'USD Coin', 'optimism', 6, true],
  USDC_SOL: ['USDC', 'USD Coin', 'solana', 6, true],
  DAI_ARB: ['DAI', 'Dai', 'arbitrum', 18, true],
  DAI_BASE: ['DAI', 'Dai', 'base', 18, true],
  DAI_BSC: ['DAI', 'Dai', 'bsc', 18, true],
  DAI_ERC20: ['DAI', 'Dai', 'ethereum', 18, true],
  DAI_OPT: ['DAI', 'Dai', 'optimism', 18, true],
  USDD_TRC20: ['USDD', 'USDD', 'tron', 18, true],
  PYUSD_ERC20: ['PYUSD', 'PayPal USD', 'ethereum', 6, true],
  PYUSD_SOL: ['PYUSD', 'PayPal USD', 'solana', 6, true],
  XAUT_ERC20: ['XAUT', 'Tether Gold', 'ethereum', 6, false],
  XAUT_TON: ['XAUT', 'Tether Gold', 'ton', 6, false],
  ARB_ARB: ['ARB', 'Arbitrum', 'arbitrum', 18, false],
  OP_OPT: ['OP', 'Optimism', 'optimism', 18, false],
  PEPE_BSC: ['PEPE', 'Pepe', 'bsc', 18, false],
  PEPE_ERC20: ['PEPE', 'Pepe', 'ethereum', 18, false],
  SHIB_BSC: ['SHIB', 'Shiba Inu', 'bsc', 18, false],
  SHIB_ERC20: ['SHIB', 'Shiba Inu', 'ethereum', 18, false],
  TRUMP_SOL: ['TRUMP', 'Official Trump', 'solana', 6, false],
} as const satisfies Record<string, readonly [string, string, NetworkKey, number, boolean]>;

export type CurrencyCode = keyof typeof ROWS;

function isKeyOf<T extends object>(object: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(object, key);
}

export function isCurrencyCode(text: string): text is CurrencyCode {
  return isKeyOf(ROWS, text);
}

/** Every code, in the order of the service document. */
export const CURRENCY_CODES: readonly CurrencyCode[] = Object.keys(ROWS).filter(isCurrencyCode);

/** What is known about a currency; every code has an entry. */
export function currencyOf(code: CurrencyCode): Currency {
  const [symbol, name, networkKey, decimals, stablecoin] = ROWS[code];
  return { code, symbol, name, network: { key: networkKey, ...NETWORKS[networkKey] }, decimals, stablecoin };
}

/** A network as a payer reads it: `TRON (TRC-20)`, or just `Bitcoin`. */
export function networkLabel(network: Network): string {
  return network.nickname === undefined ? network.name : `${network.name} (${network.nickname})`;
}
