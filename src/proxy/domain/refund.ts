import { randomUUID } from 'node:crypto';
import { isSameAddress, validateAddress } from '../../payment/addresses/index.js';
import {
  compareAmounts,
  currencyOf,
  isAmountOfCoin,
  isZeroAmount,
  plainAmount,
  smallestAmount,
} from '../../payment/index.js';
import type {
  CreateRefundRequest,
  DecideRefundRequest,
  PayoutState,
  RefundRequest,
  RefundState,
} from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import type { Actor } from './actor.js';
import { browserOfKey } from './viewer.js';
import { EMAIL } from '../../protocol/email.js';
import { INVALID_EMAIL } from './order.js';
import { sentMovement, type PayoutRecord } from './payout.js';
import {
  findInvoice,
  withInvoice,
  type CheckoutRecord,
  type ExistingInvoice,
  type RefundRecord,
} from './record.js';
import { ledgerOf, type InvoiceLedger } from './settlement.js';
import { reservedBy, withMovement, type MovementSource } from './movement.js';

/** Maximum number of unproven requests per invoice. Anyone with the link can send them, and staff must compare them. */
const MAX_UNPROVEN = 5;
/** Maximum number of refunds per invoice that staff have started and that wait for a payout. */
const MAX_OF_SHOP = 5;
/** Maximum number of replaced requests per invoice: the checkout record keeps all of them. */
const MAX_REPLACED = 20;
/** Maximum number of payouts that are proposed for one refund: the movements of each one stay in the ledger. */
const MAX_PROPOSALS = 20;

/**
 * Returns the checkout with a refund request. The request is proven if its claim key belongs to the only browser that received
 * the address while the checkout requested a payment. Otherwise, anyone with the link may have sent it. A proven request replaces
 * the earlier proven one up to `MAX_REPLACED` times, even if a payout for it is proposed. An unproven request replaces none.
 * @throws {ProblemError} `refund_unavailable`, `invalid_request`
 */
export function withRefundRequest(
  record: CheckoutRecord,
  request: Required<RefundRequest>,
  nowMs: number,
): CheckoutRecord {
  const { invoice: sequence, email } = request;
  const browser = browserOfKey(request.claimKey);
  const invoice = record.invoices.find((one) => one.sequence === sequence);
  const requestedBy = browser !== null && browser === invoice?.viewer ? 'payer' : 'link_holder';
  const amount = plainAmount(request.amount);
  const isSame = (known: RefundRecord) =>
    known.requestedBy === requestedBy &&
    known.invoice === sequence &&
    known.address === request.address &&
    known.amount === amount &&
    known.email === email;
  // The page sends the same request again if the response to the first one was lost.
  if (record.refunds.some((known) => isSame(known) && isCorrectable(known))) return record;
  const corrected = requestedBy === 'payer' ? withReplacedRequests(record, sequence, nowMs) : record;
  const available = availableOf(corrected, sequence);
  if (isZeroAmount(available.requestable)) throw new ProblemError('refund_unavailable');
  assertWholeUnits(available, amount);
  if (compareAmounts(available.requestable, amount) !== 0)
    throw new ProblemError(
      'refund_unavailable',
      `The refundable amount is ${available.requestable}. Read the checkout again.`,
    );
  assertAddress(available, request.address);
  if (email !== null && !EMAIL.test(email)) throw new ProblemError('invalid_request', INVALID_EMAIL);
  const unproven = record.refunds.filter(
    (known) =>
      known.requestedBy === 'link_holder' && known.invoice === sequence && known.state === 'requested',
  );
  if (requestedBy === 'link_holder' && unproven.length >= MAX_UNPROVEN)
    throw new ProblemError(
      'refund_unavailable',
      'The invoice has too many requests. Wait until the shop has decided about them.',
    );
  const { address } = request;
  const refund = newRefund(
    { invoice: sequence, requestedBy, address, email, amount, includesPayment: false },
    nowMs,
  );
  return { ...corrected, refunds: [...corrected.refunds, refund] };
}

/**
 * Replaces the payer's earlier requests, and releases what a proposed payout has reserved for them. The payout is withdrawn.
 * @throws {ProblemError} `refund_unavailable` if too many were replaced before
 */
function withReplacedRequests(record: CheckoutRecord, sequence: number, nowMs: number): CheckoutRecord {
  const ofPayer = record.refunds.filter(
    (known) => known.requestedBy === 'payer' && known.invoice === sequence,
  );
  const replaced = ofPayer.filter(isCorrectable);
  if (replaced.length > 0 && ofPayer.filter(({ state }) => state === 'replaced').length >= MAX_REPLACED)
    throw new ProblemError(
      'refund_unavailable',
      'The request was changed too often. Ask the shop to decline it before you send another one.',
    );
  return replaced.reduce<CheckoutRecord>((rest, refund) => {
    const released = refund.payout
      ? withReleased(rest, refund, refund.payout.id, { source: 'payer', atMs: nowMs })
      : rest;
    return withRefund(released, { ...refund, state: 'replaced', payout: null });
  }, record);
}

/** Whether the payer can still replace the request: no second person has approved its payout. */
function isCorrectable({ state }: RefundRecord): boolean {
  return state === 'requested' || state === 'proposed';
}

/**
 * Returns the checkout with a refund that staff start without a payer's request: of owed money or, if they confirm it, of part of
 * a payment. Returns the same checkout if the same refund is open: a page repeats its request if the response to the first one
 * was lost.
 * @throws {ProblemError} `refund_unavailable`, `invalid_request`, `confirmation_required`
 */
export function withShopRefund(
  record: CheckoutRecord,
  { invoice, address, amount, includesPayment }: Required<CreateRefundRequest>,
  nowMs: number,
): CheckoutRecord {
  const available = availableOf(record, invoice);
  assertAddress(available, address);
  assertWholeUnits(available, amount);
  const isSame = (known: RefundRecord) =>
    known.requestedBy === 'staff' &&
    known.invoice === invoice &&
    isSameAddress(known.address, address) &&
    compareAmounts(known.amount, amount) === 0 &&
    (known.includesPayment || !includesPayment);
  if (record.refunds.some((known) => isSame(known) && isOpen(known))) return record;
  const { owed, most } = shopLimits(available);
  assertAtMost(amount, most);
  if (!includesPayment && compareAmounts(amount, owed) > 0) {
    const { symbol } = currencyOf(available.invoice.currency);
    throw new ProblemError(
      'confirmation_required',
      `${plainAmount(amount)} ${symbol} is more than the ${owed} ${symbol} that is owed. Send "includesPayment": true to refund money that counts toward the order, too.`,
    );
  }
  const waiting = record.refunds.filter(
    (known) => known.requestedBy === 'staff' && known.invoice === invoice && known.state === 'requested',
  );
  if (waiting.length >= MAX_OF_SHOP)
    throw new ProblemError(
      'refund_unavailable',
      'Too many refunds of this invoice wait for a payout. Pay or decline one of them first.',
    );
  const refund = newRefund(
    { invoice, requestedBy: 'staff', address, email: null, amount: plainAmount(amount), includesPayment },
    nowMs,
  );
  return { ...record, refunds: [...record.refunds, refund] };
}

/** Returns the limits of a refund by the shop: the owed amount, and the maximum that includes the payment. */
function shopLimits({ owed, refundable }: InvoiceLedger): { readonly owed: string; readonly most: string } {
  return { owed, most: refundable };
}

/** Whether a payout can still pay the refund. */
function isOpen({ state }: RefundRecord): boolean {
  return state === 'requested' || state === 'proposed' || state === 'approved';
}

function newRefund(
  fields: Pick<RefundRecord, 'invoice' | 'requestedBy' | 'address' | 'email' | 'amount' | 'includesPayment'>,
  nowMs: number,
): RefundRecord {
  return {
    ...fields,
    id: randomUUID(),
    state: 'requested',
    requestedAtMs: nowMs,
    proposals: 0,
    ...{ check: null, payout: null, reply: null, decidedAtMs: null },
  };
}

/**
 * Returns the checkout with the staff's decision about a requested refund: `declined`, or `checked` (the requester was verified).
 * @throws {ProblemError} `record_not_found`, `record_changed`
 */
export function withRefundDecision(
  record: CheckoutRecord,
  { refund: id, decision, note }: DecideRefundRequest,
  { person, nowMs }: Actor,
): CheckoutRecord {
  const refund = findRefund(record, id);
  if (!refund) throw new ProblemError('record_not_found', 'There is no such refund.');
  assertRequested(refund);
  if (decision === 'declined')
    return withRefund(record, { ...refund, state: 'declined', reply: note, decidedAtMs: nowMs });
  if (refund.requestedBy !== 'link_holder')
    throw new ProblemError('record_changed', 'This refund needs no check.');
  return withRefund(record, { ...refund, check: { person, note, checkedAtMs: nowMs } });
}

/**
 * Returns the checkout with a payout proposed for a refund, whose amount is reserved.
 * @throws {ProblemError} `record_not_found`, `record_changed`, `check_required`, `refund_unavailable`
 */
export function withProposedPayout(
  record: CheckoutRecord,
  refundId: string,
  payout: Pick<PayoutRecord, 'id' | 'currency' | 'address' | 'amount' | 'proposedBy'>,
  nowMs: number,
): CheckoutRecord {
  const { currency, address, amount } = payout;
  const refund = findRefund(record, refundId);
  if (!refund)
    throw new ProblemError('record_not_found', 'There is no such refund. The payer may have replaced it.');
  assertRequested(refund);
  if (needsCheck(refund))
    throw new ProblemError('check_required', 'First record how you checked that this person has paid.');
  const available = availableOf(record, refund.invoice);
  if (available.invoice.currency !== currency || !isSameAddress(refund.address, address))
    throw new ProblemError(
      'record_changed',
      'The payout has another currency or address than the refund. Read the payment again.',
    );
  assertAtMost(amount, payableOf(available, refund));
  if (refund.proposals >= MAX_PROPOSALS)
    throw new ProblemError(
      'refund_unavailable',
      'Too many payouts of this refund were proposed. Decline it, and create another one.',
    );
  return withReservation(record, available, { refund, payout, nowMs });
}

interface Reservation {
  readonly refund: RefundRecord;
  readonly payout: Pick<PayoutRecord, 'id' | 'amount' | 'proposedBy'>;
  readonly nowMs: number;
}

function withReservation(
  record: CheckoutRecord,
  { invoice, paysOrder }: InvoiceLedger,
  { refund, payout: { id: payout, amount, proposedBy: person }, nowMs }: Reservation,
): CheckoutRecord {
  const ofPayout = { payout, refund: refund.id, person };
  const movement = { kind: 'reserved', source: 'staff', amount, atMs: nowMs, ...ofPayout } as const;
  const reserved = withMovement(invoice, movement);
  // The invoice of an unpaid order can no longer be paid in full: the payer must select a currency again.
  const updated = withInvoice(record, paysOrder ? reserved : { ...reserved, isLive: false });
  return withRefund(updated, {
    ...refund,
    state: 'proposed',
    proposals: refund.proposals + 1,
    payout: { id: payout, transaction: null },
  });
}

/** A payout in the journal that the store does not know, such as after a restored backup. */
interface ForgottenPayout {
  readonly payout: PayoutProgress & Pick<PayoutRecord, 'currency' | 'address' | 'amount' | 'proposedBy'>;
  readonly refundId: string;
  /** Whether a person has confirmed that it may have refunded money that pays the order. */
  readonly includesPayment: boolean;
}

/**
 * Returns the refunds whose payouts could send the money of a forgotten payout again: its own refund, and all others in its
 * currency unless enough money is left for both. If the ledger stays unchanged (`leavesRefund`), it does not show what is left.
 */
export function competingRefunds(
  record: CheckoutRecord,
  forgotten: ForgottenPayout,
  leavesRefund: boolean,
): readonly RefundRecord[] {
  const { payout, refundId } = forgotten;
  const known = findRefund(record, refundId);
  if (known?.payout?.id === payout.id) return [];
  // Staff may have created the forgotten refund again.
  const isDoubtful = leavesRefund || (!known && forgotten.includesPayment);
  const isEnough = !isDoubtful && sourceOf(record, forgotten) !== undefined;
  return record.refunds.filter(
    ({ id, invoice, state }) =>
      (state === 'proposed' || state === 'approved') &&
      (id === refundId || (!isEnough && findInvoice(record, invoice)?.currency === payout.currency)),
  );
}

/**
 * Returns the checkout with a forgotten payout booked to its refund. Creates the refund again if it was forgotten, too. Closes
 * other refunds of the same money that wait for a payout.
 * @returns `null` if the ledger has no such money: the service has not reported it again, it pays the order, or another payout
 *   may have sent it
 */
export function withForgottenPayout(
  record: CheckoutRecord,
  forgotten: ForgottenPayout,
  nowMs: number,
): CheckoutRecord | null {
  const { payout, refundId } = forgotten;
  const known = findRefund(record, refundId);
  // The refund already has this payout, or nothing was sent.
  if (known?.payout?.id === payout.id || STATE_BY_PAYOUT[payout.state] === 'requested')
    return withPayoutState(record, refundId, payout, nowMs);
  // Another payout of this refund was or may have been sent.
  const source = known?.payout ? undefined : sourceOf(record, forgotten);
  if (!source) return null;
  const { sequence } = source.invoice;
  const { address, amount } = payout;
  const refund = known ?? {
    ...newRefund(
      { invoice: sequence, requestedBy: 'staff', address, email: null, amount, includesPayment: true },
      nowMs,
    ),
    id: refundId,
  };
  const listed = known ? record : { ...record, refunds: [...record.refunds, refund] };
  const reserved = withReservation(listed, source, { refund, payout, nowMs });
  return withoutUnpayable(withPayoutState(reserved, refundId, payout, nowMs), sequence);
}

/**
 * Returns the invoice whose money a forgotten payout has sent: that of its refund or, if the refund was forgotten, too, any in
 * its currency. It must have enough money to send, which includes its payment only if a person has confirmed that. If so, the
 * invoice that pays the order takes precedence.
 */
function sourceOf(
  record: CheckoutRecord,
  { payout: { currency, amount }, refundId, includesPayment }: ForgottenPayout,
): InvoiceLedger | undefined {
  const known = findRefund(record, refundId);
  const mayTakePayment = includesPayment || known?.includesPayment === true;
  const sources = ledgerOf(record).invoices.filter(
    ({ invoice, refundable, requestable }) =>
      invoice.currency === currency &&
      (!known || invoice.sequence === known.invoice) &&
      compareAmounts(mayTakePayment ? refundable : requestable, amount) >= 0,
  );
  return (includesPayment ? sources.find(({ paysOrder }) => paysOrder) : undefined) ?? sources[0];
}

/** Closes the requested refunds of an invoice for which no money is left. */
function withoutUnpayable(record: CheckoutRecord, sequence: number): CheckoutRecord {
  const available = availableOf(record, sequence);
  const unpayable = record.refunds.filter(
    (refund) =>
      refund.invoice === sequence &&
      refund.state === 'requested' &&
      isZeroAmount(payableOf(available, refund)),
  );
  return unpayable.reduce(
    (rest, refund) => withRefund(rest, { ...refund, state: 'replaced', payout: null }),
    record,
  );
}

/** The state of a refund for each state of its payout. */
const STATE_BY_PAYOUT: Readonly<Record<PayoutState, RefundState>> = {
  proposed: 'proposed',
  approved: 'approved',
  sending: 'approved',
  unknown: 'approved',
  sent: 'sent',
  refused: 'requested',
  not_sent: 'requested',
  declined: 'requested',
  withdrawn: 'requested',
};

/** The part of a payout that changes while it is approved and sent. */
type PayoutProgress = Pick<
  PayoutRecord,
  'id' | 'state' | 'transaction' | 'approvedBy' | 'serviceId' | 'stated'
>;

/** Returns the checkout after the payout of a refund has changed its state. Ignores a refund that was replaced meanwhile. */
export function withPayoutState(
  record: CheckoutRecord,
  refundId: string,
  payout: PayoutProgress,
  nowMs: number,
): CheckoutRecord {
  const refund = findRefund(record, refundId);
  if (refund?.payout?.id !== payout.id) return record;
  const state = STATE_BY_PAYOUT[payout.state];
  if (state === 'requested') {
    const source = payout.state === 'refused' ? 'payout' : 'staff';
    const released = withReleased(record, refund, payout.id, { source, atMs: nowMs });
    return withRefund(released, { ...refund, state, payout: null });
  }
  if (state !== 'sent') return withRefund(record, { ...refund, state });
  const sent = withSent(record, refund, payout, nowMs);
  const linked = { ...refund.payout, transaction: payout.transaction };
  return withRefund(sent, { ...refund, state, payout: linked, decidedAtMs: refund.decidedAtMs ?? nowMs });
}

/** Records that the amount that a payout has reserved was released. */
function withReleased(
  record: CheckoutRecord,
  { id: refund, invoice: sequence }: RefundRecord,
  payout: string,
  moved: { readonly source: MovementSource; readonly atMs: number },
): CheckoutRecord {
  const invoice = findInvoice(record, sequence);
  const amount = invoice && reservedBy(invoice, payout);
  if (!invoice || amount == null) return record;
  const released = { kind: 'released', ...moved, amount, payout, refund, person: null } as const;
  return withInvoice(record, withMovement(invoice, released));
}

/** Records that the amount that a payout has reserved was sent or, later, that the service states other fees for it. */
function withSent(
  record: CheckoutRecord,
  { id: refund, invoice: sequence }: RefundRecord,
  payout: PayoutProgress,
  atMs: number,
): CheckoutRecord {
  const invoice = findInvoice(record, sequence);
  const amount = invoice && reservedBy(invoice, payout.id);
  if (!invoice || amount == null) return record;
  const movement = sentMovement(payout, refund, { amount, earlier: invoice.movements, atMs });
  return movement ? withInvoice(record, withMovement(invoice, movement)) : record;
}

/** A refund that the payer has not replaced. */
export type ListedRefund = RefundRecord & { readonly state: RefundState };

export function listedRefunds({ refunds }: CheckoutRecord): readonly ListedRefund[] {
  return refunds.filter((refund): refund is ListedRefund => refund.state !== 'replaced');
}

/** Returns the amount that the refund's payout has reserved; the requested amount if there is no payout. */
export function refundAmount({ payout, amount }: RefundRecord, invoice: ExistingInvoice): string {
  return (payout && reservedBy(invoice, payout.id)) ?? amount;
}

/** Whether a payer waits for the shop's decision. */
export function isUnanswered({ requestedBy, state }: RefundRecord): boolean {
  return requestedBy !== 'staff' && state === 'requested';
}

/** Whether staff must first verify that the requester is the payer. */
export function needsCheck({ requestedBy, check }: RefundRecord): boolean {
  return requestedBy === 'link_holder' && check === null;
}

/** Returns the maximum amount of a payout for the refund; `0` if no money is left. */
export function payableOf(
  available: InvoiceLedger,
  { requestedBy, amount, includesPayment }: RefundRecord,
): string {
  if (requestedBy !== 'staff') return available.requestable;
  const { owed, most } = shopLimits(available);
  const limit = includesPayment ? most : owed;
  return compareAmounts(amount, limit) < 0 ? amount : limit;
}

export function findRefund(record: CheckoutRecord, id: string): RefundRecord | undefined {
  return record.refunds.find((refund) => refund.id === id);
}

function withRefund(record: CheckoutRecord, refund: RefundRecord): CheckoutRecord {
  const known = findRefund(record, refund.id);
  if (JSON.stringify(known) === JSON.stringify(refund)) return record;
  return { ...record, refunds: record.refunds.map((one) => (one.id === refund.id ? refund : one)) };
}

function availableOf(record: CheckoutRecord, sequence: number): InvoiceLedger {
  const available = ledgerOf(record).invoices.find(({ invoice }) => invoice.sequence === sequence);
  if (!available) throw new ProblemError('refund_unavailable', 'Nothing was received on this invoice.');
  return available;
}

/** Checks that a refund awaits a decision. @throws {ProblemError} `record_changed` */
function assertRequested({ state }: RefundRecord): void {
  if (state !== 'requested')
    throw new ProblemError('record_changed', `The refund is now ${state}. Read the payment again.`);
}

/** Checks the address of a refund. @throws {ProblemError} `invalid_request` */
function assertAddress({ invoice: { currency, address: own } }: InvoiceLedger, address: string): void {
  if (!validateAddress(currency, address).valid)
    throw new ProblemError('invalid_request', `address cannot receive ${currency}.`);
  // The money would return to the shop, to a closed invoice.
  if (own !== null && isSameAddress(own, address))
    throw new ProblemError(
      'invalid_request',
      'address is that of the invoice. Send an address of the payer.',
    );
}

/** Checks that an amount is a multiple of the smallest unit of the coin, and above 0. @throws {ProblemError} `invalid_request` */
function assertWholeUnits({ invoice: { currency } }: InvoiceLedger, amount: string): void {
  if (isAmountOfCoin(amount, currency)) return;
  const unit = `${smallestAmount(currency)} ${currencyOf(currency).symbol}`;
  throw new ProblemError(
    'invalid_request',
    `amount is not a multiple of the smallest unit. Send at least ${unit}, with no more decimals.`,
  );
}

/** Checks that an amount is above 0 and within the limit. @throws {ProblemError} `refund_unavailable` */
function assertAtMost(amount: string, limit: string): void {
  if (isZeroAmount(amount) || compareAmounts(amount, limit) > 0)
    throw new ProblemError(
      'refund_unavailable',
      isZeroAmount(limit) ? 'Nothing is left to refund.' : `At most ${limit} can be refunded.`,
    );
}

/**
 * Summarizes a refund for the audit log: ids, amounts, and the staff's notes. The log outlives the checkout and must therefore
 * contain neither the email address nor the coin address of a payer.
 */
export function summarizeRefund({
  id,
  invoice,
  requestedBy,
  amount,
  state,
  check,
  payout,
  reply,
}: RefundRecord) {
  return {
    ...{ id, invoice, requestedBy, amount: plainAmount(amount), state, reply, payout: payout?.id ?? null },
    check: check && { person: check.person, note: check.note },
  };
}
