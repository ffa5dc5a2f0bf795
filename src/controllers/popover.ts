import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What the element does at the two moments of opening. */
export interface PopoverActs {
  /** Before it shows: what belonged to the last time is put back. */
  readonly opening: () => void;
  /** It shows: the focus goes in. */
  readonly opened: () => void;
}

/**
 * The one popover of an element and its button: open or not, where the focus goes, and beside the button. Until the
 * library for that has come, or where it does not come, the browser centres the popover; on a narrow screen it stays
 * the sheet that its own styles make of it.
 */
export class Popover implements ReactiveController {
  isOpen = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #acts: PopoverActs;
  /** A rule of our own instead of a style attribute, which a strict Content-Security-Policy refuses in markup. */
  readonly #sheet = new CSSStyleSheet();
  #following = 0;
  #stop: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, acts: PopoverActs) {
    this.#host = host;
    this.#acts = acts;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#unfollow();
    this.isOpen = false;
    this.#host.requestUpdate();
  }

  show(): void {
    if (!this.isOpen) this.#find('[popover]')?.showPopover();
  }

  hide(): void {
    if (this.isOpen) this.#find('[popover]')?.hidePopover();
  }

  readonly onBeforeToggle = ({ newState }: ToggleEvent): void => {
    if (newState !== 'open') return;
    this.isOpen = true;
    this.#acts.opening();
    this.#host.requestUpdate();
  };

  readonly onToggle = ({ newState }: ToggleEvent): void => {
    this.isOpen = newState === 'open';
    this.#host.requestUpdate();
    const [anchor, popover] = [this.#find('[popovertarget]'), this.#find('[popover]')];
    if (!anchor || !popover) return;
    if (this.isOpen) {
      void this.#follow(anchor, popover);
      this.#acts.opened();
    } else {
      this.#unfollow();
      // Inside a shadow tree browsers do not give the focus back by themselves.
      const focused = this.#host.shadowRoot?.activeElement ?? null;
      const isLost = popover.contains(focused) || document.activeElement === document.body;
      if (isLost) anchor.focus({ preventScroll: true });
    }
  };

  /** Who goes on with the Tab key leaves nothing open behind. */
  readonly onFocusOut = ({ relatedTarget: to }: FocusEvent): void => {
    const isInside = [this.#find('[popovertarget]'), this.#find('[popover]')].some(
      (element) => to instanceof Node && element?.contains(to),
    );
    if (to && !isInside) this.hide();
  };

  #find(selector: string): HTMLElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }

  async #follow(anchor: Element, popover: HTMLElement): Promise<void> {
    this.#unfollow();
    const following = this.#following;
    const sheets = this.#host.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(this.#sheet)) sheets.push(this.#sheet);
    const adapter = await import('../adapters/popover.js').catch(() => null);
    if (!adapter || following !== this.#following) return;
    this.#stop = adapter.follow(anchor, popover, (x, y) => {
      this.#sheet.replaceSync(`@media (min-width:480px){[popover]{inset:${y}px auto auto ${x}px;margin:0}}`);
    });
  }

  #unfollow(): void {
    this.#following += 1;
    this.#stop?.();
    this.#stop = undefined;
  }
}
