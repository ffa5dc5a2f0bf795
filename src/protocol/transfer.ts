/**
 * The state of a transfer that a page has asked a wallet in its browser for.
 *
 * - `asked`: the wallet shows it to the payer, or did so when the page was last heard of
 * - `sent`: the wallet says that it has sent it · `proposed`: other signers have to confirm it in the wallet
 * - `unknown`: the wallet may have sent it
 */
export const TRANSFER_STATES = ['asked', 'sent', 'proposed', 'unknown'] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * The transfer of the current invoice that a wallet was asked for. Pages say so, and anyone with the checkout id may: it warns of
 * paying twice, and never means that anything is paid.
 */
export interface WalletTransfer {
  /** Higher for each transfer of the checkout. @asType integer */
  readonly id: number;
  readonly state: TransferState;
  /** The wallet as it calls itself, at most 24 characters. */
  readonly wallet: string | null;
  /** The id of the transaction as the wallet states it. */
  readonly transaction: string | null;
  /** @format date-time */
  readonly askedAt: string;
  /** When it has either arrived or failed; `null` if the network sets no limit. @format date-time */
  readonly endsAt: string | null;
}

/** `POST /checkouts/:id/transfer` */
export interface TransferRequest {
  /** `asked` before the wallet is called; then what became of it. `refused`: the payer has refused it, and nothing was sent. */
  readonly state: TransferState | 'refused';
  /** The id of the invoice whose address and amount the wallet gets. */
  readonly invoice: string;
  /**
   * The id of the transfer that this is about. With `asked`: of the one that the payer knows of and replaces, `null` if there is
   * none.
   */
  readonly transfer: number | null;
  readonly wallet?: string | null;
  readonly transaction?: string | null;
}
