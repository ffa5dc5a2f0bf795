import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { QrDrawing } from '../../adapters/qr-code.js';
import { DialogController } from '../../controllers/dialog.js';
import { MessagesController } from '../../controllers/messages.js';
import { withMessages } from '../../controllers/with-messages.js';
import { payment } from '../../i18n/en/payment.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { yieldToMain } from '../parts/yield-to-main.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-payment-qr.styles.js';
import { cachedQrCode, loadQrEncoder } from './encoder.js';
import { qrParts } from './parts.js';

/** Modules of white on every side (ISO/IEC 18004, section 6.3.8). */
const QUIET_ZONE = 4;

/**
 * A QR code: square, dark on white in every theme, as wide as its place. Pressed it is shown large over the page, for a
 * camera that is far away or weak.
 *
 * @csspart code - the drawing of the QR code
 * @csspart qr-dialog - the dialog with the large QR code
 * @csspart qr-close - the button that closes it
 */
export class CryptoPaymentQr extends ThemedElement {
  static override readonly styles = [tokens, base, styles];
  static readonly parts = qrParts;

  /** What a camera reads. Empty: the white plate alone. */
  @property() payload = '';
  /** What the code holds, for those who do not see it: the payload itself unless set. */
  @property() label = '';
  /** Whether it is shown large. */
  @property({ type: Boolean, reflect: true }) open = false;
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';

  readonly #words = new MessagesController(withMessages(this, payment));
  readonly #dialog = new DialogController(this, () => this.#turn(false));
  #drawing: QrDrawing | null = null;
  #coming: Promise<void> | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('payload')) this.#draw();
    if (!this.#drawing && !this.#coming) this.open = false;
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    if (!this.#coming) return isDone;
    await this.#coming;
    return super.getUpdateComplete();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#drawing) return nothing;
    const label = this.label || this.payload;
    const drawn = draw(this.#drawing, label);
    const { m } = this.#words;
    const button = html`<button
      class="enlarge"
      type="button"
      aria-label=${m.enlarge}
      aria-haspopup="dialog"
      @click=${() => this.#turn(true)}
    ></button>`;
    const shrink = html`<button
      class="shrink"
      part="qr-close"
      type="button"
      @click=${() => this.#turn(false)}
    >
      ${m.close}
    </button>`;
    return html`${drawn}${this.#words.marked(button)}${
      this.open
        ? this.#dialog.render(html`${drawn}${this.#words.marked(shrink)}`, label, 'qr-dialog')
        : nothing
    }`;
  }

  /** At once where it was drawn before, else after the address and the amount. */
  #draw(): void {
    this.#drawing = cachedQrCode(this.payload);
    if (!this.#drawing && this.payload !== '') this.#coming ??= this.#wait();
  }

  async #wait(): Promise<void> {
    const encode = await loadQrEncoder();
    await yieldToMain();
    this.#coming = null;
    this.#drawing = encode && drawingOf(this.payload, encode);
    this.requestUpdate();
  }

  #turn(open: boolean): void {
    this.open = open;
  }
}

function draw({ size, path }: QrDrawing, label: string): TemplateResult {
  const edge = size + 2 * QUIET_ZONE;
  return html`<svg
    part="code"
    role="img"
    aria-label=${label}
    viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}"
  >
    <path fill="currentColor" d=${path} />
  </svg>`;
}

/** Nothing where there is no code for it. */
function drawingOf(payload: string, encode: (payload: string) => QrDrawing): QrDrawing | null {
  if (payload === '') return null;
  try {
    return encode(payload);
  } catch {
    // eslint-disable-next-line no-console -- a mistake in the page's own markup; payers see the address
    console.warn(`<crypto-payment-qr>: no code holds "${payload.slice(0, 60)}": give up to 2300 letters`);
    return null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-payment-qr': CryptoPaymentQr;
  }
}
