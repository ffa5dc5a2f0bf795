import { createHash } from 'node:crypto';
import { isSameAddress } from '../../payment/addresses/index.js';
import { caipIds, compareAmounts, type CurrencyCode } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import { STATUSES_WITH_MONEY } from '../../service/invoice.js';
import type { DepositReceivedEvent } from './event.js';
import { eventIdOf } from './event-id.js';
import { iso } from '../base/time.js';
import type { Postback } from './postback.js';
import type { DepositAddressRecord } from './deposit-address.js';
import { normalizePaid } from './payment-status.js';

/** A deposit that a postback reports, until it is verified. */
export interface PendingDeposit {
  /** The id of its event. Derived from the postback, so that a repeated postback has the same id. */
  readonly id: string;
  readonly customer: string;
  /** `null` if the postback names no currency. */
  readonly currency: CurrencyCode | null;
  /** The service's id of the deposit's record; `null` if the postback contains none. */
  readonly invoiceId: string | null;
  readonly amount: string | null;
  readonly transaction: string | null;
  /** Whether the postback has a valid token, which proves its sender but not its claims. Signed deposits are verified first. */
  readonly isSigned: boolean;
  /** Hash of the client that sent the postback; `null` if unknown. */
  readonly sender: string | null;
  readonly recordedAtMs: number;
  /** Number of checks without a result. */
  readonly checks: number;
  /** Whether the shop has received an unverified event about it. */
  readonly isReported: boolean;
}

/**
 * Outcomes of the verification: confirmed by the service, reported to the shop without confirmation, or no deposit
 * despite the postback.
 */
export const DEPOSIT_OUTCOMES = ['verified', 'unverified', 'mismatch'] as const;
export type DepositOutcome = (typeof DEPOSIT_OUTCOMES)[number];

/** Where a postback comes from. */
export interface PostbackOrigin {
  /** The invoice ids that its token contains. */
  readonly signed: ReadonlySet<string>;
  /** The client that sent it, as the rate limits count it; `null` if unknown. */
  readonly sender: string | null;
}

/** Returns the deposit that a postback reports, `null` if it concerns none of these deposit addresses. */
export function depositIn(
  postback: Postback,
  addresses: readonly DepositAddressRecord[],
  { signed, sender }: PostbackOrigin,
  nowMs: number,
): PendingDeposit | null {
  const matching = addresses.filter(({ currency }) => (postback.currency ?? currency) === currency);
  const [depositAddress] = matching;
  if (!depositAddress) return null;
  const { customer } = depositAddress;
  const { amount, transaction, invoiceIds } = postback;
  const invoiceId = invoiceIds.find((id) => signed.has(id)) ?? invoiceIds[0] ?? null;
  // Without either id, currency and amount identify the deposit: two equal postbacks count as one, and stay unverified.
  const identity = invoiceId ?? transaction ?? `${postback.currency} ${amount}`;
  return {
    id: depositId(customer, identity),
    customer,
    currency: matching.length === 1 ? depositAddress.currency : null,
    ...{ invoiceId, amount, transaction },
    isSigned: invoiceId !== null && signed.has(invoiceId),
    // The store must not contain clients' addresses.
    sender: sender === null ? null : createHash('sha256').update(sender).digest('base64url'),
    recordedAtMs: nowMs,
    checks: 0,
    isReported: false,
  };
}

/** Returns the id of a deposit and of its event. */
function depositId(customer: string, identity: string): string {
  return eventIdOf(JSON.stringify([customer, identity]));
}

/** Result of comparing a deposit with the service's record. */
export type DepositCheck =
  | { readonly is: 'deposit'; readonly event: DepositReceivedEvent }
  /** The service contradicts itself or omits a decisive field: a person must review it. */
  | { readonly is: 'doubtful'; readonly event: DepositReceivedEvent; readonly reason: string }
  /** The deposit belongs to another customer than the postback names. */
  | { readonly is: 'other customer'; readonly deposit: PendingDeposit }
  | { readonly is: 'not a deposit' }
  /** So far unknown to the service, or not paid. */
  | { readonly is: 'unknown' };

export interface DepositContext {
  readonly nowMs: number;
  readonly acceptsTestMode: boolean;
}

/**
 * Evaluates the service's record of a deposit. The deposit address in the record determines the customer, and the record
 * determines the amount. The postback's claims are ignored: anyone may have sent it.
 * @param addresses the deposit addresses at the record's address, and those of the customer whom it names
 */
export function checkDeposit(
  pending: PendingDeposit,
  answer: Invoice | undefined,
  addresses: readonly DepositAddressRecord[],
  { nowMs, acceptsTestMode }: DepositContext,
): DepositCheck {
  if (!answer) return { is: 'unknown' };
  if (answer.type === 'dw') return { is: 'not a deposit' };
  const { address } = answer;
  if (address === null) return { is: 'unknown' };
  const matching = addresses.filter(
    (one) =>
      isSameAddress(one.address, address) &&
      (answer.currency === null || answer.currency.code === one.currency),
  );
  const depositAddress = matching.find(({ currency }) => currency === pending.currency) ?? matching[0];
  if (!depositAddress) return { is: 'not a deposit' };
  const { customer, currency } = depositAddress;
  if (customer !== pending.customer) {
    // Assigned to the customer whom the service names, without the postback's claims.
    const id = depositId(customer, pending.invoiceId ?? '');
    const claims = { currency, amount: null, transaction: null };
    const unchecked = { recordedAtMs: nowMs, checks: 0, isReported: false };
    return { is: 'other customer', deposit: { ...pending, id, customer, ...claims, ...unchecked } };
  }
  const amount = paidAmount(currency, answer);
  if (amount === null) return { is: 'unknown' };
  const { testMode, orderId } = answer;
  const known = { amount, transaction: answer.transactions[0] ?? null, testMode };
  const asDoubtful = (reason: string): DepositCheck => ({
    is: 'doubtful',
    event: toEvent(pending, depositAddress, { ...known, verified: false }, nowMs),
    reason,
  });
  if (matching.length > 1) return asDoubtful('service names no currency for the deposit');
  // An `order_id` that is not a customer id may be a text of the service.
  if (orderId !== customer && addresses.some((other) => other.customer === orderId))
    return asDoubtful('service names two customers for one deposit');
  const verified = acceptsTestMode || !testMode;
  return { is: 'deposit', event: toEvent(pending, depositAddress, { ...known, verified }, nowMs) };
}

/** Returns an unverified event from the postback's claims, `null` if they identify no deposit address. */
export function unverifiedDeposit(
  pending: PendingDeposit,
  addresses: readonly DepositAddressRecord[],
  { nowMs, acceptsTestMode }: DepositContext,
): DepositReceivedEvent | null {
  const { amount, transaction } = pending;
  const address = addresses.find(
    ({ customer, currency }) => customer === pending.customer && currency === pending.currency,
  );
  const known = { amount, transaction, verified: false, testMode: acceptsTestMode };
  return address ? toEvent(pending, address, known, nowMs) : null;
}

function toEvent(
  { id, invoiceId }: PendingDeposit,
  { id: walletId, address, customer, currency, isAddressValid }: DepositAddressRecord,
  known: Pick<DepositReceivedEvent, 'amount' | 'transaction' | 'testMode' | 'verified'>,
  nowMs: number,
): DepositReceivedEvent {
  return {
    ...{ id, type: 'deposit.received', createdAt: iso(nowMs), customer, currency },
    ...caipIds(currency),
    wallet: { id: walletId, address: isAddressValid ? address : null },
    invoiceId,
    ...known,
  };
}

function paidAmount(currency: CurrencyCode, { status, amountPaid }: Invoice): string | null {
  if (!STATUSES_WITH_MONEY.includes(status) || amountPaid === null || compareAmounts(amountPaid, '0') <= 0)
    return null;
  return normalizePaid(currency, amountPaid);
}
