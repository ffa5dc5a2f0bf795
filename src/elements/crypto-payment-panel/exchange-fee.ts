import { addAmounts, isAmount, plainAmount } from '../../payment/index.js';

/** The amount to enter at an exchange, or why the typed fee is not valid. */
export type ExchangeAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sum'; readonly amount: string }
  | { readonly kind: 'unclear'; readonly reason: 'ambiguousComma' | 'invalidNumber' | 'tooManyDecimals' };

/** Decimal points and commas of other scripts; the Arabic thousands separator looks like a comma. */
const POINTS = /[٫．。｡]/g;
const COMMAS = /[٬،，、､]/g;

/** `1,234` is a different number in different countries. `0,234` and `1,5` are the same everywhere. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;

/** Converts the digits of every script to 0 to 9. Unicode encodes the ten digits of a script in their order (chapter 4.6). */
function plainDigits(typed: string): string {
  const valueOf = (digit: string) => {
    let before = digit.codePointAt(0) ?? 0;
    const last = before;
    while (/\p{Nd}/u.test(String.fromCodePoint(before - 1))) before -= 1;
    return String((last - before) % 10);
  };
  return typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\p{Nd}/gu, valueOf)
    .replace(POINTS, '.')
    .replace(COMMAS, ',');
}

/**
 * Returns the amount to enter so that `amount` arrives after the exchange deducts its fee: their exact sum.
 * @param typed as the payer typed it: digits of any script, one point, or one comma where it can only mean a point
 * @param decimals of the coin
 */
export function amountIncludingFee(amount: string, typed: string, decimals: number): ExchangeAmount {
  const text = plainDigits(typed);
  if (text === '') return { kind: 'empty' };
  if (AMBIGUOUS.test(text)) return { kind: 'unclear', reason: 'ambiguousComma' };
  const fee = text.replace(/^(\d+),(\d+)$/, '$1.$2').replace(/^\./, '0.');
  if (!/^[\d.]+$/.test(fee) || !isAmount(fee)) return { kind: 'unclear', reason: 'invalidNumber' };
  const fraction = plainAmount(fee).split('.')[1] ?? '';
  if (fraction.length > decimals) return { kind: 'unclear', reason: 'tooManyDecimals' };
  return { kind: 'sum', amount: addAmounts(amount, fee) };
}
