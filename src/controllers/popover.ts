import { supportsAdoptingStyleSheets, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { focusedIn } from './focus.js';

export interface PopoverCallbacks {
  /** Before it shows: resets the content. */
  readonly opening?: () => void;
  /** It shows: moves the focus inside. */
  readonly opened: () => void;
}

/**
 * The popover of an element and its button: its state, its focus, and its position beside the button. Until the
 * positioning library has loaded, or if it fails to, the browser centers the popover. On a narrow screen the popover
 * stays a sheet, by its own styles.
 */
export class PopoverController implements ReactiveController {
  isOpen = false;
  /** A style sheet instead of a style attribute, which a strict Content-Security-Policy refuses in markup. */
  #sheet: CSSStyleSheet | undefined;
  #run = 0;
  #stop: (() => void) | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly callbacks: PopoverCallbacks,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#stopPositioning();
    this.isOpen = false;
    this.host.requestUpdate();
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
    this.callbacks.opening?.();
    this.host.requestUpdate();
  };

  readonly onToggle = ({ newState }: ToggleEvent): void => {
    this.isOpen = newState === 'open';
    this.host.requestUpdate();
    const [anchor, popover] = [this.#find('[popovertarget]'), this.#find('[popover]')];
    if (!anchor || !popover) return;
    if (this.isOpen) {
      void this.#startPositioning(anchor, popover);
      this.callbacks.opened();
    } else {
      this.#stopPositioning();
      // Inside a shadow tree browsers do not restore the focus.
      const isLost = popover.contains(focusedIn(this.host)) || document.activeElement === document.body;
      if (isLost) anchor.focus({ preventScroll: true });
    }
  };

  /** Closes the popover when the focus leaves it, as with the Tab key. */
  readonly onFocusOut = ({ relatedTarget: to }: FocusEvent): void => {
    const isInside = [this.#find('[popovertarget]'), this.#find('[popover]')].some(
      (element) => to instanceof Node && element?.contains(to),
    );
    if (to && !isInside) this.hide();
  };

  #find(selector: string): HTMLElement | null {
    return this.host.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }

  async #startPositioning(anchor: Element, popover: HTMLElement): Promise<void> {
    this.#stopPositioning();
    if (!supportsAdoptingStyleSheets) return;
    const run = this.#run;
    const sheet = (this.#sheet ??= new CSSStyleSheet());
    const sheets = this.host.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(sheet)) sheets.push(sheet);
    const adapter = await import('../adapters/popover.js').catch(() => null);
    if (!adapter || run !== this.#run) return;
    this.#stop = adapter.positionPopover(anchor, popover, (x, y) => {
      sheet.replaceSync(`@media (min-width:480px){[popover]{inset:${y}px auto auto ${x}px;margin:0}}`);
    });
  }

  #stopPositioning(): void {
    this.#run += 1;
    this.#stop?.();
    this.#stop = undefined;
  }
}
