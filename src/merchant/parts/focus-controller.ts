import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Moves the focus to an element of its host that the next update renders. */
export class FocusController implements ReactiveController {
  #selector = '';

  constructor(private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    host.addController(this);
  }

  /** Focuses the first element that matches the selector, after the next update. */
  moveTo(selector: string): void {
    this.#selector = selector;
  }

  hostUpdated(): void {
    if (this.#selector === '') return;
    this.host.renderRoot.querySelector<HTMLElement>(this.#selector)?.focus();
    this.#selector = '';
  }
}
