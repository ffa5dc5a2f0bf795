import { setTimeout as pause } from 'node:timers/promises';
import type { SoakOptions } from './options.js';
import { Payer } from './payer.js';
import type { RunContext } from './run-context.js';

const PAYERS_END_MS = 60_000;
/** Limit for slow machines, where the run then has a lower rate. */
const MAX_PAYERS = 300;

/** Starts the payers of a run one after another. */
export class Arrivals {
  orders = 0;
  #startedMs = performance.now();
  #endedMs: number | null = null;
  readonly #living = new Set<Promise<void>>();

  constructor(
    private readonly context: RunContext,
    private readonly options: SoakOptions,
  ) {}

  /** Number of active payers. */
  get payers(): number {
    return this.#living.size;
  }

  get perSecond(): string {
    const ms = (this.#endedMs ?? performance.now()) - this.#startedMs;
    return ((this.orders * 1000) / ms).toFixed(1);
  }

  /** Starts payers until the end of the run, or until `ending`. */
  async start(ending: AbortSignal): Promise<void> {
    const { minutes, ordersPerSecond } = this.options;
    const arrivals = this.context.random.of('arrivals');
    const isOver = new Promise((resolve) => ending.addEventListener('abort', resolve, { once: true }));
    this.#startedMs = performance.now();
    let dueMs = this.#startedMs;
    while (performance.now() < this.#startedMs + minutes * 60_000 && !ending.aborted) {
      dueMs += arrivals.waitMs(1000 / ordersPerSecond);
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await pause(waitMs, undefined, { signal: ending }).catch(() => undefined);
      if (this.payers >= MAX_PAYERS) await Promise.race([...this.#living, isOver]);
      this.#begin(ending);
    }
    this.#endedMs = performance.now();
  }

  /** Resolves when the last payer has left, or after a timeout. */
  async finish(leaving: AbortSignal): Promise<void> {
    const enough = pause(PAYERS_END_MS, undefined, { signal: leaving }).catch(() => undefined);
    await Promise.race([Promise.all(this.#living), enough]);
  }

  #begin(ending: AbortSignal): void {
    const { random, service, histories, time, fleet } = this.context;
    const own = random.of(`payer ${this.orders}`);
    const url = () => fleet.url(own);
    const settings = { random: own, service, histories, nowMs: time.nowMs, ending, url };
    const payer = new Payer(`${this.options.seed}-${this.orders}`.replace(/[^\w-]/g, '-'), settings);
    this.orders += 1;
    const life = payer.live().finally(() => this.#living.delete(life));
    this.#living.add(life);
  }
}
