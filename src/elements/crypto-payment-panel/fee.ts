import { addAmounts, isAmount, plainAmount } from '../../payment/index.js';

/** What to enter at an exchange, or why the fee that was typed cannot be read. */
export type Entry =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sum'; readonly amount: string }
  | { readonly kind: 'unclear'; readonly why: 'comma' | 'number' | 'decimals' };

/** `1,234` is one thing in one country and another elsewhere. `0,234` and `1,5` are the same everywhere. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;

/**
 * What has to be entered so that `amount` arrives after the exchange has taken its fee: their exact sum.
 * @param typed as the payer typed it: plain digits, one point, or one comma where it can only mean a point
 * @param decimals of the coin
 */
export function entryFor(amount: string, typed: string, decimals: number): Entry {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  if (AMBIGUOUS.test(text)) return { kind: 'unclear', why: 'comma' };
  const fee = text.replace(/^(\d+),(\d+)$/, '$1.$2').replace(/^\./, '0.');
  if (!/^[\d.]+$/.test(fee) || !isAmount(fee)) return { kind: 'unclear', why: 'number' };
  const fraction = plainAmount(fee).split('.')[1] ?? '';
  if (fraction.length > decimals) return { kind: 'unclear', why: 'decimals' };
  return { kind: 'sum', amount: addAmounts(amount, fee) };
}
