import { isCurrencyCode, type CurrencyCode } from '../../payment/index.js';

export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'crypto-checkout:recent';
const MAX_RECENT = 3;

/** Returns the last selected codes, the latest first. Stored text is untrusted; empty if storage is blocked. */
export function readRecent(storage: RecentStorage | null): readonly CurrencyCode[] {
  try {
    const stored = (storage ?? localStorage).getItem(KEY) ?? '';
    return [...new Set(stored.slice(0, 99).split(' ').filter(isCurrencyCode))].slice(0, MAX_RECENT);
  } catch {
    return [];
  }
}

/** Stores `code` before earlier selections. Nothing else is ever stored. */
export function saveRecent(code: CurrencyCode, storage: RecentStorage | null): void {
  const codes = [...new Set([code, ...readRecent(storage)])].slice(0, MAX_RECENT);
  try {
    (storage ?? localStorage).setItem(KEY, codes.join(' '));
  } catch {
    // A page without storage remembers nothing.
  }
}
