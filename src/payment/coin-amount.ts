import { isAmount, isZeroAmount, plainAmount } from './amount.js';
import { currencyOf, type CurrencyCode } from './currencies.js';

/** Returns the smallest amount of a coin, such as `0.000001`. Every amount of the coin is a multiple of it. */
export function smallestAmount(code: CurrencyCode): string {
  const { decimals } = currencyOf(code);
  return decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
}

/** Returns the amount rounded down to the coin's smallest unit. */
export function wholeUnits(amount: string, code: CurrencyCode): string {
  const [whole = '', fraction = ''] = plainAmount(amount).split('.');
  return plainAmount(`${whole}.${fraction.slice(0, currencyOf(code).decimals)}0`);
}

/** Returns whether a text is an amount above zero with no more decimals than the coin. */
export function isAmountOfCoin(text: string, code: CurrencyCode): boolean {
  if (!isAmount(text) || isZeroAmount(text)) return false;
  const [, decimals = ''] = plainAmount(text).split('.');
  return decimals.length <= currencyOf(code).decimals;
}
