import type { TransferState, WalletTransfer } from '../protocol/index.js';
import {
  ANSWER_MS,
  CONNECT_MS,
  OTHER_PAGE_MS,
  PAY_AGAIN_MS,
  type NamedWallet,
  type Shortage,
  type WalletAttempt,
  type WalletContext,
  type WalletFlow,
  type WalletNotice,
} from './wallet-flow.js';

/** A transfer that may have been sent, as the payer sees it. */
export interface ShownTransfer {
  /** `elsewhere`: another screen is asking a wallet. */
  readonly state: Exclude<TransferState, 'asked'> | 'elsewhere';
  /** Without a name if the wallet gives none. */
  readonly wallet: { readonly name: string | null; readonly icon: string | null };
  readonly transaction: string | null;
  readonly askedAtMs: number;
  /** The transfer has no time limit, and nothing was detected for ten minutes. */
  readonly canPayAgain: boolean;
}

/**
 * The screens of a payment with a wallet in this browser, for an invoice that can be paid. Other tabs learn of the
 * payment through `checkout.transfer`, which the proxy sends them.
 */
export type WalletScreen =
  /**
   * `asked`: a wallet whose request may still be open. `other`: another transfer that may have been sent, although the payer
   * has answered that it was not.
   */
  | {
      readonly kind: 'panel';
      readonly notice: WalletNotice | null;
      readonly asked: NamedWallet | null;
      readonly other: ShownTransfer | null;
    }
  | { readonly kind: 'asking'; readonly attempt: WalletAttempt }
  | { readonly kind: 'short'; readonly shortage: Shortage }
  | { readonly kind: 'transfer' | 'doubt'; readonly transfer: ShownTransfer };

/** Returns the screen for a flow. Pure. */
export function walletScreenOf(flow: WalletFlow, context: WalletContext): WalletScreen {
  const { attempt, notice, shortage, isDoubting } = flow;
  if (attempt && !attempt.isAside) {
    const unanswered = unansweredOf(attempt, context.nowMs);
    if (!unanswered) return { kind: 'asking', attempt };
    return { kind: isDoubting ? 'doubt' : 'transfer', transfer: unanswered };
  }
  if (shortage) return { kind: 'short', shortage };
  const { open: transfer, over } = shownTransfer(flow, context);
  if (!transfer || attempt || isDismissed(flow, context))
    return {
      kind: 'panel',
      notice: notice ?? (over && { reason: 'timeOver', wallet: over.wallet }),
      asked: attempt?.wallet ?? null,
      other: attempt ? null : transfer,
    };
  return { kind: isDoubting ? 'doubt' : 'transfer', transfer };
}

/** Returns when the screen changes next without any action; `null` if it does not. */
export function nextWalletChangeMs(
  { attempt }: WalletFlow,
  { transfer, nowMs }: WalletContext,
): number | null {
  const times = [
    ...(attempt ? changesOf(attempt) : []),
    ...(transfer ? [askedAtMs(transfer) + OTHER_PAGE_MS, askedAtMs(transfer) + PAY_AGAIN_MS] : []),
    ...(transfer?.endsAt ? [Date.parse(transfer.endsAt)] : []),
  ].filter((atMs) => atMs > nowMs);
  return times.length > 0 ? Math.min(...times) : null;
}

const changesOf = ({ step, sinceMs, endsAtMs }: WalletAttempt): readonly number[] => [
  ...(step === 'confirming' ? [sinceMs + ANSWER_MS, sinceMs + PAY_AGAIN_MS] : [sinceMs + CONNECT_MS]),
  ...(endsAtMs === null ? [] : [endsAtMs]),
];

const askedAtMs = ({ askedAt }: WalletTransfer) => Date.parse(askedAt);

/** Returns the page's own attempt once the wallet has had its time, otherwise `null`. */
function unansweredOf({ step, sinceMs, wallet }: WalletAttempt, nowMs: number): ShownTransfer | null {
  if (step !== 'confirming' || nowMs - sinceMs < ANSWER_MS) return null;
  const canPayAgain = nowMs - sinceMs >= PAY_AGAIN_MS;
  return { state: 'unknown', wallet, transaction: null, askedAtMs: sinceMs, canPayAgain };
}

/**
 * Returns the transfer that may still happen, or else the one whose time is over. Every page computes this from the same end
 * time.
 */
function shownTransfer(
  { own, released }: WalletFlow,
  { transfer, nowMs }: WalletContext,
): { readonly open: ShownTransfer | null; readonly over: ShownTransfer | null } {
  if (!transfer) return { open: null, over: null };
  const isUnsure = transfer.state === 'asked' || transfer.state === 'unknown';
  if (isUnsure && transfer.id === released) return { open: null, over: null };
  const ownOne = own?.id === transfer.id ? own : null;
  const ageMs = nowMs - askedAtMs(transfer);
  const stated =
    transfer.state === 'asked' ? (ageMs < OTHER_PAGE_MS ? 'elsewhere' : 'unknown') : transfer.state;
  const shown: ShownTransfer = {
    state: isUnsure && ownOne ? ownOne.state : stated,
    wallet: ownOne?.wallet ?? { name: transfer.wallet, icon: null },
    transaction: transfer.transaction ?? ownOne?.transaction ?? null,
    askedAtMs: askedAtMs(transfer),
    canPayAgain: transfer.endsAt === null && ageMs >= PAY_AGAIN_MS,
  };
  const isOver = transfer.endsAt !== null && Date.parse(transfer.endsAt) <= nowMs;
  return isOver ? { open: null, over: shown } : { open: shown, over: null };
}

/** A transfer that this page has asked for since then counts again. */
function isDismissed({ dismissed, own }: WalletFlow, { transfer }: WalletContext): boolean {
  return dismissed !== null && !(own && own.id > dismissed && own.id === transfer?.id);
}
