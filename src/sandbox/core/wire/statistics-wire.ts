import { fromUnits, USD_DECIMALS } from '../ledger/rates.js';
import type { Statistics } from '../ledger/statistics.js';
import { float } from './formats.js';

/** "Statistics result": counts are integers, sums are USD floats. */
export function statisticsToWire(statistics: Statistics): object {
  const entries = Object.entries(statistics);
  return {
    count: Object.fromEntries(entries.map(([status, { count }]) => [status, count])),
    amount: Object.fromEntries(
      entries.map(([status, { usd }]) => [status, float(fromUnits(usd, USD_DECIMALS))]),
    ),
  };
}
