import type { Invoice } from './invoice.js';
import { toUnits, unitsToUsd, USD_DECIMALS } from './rates.js';
import type { WalletDeposit } from './static-wallet.js';

/** A deposit as an invoice that was made when the money came, over exactly that money, without fees. */
export function depositRecord({ wallet, deposit }: WalletDeposit): Invoice {
  const { id, recordId, units, atMs } = deposit;
  const { currency, address } = wallet;
  const usd = unitsToUsd(units, currency);
  return {
    type: 'up',
    id: recordId,
    orderId: wallet.identify,
    email: null,
    fiat: 'USD',
    fiatAmount: usd,
    usdAmount: toUnits(usd, USD_DECIMALS),
    createdAtMs: atMs,
    expiresAtMs: atMs,
    canceledAtMs: null,
    confirmedByHandAtMs: null,
    offers: [],
    coin: { currency, address, amount: units, amountToPay: units, transferFee: 0n, serviceFee: 0n },
    transactions: [{ id, units, seenAtMs: atMs, confirmedAtMs: atMs }],
  };
}
