import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { everySecond } from './ticker.js';

/**
 * Renders its host again when what the time says has changed: `reading` is asked every second, and `null` means that
 * there is nothing to wait for. A host that can show the next second for less than a rendering does so in `onSecond`.
 */
export class ClockController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #reading: () => string | number | null;
  readonly #onSecond: () => void;
  #shown: string | number | null = null;
  #connected = false;
  #stop: (() => void) | undefined;

  constructor(
    host: ReactiveControllerHost,
    reading: () => string | number | null,
    onSecond = (): void => this.#check(),
  ) {
    this.#host = host;
    this.#reading = reading;
    this.#onSecond = onSecond;
    host.addController(this);
  }

  hostConnected(): void {
    this.#connected = true;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#pause();
  }

  hostUpdated(): void {
    this.#shown = this.#reading();
    if (this.#shown === null) this.#pause();
    else if (this.#connected) this.#stop ??= everySecond(this.#onSecond);
  }

  #check(): void {
    if (this.#reading() !== this.#shown) this.#host.requestUpdate();
  }

  #pause(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}
