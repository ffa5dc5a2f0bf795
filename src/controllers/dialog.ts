import { html } from 'lit';
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';

type Host = ReactiveControllerHost & HTMLElement & { readonly open: boolean };

/** Those that are open now: the page behind them stands still until the last one is closed. */
const open = new Set<DialogController>();
let scrollLock: CSSStyleSheet | undefined;

/**
 * A native modal `<dialog>` in the host's shadow tree that is shown as long as the host is in a page and `open`. The
 * browser keeps the focus inside, gives it back to where it was, and makes the rest of the page inert.
 *
 * A press beside it does nothing: in the middle of a payment that is more often a slip than a wish (the pattern of the
 * ARIA Authoring Practices leaves it open). Escape, the back gesture and the close button ask `onAsk`.
 */
export class DialogController implements ReactiveController {
  readonly #host: Host;
  readonly #onCloseRequest: () => void;
  #shown: HTMLDialogElement | null = null;
  #opener: HTMLElement | null = null;
  /**
   * An empty one, for WebKit: it gives a new tree the styles of an earlier one with equal rules, media queries and all,
   * as they were when that was shown. After a turn of the phone a dialog would have the layout of before.
   */
  readonly #sheet = new CSSStyleSheet();

  /** `onAsk`: the payer wants to close; nothing happens unless it sets `open` of the host to `false`. */
  constructor(host: Host, onAsk: () => void) {
    this.#host = host;
    this.#onCloseRequest = onAsk;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#hide();
  }

  hostUpdated(): void {
    const dialog = this.#host.open ? (this.#host.shadowRoot?.querySelector('dialog') ?? null) : null;
    if (dialog === this.#shown) return;
    this.#hide();
    if (dialog && this.#host.isConnected) this.#show(dialog);
  }

  render(content: unknown, label: string, part = 'dialog'): TemplateResult {
    return html`<dialog
      part=${part}
      tabindex="-1"
      aria-label=${label}
      @cancel=${this.#onCancel}
      @close=${this.#onClose}
    >
      ${content}
    </dialog>`;
  }

  #show(dialog: HTMLDialogElement): void {
    this.#shown = dialog;
    this.#opener = focused();
    open.add(this);
    lockScroll();
    this.#refreshStyles();
    dialog.showModal();
    // Not the first control, which closes it, nor a field, which opens a phone's keyboard.
    dialog.focus();
  }

  #refreshStyles(): void {
    const sheets = this.#host.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(this.#sheet)) sheets.push(this.#sheet);
  }

  #hide(): void {
    const dialog = this.#shown;
    this.#shown = null;
    open.delete(this);
    lockScroll();
    if (!dialog) return;
    dialog.close();
    // Browsers do not give it back for a dialog that was taken out of the page.
    if (!focused()) this.#opener?.focus();
  }

  readonly #onCancel = (event: Event): void => {
    event.preventDefault();
    if (event.defaultPrevented) this.#onCloseRequest();
  };

  /** Browsers let nobody refuse every time: what they closed without leave is asked now, and opened again. */
  readonly #onClose = (): void => {
    if (!this.#shown || this.#shown.open) return;
    this.#hide();
    this.#onCloseRequest();
    this.#host.requestUpdate();
  };
}

/** What has the focus, through shadow roots. */
function focused(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/** By a sheet of our own: a style attribute would be the page's to keep. */
function lockScroll(): void {
  const isStill = scrollLock !== undefined && document.adoptedStyleSheets.includes(scrollLock);
  if (isStill === open.size > 0) return;
  if (isStill) {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== scrollLock);
    return;
  }
  const hasBar = window.innerWidth > document.documentElement.clientWidth;
  scrollLock ??= new CSSStyleSheet();
  scrollLock.replaceSync(`:root{overflow:hidden!important${hasBar ? ';scrollbar-gutter:stable' : ''}}`);
  document.adoptedStyleSheets.push(scrollLock);
}
