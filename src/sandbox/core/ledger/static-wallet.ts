import type { Currency } from '../../../payment/index.js';
import type { Invoice } from './invoice.js';
import { toUnits, unitsToUsd, USD_DECIMALS } from './rates.js';

/** A permanent address of one customer in one currency. */
export interface StaticWallet {
  readonly id: string;
  /** The merchant's customer id. */
  readonly identify: string;
  readonly currency: Currency;
  readonly address: string;
  readonly createdAtMs: number;
  readonly deposits: readonly Deposit[];
}

/** A confirmed transaction to a wallet, without fees. */
export interface Deposit {
  /** Transaction id. */
  readonly id: string;
  /** Invoice id under which "Invoice information" returns the deposit. */
  readonly recordId: string;
  /** In the coin's smallest unit. */
  readonly units: bigint;
  readonly atMs: number;
}

export interface WalletDeposit {
  readonly wallet: StaticWallet;
  readonly deposit: Deposit;
}

/** Returns the sum of all deposits, in the coin's smallest unit. */
export function depositedUnits({ deposits }: StaticWallet): bigint {
  return deposits.reduce((total, { units }) => total + units, 0n);
}

/** Converts a deposit to an invoice for its amount, without fees, created at the same time. */
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
