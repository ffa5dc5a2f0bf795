import { isAmount, isAmountOfCoin, type CurrencyCode } from '../../payment/index.js';

/** Returns whether a typed text has digits and a point only. A comma is refused: it groups digits in one language and precedes decimals in another. */
export function isPlainAmount(text: string): boolean {
  return isAmount(text) && !/[^\d.]/.test(text);
}

/** Returns whether a typed amount can be sent: digits and a point only, above zero, and with no more decimals than the coin. */
export function isSendableAmount(amount: string, code: CurrencyCode): boolean {
  return isPlainAmount(amount) && isAmountOfCoin(amount, code);
}
