import { randomUUID } from 'node:crypto';
import { isSameAddress, validateAddress } from '../../payment/addresses/index.js';
import { addAmounts, compareAmounts, isZeroAmount, plainAmount } from '../../payment/index.js';
import type { CreateRefundRequest, DecideRefundRequest, RefundRequest } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { claimHashOf } from './claim-key.js';
import { EMAIL } from './order.js';
import type { PayoutRecord } from './payout.js';
import type { CheckoutRecord, RefundRecord } from './record.js';
import { refundableAmounts, type RefundableAmount } from './refundable.js';
import { excessOver } from './settlement.js';

/** Maximum number of unproven requests per invoice. Anyone with the link can send one, and the staff must compare them. */
const MAX_UNPROVEN = 5;
/** Maximum number of the shop's own refunds of one invoice that wait for a payout. */
const MAX_OF_SHOP = 5;

/**
 * Returns the checkout with a payer's request. A request with the key of the browser that got the invoice's address replaces the
 * earlier one of that browser, even if a payout for it is proposed. A request without the key never replaces another.
 * @throws {ProblemError} `refund_unavailable`, `invalid_request`
 */
export function withRefundRequest(
  record: CheckoutRecord,
  request: Required<RefundRequest>,
  nowMs: number,
): CheckoutRecord {
  const { invoice: sequence, email } = request;
  const claimHash = claimHashOf(request.claimKey);
  const invoice = record.invoices.find((one) => one.sequence === sequence);
  const by = claimHash !== null && claimHash === invoice?.claimHash ? 'key' : 'link';
  const amount = plainAmount(request.amount);
  const isSame = (known: RefundRecord) =>
    known.by === by &&
    known.invoice === sequence &&
    known.address === request.address &&
    known.amount === amount &&
    known.email === email;
  // The response to the first request was lost, and the payer has sent it again.
  if (record.refunds.some((known) => isSame(known) && isCorrectable(known))) return record;
  const kept =
    by === 'key'
      ? record.refunds.filter(
          (known) => !(known.by === 'key' && known.invoice === sequence && isCorrectable(known)),
        )
      : record.refunds;
  const corrected = { ...record, refunds: kept };
  const available = availableOf(corrected, sequence);
  if (isZeroAmount(available.requestable)) throw new ProblemError('refund_unavailable');
  if (compareAmounts(available.requestable, amount) !== 0)
    throw new ProblemError('refund_unavailable', `${available.requestable} can be refunded now.`);
  assertAddress(available, request.address);
  if (email !== null && !EMAIL.test(email))
    throw new ProblemError('invalid_request', 'email is not an email address.');
  const unproven = kept.filter(
    (known) => known.by === 'link' && known.invoice === sequence && known.state === 'requested',
  );
  if (by === 'link' && unproven.length >= MAX_UNPROVEN)
    throw new ProblemError('refund_unavailable', 'The shop has to decide about earlier requests first.');
  const refund = newRefund({ invoice: sequence, by, address: request.address, email, amount }, nowMs);
  return { ...corrected, refunds: [...kept, refund] };
}

/** Returns whether no second person has approved its payout yet. */
function isCorrectable({ state }: RefundRecord): boolean {
  return state === 'requested' || state === 'proposed';
}

/**
 * Returns the checkout with a refund that the shop starts without a request: of owed money, or of a part of a payment.
 * @throws {ProblemError} `refund_unavailable`, `invalid_request`
 */
export function withShopRefund(
  record: CheckoutRecord,
  { invoice, address, amount }: CreateRefundRequest,
  nowMs: number,
): CheckoutRecord {
  const available = availableOf(record, invoice);
  assertAddress(available, address);
  assertAtMost(amount, addAmounts(available.undecided, available.kept));
  const waiting = record.refunds.filter(
    (known) => known.by === 'shop' && known.invoice === invoice && known.state === 'requested',
  );
  if (waiting.length >= MAX_OF_SHOP)
    throw new ProblemError('refund_unavailable', 'Decline a refund of this invoice that waits, or pay it.');
  const refund = newRefund({ invoice, by: 'shop', address, email: null, amount: plainAmount(amount) }, nowMs);
  return { ...record, refunds: [...record.refunds, refund] };
}

function newRefund(
  fields: Pick<RefundRecord, 'invoice' | 'by' | 'address' | 'email' | 'amount'>,
  nowMs: number,
): RefundRecord {
  return {
    ...fields,
    id: randomUUID(),
    state: 'requested',
    requestedAtMs: nowMs,
    ...{ check: null, payout: null, reply: null, decidedAtMs: null },
  };
}

/**
 * Returns the checkout with a decision of the shop's staff about a refund that waits for them.
 * @throws {ProblemError} `record_not_found`, `record_changed`
 */
export function withRefundDecision(
  record: CheckoutRecord,
  { refund: id, decision, note }: DecideRefundRequest,
  { person, nowMs }: { readonly person: string; readonly nowMs: number },
): CheckoutRecord {
  const refund = findRefund(record, id);
  if (!refund) throw new ProblemError('record_not_found', 'There is no such refund.');
  assertRequested(refund);
  if (decision === 'declined')
    return withRefund(record, { ...refund, state: 'declined', reply: note, decidedAtMs: nowMs });
  if (refund.by !== 'link') throw new ProblemError('record_changed', 'This refund needs no check.');
  return withRefund(record, { ...refund, check: { person, note, checkedAtMs: nowMs } });
}

/**
 * Returns the checkout with a payout proposed for a refund, whose amount is reserved.
 * @throws {ProblemError} `record_not_found`, `record_changed`, `check_required`, `refund_unavailable`
 */
export function withProposedPayout(
  record: CheckoutRecord,
  refundId: string,
  { id, currency, address, amount }: Pick<PayoutRecord, 'id' | 'currency' | 'address' | 'amount'>,
): CheckoutRecord {
  const refund = findRefund(record, refundId);
  if (!refund)
    throw new ProblemError('record_not_found', 'There is no such refund. It may have been corrected.');
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
  const payout = { id, amount, fromApplied: excessOver(amount, available.undecided), transaction: null };
  return withRefund(record, { ...refund, state: 'proposed', payout });
}

/** Returns the checkout after its payout has reached another state. A refund that was corrected since stays as it is. */
export function withPayoutState(
  record: CheckoutRecord,
  refundId: string,
  { id, state, transaction }: Pick<PayoutRecord, 'id' | 'state' | 'transaction'>,
  nowMs: number,
): CheckoutRecord {
  const refund = findRefund(record, refundId);
  if (refund?.payout?.id !== id) return record;
  const { payout } = refund;
  switch (state) {
    case 'proposed':
      return withRefund(record, { ...refund, state: 'proposed' });
    case 'approved':
    case 'sending':
    case 'unknown':
      return withRefund(record, { ...refund, state: 'approved' });
    case 'sent':
      return withRefund(record, {
        ...refund,
        state: 'sent',
        payout: { ...payout, transaction },
        decidedAtMs: refund.decidedAtMs ?? nowMs,
      });
    case 'refused':
    case 'not_sent':
    case 'declined':
    case 'withdrawn':
      return withRefund(record, { ...refund, state: 'requested', payout: null });
  }
}

/** Returns the checkout after a decision to deliver: the open requests for this invoice are closed as `accepted`. */
export function withAcceptedRefunds(record: CheckoutRecord, sequence: number, nowMs: number): CheckoutRecord {
  const refunds = record.refunds.map((refund): RefundRecord =>
    refund.invoice === sequence && isUnanswered(refund)
      ? { ...refund, state: 'accepted', decidedAtMs: nowMs }
      : refund,
  );
  return { ...record, refunds };
}

/** Returns whether a payer waits for the shop's decision. */
export function isUnanswered({ by, state }: RefundRecord): boolean {
  return by !== 'shop' && state === 'requested';
}

/** Returns whether a person must first check who paid. */
export function needsCheck({ by, check }: RefundRecord): boolean {
  return by === 'link' && check === null;
}

/** Returns the maximum that a payout for the refund may send; `0` if nothing is left. */
export function payableOf({ requestable, undecided, kept }: RefundableAmount, { by }: RefundRecord): string {
  return by === 'shop' ? addAmounts(undecided, kept) : requestable;
}

export function findRefund(record: CheckoutRecord, id: string): RefundRecord | undefined {
  return record.refunds.find((refund) => refund.id === id);
}

function withRefund(record: CheckoutRecord, refund: RefundRecord): CheckoutRecord {
  const known = findRefund(record, refund.id);
  if (JSON.stringify(known) === JSON.stringify(refund)) return record;
  return { ...record, refunds: record.refunds.map((one) => (one.id === refund.id ? refund : one)) };
}

function availableOf(record: CheckoutRecord, sequence: number): RefundableAmount {
  const available = refundableAmounts(record).find(({ invoice }) => invoice.sequence === sequence);
  if (!available) throw new ProblemError('refund_unavailable', 'Nothing was received on this invoice.');
  return available;
}

/** @throws {ProblemError} `record_changed` */
function assertRequested({ state }: RefundRecord): void {
  if (state !== 'requested')
    throw new ProblemError('record_changed', `The refund is now ${state}. Read the payment again.`);
}

/** @throws {ProblemError} `invalid_request` */
function assertAddress({ invoice: { currency, address: own } }: RefundableAmount, address: string): void {
  if (!validateAddress(currency, address).valid)
    throw new ProblemError('invalid_request', `address cannot receive ${currency}.`);
  // The money would go back to the shop, to an invoice that is closed.
  if (isSameAddress(own, address))
    throw new ProblemError('invalid_request', 'address is that of the invoice. Send one of the payer.');
}

/** @throws {ProblemError} `refund_unavailable` */
function assertAtMost(amount: string, limit: string): void {
  if (isZeroAmount(amount) || compareAmounts(amount, limit) > 0)
    throw new ProblemError('refund_unavailable', `At most ${limit} can be refunded.`);
}
