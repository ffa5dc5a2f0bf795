import type { drawQrCode, QrDrawing } from '../../adapters/qr-code.js';

type Encoder = typeof drawQrCode;

/** More than the codes of a payment: two for its currency, one for a phone, and some of another currency. */
const CACHE_SIZE = 8;

let encoder: Encoder | null = null;
/** Encoding takes milliseconds on a phone, and the element is created anew with the steps of a payment. */
const drawn = new Map<string, QrDrawing>();

export function cachedQrCode(text: string): QrDrawing | null {
  return drawn.get(text) ?? null;
}

/**
 * Loads the QR encoder, which is not needed before a payer is about to pay. If it cannot be loaded, amount and address
 * are shown without a code, and the next call retries.
 */
export async function loadQrEncoder(): Promise<Encoder | null> {
  try {
    encoder ??= withCache((await import('../../adapters/qr-code.js')).drawQrCode);
  } catch {
    // Possibly offline: the next call retries.
  }
  return encoder;
}

function withCache(draw: Encoder): Encoder {
  return (text) => {
    const found = drawn.get(text);
    if (found) return found;
    const drawing = draw(text);
    const [oldest] = drawn.size < CACHE_SIZE ? [] : drawn.keys();
    if (oldest !== undefined) drawn.delete(oldest);
    drawn.set(text, drawing);
    return drawing;
  };
}
