import * as v from 'valibot';
import {
  compareAmounts,
  currencyOf,
  isAmount,
  isFiatCode,
  isZeroAmount,
  scaleAmount,
  subtractAmounts,
} from '../../payment/index.js';
import { formatValue } from '../base/format-value.js';
import { optionMessage } from '../base/option-message.js';
import type { InvoiceSettlement } from './settlement.js';

/** What may be missing of an amount for `withinTolerance`: both limits apply. */
export interface Tolerance {
  /** Of the amount of the invoice, above 0 and up to 10. */
  readonly percent: number;
  /**
   * The most, by currency of the price: exact decimal text, such as `{ EUR: '1.00' }`. An order whose currency is not listed has
   * no tolerance.
   */
  readonly atMost: Readonly<Record<string, string>>;
}

const MAX_PERCENT = 10;
const PERCENT_REMEDY = `Pass a number above 0, up to ${MAX_PERCENT}`;
const AT_MOST_REMEDY = "Pass amounts by currency of the price, such as { EUR: '1.00' }";

/** @internal */
export const toleranceEntries = {
  percent: v.custom<number>(
    (value) => typeof value === 'number' && value > 0 && value <= MAX_PERCENT && isAmount(String(value)),
    ({ input }) => optionMessage(`tolerance.percent is invalid (${formatValue(input)})`, PERCENT_REMEDY),
  ),
  atMost: v.custom<Readonly<Record<string, string>>>(isAtMost, ({ input }) =>
    optionMessage(`tolerance.atMost is invalid (${formatValue(input)})`, AT_MOST_REMEDY),
  ),
};

function isAtMost(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(
      ([currency, amount]) =>
        isFiatCode(currency) && typeof amount === 'string' && isAmount(amount) && !isZeroAmount(amount),
    )
  );
}

/** Tells whether a part is all but what an exchange may have taken off. Never whether anything is paid. */
export function isWithinTolerance(
  { invoice, reason, received, due }: InvoiceSettlement,
  { percent, atMost }: Tolerance,
): boolean {
  const { amount, price, currency } = invoice;
  // For an older price, more is missing than this invoice knows.
  if (reason !== 'underpaid' || isZeroAmount(received)) return false;
  const most = Object.hasOwn(atMost, price.currency) ? atMost[price.currency] : undefined;
  if (most === undefined || isZeroAmount(price.amount)) return false;
  const rest = compareAmounts(amount, received) > 0 ? subtractAmounts(amount, received) : '0';
  // The service may subtract otherwise: the shop decides by the larger difference.
  const missing = compareAmounts(due, rest) > 0 ? due : rest;
  const { decimals } = currencyOf(currency);
  // Both limits are rounded down.
  const allows = (by: string, over: string) =>
    compareAmounts(missing, scaleAmount(amount, { by, over, decimals })) <= 0;
  if (!allows(String(percent), '100')) return false;
  // The second is converted by the rate of the invoice itself. The whole price allows any part, without a conversion that could
  // have more digits than an amount.
  return compareAmounts(most, price.amount) >= 0 || allows(most, price.amount);
}
