import { createHash } from 'node:crypto';
import { isSameAddress } from '../../payment/addresses/index.js';
import { compareAmounts, currencyOf, exactAmount, plainAmount } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import type { DepositReceived } from './event.js';
import { iso } from './serialize-checkout.js';
import type { Postback } from './postback.js';
import type { DepositAddressRecord } from './deposit-address.js';

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
  /** The token of the postback proves that the service has sent it, not what it claims: the service is asked first. */
  readonly isSigned: boolean;
  readonly notedAtMs: number;
  /** How often the service was asked about it in vain. */
  readonly looks: number;
  /** The shop has been told of it already, as not verified. */
  readonly isTold: boolean;
}

/**
 * What a deposit was found to be: confirmed by the service, told to the shop though the service does not confirm it, or
 * no deposit at all, whatever the postback said.
 */
export const DEPOSIT_OUTCOMES = ['verified', 'unverified', 'mismatch'] as const;
export type DepositOutcome = (typeof DEPOSIT_OUTCOMES)[number];

/** The deposit in a postback, if it is about one of these wallets. */
export function depositIn(
  postback: Postback,
  wallets: readonly DepositAddressRecord[],
  signed: ReadonlySet<string>,
  nowMs: number,
): PendingDeposit | null {
  const fitting = wallets.filter(({ currency }) => (postback.currency ?? currency) === currency);
  const [wallet] = fitting;
  if (!wallet) return null;
  const { amount, transaction, invoiceIds } = postback;
  const invoiceId = invoiceIds.find((id) => signed.has(id)) ?? invoiceIds[0] ?? null;
  // One that has neither is told apart by all that it says: two alike are one, and neither is verified.
  const mark = invoiceId ?? transaction ?? `${postback.currency} ${amount}`;
  return {
    id: depositId(wallet.customer, mark),
    customer: wallet.customer,
    currency: fitting.length === 1 ? wallet.currency : null,
    ...{ invoiceId, amount, transaction },
    isSigned: invoiceId !== null && signed.has(invoiceId),
    notedAtMs: nowMs,
    looks: 0,
    isTold: false,
  };
}

function depositId(customer: string, mark: string): string {
  return `evt_${createHash('sha256')
    .update(JSON.stringify([customer, mark]))
    .digest('base64url')}`;
}

/** What the service says about a deposit. */
export type DepositCheck =
  | { readonly is: 'deposit'; readonly event: DepositReceived }
  /** The service contradicts itself, or leaves out what decides: a person has to look. */
  | { readonly is: 'doubtful'; readonly event: DepositReceived; readonly why: string }
  /** The money of another customer than the postback names. */
  | { readonly is: 'of another'; readonly deposit: PendingDeposit }
  /** Money for something else: the postback was wrong. */
  | { readonly is: 'other' }
  /** Not known yet, or not paid yet. */
  | { readonly is: 'unknown' };

export interface DepositContext {
  readonly nowMs: number;
  readonly acceptsTestMode: boolean;
}

/**
 * Reads the service's record of a deposit. It is the customer's at whose permanent address the service has the money,
 * and of the amount that the service gives. Nothing of the postback counts: anybody may have sent it.
 * @param wallets those at the address of the record, and those of the customer whom it names
 */
export function checkDeposit(
  pending: PendingDeposit,
  answer: Invoice | undefined,
  wallets: readonly DepositAddressRecord[],
  { nowMs, acceptsTestMode }: DepositContext,
): DepositCheck {
  if (!answer) return { is: 'unknown' };
  if (answer.type === 'dw') return { is: 'other' };
  const { address } = answer;
  if (address === null) return { is: 'unknown' };
  const fitting = wallets.filter(
    (wallet) =>
      isSameAddress(wallet.address, address) &&
      (answer.currency === null || answer.currency.code === wallet.currency),
  );
  const wallet = fitting.find(({ currency }) => currency === pending.currency) ?? fitting[0];
  if (!wallet) return { is: 'other' };
  const { customer } = wallet;
  if (customer !== pending.customer)
    return { is: 'of another', deposit: isOfAnotherCustomer(pending, wallet, nowMs) };
  const amount = paidAmount(wallet.currency, answer);
  if (amount === null) return { is: 'unknown' };
  const { testMode, orderId } = answer;
  const known = { amount, transaction: answer.transactions[0] ?? null, testMode };
  const asDoubtful = (why: string): DepositCheck => ({
    is: 'doubtful',
    event: toEvent(pending, wallet, { ...known, verified: false }, nowMs),
    why,
  });
  if (fitting.length > 1) return asDoubtful('the service does not name the currency of a deposit');
  // Another name than a customer's may be the service's own.
  if (orderId !== customer && wallets.some((other) => other.customer === orderId))
    return asDoubtful('the service names two customers for one deposit');
  const verified = acceptsTestMode || !testMode;
  return { is: 'deposit', event: toEvent(pending, wallet, { ...known, verified }, nowMs) };
}

/** The same deposit, noted for the customer whom the service names; of the claims about it none is left. */
function isOfAnotherCustomer(
  pending: PendingDeposit,
  { customer, currency }: DepositAddressRecord,
  notedAtMs: number,
): PendingDeposit {
  const claims = { amount: null, transaction: null };
  const id = depositId(customer, pending.invoiceId ?? '');
  return { ...pending, id, customer, currency, ...claims, notedAtMs, looks: 0, isTold: false };
}

/** By the postback alone, which proves nothing; `null` when it does not say which wallet it means. */
export function fromPostback(
  pending: PendingDeposit,
  wallets: readonly DepositAddressRecord[],
  { nowMs, acceptsTestMode }: DepositContext,
): DepositReceived | null {
  const { amount, transaction } = pending;
  const wallet = wallets.find(
    ({ customer, currency }) => customer === pending.customer && currency === pending.currency,
  );
  const told = { amount, transaction, verified: false, testMode: acceptsTestMode };
  return wallet ? toEvent(pending, wallet, told, nowMs) : null;
}

function toEvent(
  { id, invoiceId }: PendingDeposit,
  { id: walletId, address, customer, currency, isAddressValid }: DepositAddressRecord,
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
