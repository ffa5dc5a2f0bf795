import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadQrEncoder } from '../crypto-payment-qr/encoder.js';
import { yieldToMain } from '../parts/yield-to-main.js';
import type * as PaymentSteps from './payment-steps.js';
import type { LazySteps, StepTemplates } from './view-model.js';

/** Shared by all checkouts of the page. */
let payment: typeof PaymentSteps | null = null;
let final: StepTemplates | null = null;

/**
 * Loads the steps of a payment with their elements, and the QR encoder beside them; then the final steps.
 * @param onPayment called between both
 * @throws {TypeError} when a module cannot be loaded
 */
export async function loadSteps(onPayment = (): void => {}): Promise<void> {
  void loadQrEncoder();
  const paymentSteps = await import('./payment-steps.js');
  paymentSteps.definePaymentSteps();
  await yieldToMain();
  payment = paymentSteps;
  onPayment();
  const finalSteps = await import('./final-steps.js');
  finalSteps.defineFinalSteps();
  final = finalSteps;
}

/** Loads the steps after the choice of a currency when the payer comes near to them, before they are needed. */
export class LazyStepsController implements ReactiveController, LazySteps {
  hasFailed = false;
  /** Settles when loading has ended, also in failure. */
  loading: Promise<void> | null = null;
  readonly #host: ReactiveControllerHost & HTMLElement;
  #isStyled = false;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get payment(): typeof PaymentSteps | null {
    return payment;
  }

  get final(): StepTemplates | null {
    return final;
  }

  /** A payer who points at the card, touches it or tabs into it may be about to pay. */
  hostConnected(): void {
    for (const type of ['pointerenter', 'focusin'])
      this.#host.addEventListener(type, this.load, { once: true });
  }

  hostDisconnected(): void {
    for (const type of ['pointerenter', 'focusin']) this.#host.removeEventListener(type, this.load);
  }

  /** Adopts the styles of the steps as soon as they have loaded. */
  hostUpdate(): void {
    const sheet = payment?.styles.styleSheet;
    if (!sheet || this.#isStyled) return;
    this.#isStyled = true;
    this.#host.shadowRoot?.adoptedStyleSheets.push(sheet);
  }

  /** Loads once: after a failure only `retry` tries again. */
  readonly load = (): void => {
    if (!this.hasFailed) this.retry();
  };

  retry(): void {
    if (!final) this.loading ??= this.#load();
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
