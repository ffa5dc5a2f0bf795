/**
 * From here, the countdown changes its color and `crypto-checkout/price-renewal.ts` offers a new price. WCAG 2.2.1 asks for 20 seconds
 * or more. The proxy allows a new price a minute earlier (`RENEWAL_MS` in `offers.ts`).
 */
export const NEAR_DEADLINE_S = 120;

/** `soon` is the last fifth of the time, and at least `NEAR_DEADLINE_S`; `last` the last minute. */
export type CountdownPhase = 'calm' | 'soon' | 'last';

export interface TimeLeft {
  /** Whole seconds, rounded up; never below zero. */
  readonly seconds: number;
  /** Remaining share of the whole time, in percent. */
  readonly percent: number;
  readonly phase: CountdownPhase;
}

/** Returns the time until `expiresAt`, `null` if that is not a time; without a start the ring is full. */
export function timeLeft(expiresAt: string, startsAt: string, nowMs: number): TimeLeft | null {
  const endMs = Date.parse(expiresAt);
  if (Number.isNaN(endMs)) return null;
  const leftMs = Math.max(0, endMs - nowMs);
  const totalMs = Math.max(leftMs, endMs - (Date.parse(startsAt) || nowMs), 1);
  return {
    seconds: Math.ceil(leftMs / 1000),
    percent: Math.round((100 * leftMs) / totalMs),
    phase: phaseOf(leftMs, totalMs),
  };
}

function phaseOf(leftMs: number, totalMs: number): CountdownPhase {
  if (leftMs <= 60_000) return 'last';
  return leftMs <= NEAR_DEADLINE_S * 1000 || leftMs * 5 <= totalMs ? 'soon' : 'calm';
}

/** `23:41`, `1:02:03` from an hour on. */
export function clockText(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`;
}
