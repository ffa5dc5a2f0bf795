import type * as v from 'valibot';
import { count, flag, name, object, orNull, parseMessage } from './schema.js';

/**
 * The data from which a page builds the transfer for the current invoice on Solana. Wallets in the browser have no methods to
 * read the network. Request it just before you call the wallet: a blockhash is valid for 150 blocks, about 90 s.
 */
export const solanaTransferSchema = object({
  /** The address of the invoice. */
  address: name,
  /** Base58. */
  blockhash: name,
  /** The last block in which the blockhash is valid. */
  lastValidBlockHeight: count,
  /** Whether the address is a token account of this mint, which the transfer pays directly. Otherwise it belongs to a wallet. */
  isTokenAccount: flag,
  /** The address of the token program: the original one, or Token-2022. `null` for SOL. */
  tokenProgram: orNull(name),
  /** Whether the transfer must create the payee's associated token account, whose rent the payer pays. */
  createsAccount: flag,
});
export interface SolanaTransfer extends v.InferOutput<typeof solanaTransferSchema> {}

/** Parses the data for a Solana transfer. @throws {ProtocolError} if anything violates the protocol */
export function parseSolanaTransfer(value: unknown): SolanaTransfer {
  return parseMessage(solanaTransferSchema, value, 'solana');
}
