import { addAmounts, compareAmounts, isZeroAmount, plainAmount, subtractAmounts } from './amount.js';

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

/** Returns the exact sum of values, some of which may be below zero. */
export function addSignedAmounts(amounts: readonly string[]): string {
  const isNegative = (amount: string) => amount.startsWith('-');
  const sumOf = (some: readonly string[]) => some.reduce(addAmounts, '0');
  const above = sumOf(amounts.filter((amount) => !isNegative(amount)));
  const below = sumOf(amounts.filter(isNegative).map((amount) => amount.slice(1)));
  return compareAmounts(above, below) >= 0
    ? subtractAmounts(above, below)
    : `-${subtractAmounts(below, above)}`;
}
