import {
  html,
  isServer,
  supportsAdoptingStyleSheets,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { focused } from './focus.js';
import { modalDialogs } from './own-events.js';

type Host = ReactiveControllerHost & HTMLElement & { open: boolean };

/** What a page sets on everything outside of a dialog of its own. */
const BARRIERS = ['inert', 'aria-hidden'];

/** jsdom, in unit tests, has dialogs without methods. */
const hasModals = !isServer && 'showModal' in HTMLDialogElement.prototype;

let scrollLock: CSSStyleSheet | undefined;
/** The number of times that this page has shown a dialog. */
let shown = 0;

/**
 * A native modal `<dialog>` in the host's shadow tree, shown while the host is connected and `open`. The browser keeps
 * the focus inside, restores it afterwards, and makes the rest of the page inert.
 *
 * A press outside does nothing: during a payment it is more often a mistake than intended (the ARIA Authoring Practices
 * allow both). Escape and the back gesture call `onCloseRequest`.
 *
 * The page may have opened it from a dialog of its own: see `own-events.ts`. If the page hides what the host is in, the dialog closes,
 * because it would be invisible and keep the page inert.
 */
export class DialogController implements ReactiveController {
  #shown: HTMLDialogElement | null = null;
  #opener: HTMLElement | null = null;
  /**
   * Different for each dialog, for WebKit: it reuses the computed styles of an earlier tree with equal rules, including media
   * queries. After the phone is rotated, a dialog would have the layout of the one before.
   */
  #sheet: CSSStyleSheet | undefined;
  #stopObserving: (() => void) | undefined;
  /** Restores what kept the payer away from the host. */
  #restore: (() => void)[] = [];

  /**
   * @param onCloseRequest called when the payer wants to close; the dialog closes only if the host sets `open` to `false`
   * @param onClosedByPage called when the page has hidden what the host is in, after the host was closed
   */
  constructor(
    private readonly host: Host,
    private readonly onCloseRequest: () => void,
    private readonly onClosedByPage: () => void = () => undefined,
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
    modalDialogs.set(dialog, this.onCloseRequest);
    lockScroll();
    this.#refreshStyles();
    this.#restore = liftBarriers(this.host);
    if (hasModals) dialog.showModal();
    else dialog.open = true;
    // Neither the first control, which closes it, nor a field, which opens a phone's keyboard.
    dialog.focus();
    this.#stopObserving = onVanish(dialog, () => {
      if (dialog !== this.#shown) return;
      this.#hide();
      this.host.open = false;
      this.onClosedByPage();
    });
  }

  #refreshStyles(): void {
    if (!supportsAdoptingStyleSheets) return;
    this.#sheet ??= new CSSStyleSheet();
    shown += 1;
    this.#sheet.replaceSync(`dialog{--_shown:${shown};pointer-events:auto;visibility:visible}`);
    const sheets = this.host.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(this.#sheet)) sheets.push(this.#sheet);
  }

  #hide(): void {
    const dialog = this.#shown;
    this.#shown = null;
    if (!dialog) return;
    this.#stopObserving?.();
    modalDialogs.delete(dialog);
    lockScroll();
    // If the opener is gone, the page has closed its own dialog, and would stay inert.
    if (this.#opener && isRendered(this.#opener)) for (const restore of this.#restore) restore();
    if (hasModals) dialog.close();
    else dialog.open = false;
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

/**
 * Calls back when the page hides or removes the element, or what it is in.
 * @returns a function that stops it
 */
export function onVanish(element: Element, callback: () => void): () => void {
  const check = () => {
    if (!isRendered(element)) callback();
  };
  // jsdom, in unit tests, has no layout.
  if (!('ResizeObserver' in globalThis)) return () => undefined;
  // The observer itself must not change the layout.
  const observer = new ResizeObserver(() => setTimeout(check));
  observer.observe(element);
  return () => observer.disconnect();
}

export function isRendered(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** @returns functions that restore them */
function liftBarriers(host: Element): (() => void)[] {
  const restore: (() => void)[] = [];
  for (let element: Element | null = host; element; element = parentOf(element)) {
    for (const name of BARRIERS) {
      const value = element.getAttribute(name);
      if (value === null || value === 'false') continue;
      const lifted = element;
      lifted.removeAttribute(name);
      restore.push(() => lifted.setAttribute(name, value));
    }
  }
  return restore;
}

/** Returns the parent in the flat tree. */
function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Uses a style sheet: the page may rely on its own style attribute. */
function lockScroll(): void {
  if (!supportsAdoptingStyleSheets) return;
  const isLocked = scrollLock !== undefined && document.adoptedStyleSheets.includes(scrollLock);
  if (isLocked === modalDialogs.size > 0) return;
  if (isLocked) {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== scrollLock);
    return;
  }
  const hasBar = window.innerWidth > document.documentElement.clientWidth;
  scrollLock ??= new CSSStyleSheet();
  scrollLock.replaceSync(`:root{overflow:hidden!important${hasBar ? ';scrollbar-gutter:stable' : ''}}`);
  document.adoptedStyleSheets.push(scrollLock);
}
