import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** Calls `poll` at an interval while the page is visible, and immediately when a person returns to it. */
export class PollController implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: ReactiveControllerHost,
    private readonly intervalMs: number,
    private readonly poll: () => Promise<unknown>,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    if (isServer) return;
    window.addEventListener('focus', this.#onReturn);
    document.addEventListener('visibilitychange', this.#onReturn);
    this.#wait();
  }

  hostDisconnected(): void {
    if (isServer) return;
    window.removeEventListener('focus', this.#onReturn);
    document.removeEventListener('visibilitychange', this.#onReturn);
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), this.intervalMs);
  }

  async #run(): Promise<void> {
    this.#wait();
    if (!document.hidden) await this.poll();
  }

  readonly #onReturn = (): void => void this.#run();
}
