import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ClipboardController } from '../../controllers/clipboard.js';
import type { CopyState } from '../../controllers/clipboard.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { LocalizeController } from '../../controllers/localize.js';
import { CustomStatesController } from '../../controllers/states.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { copiesExactly } from '../parts/exact-text.js';
import { icon } from '../parts/payment-icons.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-copy-field.styles.js';
import { copyFieldParts } from './css-parts.js';

/**
 * Copies one text exactly, and reads it back if the browser allows it. If the browser cannot copy, the text is shown
 * selected, for the keyboard or a long press.
 *
 * @cssState copied - for a few seconds after it was copied
 */
export class CryptoCopyField extends ThemedElement {
  static override readonly styles = [ThemedElement.styles, styles];
  static readonly parts = copyFieldParts;

  /** The text to copy. */
  @property() value = '';
  /** Returns the text at the press, instead of `value`: the markup of the page may be manipulated. */
  @property({ attribute: false }) source: (() => string) | null = null;
  /** The text of the button. Default: "Copy". */
  @property() label = '';
  /** The accessible name of the button, if its text does not name what is copied; starts with the text (WCAG 2.5.3). */
  @property({ attribute: 'long-label' }) longLabel = '';
  /** The announcement after copying. Default: "Copied". */
  @property() announcement = '';

  readonly #localize = new LocalizeController(this, [payment]);
  readonly #live = new LiveRegionController(this);
  readonly #clipboard = new ClipboardController(this, (state) => this.#tell(state));

  #text = '';

  constructor() {
    super();
    new CustomStatesController(this, () => [this.#clipboard.state === 'copied' && 'copied']);
  }

  protected override willUpdate(): void {
    const text = this.source?.() ?? this.value;
    // "Copied" or a selected text would be wrong for another value.
    if (text !== this.#text && this.#clipboard.state !== 'idle') this.#clipboard.show('idle');
    this.#text = text;
  }

  protected override render(): TemplateResult {
    const { m } = this.#localize;
    const label = this.label || m.copy;
    const isByHand = this.#clipboard.state === 'blocked' || this.#clipboard.state === 'changed';
    const field = isByHand ? this.#selected(label) : this.#button(label);
    return this.#localize.marked(field, this.#live.render());
  }

  #button(label: string): TemplateResult {
    const { m } = this.#localize;
    const copied = this.#clipboard.state === 'copied';
    return html`<button
      class="copy"
      part="copy"
      type="button"
      ?data-copied=${copied}
      aria-label=${copied ? nothing : this.longLabel || nothing}
      @click=${() => this.#clipboard.copy(this.source?.() ?? this.value)}
    >
      <span class="face">${icon('copy', 'small')}<span part="copy-text">${label}</span></span>
      <span class="face">${icon('check', 'small')}<span part="copy-text">${m.copied}</span></span>
    </button>`;
  }

  #selected(label: string): TemplateResult {
    return html`<input
      class="input"
      part="input"
      dir="ltr"
      readonly
      aria-label=${this.longLabel || label}
      .value=${this.#text}
      @copy=${copiesExactly(this.#text)}
      @blur=${() => afterPress(() => this.#clipboard.show('idle'))}
    />`;
  }

  #tell(state: CopyState): void {
    const { m } = this.#localize;
    const words: Record<CopyState, string> = {
      idle: '',
      copied: this.announcement || m.copied,
      blocked: m.copyBlocked,
      changed: m.copyChanged,
    };
    this.#live.say(words[state]);
    if (state === 'blocked' || state === 'changed') void this.updateComplete.then(() => this.#select());
  }

  #select(): void {
    const input = this.renderRoot.querySelector('input');
    input?.focus();
    input?.select();
  }
}

/** Calls back after the press that has moved the focus: the field is wider than its button, and what is pressed must not move before. */
function afterPress(callback: () => void): void {
  const waiting = new AbortController();
  const onEnd = () => {
    waiting.abort();
    setTimeout(callback);
  };
  // By a mouse or a finger, or by a key.
  for (const type of ['mouseup', 'keyup'])
    addEventListener(type, onEnd, { capture: true, signal: waiting.signal });
}
