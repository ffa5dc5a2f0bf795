/**
 * What a page needs to build the transfer of the current invoice on Solana. A wallet in the browser has no methods to read the
 * network. Request it just before the wallet is asked: a blockhash is accepted for 150 blocks, some 90 s.
 */
export interface SolanaTransfer {
  /** The address of the invoice. */
  readonly address: string;
  /** Base58. */
  readonly blockhash: string;
  /** The last block in which the blockhash is accepted. @asType integer */
  readonly lastValidBlockHeight: number;
  /** Whether the address is itself a token account of this mint, which is paid directly. Otherwise it belongs to a wallet. */
  readonly isTokenAccount: boolean;
  /** The address of the token's program: the original one, or Token-2022. `null` for SOL. */
  readonly tokenProgram: string | null;
  /** Whether the transfer must create the payee's associated token account, whose rent the payer pays. */
  readonly createsAccount: boolean;
}
