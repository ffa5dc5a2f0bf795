import { systemClock, type Clock, MeasuredClock } from '../base/clock.js';
import { MINUTE_MS } from '../base/time.js';
import type { Store } from './store.js';

/**
 * The clock by which the processes of a store schedule and claim work. On PostgreSQL it is the database's clock, because the
 * clocks of several machines differ. On SQLite it is the clock of this machine.
 */
export class StoreClock implements Clock {
  readonly #measured: MeasuredClock;
  #measuredAtMs = -Infinity;

  /** @param local the clock of this machine. Any other than the system clock replaces the database's clock as well */
  constructor(
    private readonly store: Pick<Store, 'readTime'>,
    private readonly local: Clock = systemClock,
  ) {
    this.#measured = new MeasuredClock(local);
  }

  nowMs(): number {
    return this.#measured.nowMs();
  }

  monotonicMs(): number {
    return this.#measured.monotonicMs();
  }

  /** Reads the database's clock, at most once a minute. @throws {Error} if the store fails */
  async measure(): Promise<void> {
    if (this.local !== systemClock || performance.now() - this.#measuredAtMs < MINUTE_MS) return;
    const startedMs = performance.now();
    const timeMs = await this.store.readTime();
    this.#measuredAtMs = performance.now();
    if (timeMs !== null) this.#measured.observe({ timeMs, elapsedMs: this.#measuredAtMs - startedMs });
  }
}

/** @throws {Error} if the store fails */
export async function openStoreClock(store: Store, local?: Clock): Promise<StoreClock> {
  const clock = new StoreClock(store, local);
  await clock.measure();
  return clock;
}
