import { walletName } from '../payment/index.js';
import { textOf } from './guards.js';

/** A wallet may announce a name of any length; so much of it is read. */
const MAX_NAME_READ = 200;
const MAX_ICON = 65_536;

/** Without JPEG, which neither EIP-6963 nor Wallet Standard needs. An SVG runs no script in `<img>`. */
const ICON = /^data:image\/(?:png|svg\+xml|webp|gif)[;,]/i;

export function nameOf(announced: unknown): string | null {
  return typeof announced === 'string' ? walletName(announced.slice(0, MAX_NAME_READ)) : null;
}

export function iconOf(announced: unknown): string | null {
  return typeof announced === 'string' && announced.length <= MAX_ICON ? textOf(announced, ICON) : null;
}
