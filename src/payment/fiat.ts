import { AmountError, plainAmount } from './amount.js';
import { CurrencyError } from './currencies.js';
import { numberFormat } from './intl.js';
import { FIAT_CODES, MORE_THAN_INTL, OTHER_THAN_CENTS } from './tables/fiat.js';

export { FIAT_CODES };

/** A currency of prices (service doc, "Currency code sets", fiat conversion codes). */
export type FiatCode = (typeof FIAT_CODES)[number];

export function isFiatCode(text: string): text is FiatCode {
  return FIAT_CODES.some((code) => code === text);
}

const otherThanCents: Readonly<Record<string, number>> = OTHER_THAN_CENTS;

/**
 * Returns problem and remedy for a price with more significant decimals than its currency (ISO 4217), else `null`:
 * `1200.00` JPY is valid, `49.129` EUR is not.
 * @throws {AmountError} if `amount` is not a number
 */
export function priceFault(amount: string, currency: FiatCode): string | null {
  const [, fraction = ''] = plainAmount(amount).split('.');
  const decimals = otherThanCents[currency] ?? 2;
  if (fraction.length <= decimals) return null;
  return `amount "${amount}" has more decimals than ${currency}. Use at most ${decimals}.`;
}

/** `Intl` parses decimal text, so no digit passes through a float. The check is only for its type. */
function isNumericLiteral(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text);
}

/** An amount from right to left with letters in its symbol, such as `US$`. */
const LETTERS_FROM_RIGHT = /^\u200f.*[A-Z]\p{Sc}$/u;

const moreThanIntl: Readonly<Record<string, number>> = MORE_THAN_INTL;

/**
 * Formats a price: `formatFiat('49.00', 'EUR', 'en')` → `€49.00`. Additional decimals are shown, not rounded. The symbol is
 * unique in the language (`CA$`, `CN¥`): five dollars share the narrow symbol, as do yen and yuan.
 * @throws {AmountError} if `amount` is not a number
 * @throws {CurrencyError} if `currency` is not three letters: `Intl` accepts unknown codes
 */
export function formatFiat(amount: string, currency: string, locale?: string): string {
  const text = plainAmount(amount);
  if (!isNumericLiteral(text)) throw new AmountError('not_a_number', amount);
  if (!/^[A-Za-z]{3}$/.test(currency)) throw new CurrencyError(currency);
  // ISO 4217 defines two decimals for the rupiah, `Intl` none: show both if there is a fraction.
  const minimumFractionDigits = text.includes('.') ? moreThanIntl[currency] : undefined;
  const options = { style: 'currency', currency, maximumFractionDigits: 20, minimumFractionDigits } as const;
  const formatted = numberFormat(locale, options)(text);
  // Without the mark (U+200E), browsers draw the sign before the letters: `$US`.
  return LETTERS_FROM_RIGHT.test(formatted) ? `${formatted}\u200e` : formatted;
}
