import type { Currency } from '../../../payment/index.js';
import type { JsonFields } from '../base/fields.js';
import { optionalAmount, RequestError } from '../base/fields.js';
import { toUnits } from '../ledger/rates.js';

/** `amount` in the currency's smallest unit. @throws {RequestError} also for more decimals than the coin has */
export function optionalCoinAmount(fields: JsonFields, { decimals, code }: Currency): bigint | undefined {
  const amount = optionalAmount(fields, 'amount');
  if (amount === undefined) return undefined;
  const fraction = amount.split('.')[1] ?? '';
  if (fraction.length <= decimals) return toUnits(amount, decimals);
  throw new RequestError(`amount is ${amount}: ${code} has ${decimals} decimals, give no more`);
}
