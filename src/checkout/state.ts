import { mayBeSent, PAYMENT_SEEN_STATES, PAID_STATES } from '../protocol/index.js';
import type { Checkout, CheckoutInvoice, CheckoutRefund } from '../protocol/index.js';
import { serverOffsetAfter } from './clock.js';
import type { PayerAction, SessionProblem, SessionSnapshot } from './session.js';

export interface SessionState {
  readonly snapshot: SessionSnapshot;
  /** The server's clock minus the monotonic one; `null` before the first response. */
  readonly offsetMs: number | null;
  /** Consecutive failed requests. */
  readonly failures: number;
}

export type SessionEvent =
  /** `sentAtMs`: time of the request; `null` for an event of the stream. */
  | {
      readonly type: 'answered';
      readonly checkout: Checkout;
      readonly nowMs: number;
      readonly sentAtMs: number | null;
    }
  | { readonly type: 'requestFailed'; readonly problem: SessionProblem }
  /** The payer retries after the checkout could not be opened. */
  | { readonly type: 'retried' }
  | { readonly type: 'actionStarted'; readonly action: PayerAction }
  | { readonly type: 'actionCompleted'; readonly action: PayerAction }
  | { readonly type: 'actionFailed'; readonly action: PayerAction; readonly problem: SessionProblem }
  | { readonly type: 'changing'; readonly changing: boolean };

type Ready = Extract<SessionSnapshot, { phase: 'ready' }>;

export const INITIAL_STATE: SessionState = { snapshot: { phase: 'loading' }, offsetMs: null, failures: 0 };

/** Consecutive failures before the payer sees them: a single one is not shown. */
export const VISIBLE_AFTER_FAILURES = 2;

/** The order is paid, and no refund is under way: no further change is expected. */
export function isComplete(snapshot: SessionSnapshot): boolean {
  if (snapshot.phase !== 'ready') return false;
  const { state, refunds } = snapshot.checkout;
  return PAID_STATES.has(state) && !refunds?.items.some(isUnderWay);
}

/** The shop has not answered yet, or the transaction is not known yet. */
function isUnderWay({ state, transaction }: CheckoutRefund): boolean {
  return state === 'requested' || state === 'approved' || (state === 'sent' && transaction === null);
}

/** Returns the state after `event`. Pure. The snapshot stays the same object unless a screen shows the change. */
export function transition(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'answered':
      // The response is about another checkout.
      if (state.snapshot.phase === 'ready' && state.snapshot.checkout.id !== event.checkout.id) return state;
      return afterTime(state, {
        snapshot: afterAnswer(state.snapshot, event.checkout),
        offsetMs: serverOffsetAfter(state.offsetMs, event),
        failures: 0,
      });
    case 'requestFailed': {
      const failures = state.failures + 1;
      return { ...state, failures, snapshot: afterFailures(state.snapshot, event.problem, failures) };
    }
    case 'retried':
      return state.snapshot.phase === 'failed' ? { ...state, snapshot: { phase: 'loading' } } : state;
    default:
      return state.snapshot.phase === 'ready'
        ? { ...state, snapshot: afterAction(state.snapshot, event) }
        : state;
  }
}

/** A smaller correction of the server's time changes no screen that the next second would not change. */
const VISIBLE_CORRECTION_MS = 1000;

/** Returns the state with another snapshot if only the server's time was corrected: the deadline may have passed, or not after all. */
function afterTime({ snapshot, offsetMs }: SessionState, next: SessionState & { readonly offsetMs: number }) {
  const isCorrected = offsetMs !== null && Math.abs(next.offsetMs - offsetMs) >= VISIBLE_CORRECTION_MS;
  return isCorrected && next.snapshot === snapshot ? { ...next, snapshot: { ...snapshot } } : next;
}

export function checkoutIn(snapshot: SessionSnapshot): Checkout | null {
  return snapshot.phase === 'ready' ? snapshot.checkout : null;
}

/** Returns the invoice to pay, or `null`. An overlay does not change that, and the deadline is not considered. */
export function payableIn(snapshot: SessionSnapshot): CheckoutInvoice | null {
  const checkout = checkoutIn(snapshot);
  return checkout?.invoice && mayBeSent(checkout.state, checkout.invoice) ? checkout.invoice : null;
}

/** Returns the snapshot of a checkout without an action. */
export function readySnapshot(checkout: Checkout): Ready {
  return { phase: 'ready', checkout, pending: null, problem: null, changing: false, connection: 'live' };
}

function afterAnswer(snapshot: SessionSnapshot, checkout: Checkout): SessionSnapshot {
  if (snapshot.phase !== 'ready') {
    return readySnapshot(checkout);
  }
  const current = mergeCheckout(snapshot, checkout);
  return current.connection === 'live' ? current : { ...current, connection: 'live' };
}

/** An older response changes nothing; one of the same version changes only whether the checkout is stale. */
function mergeCheckout(ready: Ready, next: Checkout): Ready {
  const { checkout } = ready;
  if (next.version < checkout.version) return ready;
  if (next.version === checkout.version) {
    const isAsFresh = next.stale === checkout.stale && next.checkedAt === checkout.checkedAt;
    const isOlder = Date.parse(next.now) < Date.parse(checkout.now);
    return isAsFresh || isOlder ? ready : { ...ready, checkout: next };
  }
  const hasNewInvoice = next.invoice?.id !== checkout.invoice?.id;
  const isFulfilled =
    hasNewInvoice && ready.pending?.kind === 'invoice' && next.invoice?.currency === ready.pending.currency;
  return {
    ...ready,
    checkout: next,
    // The stream may deliver the invoice while the response to the action is lost.
    pending: isFulfilled ? null : ready.pending,
    problem: hasNewInvoice || hasMovedOn(checkout, next) ? null : ready.problem,
    changing: ready.changing && !isFulfilled && !PAYMENT_SEEN_STATES.has(next.state),
  };
}

/** Returns whether the payment state has advanced. A failed action leads back to `choosing`. */
function hasMovedOn(before: Checkout, { state }: Checkout): boolean {
  return state !== before.state && state !== 'choosing' && state !== 'creating';
}

function afterFailures(before: SessionSnapshot, problem: SessionProblem, failures: number): SessionSnapshot {
  const isShown = failures >= VISIBLE_AFTER_FAILURES;
  const failed = { phase: 'failed', problem } as const;
  if (before.phase !== 'ready') return isShown || !problem.retryable ? failed : before;
  if (!isShown) return before;
  // The proxy no longer monitors an unknown checkout: its address must not be paid.
  if (problem.code === 'checkout_not_found') return failed;
  return before.connection === 'trouble' ? before : { ...before, connection: 'trouble' };
}

type ActionEvent = Extract<
  SessionEvent,
  { type: 'actionStarted' | 'actionCompleted' | 'actionFailed' | 'changing' }
>;

function afterAction(ready: Ready, event: ActionEvent): Ready {
  if (event.type === 'changing') return afterChanging(ready, event.changing);
  if (event.type === 'actionStarted') {
    return ready.pending ? ready : { ...ready, pending: event.action, problem: null };
  }
  // The stream has already delivered the result of the action, so the response adds nothing.
  if (ready.pending !== event.action) return ready;
  if (event.type === 'actionCompleted') return { ...ready, pending: null, changing: false };
  return { ...ready, pending: null, problem: event.problem };
}

function afterChanging(ready: Ready, wanted: boolean): Ready {
  const changing = wanted && !PAYMENT_SEEN_STATES.has(ready.checkout.state);
  return changing === ready.changing && !ready.problem ? ready : { ...ready, changing, problem: null };
}
