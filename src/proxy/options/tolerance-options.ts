import * as v from 'valibot';
import { isAmount, isFiatCode, isZeroAmount } from '../../payment/index.js';
import { formatValue } from '../base/format-value.js';
import { optionMessage } from '../base/option-message.js';
import type { Tolerance } from '../domain/settlement.js';

const MAX_PERCENT = 10;
const PERCENT_REMEDY = `Pass a number above 0, up to ${MAX_PERCENT}`;
const AT_MOST_REMEDY = "Pass amounts by price currency, such as { EUR: '1.00' }";

/** @internal */
export const toleranceEntries = {
  percent: v.custom<Tolerance['percent']>(
    (value) => typeof value === 'number' && value > 0 && value <= MAX_PERCENT && isAmount(String(value)),
    ({ input }) => optionMessage(`is invalid (${formatValue(input)})`, PERCENT_REMEDY),
  ),
  atMost: v.custom<Tolerance['atMost']>(isAtMost, ({ input }) =>
    optionMessage(`is invalid (${formatValue(input)})`, AT_MOST_REMEDY),
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
