import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Custom states of an element, for a page's styles: `crypto-checkout:state(paid)`. */
export class CustomStatesController implements ReactiveController {
  readonly #statesOf: () => readonly (string | false | null)[];
  readonly #internals: ElementInternals;
  #shown = '';

  /** @param statesOf the states at present, read after every rendering; `false`, `null` and `''` are none */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    statesOf: () => readonly (string | false | null)[],
    internals = host.attachInternals(),
  ) {
    this.#statesOf = statesOf;
    this.#internals = internals;
    host.addController(this);
  }

  hostUpdated(): void {
    const wanted = this.#statesOf().flatMap((state) => state || []);
    // Each change has the styles of the page and of the element looked through again.
    if (wanted.join() === this.#shown) return;
    this.#shown = wanted.join();
    try {
      const { states } = this.#internals;
      states.clear();
      for (const state of wanted) states.add(state);
    } catch {
      // A browser without custom states, or with an older form of their names, goes without.
    }
  }
}
