import type { drawQrCode, QrDrawing } from '../../adapters/qr-code.js';

type Encoder = typeof drawQrCode;

/** More than the codes of a payment: two for its coin, one for a phone, and some of another coin. */
const CACHE_SIZE = 8;

let encoder: Encoder | null = null;
/** A code takes milliseconds on a phone, and its element comes and goes with the steps of a payment. */
const drawn = new Map<string, QrDrawing>();

/** The code for a text that was drawn before. */
export function cachedQrCode(text: string): QrDrawing | null {
  return drawn.get(text) ?? null;
}

/**
 * Brings what draws codes: a page has no need of it before somebody is about to pay. Where it cannot be loaded amount,
 * address and their copies do without a code, and whoever needs one next asks again.
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
