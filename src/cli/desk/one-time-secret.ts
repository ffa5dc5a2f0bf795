import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 256 random bits, in letters that a URL may hold. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time, whatever the length. */
export function isEqualSecret(one: string, other: string): boolean {
  const [digest, otherDigest] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return digest !== undefined && otherDigest !== undefined && timingSafeEqual(digest, otherDigest);
}

/** The secret of a link that opens one page, once and before it expires: `LINK_MINUTES` in `desk.ts`. */
export class OneTimeSecret {
  readonly text = randomSecret();
  #isUsed = false;

  constructor(private readonly expiresAtMs: number) {}

  /** Returns whether the text is the secret, which is accepted once and only before it expires. */
  use(text: string, nowMs: number): boolean {
    if (this.#isUsed || nowMs >= this.expiresAtMs || !isEqualSecret(text, this.text)) return false;
    this.#isUsed = true;
    return true;
  }
}
