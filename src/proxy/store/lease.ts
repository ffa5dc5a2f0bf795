import type { Clock } from '../clock.js';

/** What a process had claimed is free so long after it has died. */
export const LEASE_MS = 8000;
/** Whoever lives renews what he has claimed so often, in time that passes, whatever the clock shows. */
const RENEW_EVERY_MS = 2000;

/** From what it was claimed until, to what it shall be; what somebody else has claimed since is not touched. */
export type Renew = (fromMs: number, untilMs: number) => Promise<unknown>;

/** Does `work`, however long it takes, with something that was claimed `untilMs` for it. */
export async function renewing<T>(
  clock: Clock,
  { untilMs, renew }: { readonly untilMs: number; readonly renew: Renew },
  work: () => Promise<T>,
): Promise<T> {
  let heldUntilMs = untilMs;
  let running: Promise<unknown> | undefined;
  const renewOnce = async () => {
    const nextMs = clock.nowMs() + LEASE_MS;
    if (nextMs <= heldUntilMs) return;
    await renew(heldUntilMs, nextMs);
    heldUntilMs = nextMs;
  };
  const timer = setInterval(() => {
    // Where the store cannot be written to, nobody else can claim it.
    running ??= renewOnce()
      .catch(() => undefined)
      .finally(() => (running = undefined));
  }, RENEW_EVERY_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await running;
  }
}
