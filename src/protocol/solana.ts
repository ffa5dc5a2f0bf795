export const SOLANA_TOKEN_PROGRAMS = ['token', 'token-2022'] as const;

/** The token program of a mint: the first one, or Token-2022. */
export type SolanaTokenProgram = (typeof SOLANA_TOKEN_PROGRAMS)[number];

export const SOLANA_PAYEES = ['wallet', 'tokenAccount'] as const;

/**
 * What a page needs to build the transfer of the current invoice on Solana. A wallet in the browser has no methods to read the
 * network. Request it just before the wallet is asked: a blockhash is accepted for 150 blocks, some 90 s.
 */
export interface SolanaTransfer {
  /** The address of the invoice that this is about. */
  readonly address: string;
  /** Base58. */
  readonly blockhash: string;
  /** The last block in which the blockhash is accepted. @asType integer */
  readonly lastValidBlockHeight: number;
  /** `tokenAccount`: the address holds tokens of this mint itself, and is paid into directly. */
  readonly payee: (typeof SOLANA_PAYEES)[number];
  /** `null` for SOL. */
  readonly tokenProgram: SolanaTokenProgram | null;
  /** The transfer has to create the associated token account of the payee, for rent that the payer pays. */
  readonly createsAccount: boolean;
}
