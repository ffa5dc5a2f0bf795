import { createHash } from 'node:crypto';
import { compareAmounts, currencyOf, exactAmount, plainAmount } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import type { DepositReceived } from '../events/event.js';
import { iso } from '../http/view.js';
import type { Postback } from '../postbacks/postback.js';
import type { WalletRecord } from '../wallets/wallet.js';

/** Money that a postback speaks of, until it is known what it is. */
export interface PendingDeposit {
  /** That of its event: the same postback always gives the same one. */
  readonly id: string;
  readonly customer: string;
  /** `null` when the postback does not say. */
  readonly currency: CurrencyCode | null;
  /** By which the service can be asked about it. */
  readonly invoiceId: string | null;
  readonly amount: string | null;
  readonly transaction: string | null;
  /** The token of the postback proves it. */
  readonly isSigned: boolean;
  readonly notedAtMs: number;
  /** How often the service was asked about it in vain. */
  readonly looks: number;
  /** The shop has been told of it already, as not verified. */
  readonly isTold: boolean;
}

/**
 * What a deposit was found to be: confirmed by the service or a signed postback, told to the shop though nobody confirms
 * it, or no deposit at all, whatever the postback said.
 */
export const DEPOSIT_OUTCOMES = ['verified', 'unverified', 'mismatch'] as const;
export type DepositOutcome = (typeof DEPOSIT_OUTCOMES)[number];

/** The deposit in a postback, if it is about one of these wallets. */
export function depositIn(
  postback: Postback,
  wallets: readonly WalletRecord[],
  signed: ReadonlySet<string>,
  nowMs: number,
): PendingDeposit | null {
  const fitting = wallets.filter(({ currency }) => (postback.currency ?? currency) === currency);
  const [wallet] = fitting;
  if (!wallet) return null;
  const { amount, transaction, invoiceIds } = postback;
  const invoiceId = invoiceIds[0] ?? null;
  // One that has neither is told apart by all that it says: two alike are one, and neither is verified.
  const mark = invoiceId ?? transaction ?? `${postback.currency} ${amount}`;
  return {
    id: `evt_${createHash('sha256')
      .update(JSON.stringify([wallet.customer, mark]))
      .digest('base64url')}`,
    customer: wallet.customer,
    currency: fitting.length === 1 ? wallet.currency : null,
    ...{ invoiceId, amount, transaction },
    isSigned: invoiceId !== null && signed.has(invoiceId),
    notedAtMs: nowMs,
    looks: 0,
    isTold: false,
  };
}

/** What the service says about a deposit. */
export type Reading =
  | { readonly is: 'deposit'; readonly event: DepositReceived }
  /** Money for something else: the postback was wrong. */
  | { readonly is: 'other' }
  /** Not known yet, or not paid yet. */
  | { readonly is: 'unknown' };

export interface ReadingContext {
  readonly nowMs: number;
  readonly acceptsTestMode: boolean;
}

/**
 * By the record of the deposit, as the service has it: it counts when it has the address of one of the
 * wallets.
 */
export function readDeposit(
  pending: PendingDeposit,
  answer: Invoice | undefined,
  wallets: readonly WalletRecord[],
  { nowMs, acceptsTestMode }: ReadingContext,
): Reading {
  if (!answer || (answer.address === null && answer.type === 'up')) return { is: 'unknown' };
  const wallet = wallets.find(
    ({ customer, address, currency }) =>
      customer === pending.customer &&
      address === answer.address &&
      (answer.currency === null || answer.currency.code === currency),
  );
  if (!wallet || answer.type !== 'up') return { is: 'other' };
  const amount = paidAmount(wallet.currency, answer);
  if (amount === null) return { is: 'unknown' };
  const { testMode } = answer;
  // Nothing of the postback: anybody may have sent it.
  const known = { amount, transaction: answer.transactions[0] ?? null };
  const verified = acceptsTestMode || !testMode;
  return { is: 'deposit', event: toEvent(pending, wallet, { ...known, testMode, verified }, nowMs) };
}

/** By the postback alone; `null` when it does not say which wallet it means. */
export function asTold(
  pending: PendingDeposit,
  wallets: readonly WalletRecord[],
  { nowMs, acceptsTestMode }: ReadingContext,
): DepositReceived | null {
  const { amount, transaction, isSigned: verified } = pending;
  const wallet = wallets.find(
    ({ customer, currency }) => customer === pending.customer && currency === pending.currency,
  );
  const told = { amount, transaction, verified, testMode: acceptsTestMode };
  return wallet ? toEvent(pending, wallet, told, nowMs) : null;
}

function toEvent(
  { id, invoiceId }: PendingDeposit,
  { id: walletId, address, customer, currency, isAddressValid }: WalletRecord,
  known: Pick<DepositReceived, 'amount' | 'transaction' | 'testMode' | 'verified'>,
  nowMs: number,
): DepositReceived {
  return {
    ...{ id, type: 'deposit.received', createdAt: iso(nowMs), customer, currency },
    wallet: { id: walletId, address: isAddressValid ? address : null },
    invoiceId,
    ...known,
  };
}

const PAID = ['paid', 'overpaid', 'partial'];

/** Float noise is taken off; what is really smaller than the coin's unit stays as it came. */
function paidAmount(currency: CurrencyCode, { status, amountPaid }: Invoice): string | null {
  if (!PAID.includes(status) || amountPaid === null || compareAmounts(amountPaid, '0') <= 0) return null;
  const { amount, adjusted } = exactAmount(amountPaid, currencyOf(currency).decimals);
  return adjusted === 'ceil' ? plainAmount(amountPaid) : amount;
}
