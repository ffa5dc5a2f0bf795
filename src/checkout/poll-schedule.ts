import { IDLE_STATES, PAID_STATES, PAYABLE_STATES } from '../protocol/index.js';
import type { SessionSnapshot } from './session.js';
import { isComplete, type SessionState } from './state.js';

/** Factor on every delay while the page is hidden; on return the session polls immediately. */
const BACKGROUND_FACTOR = 10;
const POLL_MS = 3_000;
const SLOW_POLL_MS = 30_000;
const FIRST_BACKOFF_MS = 2_000;
const LONGEST_BACKOFF_MS = 30_000;
/** Timers of 2^31 ms and more fire immediately. */
const LONGEST_TIMER_MS = 3_600_000;

export interface PollFailure {
  /** Number of consecutive failures, including this one. */
  readonly failures: number;
  /** From `Retry-After`; 0 without it. */
  readonly retryAfterMs: number;
  /** 0 to 1, drawn at the last failure: tabs that failed together retry at different times. */
  readonly jitter: number;
  readonly isHidden: boolean;
}

export interface PollContext extends Omit<PollFailure, 'failures'> {
  readonly state: SessionState;
  /** The event stream is live: changes arrive without polling. */
  readonly isStreaming: boolean;
  readonly nowMs: number;
  /** Time of the last response, event or failure. */
  readonly lastActivityAtMs: number;
}

/** Returns a delay that grows from 2 s to 30 s, ±25 %. */
export function backoffMs(failures: number, jitter: number): number {
  const growingMs = FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10);
  return Math.min(Math.min(growingMs, LONGEST_BACKOFF_MS) * (0.75 + jitter / 2), LONGEST_BACKOFF_MS);
}

/** Returns `delayMs`, stretched while the page is hidden. */
export function backgroundDelayMs(delayMs: number, isHidden: boolean): number {
  return isHidden ? delayMs * BACKGROUND_FACTOR : delayMs;
}

/** Returns the milliseconds to the next poll; `null` if none is due before another event. Pure. */
export function nextPollDelayMs(situation: PollContext): number | null {
  const { state, nowMs, lastActivityAtMs, isHidden } = situation;
  const { snapshot, failures } = state;
  if (isFinal(snapshot)) return null;
  if (failures > 0) return Math.max(lastActivityAtMs + retryDelayMs({ ...situation, failures }) - nowMs, 0);
  if (snapshot.phase !== 'ready') return 0;
  const toDeadlineMs = deadlineMs(state, nowMs);
  const isChecking = toDeadlineMs !== null && toDeadlineMs <= 0;
  if (situation.isStreaming && !isChecking)
    return toDeadlineMs === null ? null : Math.min(toDeadlineMs, LONGEST_TIMER_MS);
  const { state: checkoutState, invoice } = snapshot.checkout;
  const isIdle = IDLE_STATES.has(checkoutState) && (invoice?.unconfirmed.length ?? 0) === 0;
  // A paid checkout is polled only while a refund is under way.
  const isSlow = isIdle || PAID_STATES.has(checkoutState);
  const pollMs = isSlow ? SLOW_POLL_MS : POLL_MS;
  const toPollMs = Math.max(lastActivityAtMs + backgroundDelayMs(pollMs, isHidden) - nowMs, 0);
  return toDeadlineMs === null || isChecking ? toPollMs : Math.min(toPollMs, toDeadlineMs);
}

/** Returns the delay after a failure. Tabs with the same `Retry-After` retry at different times, too. */
export function retryDelayMs({ failures, retryAfterMs, jitter, isHidden }: PollFailure): number {
  const byOurselvesMs = backgroundDelayMs(backoffMs(failures, jitter), isHidden);
  return Math.max(byOurselvesMs, retryAfterMs + jitter * FIRST_BACKOFF_MS);
}

/** Complete, or failed in a way that a retry cannot change. */
function isFinal(snapshot: SessionSnapshot): boolean {
  return isComplete(snapshot) || (snapshot.phase === 'failed' && !snapshot.problem.retryable);
}

/** Milliseconds to the deadline by the server's clock; `null` without one. */
function deadlineMs({ snapshot, offsetMs }: SessionState, nowMs: number): number | null {
  if (snapshot.phase !== 'ready' || offsetMs === null) return null;
  const { state, invoice } = snapshot.checkout;
  if (!PAYABLE_STATES.has(state)) return null;
  return invoice?.expiresAt == null ? null : Date.parse(invoice.expiresAt) - offsetMs - nowMs;
}
