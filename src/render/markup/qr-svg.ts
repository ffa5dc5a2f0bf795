import { drawQrCode } from '../../adapters/qr-code.js';
import { attributesOf } from './escape.js';
import { RecentTexts } from './recent-texts.js';

/** Bytes of a QR code with error correction M. A longer text may be that of a link that the shop has made without this package. */
const MAX_PAYLOAD_LENGTH = 2331;

/** A code takes longer than the rest of its page. That of a payment link has 20,000 to 60,000 characters. */
const drawings = new RecentTexts(8_000_000);

/**
 * Returns the QR code of a text as SVG, with its quiet zone; empty if no code can hold the text.
 * @param label its text alternative
 */
export function qrSvg(payload: string, label: string): string {
  if (payload.length > MAX_PAYLOAD_LENGTH) return '';
  const drawing = drawings.get(payload, () => {
    const { viewBox, tile, white, path } = drawQrCode(payload);
    return `viewBox="${viewBox}"><path fill="${white}" d="${tile}"/><path fill="#000" d="${path}"/></svg>`;
  });
  return `<svg role="img"${attributesOf({ 'aria-label': label })} ${drawing}`;
}
