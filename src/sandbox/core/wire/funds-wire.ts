import type { Balance } from '../ledger/balances.js';
import { fundsCurrencyToWire } from './currency-wire.js';
import { fromUnits, unitsToUsd, USD_DECIMALS } from '../ledger/rates.js';
import type { Statistics } from '../ledger/statistics.js';
import type { StaticWallet } from '../ledger/static-wallet.js';
import { float, timestamp } from './formats.js';

/** Service doc, "Balance entry". The whole balance is available. */
export function balanceToWire({ currency, units }: Balance): object {
  const crypto = float(fromUnits(units, currency.decimals));
  const usd = float(unitsToUsd(units, currency));
  return {
    currency: fundsCurrencyToWire(currency),
    balance_crypto: crypto,
    balance_usd: usd,
    available_balance: crypto,
    available_balance_usd: usd,
  };
}

/** The result of "Create static wallet", and an entry of the list. */
export function walletToWire({ currency, address, id, createdAtMs, identify }: StaticWallet): object {
  return {
    currency: fundsCurrencyToWire(currency),
    address,
    uuid: id,
    active: true,
    created: timestamp(createdAtMs),
    identify,
  };
}

/** Service doc, "Statistics result": counts are integers, sums are USD floats. */
export function statisticsToWire(statistics: Statistics): object {
  const entries = Object.entries(statistics);
  return {
    count: Object.fromEntries(entries.map(([status, { count }]) => [status, count])),
    amount: Object.fromEntries(
      entries.map(([status, { usd }]) => [status, float(fromUnits(usd, USD_DECIMALS))]),
    ),
  };
}
