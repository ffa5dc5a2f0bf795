import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { Clock } from '../../controllers/clock.js';
import { Localize } from '../../controllers/localize.js';
import { States } from '../../controllers/states.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { ThemedElement } from '../themed-element.js';
import { styles } from './crypto-countdown.styles.js';
import { parts } from './parts.js';
import { clockText, timeLeft } from './time-left.js';
import type { TimeLeft } from './time-left.js';

/**
 * A quiet ring and the time that is left, by the server's clock. At zero it stays at zero: whether a payment is over
 * is for the server to say.
 *
 * @csspart countdown - ring and time
 * @csspart ring - the ring
 * @csspart time - the digits
 * @cssState soon - little time is left
 * @cssState over - none is left
 */
export class CryptoCountdown extends ThemedElement {
  static override readonly styles = [tokens, base, styles];
  static readonly parts = parts;

  /** The end, ISO 8601. */
  @property({ attribute: 'expires-at' }) expiresAt = '';
  /** The beginning, ISO 8601: what the ring is full of. */
  @property({ attribute: 'starts-at' }) startsAt = '';
  /** The server's time in milliseconds, or `null` while it is unknown; nothing is shown then. */
  @property({ attribute: false }) now: () => number | null = () => null;
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';

  readonly #localize = new Localize(this);

  constructor() {
    super();
    new Clock(this, () => this.#left()?.seconds || null);
    new States(this, () => {
      const left = this.#left();
      return [left && left.phase !== 'calm' && (left.seconds > 0 ? 'soon' : 'over')];
    });
  }

  #left(): TimeLeft | null {
    const nowMs = this.now();
    return nowMs === null ? null : timeLeft(this.expiresAt, this.startsAt, nowMs);
  }

  protected override render(): TemplateResult | typeof nothing {
    const left = this.#left();
    if (!left) return nothing;
    const { seconds, percent, phase } = left;
    const countdown = html`<span
      class="countdown"
      part="countdown"
      role="timer"
      aria-label=${this.#localize.m.timeLeft}
      data-phase=${phase}
    >
      <svg class="ring" part="ring" viewBox="0 0 20 20" aria-hidden="true">
        <circle class="track" cx="10" cy="10" r="8" />
        <circle class="left" cx="10" cy="10" r="8" pathLength="100" stroke-dasharray="${percent} 100" />
      </svg>
      <time part="time" datetime="PT${seconds}S">${clockText(seconds)}</time>
    </span>`;
    return this.#localize.marked(countdown);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-countdown': CryptoCountdown;
  }
}
