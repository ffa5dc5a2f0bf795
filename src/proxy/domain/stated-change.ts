import {
  AmountError,
  addAmounts,
  compareAmounts,
  isZeroAmount,
  plainAmount,
  type CurrencyCode,
} from '../../payment/index.js';
import { negateAmount, subtractSignedAmounts } from '../../payment/signed-amount.js';
import type { Invoice, Withdrawal } from '../../service/index.js';
import { normalizePaid } from './merge-status-reports.js';
import { lowerOf, type Movement, type StatedChange } from './movement.js';

/** What the service states about all money of one invoice, deposit or withdrawal. */
export interface StatedTotals {
  /** Amount credited to the balance, or taken from it; `null`: not stated. */
  readonly total: string | null;
  readonly serviceFee: string | null;
  readonly networkFee: string | null;
  /** Value of the payment or of the withdrawal in USD; `null`: not stated. */
  readonly usd: string | null;
}

/** What the service states about an incoming payment. */
export interface StatedPayment extends StatedTotals {
  /** The amount paid that the other fields refer to. */
  readonly paid: string;
  /** When the service completed the payment; `null`: not stated. */
  readonly paidAtMs: number | null;
}

/** Returns what an entry of "Invoice information" states about a payment. `received` is the amount credited to the balance. */
export function statedPaymentOf(
  reported: Pick<
    Invoice,
    'amountPaid' | 'amountPaidUsd' | 'received' | 'fee' | 'serviceFee' | 'finishedAtMs'
  >,
  currency: CurrencyCode | null,
): StatedPayment {
  return {
    paid: withoutNoise(currency, reported.amountPaid) ?? '0',
    total: withoutNoise(currency, reported.received),
    serviceFee: withoutNoise(currency, reported.serviceFee),
    networkFee: withoutNoise(currency, reported.fee),
    usd: reported.amountPaidUsd,
    paidAtMs: reported.finishedAtMs,
  };
}

/**
 * Returns what a withdrawal states. Only `amount_to_pay` says what leaves the balance: the service doc does not say whether `fee` is
 * added to the amount or taken from it.
 */
export function statedWithdrawalOf(
  reported: Pick<Withdrawal, 'amountToPay' | 'fee' | 'serviceFee' | 'amountUsd'>,
  currency: CurrencyCode | null,
): StatedTotals {
  const total = withoutNoise(currency, reported.amountToPay);
  return {
    // Without a value in a short form of the response.
    total: total === null || isZeroAmount(total) ? null : total,
    serviceFee: withoutNoise(currency, reported.serviceFee),
    networkFee: withoutNoise(currency, reported.fee),
    usd: reported.amountUsd,
  };
}

/** @param currency `null`: a coin that this release does not know, whose decimals are unknown */
function withoutNoise(currency: CurrencyCode | null, amount: string | null): string | null {
  if (amount === null) return null;
  if (currency === null || isZeroAmount(amount)) return plainAmount(amount);
  try {
    return normalizePaid(currency, amount);
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}

const NONE: StatedChange = { change: '0', serviceFee: '0', networkFee: '0' };

/** Returns how a movement changes the balance. If the service stated no change, that is the amount, without fees. */
export function changeOf(
  movement: Pick<Movement, 'kind' | 'amount'> & { readonly stated?: StatedChange | null },
): StatedChange {
  const { kind, amount, stated } = movement;
  if (stated) return stated;
  if (kind === 'received') return { ...NONE, change: amount };
  return kind === 'sent' ? { ...NONE, change: negateAmount(amount) } : NONE;
}

/**
 * Returns the change of a new movement: what the service states in total, less what earlier movements of the same money have changed.
 * @param gross all money of these movements, including the new one; with a minus sign for a withdrawal
 * @returns `null` if the service does not state it
 */
export function nextChange(
  gross: string,
  { total, serviceFee, networkFee }: StatedTotals,
  earlier: readonly StatedChange[],
): StatedChange | null {
  if (total === null) return null;
  const balance = gross.startsWith('-') ? negateAmount(total) : total;
  const fees = splitFees(subtractSignedAmounts(gross, balance), serviceFee ?? '0', networkFee ?? '0');
  const rest = (amount: string, key: keyof StatedChange) =>
    earlier.reduce((left, one) => subtractSignedAmounts(left, one[key]), amount);
  return {
    change: rest(balance, 'change'),
    serviceFee: rest(fees.serviceFee, 'serviceFee'),
    networkFee: rest(fees.networkFee, 'networkFee'),
  };
}

/**
 * Splits the fees by what the service states. A stated fee that did not change the balance, because the payer or the recipient bears
 * it, is 0. Fees that exceed a small payment count as the transfer fee first.
 */
function splitFees(fees: string, serviceFee: string, networkFee: string) {
  if (fees.startsWith('-')) return { serviceFee: '0', networkFee: '0' };
  if (compareAmounts(fees, addAmounts(serviceFee, networkFee)) >= 0) return { serviceFee, networkFee };
  if (compareAmounts(fees, serviceFee) === 0) return { serviceFee, networkFee: '0' };
  const ofNetwork = lowerOf(fees, networkFee);
  return { serviceFee: subtractSignedAmounts(fees, ofNetwork), networkFee: ofNetwork };
}

/** Returns the value in USD of the last part of a payment; `null` if the stated values do not add up. */
export function nextUsd(usd: string | null, earlier: readonly (string | null)[]): string | null {
  if (usd === null) return null;
  let rest = usd;
  for (const one of earlier) {
    if (one === null) return null;
    rest = subtractSignedAmounts(rest, one);
  }
  return rest.startsWith('-') ? null : rest;
}
