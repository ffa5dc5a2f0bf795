import type { Balance } from '../ledger/balances.js';
import { fundsCurrencyToWire } from './currency-wire.js';
import { fromUnits, unitsToUsd } from '../ledger/rates.js';
import type { StaticWallet } from '../ledger/static-wallet.js';
import { float, timestamp } from './formats.js';

/** "Balance entry". Nothing is held back here: all of a balance is available. */
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

/** The answer of "Create static wallet", and an entry of the list. */
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
