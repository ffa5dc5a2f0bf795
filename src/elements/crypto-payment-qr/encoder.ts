import type { drawQrCode } from '../../adapters/qr-code.js';

type Encoder = typeof drawQrCode;

let encoder: Encoder | null = null;

/** What draws codes; `null` until it has come. */
export function qrEncoder(): Encoder | null {
  return encoder;
}

/**
 * Brings it: a page has no need of it before somebody is about to pay. Where it cannot be loaded amount, address and
 * their copies do without a code, and whoever needs one next asks again.
 */
export async function loadQrEncoder(): Promise<Encoder | null> {
  try {
    encoder ??= (await import('../../adapters/qr-code.js')).drawQrCode;
  } catch {
    // Perhaps for want of a connection.
  }
  return encoder;
}
