import type { CurrencyCode } from '../payment/index.js';
import type { Checkout, ProblemCode } from '../protocol/index.js';

/** Why the last step did not work, for the error screen and the support bundle. */
export interface SessionProblem {
  /** A code of the proxy, or what happened on the way to it. */
  readonly code: ProblemCode | 'offline' | 'bad_answer';
  readonly retryable: boolean;
  readonly requestId?: string;
}

/** What a session knows at one moment. A new object at every change, never altered afterwards. */
export type SessionSnapshot =
  | { readonly phase: 'loading' }
  /** There is nothing to show but the problem: the checkout could not be opened. */
  | { readonly phase: 'failed'; readonly problem: SessionProblem }
  | {
      readonly phase: 'ready';
      readonly checkout: Checkout;
      /** The payer's step that is under way: `invoice` names the currency that was chosen. */
      readonly pending:
        { readonly kind: 'invoice'; readonly currency: CurrencyCode } | { readonly kind: 'cancel' } | null;
      /** The payer's last step that did not work; gone with the next step. */
      readonly problem: SessionProblem | null;
      /**
       * The payer asked to change the currency: the picker is shown over the invoice, which stays payable.
       */
      readonly changing: boolean;
      /** `trouble`: the proxy has not answered lately; the checkout is the last known one. */
      readonly connection: 'live' | 'trouble';
    };

/** Who looks on. */
export interface SubscriberVisibility {
  /** Nobody can see it at present: while that is so of every onlooker, the proxy is asked rarely. */
  readonly isHidden: () => boolean;
}

/** The payer's session without a screen: what elements, stories and tests talk to. */
export interface CheckoutSession {
  readonly snapshot: SessionSnapshot;
  /** The server's time in milliseconds, carried on by a monotonic clock; `null` before the first answer. */
  serverNowMs(): number | null;
  /** Told at every change. The first subscriber opens the connection, the last to leave closes it. */
  subscribe(listener: () => void, onlooker?: SubscriberVisibility): () => void;
  /** Makes the invoice in this currency: the first, a switch, or a new quote after the deadline. */
  choose(currency: CurrencyCode, email?: string): Promise<void>;
  /** Shows the picker again (`true`), or returns to the invoice (`false`). */
  change(changing: boolean): void;
  /** The payer gives up. */
  cancel(): Promise<void>;
  /** Asks the proxy now: at the deadline, on return to the page, by the payer's "try again". */
  refresh(): void;
}
