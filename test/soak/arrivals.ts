import { setTimeout as pause } from 'node:timers/promises';
import type { SoakOptions } from './options.js';
import { Payer } from './payer.js';
import type { Scene } from './run-context.js';

const PAYERS_END_MS = 60_000;
/** A machine that cannot keep up gets no more of them: then the run is slower than it was asked to be. */
const MOST_PAYERS = 300;

/** The payers of a run, who come one after another. */
export class Arrivals {
  orders = 0;
  #startedMs = performance.now();
  #endedMs: number | null = null;
  readonly #living = new Set<Promise<void>>();

  constructor(
    private readonly scene: Scene,
    private readonly options: SoakOptions,
  ) {}

  /** Who is there now. */
  get payers(): number {
    return this.#living.size;
  }

  get perSecond(): string {
    const ms = (this.#endedMs ?? performance.now()) - this.#startedMs;
    return ((this.orders * 1000) / ms).toFixed(1);
  }

  /** They come until it is time, or until `ending`. */
  async come(ending: AbortSignal): Promise<void> {
    const { minutes, ordersPerSecond } = this.options;
    const arrivals = this.scene.chance.of('arrivals');
    const isOver = new Promise((resolve) => ending.addEventListener('abort', resolve, { once: true }));
    this.#startedMs = performance.now();
    let dueMs = this.#startedMs;
    while (performance.now() < this.#startedMs + minutes * 60_000 && !ending.aborted) {
      dueMs += arrivals.waitMs(1000 / ordersPerSecond);
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await pause(waitMs, undefined, { signal: ending }).catch(() => undefined);
      if (this.payers >= MOST_PAYERS) await Promise.race([...this.#living, isOver]);
      this.#begin(ending);
    }
    this.#endedMs = performance.now();
  }

  /** Resolves when the last one has gone, or when that takes too long. */
  async go(leaving: AbortSignal): Promise<void> {
    const enough = pause(PAYERS_END_MS, undefined, { signal: leaving }).catch(() => undefined);
    await Promise.race([Promise.all(this.#living), enough]);
  }

  #begin(ending: AbortSignal): void {
    const { chance, service, stories, time, fleet } = this.scene;
    const own = chance.of(`payer ${this.orders}`);
    const url = () => fleet.url(own);
    const settings = { chance: own, service, stories, nowMs: time.nowMs, ending, url };
    const payer = new Payer(`${this.options.seed}-${this.orders}`.replace(/[^\w-]/g, '-'), settings);
    this.orders += 1;
    const life = payer.live().finally(() => this.#living.delete(life));
    this.#living.add(life);
  }
}
