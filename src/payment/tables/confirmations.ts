// Written by .config/currencies/generate.ts: never edit by hand.
/** When the numbers were researched. */
export const CONFIRMATIONS_CHECKED = '2026-11-21' as const;

/** network: [seconds from block to block, confirmations from, to] */
export const CONFIRMATIONS = {
  tron: [3, 1, 20],
  ethereum: [12, 2, 64],
  bsc: [0.45, 12, 20],
  solana: [0.4, 1, 32],
  base: [2, 1, 12],
  arbitrum: [0.25, 12, 30],
  ton: [0.4, 1, 1],
  optimism: [2, 1, 12],
  bitcoin: [600, 1, 6],
  litecoin: [150, 1, 6],
} as const;
