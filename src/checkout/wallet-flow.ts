import type { TransferState, WalletTransfer } from '../protocol/index.js';
import type {
  BrowserWallet,
  Funds,
  TransferObstacle,
  TransferResult,
  TransferStep,
} from '../wallets/wallet.js';

/** The part of a wallet that the payer sees. */
export type NamedWallet = Pick<BrowserWallet, 'name' | 'icon'>;

/** A transfer that a wallet is being asked for by this page. */
export interface WalletAttempt {
  /** Higher for each attempt of the page. */
  readonly number: number;
  readonly wallet: NamedWallet;
  readonly step: TransferStep;
  /** The payer's own address, once it is known. */
  readonly account: string | null;
  /** A large fee that the wallet adds, if the page knows one. */
  readonly fee: string | null;
  /** When the step began. */
  readonly sinceMs: number;
  /** The id at the proxy, once it is recorded there. */
  readonly transfer: number | null;
  /** After this time the transfer can no longer happen; `null` if its network sets no limit. */
  readonly endsAtMs: number | null;
  /** The payer has stopped waiting. The request may still be open in the wallet. */
  readonly isStopped: boolean;
  /** The payer reads the address to pay another way meanwhile. */
  readonly isAside: boolean;
}

/** The outcome of the last request, for a line above the address. Only with `timeOver` may the payment have been sent. */
export interface WalletNotice {
  readonly reason: 'refused' | 'unanswered' | 'timeOver' | TransferObstacle;
  readonly wallet: NamedWallet;
}

export interface Shortage {
  readonly wallet: NamedWallet;
  readonly account: string | null;
  readonly payment: Funds;
  readonly fee: Funds | null;
}

/** The page's own transfer, until the proxy returns the same. */
export interface OwnTransfer {
  readonly id: number;
  readonly wallet: NamedWallet;
  readonly state: Exclude<TransferState, 'asked'>;
  readonly transaction: string | null;
}

/** The state of a payment with a wallet in this browser, for one invoice. */
export interface WalletFlow {
  readonly attempt: WalletAttempt | null;
  readonly notice: WalletNotice | null;
  readonly shortage: Shortage | null;
  readonly own: OwnTransfer | null;
  /** The id of the page's transfer that was not sent, until the proxy returns the same. */
  readonly released: number | null;
  /** The page asks the payer whether the transfer was really not sent. */
  readonly isDoubting: boolean;
  /** The payer has confirmed that no transfer up to this id was sent. */
  readonly dismissed: number | null;
}

export const INITIAL_WALLET_FLOW: WalletFlow = {
  attempt: null,
  notice: null,
  shortage: null,
  own: null,
  released: null,
  isDoubting: false,
  dismissed: null,
};

export type WalletAction =
  | { readonly type: 'walletPressed'; readonly number: number; readonly wallet: NamedWallet }
  | {
      readonly type: 'stepReached';
      readonly number: number;
      readonly step: TransferStep;
      readonly account: string | null;
      readonly fee: string | null;
    }
  | {
      readonly type: 'transferRecorded';
      readonly number: number;
      readonly transfer: number;
      readonly endsAt: string | null;
    }
  /** `isAfterStop`: after the payer has stopped waiting. `transfer`: its id, if it was recorded. */
  | {
      readonly type: 'ended';
      readonly number: number;
      readonly result: TransferResult;
      readonly wallet: NamedWallet;
      readonly transfer: number | null;
      readonly isAfterStop: boolean;
    }
  | { readonly type: 'otherWayRequested' }
  | { readonly type: 'backToWalletRequested' }
  | { readonly type: 'shortageDismissed' }
  | { readonly type: 'doubtToggled'; readonly isDoubting: boolean }
  | { readonly type: 'notSentConfirmed' }
  /** The invoice was replaced, or can no longer be paid. */
  | { readonly type: 'invoiceLeft' }
  | { readonly type: 'timePassed' };

export type WalletEffect =
  /** Make no further call to the wallet for this attempt. */
  | { readonly type: 'stop'; readonly number: number }
  | {
      readonly type: 'report';
      readonly transfer: number;
      readonly state: Exclude<TransferState, 'asked'> | 'refused';
      readonly transaction: string | null;
    };

/** The checkout and the clock at the moment of an action. */
export interface WalletContext {
  /** The open transfer as the proxy returns it. Any page may have asked for it. */
  readonly transfer: WalletTransfer | null;
  /** By the server's clock. */
  readonly nowMs: number;
}

export interface WalletFlowResult {
  readonly flow: WalletFlow;
  readonly effects: readonly WalletEffect[];
}

/** Time for a wallet to answer. After that, the payer reads that it may have sent the payment. */
export const ANSWER_MS = 60_000;
/** Time for a wallet to connect or to switch its network, before anything can have been sent. */
export const CONNECT_MS = 180_000;
/** Another page that reports no outcome within this time has been closed. */
export const OTHER_PAGE_MS = 90_000;
/** After this time, a payer may pay again: a transfer that was sent is usually detected long before. */
export const PAY_AGAIN_MS = 600_000;
