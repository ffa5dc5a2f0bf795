import { currencyOf, isAmount, isZeroAmount, plainAmount, type CurrencyCode } from '../../payment/index.js';

/** Returns whether a typed amount can be sent: digits and a point only, above zero, and with no more decimals than the coin. */
export function isSendableAmount(amount: string, code: CurrencyCode): boolean {
  if (!isAmount(amount) || /[^\d.]/.test(amount) || isZeroAmount(amount)) return false;
  const [, decimals = ''] = plainAmount(amount).split('.');
  return decimals.length <= currencyOf(code).decimals;
}
