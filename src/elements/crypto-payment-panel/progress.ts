import { exactAmount, isZeroAmount } from '../../payment/index.js';

/**
 * Returns the share of `part` in `amount` in thousandths, for a progress bar only.
 * @throws {AmountError} when one of them is not a number
 */
export function perMille(part: string, amount: string, decimals: number): string {
  if (isZeroAmount(part) || isZeroAmount(amount)) return '0';
  const units = (text: string) => BigInt(exactAmount(text, decimals).baseUnits);
  return String((units(part) * 1000n) / units(amount));
}
