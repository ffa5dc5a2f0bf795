import { compareAmounts, currencyOf, type CurrencyCode, caipIds, isZeroAmount } from '../../payment/index.js';
import { createHash } from 'node:crypto';
import { isSameAddress } from '../../payment/addresses/index.js';
import type { Invoice } from '../../service/index.js';
import { STATUSES_WITH_MONEY } from '../../service/invoice.js';
import type { DepositReceivedEvent } from '../../protocol/events.js';
import { eventIdOf } from './events.js';
import { iso } from '../base/time.js';
import type { Postback } from './postback.js';
import { normalizePaid } from './merge-status-reports.js';
import type { Movement } from './movement.js';
import { nextChange, statedPaymentOf, type StatedPayment } from './stated-change.js';

/** Each customer has at most one deposit address per currency. */
export interface DepositAddressKey {
  /** The shop's customer id; `identify` at the service. */
  readonly customer: string;
  readonly currency: CurrencyCode;
}

/** A customer's permanent deposit address. */
export interface DepositAddressRecord extends DepositAddressKey {
  /** The service's id. */
  readonly id: string;
  readonly address: string;
  /** False if the coin must not be sent to this address, which is then never displayed. */
  readonly isAddressValid: boolean;
  readonly createdAtMs: number;
}

/** A deposit address that is being created, or whose create call has an unknown outcome. */
export interface DepositAddressIntent extends DepositAddressKey {
  /** When a customer first requested it. */
  readonly intendedAtMs: number;
  /** When the last create call was sent; `null`: never. */
  readonly requestedAtMs: number | null;
}

/** Whether the service offers permanent addresses in this currency. It offers none on TON (service doc, "Limits"). */
export function offersDepositAddresses(currency: CurrencyCode): boolean {
  return currencyOf(currency).staticWallet;
}

/** A deposit that a postback reports, until it is verified. */
export interface PendingDeposit {
  /** The id of its event. Derived from the postback: a repeated postback has the same id. */
  readonly id: string;
  readonly customer: string;
  /** `null` if the postback identifies no deposit address by its currency. */
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
 * Outcomes of the verification.
 *
 * - `verified`: the service confirmed the deposit
 * - `unverified`: reported to the shop without confirmation
 * - `mismatch`: not a deposit, despite the postback
 */
export const DEPOSIT_OUTCOMES = ['verified', 'unverified', 'mismatch'] as const;
export type DepositOutcome = (typeof DEPOSIT_OUTCOMES)[number];

/** What is known about the sender of a postback. */
export interface PostbackOrigin {
  /** The invoice ids that its token contains. */
  readonly signed: ReadonlySet<string>;
  /** The client that sent it, as the rate limits count it; `null` if unknown. */
  readonly sender: string | null;
}

/**
 * Returns the deposit that a postback reports, `null` if there is no such deposit address.
 * @param addresses the deposit addresses with the postback's address, and those of the customer whom it names
 */
export function depositIn(
  postback: Postback,
  addresses: readonly DepositAddressRecord[],
  { signed, sender }: PostbackOrigin,
  nowMs: number,
): PendingDeposit | null {
  const { address, amount, transaction, invoiceIds } = postback;
  const named = preferMatching(addresses, (one) => address !== null && isSameAddress(one.address, address));
  // The payer may have sent another coin than the one that the address is for.
  const matching = preferMatching(named, ({ currency }) => currency === postback.currency);
  const [depositAddress] = matching;
  if (!depositAddress) return null;
  const { customer } = depositAddress;
  const isCoinKnown =
    matching.length === 1 && (postback.currency ?? depositAddress.currency) === depositAddress.currency;
  const invoiceId = invoiceIds.find((id) => signed.has(id)) ?? invoiceIds[0] ?? null;
  // Without either id, currency and amount identify the deposit: two equal postbacks count as one, and stay unverified.
  const identity = invoiceId ?? transaction ?? `${postback.currency} ${amount}`;
  return {
    id: depositId(customer, identity),
    customer,
    currency: isCoinKnown ? depositAddress.currency : null,
    ...{ invoiceId, amount, transaction },
    isSigned: invoiceId !== null && signed.has(invoiceId),
    // The store must not contain clients' addresses.
    sender: sender === null ? null : createHash('sha256').update(sender).digest('base64url'),
    recordedAtMs: nowMs,
    checks: 0,
    isReported: false,
  };
}

/** Returns the elements that fulfill a condition; all of them if none does. */
function preferMatching<T>(elements: readonly T[], condition: (element: T) => boolean): readonly T[] {
  const found = elements.filter(condition);
  return found.length > 0 ? found : elements;
}

/** Returns the id of a deposit and of its event. */
function depositId(customer: string, identity: string): string {
  return eventIdOf(JSON.stringify([customer, identity]));
}

/** Result of comparing a deposit with the service's record. */
export type DepositCheck =
  | { readonly is: 'deposit'; readonly event: DepositReceivedEvent; readonly payment: StatedPayment }
  /** The service contradicts itself or omits a decisive field: a person must review it. */
  | { readonly is: 'doubtful'; readonly event: DepositReceivedEvent; readonly reason: string }
  /** The deposit belongs to another customer than the postback names. */
  | { readonly is: 'other customer'; readonly deposit: PendingDeposit }
  | { readonly is: 'not a deposit'; readonly reason: string }
  /** Not paid so far. `event` is set if the record contains an amount anyway, which must reach the shop eventually. */
  | { readonly is: 'unpaid'; readonly event: DepositReceivedEvent | null }
  /** The service does not know it so far. */
  | { readonly is: 'unknown' };

/** Deposit addresses that a deposit may be for. */
export interface DepositAddresses {
  /** Those with the record's address, and those of the customer whom the record names. */
  readonly ofRecord: readonly DepositAddressRecord[];
  /** Those of the customer whom the postback names. */
  readonly ofPostback: readonly DepositAddressRecord[];
}

export interface DepositContext {
  readonly nowMs: number;
  readonly acceptsTestMode: boolean;
}

/**
 * Evaluates the service's record of a deposit. The deposit address in the record determines the customer, and the record
 * determines the amount. The postback's claims are ignored: anyone may have sent it. If the record omits a field, an unverified
 * event repeats the claim, because money that the service reports must reach the shop.
 */
export function checkDeposit(
  pending: PendingDeposit,
  record: Invoice | undefined,
  { ofRecord, ofPostback }: DepositAddresses,
  { nowMs, acceptsTestMode }: DepositContext,
): DepositCheck {
  if (!record) return { is: 'unknown' };
  if (record.type === 'dw') return { is: 'not a deposit', reason: 'is a withdrawal' };
  const { address, orderId, testMode, status } = record;
  const coin = record.currency?.code ?? null;
  const atAddress = ofRecord.filter((one) => address !== null && isSameAddress(one.address, address));
  const matching = atAddress.filter(({ currency }) => coin === null || coin === currency);
  const named = ofRecord.filter(({ customer }) => customer === orderId);
  const candidates = [matching, atAddress, named, ofPostback].find(({ length }) => length > 0) ?? [];
  const depositAddress = bestMatch(candidates, coin ?? pending.currency);
  if (!depositAddress) return { is: 'not a deposit', reason: 'identifies no deposit address' };
  const { customer, currency } = depositAddress;
  if (customer !== pending.customer) {
    // Assigned to the customer whom the service names, without the postback's claims.
    const id = depositId(customer, pending.invoiceId ?? '');
    const claims = { currency, amount: null, transaction: null };
    const unchecked = { recordedAtMs: nowMs, checks: 0, isReported: false };
    return { is: 'other customer', deposit: { ...pending, id, customer, ...claims, ...unchecked } };
  }
  const amount = paidAmount(currency, record);
  const isCoinKnown = (coin ?? pending.currency ?? (candidates.length === 1 ? currency : null)) === currency;
  const known = {
    // The amount may be in another coin.
    amount: isCoinKnown ? (amount ?? pending.amount) : null,
    transaction: record.transactions[0] ?? null,
    testMode,
  };
  const event = toDepositEvent(pending, depositAddress, { ...known, verified: false }, nowMs);
  if (!STATUSES_WITH_MONEY.includes(status)) return { is: 'unpaid', event: amount === null ? null : event };
  const reason = doubtAbout(record, ofRecord, matching);
  if (reason !== null) return { is: 'doubtful', event, reason };
  const verified = acceptsTestMode || !testMode;
  return { is: 'deposit', event: { ...event, verified }, payment: statedPaymentOf(record, currency) };
}

/** Returns the movement of a verified deposit, `null` if it has no amount. */
export function depositMovement(
  { amount, transaction, createdAt }: DepositReceivedEvent,
  payment: StatedPayment | null,
): Movement | null {
  if (amount === null || isZeroAmount(amount)) return null;
  const totals = payment && compareAmounts(payment.paid, amount) === 0 ? payment : null;
  return {
    ...{ kind: 'received', source: 'service', position: 1, amount, atMs: Date.parse(createdAt) },
    transactions: transaction === null ? [] : [transaction],
    stated: totals && nextChange(amount, totals, []),
    usd: totals?.usd ?? null,
    paidAtMs: totals?.paidAtMs ?? null,
  };
}

/** Returns why a paid record does not determine the customer or the amount; `null` if it does. */
function doubtAbout(
  record: Invoice,
  addresses: readonly DepositAddressRecord[],
  matching: readonly DepositAddressRecord[],
): string | null {
  const [depositAddress, ...others] = matching;
  if (record.address === null) return 'service names no address for the deposit';
  if (!depositAddress) return 'service names no known deposit address for the deposit';
  const { customer, currency } = depositAddress;
  if (others.some((other) => other.customer !== customer)) return 'two customers have the deposit address';
  if (others.length > 0) return 'service names no currency for the deposit';
  // An `order_id` that is not a customer id may be the service's own text.
  if (record.orderId !== customer && addresses.some((other) => other.customer === record.orderId))
    return 'service names two customers for one deposit';
  return paidAmount(currency, record) === null ? 'service names no amount for the deposit' : null;
}

/** Returns an unverified event from the postback's claims, `null` if the customer has no deposit address. */
export function unverifiedDeposit(
  pending: PendingDeposit,
  addresses: readonly DepositAddressRecord[],
  { nowMs, acceptsTestMode }: DepositContext,
): DepositReceivedEvent | null {
  const own = addresses.filter(({ customer }) => customer === pending.customer);
  const address = bestMatch(own, pending.currency);
  if (!address) return null;
  const amount = address.currency === pending.currency ? pending.amount : null;
  const known = { amount, transaction: pending.transaction, verified: false, testMode: acceptsTestMode };
  return toDepositEvent(pending, address, known, nowMs);
}

/** Returns the address for this coin, or the oldest one if there is none. */
function bestMatch(
  addresses: readonly DepositAddressRecord[],
  coin: string | null,
): DepositAddressRecord | undefined {
  const byAge = addresses.toSorted((one, other) => one.createdAtMs - other.createdAtMs);
  return byAge.find(({ currency }) => currency === coin) ?? byAge[0];
}

function toDepositEvent(
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

function paidAmount(currency: CurrencyCode, { amountPaid }: Invoice): string | null {
  return amountPaid === null || isZeroAmount(amountPaid) ? null : normalizePaid(currency, amountPaid);
}
