import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadQrEncoder } from '../crypto-payment-qr/encoder.js';
import { yieldToMain } from '../parts/yield-to-main.js';
import type * as Ends from './final-steps.js';
import type * as Steps from './payment-steps.js';

/** Of the page, once they have come. */
let steps: typeof Steps | null = null;
let ends: typeof Ends | null = null;

/**
 * Brings the steps with their elements, and the encoder of their code beside them; then what a payment may end in.
 * @param onSteps called between both
 * @throws {TypeError} when one of them cannot be loaded
 */
export async function loadSteps(onSteps = (): void => {}): Promise<void> {
  void loadQrEncoder();
  const loaded = await import('./payment-steps.js');
  loaded.definePaymentSteps();
  await yieldToMain();
  steps = loaded;
  onSteps();
  const rest = await import('./final-steps.js');
  rest.defineFinalSteps();
  ends = rest;
}

/** The steps of a checkout that come when one of them is near; then what it may end in, before there is need of it. */
export class LazyStepsController implements ReactiveController {
  /** They could not be loaded. */
  hasFailed = false;
  /** Ends when they have come or could not. */
  loading: Promise<void> | null = null;
  readonly #host: ReactiveControllerHost & HTMLElement;
  #isStyled = false;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get steps(): typeof Steps | null {
    return steps;
  }

  get ends(): typeof Ends | null {
    return ends;
  }

  /** Who points at the card, touches it or tabs into it may be about to pay. */
  hostConnected(): void {
    for (const type of ['pointerenter', 'focusin'])
      this.#host.addEventListener(type, this.load, { once: true });
  }

  hostDisconnected(): void {
    for (const type of ['pointerenter', 'focusin']) this.#host.removeEventListener(type, this.load);
  }

  /** With the steps comes what they look like. */
  hostUpdate(): void {
    const sheet = steps?.styles.styleSheet;
    if (!sheet || this.#isStyled) return;
    this.#isStyled = true;
    this.#host.shadowRoot?.adoptedStyleSheets.push(sheet);
  }

  /** Once: what is absent waits for `loadAgain`. */
  readonly load = (): void => {
    if (!this.hasFailed) this.retry();
  };

  retry(): void {
    if (!ends) this.loading ??= this.#load();
  }

  async #load(): Promise<void> {
    this.hasFailed = false;
    this.#host.requestUpdate();
    try {
      await loadSteps(() => this.#host.requestUpdate());
    } catch {
      this.hasFailed = true;
    }
    this.loading = null;
    this.#host.requestUpdate();
  }
}
