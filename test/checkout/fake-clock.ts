import type { MonotonicClock } from '../../src/checkout/index.js';

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Time that passes only when a test advances it. */
export class FakeClock implements MonotonicClock {
  #nowMs = 5_000;
  readonly #timers = new Set<Timer>();

  nowMs(): number {
    return this.#nowMs;
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    // As the platform does with delays beyond 31 bits.
    const timer = { atMs: this.#nowMs + (delayMs >= 2 ** 31 ? 1 : Math.max(delayMs, 0)), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** Advances the time, timer by timer; the effects of each one complete before the next. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await idle();
    for (let next = this.#next(untilMs); next; next = this.#next(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#timers.delete(next);
      next.callback();
      await idle();
    }
    this.#nowMs = untilMs;
  }

  /** The tab sleeps: time passes without a timer, and on waking all overdue timers fire together. */
  async sleep(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (let next = this.#next(this.#nowMs); next; next = this.#next(this.#nowMs)) {
      this.#timers.delete(next);
      next.callback();
    }
    await idle();
  }

  #next(untilMs: number): Timer | undefined {
    return [...this.#timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Waits until all promises have settled that can. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
