import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

type Host = ReactiveControllerHost & HTMLElement & { readonly open: boolean };

/** Open dialogs: the page behind them does not scroll until the last one closes. */
const open = new Set<DialogController>();
let scrollLock: CSSStyleSheet | undefined;
/** The number of times that this page has shown a dialog. */
let shown = 0;

/**
 * A native modal `<dialog>` in the host's shadow tree, shown while the host is connected and `open`. The browser keeps
 * the focus inside, restores it afterwards, and makes the rest of the page inert.
 *
 * A press outside does nothing: during a payment it is more often a mistake than intended (the ARIA Authoring Practices
 * allow both). Escape and the back gesture call `onCloseRequest`.
 */
export class DialogController implements ReactiveController {
  #shown: HTMLDialogElement | null = null;
  #opener: HTMLElement | null = null;
  /**
   * Different for each dialog, for WebKit: it reuses the computed styles of an earlier tree with equal rules, including media
   * queries. After the phone is rotated, a dialog would have the layout of the one before.
   */
  #sheet: CSSStyleSheet | undefined;

  /** @param onCloseRequest called when the payer wants to close; the dialog closes only if the host sets `open` to `false` */
  constructor(
    private readonly host: Host,
    private readonly onCloseRequest: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#hide();
  }

  hostUpdated(): void {
    const dialog = this.host.open ? (this.host.shadowRoot?.querySelector('dialog') ?? null) : null;
    if (dialog === this.#shown) return;
    this.#hide();
    if (dialog && this.host.isConnected) this.#show(dialog);
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
    // Neither the first control, which closes it, nor a field, which opens a phone's keyboard.
    dialog.focus();
  }

  #refreshStyles(): void {
    this.#sheet ??= new CSSStyleSheet();
    shown += 1;
    this.#sheet.replaceSync(`dialog{--_shown:${shown}}`);
    const sheets = this.host.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(this.#sheet)) sheets.push(this.#sheet);
  }

  #hide(): void {
    const dialog = this.#shown;
    this.#shown = null;
    open.delete(this);
    lockScroll();
    if (!dialog) return;
    dialog.close();
    // Browsers do not restore the focus for a dialog that was removed from the page.
    if (!focused()) this.#opener?.focus();
  }

  readonly #onCancel = (event: Event): void => {
    event.preventDefault();
    if (event.defaultPrevented) this.onCloseRequest();
  };

  /** Browsers limit how often closing may be prevented: request it now, and open the dialog again. */
  readonly #onClose = (): void => {
    if (!this.#shown || this.#shown.open) return;
    this.#hide();
    this.onCloseRequest();
    this.host.requestUpdate();
  };
}

/** Returns the focused element, through shadow roots. */
function focused(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/** Uses a style sheet: the page may rely on its own style attribute. */
function lockScroll(): void {
  const isLocked = scrollLock !== undefined && document.adoptedStyleSheets.includes(scrollLock);
  if (isLocked === open.size > 0) return;
  if (isLocked) {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== scrollLock);
    return;
  }
  const hasBar = window.innerWidth > document.documentElement.clientWidth;
  scrollLock ??= new CSSStyleSheet();
  scrollLock.replaceSync(`:root{overflow:hidden!important${hasBar ? ';scrollbar-gutter:stable' : ''}}`);
  document.adoptedStyleSheets.push(scrollLock);
}
