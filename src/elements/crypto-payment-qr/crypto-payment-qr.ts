import { html, isServer, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { drawQrCode, type QrDrawing } from '../../adapters/qr-code.js';
import { DialogController } from '../../controllers/dialog.js';
import { MessagesController } from '../../controllers/messages.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { ThemedElement } from '../base/themed-element.js';
import { warnDeveloper } from '../base/warn-developer.js';
import { styles } from './crypto-payment-qr.styles.js';
import { qrParts } from './css-parts.js';

/** Enough for all codes of a payment: two for its currency, one for a phone, and some of another currency. */
const CACHE_SIZE = 8;

/** Encoding takes milliseconds on a phone, and the element is created anew with the steps of a payment. */
const cache = new Map<string, QrDrawing>();

/**
 * A QR code: square, dark on white in every theme, as wide as its container. A press shows it large over the page, for a
 * distant or weak camera.
 */
export class CryptoPaymentQr extends ThemedElement {
  static override readonly styles = [ThemedElement.styles, styles];
  static readonly parts = qrParts;

  /** The content of the code. Empty: only the white square. */
  @property() payload = '';
  /** The accessible name. Default: the payload. */
  @property() label = '';
  /** Whether the large code is open. */
  @property({ type: Boolean, reflect: true }) open = false;

  readonly #messages = new MessagesController(this, [payment]);
  readonly #dialog = new DialogController(this, () => this.#turn(false));
  #drawing: QrDrawing | null = null;
  #pending: Promise<void> | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('payload')) this.#draw();
    if (!this.#drawing && !this.#pending) this.open = false;
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    if (!this.#pending) return isDone;
    await this.#pending;
    return super.getUpdateComplete();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#drawing) return nothing;
    const label = this.label || this.payload;
    const drawn = draw(this.#drawing, label);
    const { m } = this.#messages;
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
    return html`${drawn}${this.#messages.marked(button)}${
      this.open
        ? this.#dialog.render(html`${drawn}${this.#messages.marked(shrink)}`, label, 'qr-dialog')
        : nothing
    }`;
  }

  /**
   * Draws a cached code immediately, and any other after the address and the amount. A server renders once, so it draws each
   * immediately.
   */
  #draw(): void {
    this.#drawing = isServer ? drawingOf(this, this.payload) : (cache.get(this.payload) ?? null);
    if (!this.#drawing && this.payload !== '') this.#pending ??= this.#wait();
  }

  async #wait(): Promise<void> {
    // The page renders and responds before the encoding.
    await new Promise((resolve) => setTimeout(resolve));
    this.#pending = null;
    this.#drawing = drawingOf(this, this.payload);
    this.requestUpdate();
  }

  #turn(open: boolean): void {
    this.open = open;
  }
}

function draw({ viewBox, tile, white, path }: QrDrawing, label: string): TemplateResult {
  return html`<svg part="code" role="img" aria-label=${label} viewBox=${viewBox}>
    <path fill=${white} d=${tile} />
    <path fill="#0b0d12" d=${path} />
  </svg>`;
}

/** Returns `null` if no code can hold the payload. */
function drawingOf(element: Element, payload: string): QrDrawing | null {
  if (payload === '') return null;
  try {
    const drawing = cache.get(payload) ?? drawQrCode(payload);
    const [oldest] = cache.size < CACHE_SIZE ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(payload, drawing);
    return drawing;
  } catch (error) {
    warnDeveloper(
      element,
      `No QR code was drawn for the payload "${payload.slice(0, 60)}" (${String(error)}). Use at most 2300 characters.`,
    );
    return null;
  }
}
