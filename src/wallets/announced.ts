import { walletName } from '../payment/index.js';
import { textOf } from './guards.js';

/** Maximum number of characters that are read of a wallet's name, which may have any length. */
const MAX_NAME_READ = 200;
const MAX_ICON = 65_536;

/** JPEG is left out, since neither EIP-6963 nor Wallet Standard needs it. In `<img>`, an SVG runs no script. */
const ICON = /^data:image\/(?:png|svg\+xml|webp|gif)[;,]/i;

export function nameOf(announced: unknown): string | null {
  return typeof announced === 'string' ? walletName(announced.slice(0, MAX_NAME_READ)) : null;
}

export function iconOf(announced: unknown): string | null {
  return typeof announced === 'string' && announced.length <= MAX_ICON ? textOf(announced, ICON) : null;
}
