// Written by .config/currencies/generate.ts: never edit by hand.
/** network: [CAIP-2 id, SLIP-44 type of its coin, CAIP-19 namespace of its tokens] */
export const CHAINS = {
  tron: ['tron:728126428', 195, 'trc20'],
  ethereum: ['eip155:1', 60, 'erc20'],
  bsc: ['eip155:56', 714, 'erc20'],
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 501, 'token'],
  base: ['eip155:8453', 60, 'erc20'],
  arbitrum: ['eip155:42161', 60, 'erc20'],
  ton: ['tvm:-239', 607],
  optimism: ['eip155:10', 60, 'erc20'],
  bitcoin: ['bip122:000000000019d6689c085ae165831e93', 0],
  litecoin: ['bip122:12a765e31ffd4059bada1e25190f6e98', 2],
} as const;
