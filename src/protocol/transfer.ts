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
export interface WalletTransfer {
  /** Higher for each transfer of the checkout. @asType integer */
  readonly id: number;
  readonly state: TransferState;
  /** The name that the wallet gives itself, at most 24 characters. */
  readonly wallet: string | null;
  /** The id of the transaction as the wallet states it. */
  readonly transaction: string | null;
  /** @format date-time */
  readonly askedAt: string;
  /** By this time it has arrived or failed; `null` if the network sets no limit. @format date-time */
  readonly endsAt: string | null;
}

/** `POST /checkouts/:id/transfer` */
export interface TransferRequest {
  /** `asked` before the page calls the wallet, then the outcome. `refused`: the payer has refused it, and nothing was sent. */
  readonly state: TransferState | 'refused';
  /** The id of the invoice whose address and amount the wallet gets. */
  readonly invoice: string;
  /**
   * The id of the transfer. With `asked`: the id of the earlier transfer that the payer knows of and replaces; `null` if there
   * is none.
   */
  readonly transfer: number | null;
  readonly wallet?: string | null;
  readonly transaction?: string | null;
}
