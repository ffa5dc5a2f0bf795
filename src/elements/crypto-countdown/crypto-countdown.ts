import { html, isServer, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ClockController } from '../../controllers/clock.js';
import { LocalizeController } from '../../controllers/localize.js';
import { CustomStatesController } from '../../controllers/states.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-countdown.styles.js';
import { countdownParts } from './css-parts.js';
import { clockText, timeLeft, type TimeLeft } from './time-left.js';

/**
 * A ring and the time left, by the server's clock. It stays at zero: the server decides whether a payment has expired.
 *
 * @cssState soon - little time is left
 * @cssState over - none is left
 */
export class CryptoCountdown extends ThemedElement {
  static override readonly styles = [ThemedElement.styles, styles];
  static readonly parts = countdownParts;

  /** The end, ISO 8601. */
  @property({ attribute: 'expires-at' }) expiresAt = '';
  /** The start, ISO 8601: the ring is full then. */
  @property({ attribute: 'starts-at' }) startsAt = '';
  /** Returns the server's time in milliseconds; `null` while it is unknown, which renders nothing. */
  @property({ attribute: false }) now: () => number | null = () => null;

  readonly #localize = new LocalizeController(this, [payment]);
  #left: TimeLeft | null = null;
  /** Updated every second without a rendering. */
  #digits: Text | null = null;
  #written: number | null = null;

  constructor() {
    super();
    new ClockController(
      this,
      () => this.#left?.seconds || null,
      () => this.#onSecond(),
    );
    new CustomStatesController(this, () => {
      const left = this.#left;
      return [left && left.phase !== 'calm' && (left.seconds > 0 ? 'soon' : 'over')];
    });
  }

  protected override willUpdate(): void {
    this.#left = this.#read();
    if (this.#left) this.#write(this.#left.seconds);
  }

  #read(): TimeLeft | null {
    const nowMs = this.now();
    return nowMs === null ? null : timeLeft(this.expiresAt, this.startsAt, nowMs);
  }

  #onSecond(): void {
    const before = this.#left;
    const left = this.#read();
    const isDigitsOnly = left && left.percent === before?.percent && left.phase === before.phase;
    // An extension may have put a text of its own in place of the digits.
    const isOurs = this.#digits?.isConnected ?? false;
    if (!isOurs) this.#digits = this.#written = null;
    if (!isOurs || !isDigitsOnly || left.seconds === 0) return this.requestUpdate();
    this.#left = left;
    this.#write(left.seconds);
  }

  #write(seconds: number): void {
    if (seconds === this.#written) return;
    this.#written = seconds;
    if (isServer) return;
    this.#digits ??= document.createTextNode('');
    this.#digits.data = clockText(seconds);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#left) return nothing;
    const { percent, phase, seconds } = this.#left;
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
      <span class="time" translate="no">${this.#digits ?? clockText(seconds)}</span>
    </span>`;
    return this.#localize.marked(countdown);
  }
}
