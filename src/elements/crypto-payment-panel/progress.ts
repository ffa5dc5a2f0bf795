import { exactAmount, isZeroAmount } from '../../payment/index.js';

/**
 * How much of `amount` is `part`, in thousandths, as text for a progress bar: a picture, never a sum.
 * @throws {AmountError} when one of them is not a number
 */
export function perMille(part: string, amount: string, decimals: number): string {
  if (isZeroAmount(part) || isZeroAmount(amount)) return '0';
  const units = (text: string) => BigInt(exactAmount(text, decimals).baseUnits);
  return String((units(part) * 1000n) / units(amount));
}
