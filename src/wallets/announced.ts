import { textOf } from './guards.js';

const MAX_NAME = 24;
/** What a wallet may make us look at for its name. */
const MAX_NAME_READ = 200;
const MAX_ICON = 65_536;

/** Control, format and direction characters, halves of pairs, and characters that Unicode does not know. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Without JPEG, which neither EIP-6963 nor Wallet Standard needs. An SVG runs no script in `<img>`. */
const ICON = /^data:image\/(?:png|svg\+xml|webp|gif)[;,]/i;

/** Returns plain text, or `null` if nothing of it can be seen. */
export function nameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const seen = claim
    .slice(0, MAX_NAME_READ)
    .replace(/\s/g, ' ')
    .replace(UNSEEN, '')
    .replace(/ +/g, ' ')
    .trim();
  return Array.from(seen).slice(0, MAX_NAME).join('').trim() || null;
}

export function iconOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.length <= MAX_ICON ? textOf(claim, ICON) : null;
}
