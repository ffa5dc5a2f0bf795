// Written by .config/currencies/generate.ts: never edit by hand.
/** network: [before a transaction, before an address] */
export const EXPLORERS = {
  tron: ['https://tronscan.org/#/transaction/', 'https://tronscan.org/#/address/'],
  ethereum: ['https://etherscan.io/tx/', 'https://etherscan.io/address/'],
  bsc: ['https://bscscan.com/tx/', 'https://bscscan.com/address/'],
  solana: ['https://solscan.io/tx/', 'https://solscan.io/account/'],
  base: ['https://basescan.org/tx/', 'https://basescan.org/address/'],
  arbitrum: ['https://arbiscan.io/tx/', 'https://arbiscan.io/address/'],
  ton: ['https://tonviewer.com/transaction/', 'https://tonviewer.com/'],
  optimism: ['https://optimistic.etherscan.io/tx/', 'https://optimistic.etherscan.io/address/'],
  bitcoin: ['https://mempool.space/tx/', 'https://mempool.space/address/'],
  litecoin: ['https://litecoinspace.org/tx/', 'https://litecoinspace.org/address/'],
} as const;
