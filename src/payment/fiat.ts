import { AmountError, plainAmount } from './amount.js';
import { CurrencyError } from './currencies.js';
import { FIAT_CODES, MORE_THAN_INTL, OTHER_THAN_CENTS } from './tables/fiat.js';

export { FIAT_CODES };

/** A currency that a price may be stated in ("Currency code sets", fiat conversion codes). */
export type FiatCode = (typeof FIAT_CODES)[number];

export function isFiatCode(text: string): text is FiatCode {
  return FIAT_CODES.some((code) => code === text);
}

const otherThanCents: Readonly<Record<string, number>> = OTHER_THAN_CENTS;

/**
 * Returns what is wrong with a price that has more significant decimals than its currency (ISO 4217), with the remedy;
 * `null` when nothing is: `1200.00` JPY is right, `49.129` EUR is not.
 * @throws {AmountError} when `amount` is not a number
 */
export function priceFault(amount: string, currency: FiatCode): string | null {
  const [, fraction = ''] = plainAmount(amount).split('.');
  const decimals = otherThanCents[currency] ?? 2;
  if (fraction.length <= decimals) return null;
  return `amount "${amount}" has more decimals than ${currency}. Use at most ${decimals}.`;
}

/**
 * `Intl` reads decimal text itself, so that no digit passes through a float; only its type wants to be told.
 */
function isNumericLiteral(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text);
}

/** By language and currency: to make one costs a hundred times as much as to use it. */
const formats = new Map<string, Intl.NumberFormat>();

const moreThanIntl: Readonly<Record<string, number>> = MORE_THAN_INTL;

/**
 * ISO 4217 has two decimals for the rupiah, `Intl` none: parts of one are written out like everybody else's.
 */
function leastDigits(amount: string, currency: string): { readonly minimumFractionDigits?: number } {
  const minimumFractionDigits = amount.includes('.') ? moreThanIntl[currency] : undefined;
  return minimumFractionDigits === undefined ? {} : { minimumFractionDigits };
}

/**
 * A price in the shop's currency, as people write it: `formatFiat('49.00', 'EUR', 'en')` → `€49.00`. Digits
 * beyond the currency's usual ones are shown, not rounded away. The sign is the one that no other currency
 * has in that language (`CA$`, `CN¥`), else the code: the narrow signs are shared by five dollars, and by yen
 * and yuan.
 * @throws {AmountError} when `amount` is not a number
 * @throws {CurrencyError} when `currency` is not three letters: `Intl` writes a code that it does not know as
 * it is
 */
export function formatFiat(amount: string, currency: string, locale?: string): string {
  const text = plainAmount(amount);
  if (!isNumericLiteral(text)) throw new AmountError('not_a_number', amount);
  if (!/^[A-Za-z]{3}$/.test(currency)) throw new CurrencyError(currency);
  const least = leastDigits(text, currency);
  const key = JSON.stringify([locale, currency, least]);
  const options = { style: 'currency', currency, maximumFractionDigits: 20, ...least } as const;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format.format(text);
}
