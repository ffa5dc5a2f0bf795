// Written by .config/icons.mjs: never edit by hand.
/** By the symbol of a coin. */
export const COIN_ICONS = {
  BTC: () => import('./bitcoin.js'),
  LTC: () => import('./litecoin.js'),
  TRX: () => import('./tron.js'),
  SOL: () => import('./solana.js'),
  BNB: () => import('./binance-smart-chain.js'),
  ETH: () => import('./ethereum.js'),
  USDT: () => import('./usdt.js'),
  USDC: () => import('./usdc.js'),
  ARB: () => import('./arbitrum-one.js'),
  OP: () => import('./optimism.js'),
};

/** By the key of a network. */
export const NETWORK_ICONS = {
  bitcoin: () => import('./bitcoin.js'),
  litecoin: () => import('./litecoin.js'),
  tron: () => import('./tron.js'),
  solana: () => import('./solana.js'),
  ton: () => import('./ton.js'),
  bsc: () => import('./binance-smart-chain.js'),
  ethereum: () => import('./ethereum.js'),
  arbitrum: () => import('./arbitrum-one.js'),
  base: () => import('./base.js'),
  optimism: () => import('./optimism.js'),
};
