import type * as v from 'valibot';
import { count, flag, name, object, orNull, parseMessage } from './schema.js';

/**
 * What a page needs to build the transfer of the current invoice on Solana. A wallet in the browser has no methods to read the
 * network. Request it just before the wallet is asked: a blockhash is accepted for 150 blocks, some 90 s.
 */
export const solanaTransferSchema = object({
  /** The address of the invoice. */
  address: name,
  /** Base58. */
  blockhash: name,
  /** The last block in which the blockhash is accepted. */
  lastValidBlockHeight: count,
  /** Whether the address is itself a token account of this mint, which is paid directly. Otherwise it belongs to a wallet. */
  isTokenAccount: flag,
  /** The address of the token's program: the original one, or Token-2022. `null` for SOL. */
  tokenProgram: orNull(name),
  /** Whether the transfer must create the payee's associated token account, whose rent the payer pays. */
  createsAccount: flag,
});
export interface SolanaTransfer extends v.InferOutput<typeof solanaTransferSchema> {}

/** Parses what a transfer on Solana needs. @throws {ProtocolError} if anything violates the protocol */
export function parseSolanaTransfer(value: unknown): SolanaTransfer {
  return parseMessage(solanaTransferSchema, value, 'solana');
}
