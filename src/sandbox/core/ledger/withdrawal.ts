import type { Currency } from '../../../payment/index.js';
import type { KnownInvoiceStatus } from '../../../service/types.js';

/** What "Create withdrawal request" asks for. */
export interface WithdrawalRequest {
  readonly currency: Currency;
  readonly toAddress: string;
  /** In the coin's smallest unit. */
  readonly amount: bigint;
}

/** One version of a withdrawal: never altered. Sums are in the coin's smallest unit. */
export interface Withdrawal {
  readonly type: 'dw';
  /** `INV-` and 8 characters, as of an invoice. */
  readonly id: string;
  readonly currency: Currency;
  readonly toAddress: string;
  /** What arrives at the address. */
  readonly amount: bigint;
  /** What the transfer costs the merchant, on top of the amount. */
  readonly transferFee: bigint;
  readonly createdAtMs: number;
  /** The transfer on the chain, once there is one. */
  readonly transfer: { readonly id: string; readonly atMs: number } | null;
}

/** What a withdrawal takes from the balance. */
export function takenUnits({ amount, transferFee }: Pick<Withdrawal, 'amount' | 'transferFee'>): bigint {
  return amount + transferFee;
}

/** The document shows `created` alone; nothing but the transfer ends that here. */
export function withdrawalStatus({ transfer }: Withdrawal): KnownInvoiceStatus {
  return transfer === null ? 'created' : 'paid';
}
