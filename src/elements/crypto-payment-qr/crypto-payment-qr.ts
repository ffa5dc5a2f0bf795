import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { drawQrCode } from '../../adapters/qr-code.js';
import type { QrDrawing } from '../../adapters/qr-code.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { styles } from './crypto-payment-qr.styles.js';

/** Modules of white on every side (ISO/IEC 18004, section 6.3.8). */
const QUIET_ZONE = 4;

/**
 * A QR code: square, dark on white in every theme, as wide as its place.
 *
 * @csspart code - the drawing
 */
export class CryptoPaymentQr extends LitElement {
  static override readonly styles = [tokens, base, styles];

  /** What a camera reads. Empty: the white plate alone. */
  @property() payload = '';
  /** What the code holds, for those who do not see it: the payload itself unless set. */
  @property() label = '';

  #drawing: QrDrawing | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('payload')) this.#drawing = this.payload === '' ? null : drawQrCode(this.payload);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#drawing) return nothing;
    const { size, path } = this.#drawing;
    const edge = size + 2 * QUIET_ZONE;
    return html`<svg
      part="code"
      role="img"
      aria-label=${this.label || this.payload}
      viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}"
    >
      <path fill="currentColor" d=${path} />
    </svg>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-payment-qr': CryptoPaymentQr;
  }
}
