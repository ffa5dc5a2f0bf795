import { iso } from './invoice-report.js';
import { fromUnits } from '../ledger/rates.js';
import type { StaticWallet } from '../ledger/static-wallet.js';
import { depositedUnits } from '../ledger/static-wallet.js';

/** A static wallet for people and tests: amounts are exact decimal text, times ISO 8601. */
export function walletReport(wallet: StaticWallet): object {
  const { id, identify, currency, address, createdAtMs, deposits } = wallet;
  const text = (units: bigint): string => fromUnits(units, currency.decimals);
  return {
    uuid: id,
    identify,
    currency: currency.code,
    address,
    createdAt: iso(createdAtMs),
    received: text(depositedUnits(wallet)),
    transactions: deposits.map((deposit) => ({ id: deposit.id, amount: text(deposit.units) })),
  };
}
