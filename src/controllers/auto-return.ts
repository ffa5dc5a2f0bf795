import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { everySecond } from './ticker.js';

/** Slow readers need this long to find the button that stops it (WCAG 2.2.1). */
const MIN_DELAY_S = 20;

/** Counts down to leaving the page. Pauses while the page is hidden, and stops with its host. */
export class AutoReturnController implements ReactiveController {
  secondsLeft: number | null = null;
  /** Seconds at the start; kept after `stop`, because the announcement stays on the screen. */
  totalSeconds: number | null = null;
  #end: (() => void) | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  start(seconds: number, leave: () => void): void {
    this.stop();
    this.secondsLeft = this.totalSeconds = Math.max(MIN_DELAY_S, Math.ceil(seconds));
    this.#end = everySecond(() => this.#tick(leave));
  }

  stop(): void {
    this.#end?.();
    this.#end = undefined;
    if (this.secondsLeft !== null) this.host.requestUpdate();
    this.secondsLeft = null;
  }

  reset(): void {
    this.stop();
    this.totalSeconds = null;
  }

  #tick(leave: () => void): void {
    if (this.secondsLeft === null) return;
    this.secondsLeft -= 1;
    this.host.requestUpdate();
    if (this.secondsLeft > 0) return;
    this.stop();
    leave();
  }
}
