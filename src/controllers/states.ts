import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Custom states of an element, for a page's styles: `crypto-checkout:state(paid)`. */
export class CustomStatesController implements ReactiveController {
  #shown = '';
  #internals: Pick<ElementInternals, 'states'> | undefined;

  /** @param statesOf returns the current states, called after every rendering; ignores `false`, `null` and `''` */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    private readonly statesOf: () => readonly (string | false | null)[],
    private readonly internalsOf: () => Pick<ElementInternals, 'states'> = () => host.attachInternals(),
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const wanted = this.statesOf().flatMap((state) => state || []);
    // Each change makes the browser match styles again.
    if (wanted.join() === this.#shown) return;
    this.#shown = wanted.join();
    try {
      const { states } = (this.#internals ??= this.internalsOf());
      states.clear();
      for (const state of wanted) states.add(state);
    } catch {
      // Browsers without custom states, or with the older syntax, do without them, as do jsdom and happy-dom.
    }
  }
}
