import type { Fleet } from './fleet.js';
import type { ServiceProcess } from './sandbox.js';

/** The time that the service and every proxy share, ahead of this machine's by what was let pass. */
export class Time {
  #aheadMs = 0;
  /** The service's own part of it was added up in steps of its own. */
  #advancing: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: ServiceProcess,
    private readonly fleet: () => Fleet | null,
  ) {}

  nowMs = (): number => Date.now() + this.#aheadMs;

  /** How far it is ahead, for people. */
  get aheadHours(): string {
    return (this.#aheadMs / 3_600_000).toFixed(1);
  }

  /** The service first: a proxy never knows of a deadline that has not come there. */
  advance(seconds: number): Promise<void> {
    this.#advancing = this.#advancing.then(async () => {
      await this.service.control('clock', { advance: seconds });
      this.#aheadMs += seconds * 1000;
      this.fleet()?.setAheadMs(this.#aheadMs);
    });
    return this.#advancing;
  }
}
