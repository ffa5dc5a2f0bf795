import type { Currency } from '../../../payment/index.js';
import type { KnownInvoiceStatus } from '../../../service/types.js';

/** The validated body of "Create withdrawal request". */
export interface WithdrawalRequest {
  readonly currency: Currency;
  readonly toAddress: string;
  /** In the coin's smallest unit. */
  readonly amount: bigint;
}

/** One immutable version of a withdrawal. Amounts are in the coin's smallest unit. */
export interface Withdrawal extends WithdrawalRequest {
  readonly type: 'dw';
  /** `INV-` and 8 characters. */
  readonly id: string;
  /** Paid by the merchant in addition to the amount. */
  readonly transferFee: bigint;
  readonly createdAtMs: number;
  /** The confirmed transaction. */
  readonly transfer: { readonly id: string; readonly atMs: number } | null;
}

/** Returns the amount plus the fee: the sum by which the balance decreases. */
export function debitedUnits({ amount, transferFee }: Pick<Withdrawal, 'amount' | 'transferFee'>): bigint {
  return amount + transferFee;
}

/** Returns the status: `paid` once the transaction is confirmed. The service document shows only `created`. */
export function withdrawalStatus({ transfer }: Withdrawal): KnownInvoiceStatus {
  return transfer === null ? 'created' : 'paid';
}
