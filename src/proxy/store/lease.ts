import type { Clock } from '../base/clock.js';

/** What a process had claimed is free so long after it has died. */
export const LEASE_MS = 8000;
/** The clocks of processes that share a store differ by less than this, while they are right. */
export const MAX_AHEAD_MS = 60_000;
/** A claim that ends later was made by a clock that was ahead: it counts as free. */
export const MAX_CLAIM_MS = LEASE_MS + MAX_AHEAD_MS;
/** Whoever lives renews what he has claimed so often, in time that passes, whatever the clock shows. */
const RENEW_INTERVAL_MS = 2000;

/** From what it was claimed until, to what it shall be; what somebody else has claimed since is not touched. */
export type Renew = (fromMs: number, untilMs: number) => Promise<unknown>;

/** Does `work`, however long it takes, with something that was claimed `untilMs` for it. */
export async function withLease<T>(
  clock: Clock,
  { untilMs, renew }: { readonly untilMs: number; readonly renew: Renew },
  work: () => Promise<T>,
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
    // Where the store cannot be written to, nobody else can claim it.
    running ??= renewOnce()
      .catch(() => undefined)
      .finally(() => (running = undefined));
  }, RENEW_INTERVAL_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await running;
  }
}
