import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { everySecond } from './ticker.js';

/**
 * Updates its host when `reading` changes. It is called every second; `null` stops the clock. A host that can show a
 * second without rendering does so in `onSecond`.
 */
export class ClockController implements ReactiveController {
  #shown: string | number | null = null;
  #connected = false;
  #stop: (() => void) | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly reading: () => string | number | null,
    private readonly onSecond = (): void => this.#check(),
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#connected = true;
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#pause();
  }

  hostUpdated(): void {
    this.#shown = this.reading();
    if (this.#shown === null) this.#pause();
    else if (this.#connected) this.#stop ??= everySecond(this.onSecond);
  }

  #check(): void {
    if (this.reading() !== this.#shown) this.host.requestUpdate();
  }

  #pause(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}
