import { drawQrCode, type QrDrawing } from '../../adapters/qr-code.js';

/** More than the codes of a payment: two for its currency, one for a phone, and some of another currency. */
const CACHE_SIZE = 8;

/** Encoding takes milliseconds on a phone, and the element is created anew with the steps of a payment. */
const drawn = new Map<string, QrDrawing>();

export function cachedQrCode(text: string): QrDrawing | null {
  return drawn.get(text) ?? null;
}

/** @throws {Error} when the text is empty or longer than a QR code can hold */
export function qrCode(text: string): QrDrawing {
  const drawing = drawn.get(text) ?? drawQrCode(text);
  const [oldest] = drawn.size < CACHE_SIZE ? [] : drawn.keys();
  if (oldest !== undefined) drawn.delete(oldest);
  drawn.set(text, drawing);
  return drawing;
}
