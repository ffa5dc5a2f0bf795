import type { Currency } from '../../../payment/index.js';

/** A permanent address of one customer for one currency. */
export interface StaticWallet {
  readonly id: string;
  /** The merchant's word for the customer. */
  readonly identify: string;
  readonly currency: Currency;
  readonly address: string;
  readonly createdAtMs: number;
  readonly deposits: readonly Deposit[];
}

/** Money that came to a wallet: confirmed, and the merchant's as a whole. */
export interface Deposit {
  /** Of the transaction. */
  readonly id: string;
  /** Of the deposit's own record, in the form of an invoice's: "Invoice information" knows it. */
  readonly recordId: string;
  /** In the coin's smallest unit. */
  readonly units: bigint;
  readonly atMs: number;
}

/** A deposit, and the wallet that it came to. */
export interface WalletDeposit {
  readonly wallet: StaticWallet;
  readonly deposit: Deposit;
}

/** All that ever came to the wallet, in the coin's smallest unit. */
export function depositedUnits({ deposits }: StaticWallet): bigint {
  return deposits.reduce((total, { units }) => total + units, 0n);
}
