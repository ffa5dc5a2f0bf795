import type { CurrencyCode } from '../payment/index.js';
import type {
  Checkout,
  CheckoutRefund,
  InvoiceRequest,
  ProblemCode,
  RefundRequest,
  SolanaTransfer,
  TransferRequest,
  WalletTransfer,
} from '../protocol/index.js';

/** The reason a request failed, for the error screen and the support details. */
export interface SessionProblem {
  /**
   * A problem code of the proxy. `offline`: no response arrived. `invalid_response`: the response is not from the proxy, but
   * for example a page of a server in front of it.
   */
  readonly code: ProblemCode | 'offline' | 'invalid_response';
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The id of the request in the proxy's log. Missing when the proxy has not answered. */
  readonly requestId?: string;
}

/** The payer's action in progress; `invoice` names the selected currency. */
export type PayerAction =
  | { readonly kind: 'invoice'; readonly currency: CurrencyCode }
  | { readonly kind: 'cancel' };

/** Immutable state of a session at one time. Every change creates a new object. */
export type SessionSnapshot =
  | { readonly phase: 'loading' }
  /** The checkout could not be opened: only the problem can be shown. */
  | { readonly phase: 'failed'; readonly problem: SessionProblem }
  | {
      readonly phase: 'ready';
      readonly checkout: Checkout;
      readonly pending: PayerAction | null;
      /** The reason the payer's last action failed; cleared by the next action. */
      readonly problem: SessionProblem | null;
      /** The payer is changing the currency: the picker is shown, and the invoice stays payable. */
      readonly changing: boolean;
      /** `trouble`: the proxy has not responded lately; the checkout is the last known state. */
      readonly connection: 'live' | 'trouble';
    };

/** Whether a subscriber can be seen, such as a page in a hidden tab. */
export interface SubscriberVisibility {
  /** While every subscriber is hidden, the session polls rarely. */
  readonly isHidden: () => boolean;
}

/** The result of `reportTransfer`. `retryAfterMs`: the time in milliseconds to wait before the next try; 0 if the proxy asks for none. */
export type TransferReportResult =
  /** `transfer`: the one that is open now. */
  | { readonly ok: true; readonly transfer: WalletTransfer | null }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

/** More time for an invoice: the longest that the shop offers, or a new quote instead of one that is about to expire. */
export type InvoiceTime = Pick<InvoiceRequest, 'lifetime' | 'replaces'>;

/** The result of `solanaTransfer`. `retryAfterMs` as in `TransferReportResult`. */
export type SolanaTransferResult =
  | { readonly ok: true; readonly transfer: SolanaTransfer }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

/**
 * A payer's request for a refund. `invoice` and `amount` are those of an entry of the checkout's `refunds`; `address` is the payer's own,
 * in the invoice's currency; `email` is optional.
 */
export type RefundInput = Pick<RefundRequest, 'invoice' | 'address' | 'amount' | 'email'>;

/** The result of `requestRefund`. `retryAfterMs` as in `TransferReportResult`. */
export type RefundRequestResult =
  /** `refund`: the refund of this invoice, as the proxy has it now. */
  | { readonly ok: true; readonly refund: CheckoutRefund | null }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

/** A headless session of a payer. */
export interface CheckoutSession {
  readonly snapshot: SessionSnapshot;
  /** The server's time in milliseconds, advanced by a monotonic clock; `null` before the first response. */
  serverNowMs(): number | null;
  /** Calls back at every change. The first subscriber opens the connection, the last one closes it. */
  subscribe(listener: () => void, visibility?: SubscriberVisibility): () => void;
  /**
   * Creates the invoice in this currency: the first, a switch, or a new quote after the deadline. Resolves when the proxy has answered;
   * a failure is the snapshot's `problem`.
   */
  choose(currency: CurrencyCode, email?: string, time?: InvoiceTime): Promise<void>;
  /** Shows the picker again (`true`), or returns to the invoice (`false`). */
  change(isChanging: boolean): void;
  /** Cancels the checkout. A failure is the snapshot's `problem`. */
  cancel(): Promise<void>;
  /**
   * Reports a transfer that is about to be requested from a wallet in the browser, or its outcome. After `asked`, call the wallet
   * only if the result is `ok`: with the problem `transfer_conflict` another page was first, or the invoice has changed.
   */
  reportTransfer(request: TransferRequest): Promise<TransferReportResult>;
  /** Reads what a transfer of the current invoice on Solana needs, just before a wallet is asked. */
  solanaTransfer(): Promise<SolanaTransferResult>;
  /**
   * Requests a refund, or corrects its address until the shop decides. A request without a response may have arrived. Repeat it: the
   * proxy keeps one request per invoice.
   */
  requestRefund(input: RefundInput): Promise<RefundRequestResult>;
  /**
   * Replaces the order token by a newer one for the same order: the state stays. The session sends it to the proxy only if it states
   * something else than the one before, such as another price, or if the order is not open yet.
   */
  renewOrder(order: string): void;
  /** Polls now: at the deadline, on return to the page, or when the payer presses "Try again". */
  refresh(): void;
}
