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
  /** Begin of the step. */
  readonly sinceMs: number;
  /** The id at the proxy, once it is recorded there. */
  readonly transfer: number | null;
  /** From then on, it can no longer happen; `null` if its network sets no such time. */
  readonly endsAtMs: number | null;
  /** The payer has stopped waiting. The request may still be open in the wallet. */
  readonly isStopped: boolean;
  /** The payer reads the address to pay another way meanwhile. */
  readonly isAside: boolean;
}

/** The reason why nothing was sent, for a line above the address. */
export interface WalletNotice {
  readonly reason: 'refused' | 'unanswered' | TransferObstacle;
  readonly wallet: NamedWallet;
}

export interface Shortage {
  readonly wallet: NamedWallet;
  readonly account: string | null;
  readonly payment: Funds;
  readonly fee: Funds | null;
}

/** The page's own transfer, until the proxy returns the same. */
interface OwnTransfer {
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
  /** The payer reads the question whether it was really not sent. */
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
    }
  | {
      readonly type: 'claimed';
      readonly number: number;
      readonly transfer: number;
      readonly endsAt: string | null;
    }
  /** `isLate`: after the payer has stopped waiting. `transfer`: its id, if it was recorded. */
  | {
      readonly type: 'ended';
      readonly number: number;
      readonly result: TransferResult;
      readonly wallet: NamedWallet;
      readonly transfer: number | null;
      readonly isLate: boolean;
    }
  | { readonly type: 'otherWayRequested' }
  | { readonly type: 'backToWalletRequested' }
  | { readonly type: 'shortageDismissed' }
  | { readonly type: 'doubtToggled'; readonly isDoubting: boolean }
  | { readonly type: 'notSentConfirmed' }
  /** There is another invoice, or none to pay anymore. */
  | { readonly type: 'invoiceLeft' }
  | { readonly type: 'timePassed' };

export type WalletEffect =
  /** Call nothing more in the wallet for this attempt. */
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

/** A wallet has this long to answer, before the payer reads that it may have sent. */
export const ANSWER_MS = 60_000;
/** A wallet has this long to connect, or to switch its network. Nothing can have been sent. */
export const CONNECT_MS = 180_000;

const done = (flow: WalletFlow, ...effects: readonly WalletEffect[]): WalletFlowResult => ({ flow, effects });

/** Returns the flow after `action`, and the effects to perform. Pure. */
export function reduceWalletFlow(
  flow: WalletFlow,
  action: WalletAction,
  context: WalletContext,
): WalletFlowResult {
  const { attempt } = flow;
  switch (action.type) {
    case 'walletPressed':
      return withAttempt(flow, action, context);
    case 'stepReached': {
      if (attempt?.number !== action.number) return done(flow);
      const { step, account } = action;
      return done({ ...flow, attempt: { ...attempt, step, account, sinceMs: context.nowMs } });
    }
    case 'claimed': {
      const { number, transfer, endsAt } = action;
      if (attempt?.number !== number) return done({ ...flow, released: transfer });
      const endsAtMs = endsAt === null ? null : Date.parse(endsAt);
      return done({ ...flow, attempt: { ...attempt, transfer, endsAtMs } });
    }
    case 'ended':
      return withEnd(flow, action);
    case 'otherWayRequested':
      return withOtherWay(flow);
    case 'backToWalletRequested':
      return done(attempt ? { ...flow, attempt: { ...attempt, isAside: false } } : flow);
    case 'shortageDismissed':
      return done({ ...flow, shortage: null });
    case 'doubtToggled':
      return done({ ...flow, isDoubting: action.isDoubting });
    case 'notSentConfirmed':
      return withNotSent(flow, context);
    case 'invoiceLeft':
      return done(INITIAL_WALLET_FLOW, ...stopOf(attempt));
    case 'timePassed':
      if (isSilent(attempt, context.nowMs))
        return done({ ...flow, attempt: null, notice: noticeOf('unanswered', attempt) }, ...stopOf(attempt));
      // Without a notice: it may have happened shortly before.
      return hasEnded(attempt, context.nowMs)
        ? done({ ...flow, attempt: null, isDoubting: false }, ...stopOf(attempt))
        : done(flow);
  }
}

const stopOf = (attempt: WalletAttempt | null): readonly WalletEffect[] =>
  attempt ? [{ type: 'stop', number: attempt.number }] : [];

const noticeOf = (
  reason: WalletNotice['reason'],
  { wallet }: Pick<WalletNotice, 'wallet'>,
): WalletNotice => ({
  reason,
  wallet,
});

function isSilent(attempt: WalletAttempt | null, nowMs: number): attempt is WalletAttempt {
  return attempt !== null && attempt.step !== 'confirming' && nowMs - attempt.sinceMs >= CONNECT_MS;
}

const hasEnded = (attempt: WalletAttempt | null, nowMs: number): boolean =>
  attempt !== null && attempt.endsAtMs !== null && nowMs >= attempt.endsAtMs;

function withAttempt(
  flow: WalletFlow,
  { number, wallet }: Extract<WalletAction, { type: 'walletPressed' }>,
  { nowMs }: WalletContext,
): WalletFlowResult {
  const attempt: WalletAttempt = {
    ...{ number, wallet, step: 'connecting', account: null, sinceMs: nowMs, transfer: null },
    ...{ endsAtMs: null, isStopped: false, isAside: false },
  };
  return done({ ...flow, attempt, notice: null, shortage: null, isDoubting: false });
}

/** Until the wallet is asked to send, nothing can have been sent. From then on, the request may still be open. */
function withOtherWay(flow: WalletFlow): WalletFlowResult {
  const { attempt } = flow;
  if (!attempt) return done({ ...flow, shortage: null });
  return attempt.step === 'confirming'
    ? done(
        { ...flow, isDoubting: false, attempt: { ...attempt, isStopped: true, isAside: true } },
        ...stopOf(attempt),
      )
    : done(
        { ...flow, isDoubting: false, attempt: null, notice: noticeOf('stopped', attempt) },
        ...stopOf(attempt),
      );
}

/** The payer has looked into the wallet. Anyone with the link may record a transfer, so none hides the address again. */
function withNotSent(flow: WalletFlow, { transfer }: WalletContext): WalletFlowResult {
  const { attempt } = flow;
  const dismissed = Math.max(transfer?.id ?? 0, attempt?.transfer ?? 0);
  return done({ ...flow, attempt: null, isDoubting: false, dismissed }, ...stopOf(attempt));
}

function withEnd(
  flow: WalletFlow,
  { number, result, wallet, transfer, isLate }: Extract<WalletAction, { type: 'ended' }>,
): WalletFlowResult {
  const attempt = flow.attempt?.number === number ? flow.attempt : null;
  const report = (
    state: Extract<WalletEffect, { type: 'report' }>['state'],
    transaction: string | null = null,
  ): readonly WalletEffect[] => (transfer === null ? [] : [{ type: 'report', transfer, state, transaction }]);
  const ownOf = (state: OwnTransfer['state'], transaction: string | null = null) =>
    transfer === null ? flow.own : { id: transfer, wallet, state, transaction };
  switch (result.kind) {
    case 'sent':
    case 'proposed': {
      const transaction = result.kind === 'sent' ? result.transaction : null;
      const own = ownOf(result.kind, transaction);
      // The wallet's answer outweighs what the payer has confirmed before.
      const ended = { ...flow, attempt: null, own, isDoubting: false, dismissed: null };
      if (!attempt && !isLate) return done(flow, ...report(result.kind, transaction));
      return done(ended, ...(attempt ? [] : stopOf(flow.attempt)), ...report(result.kind, transaction));
    }
    case 'unknown': {
      // The payer has stopped waiting, and the wallet may still answer.
      if (attempt?.isStopped && !isLate) return done(flow, ...report('unknown'));
      const ended = { ...flow, attempt: null, own: ownOf('unknown') };
      if (!attempt) return done(flow, ...report('unknown'));
      return done(attempt.isAside ? { ...ended, dismissed: transfer } : ended, ...report('unknown'));
    }
    default: {
      const released = { ...flow, released: transfer ?? flow.released };
      if (!attempt) return done(released, ...report('refused'));
      const ended = { ...released, attempt: null, isDoubting: false };
      if (result.kind === 'short') {
        const { payment, fee } = result;
        const { account } = attempt;
        return done({ ...ended, shortage: { wallet, account, payment, fee } }, ...report('refused'));
      }
      const reason = result.kind === 'blocked' ? result.obstacle : 'refused';
      return done({ ...ended, notice: noticeOf(reason, { wallet }) }, ...report('refused'));
    }
  }
}
