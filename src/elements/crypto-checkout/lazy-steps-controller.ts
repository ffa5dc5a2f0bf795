import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type * as Steps from './lazy-steps.js';
import type { LazySteps } from './view-model.js';

/** Shared by all checkouts of the page. */
let steps: typeof Steps | null = null;

/** Loads every step after the choice of a currency. @throws {TypeError} when the module cannot be loaded */
export async function loadSteps(): Promise<void> {
  const loaded = await import('./lazy-steps.js');
  loaded.defineSteps();
  steps = loaded;
}

/** Loads the steps after the choice of a currency as soon as the payer may be about to need them. */
export class LazyStepsController implements ReactiveController, LazySteps {
  hasFailed = false;
  failures = 0;
  /** Settles when loading has ended, also in failure. */
  loading: Promise<void> | null = null;
  #isStyled = false;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
    // A payer who points at the card, touches it or tabs into it may be about to pay.
    for (const type of ['pointerenter', 'focusin']) host.addEventListener(type, this.load, { once: true });
  }

  get templates(): typeof Steps | null {
    return steps;
  }

  /** Adopts the styles of the steps as soon as they have loaded. */
  hostUpdate(): void {
    const sheet = steps?.styles.styleSheet;
    if (!sheet || this.#isStyled) return;
    this.#isStyled = true;
    this.host.shadowRoot?.adoptedStyleSheets.push(sheet);
  }

  /** Loads once: after a failure only `retry` tries again. */
  readonly load = (): void => {
    if (!this.hasFailed) this.retry();
  };

  readonly loadRefunds = isServer ? null : () => import('./lazy-refunds.js');

  retry(): void {
    if (!steps) this.loading ??= this.#load();
  }

  async #load(): Promise<void> {
    if (this.hasFailed) {
      this.hasFailed = false;
      this.host.requestUpdate();
    }
    await loadSteps().catch(() => {
      this.hasFailed = true;
      this.failures += 1;
    });
    this.loading = null;
    this.host.requestUpdate();
  }
}
