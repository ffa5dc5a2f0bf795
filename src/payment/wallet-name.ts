/** Longer names are cut. */
const MAX_NAME_LENGTH = 24;

/** Control, format and direction characters, halves of pairs, and characters that Unicode does not know. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Returns the name that a wallet gives itself as plain text that cannot change the text around it; `null` if no character of it
 * is visible.
 */
export function walletName(claim: string): string | null {
  const visible = claim.replace(/\s/g, ' ').replace(INVISIBLE, '').replace(/ +/g, ' ').trim();
  return [...visible].slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}
