import { isCurrencyCode } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';

/** As much of `localStorage` as is needed. */
export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'crypto-checkout:recent';
const MAX_RECENT = 3;

/** The codes chosen last, the latest first; what is stored is anybody's text. None where storage is blocked. */
export function readRecent(storage: RecentStorage | null): readonly CurrencyCode[] {
  try {
    const stored = (storage ?? localStorage).getItem(KEY) ?? '';
    return [...new Set(stored.slice(0, 99).split(' ').filter(isCurrencyCode))].slice(0, MAX_RECENT);
  } catch {
    return [];
  }
}

/** Puts `code` before the codes that were chosen earlier. The only thing that is ever stored. */
export function saveRecent(code: CurrencyCode, storage: RecentStorage | null): void {
  const codes = [...new Set([code, ...readRecent(storage)])].slice(0, MAX_RECENT);
  try {
    (storage ?? localStorage).setItem(KEY, codes.join(' '));
  } catch {
    // A page without storage forgets.
  }
}
