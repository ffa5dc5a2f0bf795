import { outsideRequests } from './request-scope.js';

/** Does something over and over, one after another, until it is stopped. */
export class BackgroundLoop {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStopped = true;
  #isWanted = false;

  /** @param work must not throw */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
  ) {}

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#turn();
  }

  /** Works now rather than after the pause; at once again when it is working already. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    if (!this.#running) this.#turn();
  }

  /** Resolves when the running work is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #turn(): void {
    clearTimeout(this.#timer);
    this.#isWanted = false;
    this.#running = outsideRequests(() => this.work()).finally(() => {
      this.#running = undefined;
      if (this.#isStopped) return;
      if (this.#isWanted) this.#turn();
      else this.#pause();
    });
  }

  #pause(): void {
    this.#timer = setTimeout(() => this.#turn(), this.everyMs);
    // The loop alone must not keep a process alive.
    this.#timer.unref();
  }
}
