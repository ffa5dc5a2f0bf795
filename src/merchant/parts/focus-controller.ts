import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Moves the focus to an element of its host that the next update renders. */
export class FocusController implements ReactiveController {
  #selectors: readonly string[] = [];

  constructor(private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    host.addController(this);
  }

  /** Focuses the element of the first selector that matches one, after the next update. */
  moveTo(...selectors: readonly string[]): void {
    this.#selectors = selectors;
  }

  hostUpdated(): void {
    const selectors = this.#selectors;
    this.#selectors = [];
    for (const selector of selectors) {
      const element = this.host.renderRoot.querySelector<HTMLElement>(selector);
      if (element) return element.focus();
    }
  }
}
