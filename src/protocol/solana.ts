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
  /** The address holds tokens of this mint itself, and is paid into directly. Otherwise it is that of a wallet. */
  readonly isTokenAccount: boolean;
  /** The address of the program of the token: the first one, or Token-2022. `null` for SOL. */
  readonly tokenProgram: string | null;
  /** The transfer has to create the associated token account of the payee, for rent that the payer pays. */
  readonly createsAccount: boolean;
}
