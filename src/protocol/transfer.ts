import type * as v from 'valibot';
import { count, object, oneOf, orNull, text, time } from './schema.js';

/**
 * The state of a transfer that a page has asked a wallet in its browser to make.
 *
 * - `asked`: the wallet shows it to the payer, or did when the page last reported
 * - `sent`: the wallet says that it has sent it · `proposed`: other signers have to confirm it in the wallet
 * - `unknown`: the wallet may have sent it
 */
export const TRANSFER_STATES = ['asked', 'sent', 'proposed', 'unknown'] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * The transfer that a wallet was asked to make for the current invoice. Pages report it, and anyone with the checkout id can.
 * It warns the payer against paying twice, and never means that anything is paid.
 */
export const walletTransferSchema = object({
  /** Higher for each transfer of the checkout. */
  id: count,
  state: oneOf('a state of a transfer', TRANSFER_STATES),
  /** The name that the wallet gives itself, at most 24 characters. */
  wallet: orNull(text),
  /** The id of the transaction as the wallet states it. */
  transaction: orNull(text),
  askedAt: time,
  /** By this time it has arrived or failed; `null` if the network sets no limit. */
  endsAt: orNull(time),
});
export interface WalletTransfer extends v.InferOutput<typeof walletTransferSchema> {}
