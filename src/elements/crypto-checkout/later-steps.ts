import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadQrEncoder } from '../crypto-payment-qr/encoder.js';
import type * as Steps from './steps.js';

/** Of the page, once they have come. */
let here: typeof Steps | null = null;

/**
 * Brings them with their elements, and the encoder of their code beside them.
 * @throws {TypeError} when they cannot be loaded
 */
export async function loadSteps(): Promise<void> {
  void loadQrEncoder();
  const steps = await import('./steps.js');
  steps.defineSteps();
  here = steps;
}

/** The steps of a checkout that come when one of them is near. */
export class LaterSteps implements ReactiveController {
  /** They could not be loaded. */
  areAbsent = false;
  /** Ends when they have come or could not. */
  coming: Promise<void> | null = null;
  readonly #host: ReactiveControllerHost & HTMLElement;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get here(): typeof Steps | null {
    return here;
  }

  /** Who points at the card, touches it or tabs into it may be about to pay. */
  hostConnected(): void {
    for (const type of ['pointerenter', 'focusin'])
      this.#host.addEventListener(type, this.load, { once: true });
  }

  hostDisconnected(): void {
    for (const type of ['pointerenter', 'focusin']) this.#host.removeEventListener(type, this.load);
  }

  /** Once: what is absent waits for `loadAgain`. */
  readonly load = (): void => {
    if (!this.areAbsent) this.loadAgain();
  };

  loadAgain(): void {
    if (!here) this.coming ??= this.#load();
  }

  async #load(): Promise<void> {
    this.areAbsent = false;
    this.#host.requestUpdate();
    try {
      await loadSteps();
    } catch {
      this.areAbsent = true;
    }
    this.coming = null;
    this.#host.requestUpdate();
  }
}
