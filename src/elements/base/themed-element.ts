import { isServer, LitElement, type CSSResultGroup, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { checkAttribute, isDevelopment } from './warn-developer.js';

const PRESSES = ['click', 'input', 'keydown'];

/** A hidden page paints no frame. */
const MAX_PAINT_MS = 500;

/** Settles when the browser has painted the frame after a press on one of our elements. */
let paint: Promise<void> | null = null;

/**
 * Base of all elements: the theme, and the custom properties that a page may set on an element or anywhere above it.
 * The defaults here are those of styles/tokens.ts; a test compares them.
 *
 * @cssprop [--crypto-surface=light-dark(#ffffff, #15181e)] - card, buttons and fields
 * @cssprop [--crypto-surface-sunken=light-dark(#f6f7f9, #1c2027)] - the sheet inside the card
 * @cssprop [--crypto-surface-hover=light-dark(#eceef2, #22272f)] - hovered controls, quiet badges
 * @cssprop [--crypto-text=light-dark(#15181e, #f6f7f9)] - text
 * @cssprop [--crypto-text-muted=light-dark(#586171, #a4adbb)] - labels, hints and icons
 * @cssprop [--crypto-line=light-dark(#e0e3e9, #2b313b)] - dividing lines
 * @cssprop [--crypto-line-strong=light-dark(#848d9c, #6b7585)] - borders of controls, 3:1 on every surface
 * @cssprop [--crypto-accent=light-dark(#2659d9, #3a69e6)] - the main button
 * @cssprop [--crypto-accent-hover=light-dark(#1c48b8, #2659d9)] - the hovered main button
 * @cssprop [--crypto-accent-text=light-dark(#2659d9, #9ab6ff)] - links and quiet buttons
 * @cssprop [--crypto-accent-tint=light-dark(#eef3ff, #1a2440)] - hovered quiet buttons, detected payments
 * @cssprop [--crypto-on-accent=#ffffff] - text on the main button
 * @cssprop [--crypto-focus=var(--crypto-accent-text)] - the focus ring
 * @cssprop [--crypto-success=light-dark(#0b7247, #66cf9c)] - paid
 * @cssprop [--crypto-success-tint=light-dark(#e8f6ef, #142b23)] - background of it
 * @cssprop [--crypto-warning=light-dark(#7d4500, #f3bd6b)] - warnings
 * @cssprop [--crypto-warning-tint=light-dark(#fff6e3, #2e2516)] - background of it
 * @cssprop [--crypto-danger=light-dark(#b3261e, #ff9c92)] - errors
 * @cssprop [--crypto-danger-tint=light-dark(#fdefed, #372020)] - background of errors
 * @cssprop [--crypto-shadow-card=0 1px 2px rgb(16 20 30 / 0.05), 0 8px 24px -12px rgb(16 20 30 / 0.12)] - of the card
 * @cssprop [--crypto-shadow-float=0 2px 6px rgb(16 20 30 / 0.08), 0 24px 64px -16px rgb(16 20 30 / 0.32)] -
 *   of popovers and dialogs
 * @cssprop [--crypto-font=system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif] - text
 * @cssprop [--crypto-font-title=var(--crypto-font)] - titles and the price
 * @cssprop [--crypto-font-address=ui-monospace, 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace] -
 *   addresses
 * @cssprop [--crypto-unit=max(1rem, 16px)] - unit of all sizes
 * @cssprop [--crypto-font-size-s=calc(0.8125 * var(--crypto-unit))] - labels and hints
 * @cssprop [--crypto-font-size-m=calc(0.9375 * var(--crypto-unit))] - text and buttons
 * @cssprop [--crypto-font-size-l=calc(1.25 * var(--crypto-unit))] - titles
 * @cssprop [--crypto-font-size-xl=calc(1.75 * var(--crypto-unit))] - the amount to send
 * @cssprop [--crypto-space=calc(0.25 * var(--crypto-unit))] - the smallest gap; the others are two to six of it
 * @cssprop [--crypto-radius-s=calc(0.5 * var(--crypto-unit))] - small buttons, the plate of the code
 * @cssprop [--crypto-radius-m=calc(0.625 * var(--crypto-unit))] - buttons, fields and options
 * @cssprop [--crypto-radius-l=calc(0.75 * var(--crypto-unit))] - the sheet inside the card, popovers
 * @cssprop [--crypto-radius-xl=calc(1.125 * var(--crypto-unit))] - the card
 * @cssprop [--crypto-button-height=calc(3 * var(--crypto-unit))] - of the main buttons
 * @cssprop [--crypto-button-radius=var(--crypto-radius-m)] -
 *   of all buttons; small ones have `--crypto-radius-s` by default
 * @cssprop [--crypto-motion=160ms cubic-bezier(0.2, 0, 0, 1)] -
 *   time and curve; nothing moves under `prefers-reduced-motion`
 */
export abstract class ThemedElement extends LitElement {
  static override readonly styles: CSSResultGroup = [tokens, base];

  /** `auto` follows the `color-scheme` of the page. */
  @property({ reflect: true, useDefault: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';
  #isImmediate = false;

  constructor() {
    super();
    for (const type of PRESSES) this.addEventListener(type, onPress, true);
    // A server renderer attaches no root, by which elements inside this one find out that they are inside.
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
    if (paint && !this.#isImmediate) return paint.then(() => super.scheduleUpdate());
    this.#isImmediate = false;
    super.scheduleUpdate();
    return undefined;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    if (!isDevelopment) return;
    const { elementProperties } = this.constructor as typeof LitElement;
    for (const [property, { attribute }] of elementProperties) {
      if (!changed.has(property) || attribute === false) continue;
      const name = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
      void checkAttribute(this, name, this.getAttribute(name) ?? Reflect.get(this, property));
    }
  }

  protected find(selector: string): HTMLElement | null {
    return isServer ? null : (this.shadowRoot?.querySelector<HTMLElement>(selector) ?? null);
  }

  /** Renders without waiting: the browser opens a popover with the press, and would paint it empty. */
  protected renderImmediately(): void {
    this.#isImmediate = true;
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
