import type { Fleet } from './fleet.js';
import type { ServiceProcess } from './sandbox.js';

/** An advance of the clock of the run, by that clock. */
export type Leap = readonly [fromMs: number, toMs: number];

/** The clock of the run, shared by the service and all processes. Tests advance it. */
export class SharedTime {
  #aheadMs = 0;
  readonly leaps: Leap[] = [];
  /** Steps run one after another. */
  #advancing: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: ServiceProcess,
    private readonly fleets: () => readonly Fleet[],
  ) {}

  nowMs = (): number => Date.now() + this.#aheadMs;

  /** Hours ahead of real time, as text. */
  get aheadHours(): string {
    return (this.#aheadMs / 3_600_000).toFixed(1);
  }

  /** Advances the service first, so that no proxy reaches a deadline before it. */
  advance(seconds: number): Promise<void> {
    this.#advancing = this.#advancing.then(async () => {
      const fromMs = this.nowMs();
      await this.service.control('clock', { advance: seconds });
      this.#aheadMs += seconds * 1000;
      this.leaps.push([fromMs, this.nowMs()]);
      for (const fleet of this.fleets()) fleet.setAheadMs(this.#aheadMs);
    });
    return this.#advancing;
  }
}
