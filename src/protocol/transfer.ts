import type * as v from 'valibot';
import { count, object, oneOf, orNull, text, time } from './schema.js';

/**
 * The state of a transfer that a page has requested from a wallet in its browser.
 *
 * - `asked`: the wallet shows the transfer to the payer, as of the page's last report
 * - `sent`: the wallet reports that it has sent the transfer · `proposed`: other signers must confirm it in the wallet
 * - `unknown`: the wallet may have sent the transfer
 */
export const TRANSFER_STATES = ['asked', 'sent', 'proposed', 'unknown'] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * The transfer for the current invoice that a page has requested from a wallet. Anyone with the checkout id can report one. It
 * warns the payer not to pay twice, and never means that anything is paid.
 */
export const walletTransferSchema = object({
  /** Higher for each transfer of the checkout. */
  id: count,
  state: oneOf('a state of a transfer', TRANSFER_STATES),
  /** The wallet's own name, at most 24 characters. */
  wallet: orNull(text),
  /** The id of the transaction, from the wallet. */
  transaction: orNull(text),
  askedAt: time,
  /** By this time it has arrived or failed; `null` if the network sets no limit. */
  endsAt: orNull(time),
});
export interface WalletTransfer extends v.InferOutput<typeof walletTransferSchema> {}
