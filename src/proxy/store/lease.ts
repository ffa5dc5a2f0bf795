import type { Clock } from '../base/clock.js';

/** Duration of a claim: time until the claims of a dead process expire. */
export const LEASE_MS = 8000;
/** Maximum difference between the synchronized clocks of processes that share a store. */
export const MAX_AHEAD_MS = 60_000;
/** A claim that ends later comes from a clock that was ahead, and counts as expired. */
export const MAX_CLAIM_MS = LEASE_MS + MAX_AHEAD_MS;
/** Renewal interval, by a timer that does not depend on the clock. */
const RENEW_INTERVAL_MS = 2000;

export interface ClaimTimes {
  readonly nowMs: number;
  readonly untilMs: number;
}

/** A claim of some of the due records. */
export interface Claim extends ClaimTimes {
  readonly limit: number;
}

/** Moves the end of a claim. Does not touch a claim that another process has taken since. */
type Renew = (fromMs: number, untilMs: number) => Promise<unknown>;

/** Stops the renewal of a claim, and returns its end, by which the claim is released. */
export type EndLease = () => Promise<number>;

/** Runs `work` and renews its claim, which ends at `untilMs`, until the work is done. */
export async function withLease<T>(
  clock: Clock,
  { untilMs, renew }: { readonly untilMs: number; readonly renew: Renew },
  work: (endLease: EndLease) => Promise<T>,
): Promise<T> {
  let heldUntilMs = untilMs;
  let running: Promise<unknown> | undefined;
  const renewOnce = async () => {
    const nextMs = clock.nowMs() + LEASE_MS;
    const isLongEnough = nextMs <= heldUntilMs && heldUntilMs <= nextMs + MAX_AHEAD_MS;
    if (isLongEnough) return;
    await renew(heldUntilMs, nextMs);
    heldUntilMs = nextMs;
  };
  const timer = setInterval(() => {
    // While the store cannot be written to, no other process can claim it either.
    running ??= renewOnce()
      .catch(() => undefined)
      .finally(() => (running = undefined));
  }, RENEW_INTERVAL_MS);
  timer.unref();
  const endLease = async () => {
    clearInterval(timer);
    await running;
    return heldUntilMs;
  };
  try {
    return await work(endLease);
  } finally {
    await endLease();
  }
}
