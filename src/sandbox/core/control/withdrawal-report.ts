import type { Withdrawal } from '../ledger/withdrawal.js';
import { withdrawalStatus } from '../ledger/withdrawal.js';
import { fromUnits } from '../ledger/rates.js';
import { iso } from './invoice-report.js';

/** A withdrawal for people and tests: amounts are exact decimal text, times ISO 8601. */
export function withdrawalReport(withdrawal: Withdrawal): object {
  const { id, currency, toAddress, amount, transferFee, createdAtMs, transfer } = withdrawal;
  return {
    uuid: id,
    status: withdrawalStatus(withdrawal),
    currency: currency.code,
    toAddress,
    amount: fromUnits(amount, currency.decimals),
    transferFee: fromUnits(transferFee, currency.decimals),
    createdAt: iso(createdAtMs),
    finishedAt: transfer && iso(transfer.atMs),
    transaction: transfer && transfer.id,
  };
}
