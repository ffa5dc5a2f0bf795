import { addAmounts, compareAmounts, isZeroAmount, plainAmount, subtractAmounts } from './amount.js';

// Amounts of an account, which may be below zero: balances, and the changes that books add up. An amount that is paid has no sign.

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

/** Returns the amount with the other sign. */
export function negateAmount(amount: string): string {
  return plainSignedAmount(amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
}

/** Returns `left − right`, which may be below zero. */
export function subtractSignedAmounts(left: string, right: string): string {
  return addSignedAmounts([left, negateAmount(right)]);
}

/** An exact sum of many amounts, some of which may be below zero. */
export class AmountSum {
  #digits = 0n;
  #scale = 0;

  /** Adds an amount in plain digits: see `plainSignedAmount`. */
  add(amount: string): void {
    const [whole = '', fraction = ''] = amount.split('.');
    if (fraction.length > this.#scale) {
      this.#digits *= 10n ** BigInt(fraction.length - this.#scale);
      this.#scale = fraction.length;
    }
    // The sign is part of `whole`, also in "-0.5".
    this.#digits += BigInt(whole + fraction.padEnd(this.#scale, '0'));
  }

  get amount(): string {
    return plainSignedAmount(`${this.#digits}e-${this.#scale}`);
  }
}
