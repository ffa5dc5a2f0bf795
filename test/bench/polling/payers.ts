import { chanceOf, exponential, logNormal } from './seeded-random.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The assumptions about payers. Other assumptions have other results. */
export const ASSUMED = {
  /** The lifetime of an invoice. */
  lifetimeMs: 30 * MINUTE_MS,
  /** The share of paid invoices. */
  paid: 0.7,
  /** From the invoice to the payment: log-normal. Some of these come after the deadline. */
  payment: { medianMs: 4 * MINUTE_MS, spread: 0.9 },
  /** The share of payments from an exchange with a delay. */
  slow: 0.01,
  /** From the deadline to such a payment, on average. */
  slowMs: 3 * HOUR_MS,
  /** The average time that the page stays open, unless it says "paid" before. */
  pageMs: 8 * MINUTE_MS,
} as const;

/** One invoice and its payer, in milliseconds of the simulated time. */
export interface Payer {
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** `Infinity`: never. */
  readonly paysAtMs: number;
  /** When the page is closed, if it has not said "paid" before. */
  readonly leavesAtMs: number;
}

export interface Crowd {
  /** The average number of open invoices. */
  readonly open: number;
  readonly seed: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** All times are multiples of this. */
  readonly grainMs: number;
}

/** Payers in the order of their arrival. */
export function* payersOf({ open, seed, fromMs, untilMs, grainMs }: Crowd): Generator<Payer> {
  const chance = chanceOf(seed);
  const gapMs = meanOpenMs() / open;
  const rounded = (timeMs: number) => Math.round(timeMs / grainMs) * grainMs;
  for (let atMs = fromMs + exponential(chance, gapMs); atMs < untilMs; atMs += exponential(chance, gapMs)) {
    const createdAtMs = rounded(atMs);
    const expiresAtMs = createdAtMs + ASSUMED.lifetimeMs;
    yield {
      createdAtMs,
      expiresAtMs,
      paysAtMs: rounded(paymentMs(chance, createdAtMs, expiresAtMs)),
      leavesAtMs: rounded(createdAtMs + exponential(chance, ASSUMED.pageMs)),
    };
  }
}

function paymentMs(chance: () => number, createdAtMs: number, expiresAtMs: number): number {
  const { paid, slow, slowMs, payment } = ASSUMED;
  // Each draw is taken in any case, so that one result does not shift all that follow.
  const [isPaid, isSlow] = [chance() < paid, chance() < slow];
  const soonMs = logNormal(chance, payment.medianMs, payment.spread);
  const lateMs = exponential(chance, slowMs);
  if (!isPaid) return Infinity;
  return isSlow ? expiresAtMs + lateMs : createdAtMs + soonMs;
}

/** How long an invoice is open on average, from a large sample: the arrivals follow from the number that is open. */
function meanOpenMs(): number {
  const chance = chanceOf(1);
  const sample = 100_000;
  let sumMs = 0;
  for (let index = 0; index < sample; index += 1) {
    sumMs += Math.min(paymentMs(chance, 0, ASSUMED.lifetimeMs), ASSUMED.lifetimeMs);
  }
  return sumMs / sample;
}
