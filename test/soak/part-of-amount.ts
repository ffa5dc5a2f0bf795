import { currencyOf, exactAmount } from '../../src/payment/index.js';
import type { CheckoutInvoice } from '../../src/protocol/index.js';

/** An invoice whose amount the service has stated. */
export type StatedInvoice = CheckoutInvoice & { readonly amount: string; readonly due: string };

/** Returns this percentage of the amount, rounded down to the coin's decimals. */
export function part(
  { amount, currency }: Pick<StatedInvoice, 'amount' | 'currency'>,
  hundredths: number,
): string {
  const { decimals } = currencyOf(currency);
  const units = (BigInt(exactAmount(amount, decimals).baseUnits) * BigInt(hundredths)) / 100n;
  return exactAmount(`${units > 0n ? units : 1n}e-${decimals}`, decimals).amount;
}
