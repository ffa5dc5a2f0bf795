import * as v from 'valibot';
import {
  compareAmounts,
  currencyOf,
  isAmount,
  isFiatCode,
  isZeroAmount,
  scaleAmount,
} from '../../payment/index.js';
import { formatValue } from '../base/format-value.js';
import { optionMessage } from '../base/option-message.js';
import type { InvoiceLedger } from './ledger.js';
import { excessOver } from './movement.js';

/** Limits of the missing amount for `withinTolerance`. Both apply. */
export interface Tolerance {
  /** Percentage of the invoice's amount, above 0 and up to 10. */
  readonly percent: number;
  /**
   * Maximum amount by price currency, exact decimal text, such as `{ EUR: '1.00' }`. An order in a currency that is not listed
   * has no tolerance.
   */
  readonly atMost: Readonly<Record<string, string>>;
}

const MAX_PERCENT = 10;
const PERCENT_REMEDY = `Pass a number above 0, up to ${MAX_PERCENT}`;
const AT_MOST_REMEDY = "Pass amounts by price currency, such as { EUR: '1.00' }";

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

/**
 * Whether the missing amount is so small that an exchange may have deducted it as a fee. The shop decides whether it
 * accepts the payment.
 */
export function isWithinTolerance(
  { invoice, reason, received, due }: InvoiceLedger,
  { percent, atMost }: Tolerance,
): boolean {
  const { amount, price, currency } = invoice;
  // With an older price (`price_changed`), more is missing than the amount of this invoice shows.
  if (reason !== 'underpaid' || isZeroAmount(received) || amount === null) return false;
  const limit = Object.hasOwn(atMost, price.currency) ? atMost[price.currency] : undefined;
  if (limit === undefined || isZeroAmount(price.amount)) return false;
  const rest = excessOver(amount, received);
  // The service may calculate another amount due: the larger one counts.
  const missing = due !== null && compareAmounts(due, rest) > 0 ? due : rest;
  const { decimals } = currencyOf(currency);
  // Rounds the limits down.
  const isAllowed = (by: string, over: string) =>
    compareAmounts(missing, scaleAmount(amount, { by, over, decimals })) <= 0;
  if (!isAllowed(String(percent), '100')) return false;
  // Converts the limit at the rate of the invoice. A limit of the whole price or more needs no conversion, whose result could
  // have more digits than an amount.
  return compareAmounts(limit, price.amount) >= 0 || isAllowed(limit, price.amount);
}
