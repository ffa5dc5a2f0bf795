import { isZeroAmount, plainAmount } from './amount.js';

// Amounts of an account, which may be below zero. Only for what is shown: no sum of money that is paid has a sign.

/**
 * Returns the same value as plain digits, such as `"-0.5"`.
 * @throws {AmountError} if `text` is not a JSON number
 */
export function plainSignedAmount(text: string): string {
  if (!text.startsWith('-')) return plainAmount(text);
  const plain = plainAmount(text.slice(1));
  return isZeroAmount(plain) ? '0' : `-${plain}`;
}

/** Returns what can be sent of a balance: nothing of one below zero. */
export function sendableBalance(balance: string): string {
  return balance.startsWith('-') ? '0' : balance;
}
