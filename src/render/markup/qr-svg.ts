import { drawQrCode } from '../../adapters/qr-code.js';
import { attributesOf } from './escape.js';

/** Returns the QR code of a text as SVG, with its quiet zone. @param label its text alternative */
export function qrSvg(payload: string, label: string): string {
  const { size, path } = drawQrCode(payload);
  const edge = size + 8;
  return `<svg role="img"${attributesOf({ 'aria-label': label })} viewBox="-4 -4 ${edge} ${edge}"><path fill="currentColor" d="${path}"/></svg>`;
}
