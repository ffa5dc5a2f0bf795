import {
  CONNECT_MS,
  INITIAL_WALLET_FLOW,
  type OwnTransfer,
  type WalletAction,
  type WalletAttempt,
  type WalletContext,
  type WalletEffect,
  type WalletFlow,
  type WalletFlowResult,
  type WalletNotice,
} from './wallet-flow.js';

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
      const { step, account, fee } = action;
      return done({ ...flow, attempt: { ...attempt, step, account, fee, sinceMs: context.nowMs } });
    }
    case 'transferRecorded': {
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
      return hasEnded(attempt, context.nowMs)
        ? done(
            { ...flow, attempt: null, isDoubting: false, notice: noticeOf('timeOver', attempt) },
            ...stopOf(attempt),
          )
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

const hasEnded = (attempt: WalletAttempt | null, nowMs: number): attempt is WalletAttempt =>
  attempt !== null && attempt.endsAtMs !== null && nowMs >= attempt.endsAtMs;

function withAttempt(
  flow: WalletFlow,
  { number, wallet }: Extract<WalletAction, { type: 'walletPressed' }>,
  { nowMs }: WalletContext,
): WalletFlowResult {
  const attempt: WalletAttempt = {
    ...{ number, wallet, step: 'connecting', account: null, fee: null, sinceMs: nowMs },
    ...{ transfer: null, endsAtMs: null, isStopped: false, isAside: false },
  };
  return done({ ...flow, attempt, notice: null, shortage: null, isDoubting: false });
}

/** Before the wallet is asked to send, nothing can have been sent. After that, the request may still be open. */
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
  { number, result, wallet, transfer, isAfterStop }: Extract<WalletAction, { type: 'ended' }>,
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
      // The wallet's answer takes precedence over an earlier confirmation by the payer.
      const ended = { ...flow, attempt: null, notice: null, own, isDoubting: false, dismissed: null };
      if (!attempt && !isAfterStop) return done(flow, ...report(result.kind, transaction));
      return done(ended, ...(attempt ? [] : stopOf(flow.attempt)), ...report(result.kind, transaction));
    }
    case 'unknown': {
      // The payer has stopped waiting, and the wallet may still answer.
      if (attempt?.isStopped && !isAfterStop) return done(flow, ...report('unknown'));
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
