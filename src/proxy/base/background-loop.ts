import { outsideRequests } from './request-scope.js';

/** Repeats `work` with a pause in between, never concurrently, until it is stopped. It survives any error of `work`. */
export class BackgroundLoop {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStopped = true;
  #isWakeRequested = false;

  /** @param onError reports an error of `work`, which runs again after the pause */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#run();
  }

  /** Skips the current pause, or the next one if work is running. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWakeRequested = true;
    if (!this.#running) this.#run();
  }

  /** Stops the loop. Resolves when running work is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#isWakeRequested = false;
    this.#running = outsideRequests(async () => this.work())
      .catch(this.onError)
      .finally(() => {
        this.#running = undefined;
        if (this.#isStopped) return;
        if (this.#isWakeRequested) this.#run();
        else this.#schedule();
      });
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.#run(), this.everyMs);
    // The loop must not keep the process alive.
    this.#timer.unref();
  }
}
