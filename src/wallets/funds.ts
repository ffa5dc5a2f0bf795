import { type Currency, plainAmount } from '../payment/index.js';
import type { Funds } from './wallet.js';

/** Returns both amounts as decimal text. They are passed in the coin's smallest unit. */
export function fundsOf(
  { symbol, decimals }: Pick<Currency, 'symbol' | 'decimals'>,
  needed: bigint,
  available: bigint,
): Funds {
  const amount = (units: bigint) => plainAmount(`${units}e-${decimals}`);
  return { symbol, needed: amount(needed), available: amount(available > 0n ? available : 0n) };
}
