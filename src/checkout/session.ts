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

/** Why the last action failed, for the error screen and the support details. */
export interface SessionProblem {
  /** A problem code of the proxy, or of the connection to it. */
  readonly code: ProblemCode | 'offline' | 'invalid_response';
  readonly retryable: boolean;
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
      /** Why the payer's last action failed; cleared by the next action. */
      readonly problem: SessionProblem | null;
      /** The payer is changing the currency: the picker is shown, and the invoice stays payable. */
      readonly changing: boolean;
      /** `trouble`: the proxy has not responded lately; the checkout is the last known state. */
      readonly connection: 'live' | 'trouble';
    };

export interface SubscriberVisibility {
  /** While every subscriber is hidden, the session polls rarely. */
  readonly isHidden: () => boolean;
}

export type TransferReportResult =
  /** `transfer`: the one that is open now. */
  | { readonly ok: true; readonly transfer: WalletTransfer | null }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

/** More time for an invoice: the longest that the shop offers, or a new quote instead of one that is about to expire. */
export type InvoiceTime = Pick<InvoiceRequest, 'lifetime' | 'replaces'>;

export type SolanaTransferResult =
  | { readonly ok: true; readonly transfer: SolanaTransfer }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

/** What the payer asks for: `invoice` and `amount` as in the checkout's `refunds`, an address of their own, and perhaps an email. */
export type RefundInput = Pick<RefundRequest, 'invoice' | 'address' | 'amount' | 'email'>;

export type RefundRequestResult =
  /** `refund`: of this invoice, as the proxy has it now. */
  | { readonly ok: true; readonly refund: CheckoutRefund | null }
  | { readonly ok: false; readonly problem: SessionProblem; readonly retryAfterMs: number };

/** A headless session of a payer. */
export interface CheckoutSession {
  readonly snapshot: SessionSnapshot;
  /** The server's time in milliseconds, advanced by a monotonic clock; `null` before the first response. */
  serverNowMs(): number | null;
  /** Calls back at every change. The first subscriber opens the connection, the last one closes it. */
  subscribe(listener: () => void, visibility?: SubscriberVisibility): () => void;
  /** Creates the invoice in this currency: the first, a switch, or a new quote after the deadline. */
  choose(currency: CurrencyCode, email?: string, time?: InvoiceTime): Promise<void>;
  /** Shows the picker again (`true`), or returns to the invoice (`false`). */
  change(isChanging: boolean): void;
  cancel(): Promise<void>;
  /**
   * Reports a transfer that is about to be requested from a wallet in the browser, or its outcome. After `asked`, call the wallet
   * only if the result is `ok`: with the problem `transfer_conflict` another page was first, or the invoice has changed.
   */
  reportTransfer(request: TransferRequest): Promise<TransferReportResult>;
  /** Reads what a transfer of the current invoice on Solana needs, just before a wallet is asked. */
  solanaTransfer(): Promise<SolanaTransferResult>;
  /**
   * Asks the shop for money back, or corrects the address while the shop has not decided. Of a request without an answer nobody knows
   * whether it has arrived. It may be repeated: money of an invoice is requested once.
   */
  requestRefund(input: RefundInput): Promise<RefundRequestResult>;
  /** Polls now: at the deadline, on return to the page, or when the payer presses "Try again". */
  refresh(): void;
}
