import {
  isServer,
  LitElement,
  nothing,
  render,
  supportsAdoptingStyleSheets,
  type CSSResultGroup,
  type PropertyValues,
} from 'lit';
import { property } from 'lit/decorators.js';
import { entryOf, keepOwnEvents, keepTypedKey } from '../../controllers/own-events.js';
import { tabStopsIn } from '../../controllers/focus.js';
import { type Appearance, writeAppearance } from '../../styles/appearance.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the page is on the developer's own machine. */
export const isDevelopment = !isServer && LOOPBACK.test(location.hostname);

const PRESSES = ['click', 'input', 'keydown'];
const KEYS = ['keydown', 'keypress', 'keyup'] as const;

/** A hidden page paints no frame. */
const MAX_PAINT_MS = 500;

/** Settles when the browser has painted the frame after a press on one of our elements. */
let paint: Promise<void> | null = null;

/**
 * Base of all elements: the theme, and the custom properties that a page may set on an element or anywhere above it
 * (`styles/token-table.ts`).
 */
export abstract class ThemedElement extends LitElement {
  static override readonly styles: CSSResultGroup = [tokens, base];

  static {
    // Libraries that keep the focus in their dialog look at the elements of the page alone. TypeScript allows no accessor here.
    Object.defineProperty(this.prototype, 'tabIndex', {
      configurable: true,
      get(this: ThemedElement): number {
        const isPlain = !this.hasAttribute('tabindex') && tabStopsIn(this).length > 0;
        return isPlain ? 0 : Number(Reflect.get(HTMLElement.prototype, 'tabIndex', this));
      },
      set(this: ThemedElement, index: number) {
        Reflect.set(HTMLElement.prototype, 'tabIndex', index, this);
      },
    });
  }

  /** `auto` follows the `color-scheme` of the page. */
  @property({ reflect: true, useDefault: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';
  /** The look as one object. It takes precedence over `theme` and the custom properties. */
  @property({ attribute: false }) appearance: Appearance | null = null;
  #isImmediate = false;
  #ownSheet: CSSStyleSheet | null = null;
  #hasOwnTheme = false;

  constructor() {
    super();
    for (const type of PRESSES) this.addEventListener(type, onPress, true);
    for (const type of KEYS) this.addEventListener(type, keepTypedKey);
    if (!isServer) keepOwnEvents();
    // A server renderer attaches no shadow root, by which inner elements would find out that they are inside this one.
    if (isServer) this.attachShadow((this.constructor as typeof LitElement).shadowRootOptions);
  }

  /**
   * A server may have rendered a declarative shadow root (HTML, "shadowrootmode"). Its content is replaced in the task that
   * renders the same again, so nothing is painted in between.
   */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (!isServer) this.shadowRoot?.replaceChildren();
    return super.createRenderRoot();
  }

  /** Renders the result of a press after the browser has painted the press itself (Interaction to Next Paint). */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    // Jest has ended a unit test that left the element in its page.
    if (!isServer && typeof document === 'undefined') return undefined;
    if (paint && !this.#isImmediate) return paint.then(() => super.scheduleUpdate());
    this.#isImmediate = false;
    void super.scheduleUpdate();
    return undefined;
  }

  protected override update(changed: PropertyValues): void {
    if (changed.has('appearance')) this.#applyAppearance();
    try {
      super.update(changed);
    } catch {
      // An extension has written the text of an element, and has removed where Lit renders in it. Nothing may stay as it was.
      render(nothing, this.renderRoot, this.renderOptions);
      super.update(changed);
    }
    showOverTranslation(this.renderRoot);
    if (isDevelopment) void this.#check(changed);
  }

  async #check(changed: PropertyValues): Promise<void> {
    // If the checks cannot be loaded, the network log of the browser shows it.
    const checks = await import('./developer-checks.js').catch(() => null);
    checks?.checkElement(this, changed);
  }

  #applyAppearance(): void {
    const { theme } = this.appearance ?? {};
    if (theme ?? this.#hasOwnTheme) this.theme = theme ?? 'auto';
    this.#hasOwnTheme = theme !== undefined;
    if (!supportsAdoptingStyleSheets || (!this.appearance && !this.#ownSheet)) return;
    if (!this.#ownSheet) {
      this.#ownSheet = new CSSStyleSheet();
      this.shadowRoot?.adoptedStyleSheets.push(this.#ownSheet);
    }
    writeAppearance(this.#ownSheet, this.appearance ?? {});
  }

  /** Focuses the first control, unless the page has given the element a `tabindex`. */
  override focus(options?: FocusOptions): void {
    const entry = this.hasAttribute('tabindex') ? undefined : entryOf(this);
    if (entry) entry.focus(options);
    else super.focus(options);
  }

  /**
   * Captures nothing. The drawer of a page, such as Vaul, captures the pointer where it is pressed. Outside of a shadow root, that is
   * this whole element, and it would get the click instead of the control.
   * @internal
   */
  override setPointerCapture(): void {}

  protected find(selector: string): HTMLElement | null {
    return isServer ? null : (this.shadowRoot?.querySelector<HTMLElement>(selector) ?? null);
  }

  /** Renders without waiting: the browser opens a popover with the press, and would paint it empty. */
  protected renderImmediately(): void {
    this.#isImmediate = true;
  }
}

/**
 * A translator of the browser puts a `<font>` in place of a text. Lit then writes the next text to the `data` of that element,
 * as if it were the text: show it, so that no amount and no state stays as it was when the page was translated.
 */
function showOverTranslation(root: ParentNode): void {
  for (const font of root.querySelectorAll('font')) {
    if ('data' in font) font.replaceWith(String(font.data));
  }
}

function onPress({ isTrusted }: Event): void {
  if (!isTrusted) return;
  paint ??= new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_PAINT_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  }).then(() => {
    paint = null;
  });
}
