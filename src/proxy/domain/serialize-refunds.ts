import { isZeroAmount } from '../../payment/index.js';
import type { CheckoutRefund, MerchantRefund, PayerRefundState, RefundReason } from '../../protocol/index.js';
import { iso, isoOrNull } from '../base/time.js';
import type { CheckoutRecord, RefundRecord } from './record.js';
import { isUnanswered, needsCheck, payableOf } from './refund.js';
import { refundableAmounts, type RefundableAmount } from './refundable.js';
import type { Settlement } from './settlement.js';

/** Serializes what a payer can ask for or has asked for, one item per invoice. No full address leaves the proxy. */
export function serializePayerRefunds(
  record: CheckoutRecord,
  settlement: Settlement,
): readonly CheckoutRefund[] {
  return refundableAmounts(record, settlement).flatMap((available) => {
    const item = payerItem(record, available);
    return item ? [item] : [];
  });
}

function payerItem(record: CheckoutRecord, available: RefundableAmount): CheckoutRefund | null {
  const { invoice, requestable, reason, isLate } = available;
  const { sequence, currency } = invoice;
  const why: RefundReason = isLate ? 'late' : (reason ?? 'shop');
  const base = { invoice: sequence, currency, reason: why };
  const ofInvoice = record.refunds.filter((refund) => refund.invoice === sequence);
  const shown = isZeroAmount(requestable) ? closedRefund(ofInvoice) : openRefund(ofInvoice);
  if (shown) {
    const { by, payout, amount, address, requestedAtMs, reply } = shown;
    return {
      ...base,
      ...(by === 'shop' && { reason: 'shop' as const }),
      amount: payout?.amount ?? amount,
      state: payerState(shown),
      proven: by === 'key',
      address: shortened(address),
      requestedAt: iso(requestedAtMs),
      reply,
      transaction: payout?.transaction ?? null,
    };
  }
  if (isZeroAmount(requestable)) return null;
  return {
    ...base,
    ...{ amount: requestable, state: 'possible', proven: false },
    ...{ address: null, requestedAt: null, reply: null, transaction: null },
  };
}

/** While money is owed: the proven request, else the latest one, else the latest that was declined. */
function openRefund(refunds: readonly RefundRecord[]): RefundRecord | undefined {
  return (
    refunds.findLast((refund) => isUnanswered(refund) && refund.by === 'key') ??
    refunds.findLast(isUnanswered) ??
    refunds.findLast(({ by, state }) => by !== 'shop' && state === 'declined')
  );
}

/** Once nothing is owed. A refund that the shop has only started is not shown to the payer. */
function closedRefund(refunds: readonly RefundRecord[]): RefundRecord | undefined {
  return (
    refunds.findLast(({ state }) => state === 'sent' || state === 'approved') ??
    refunds.findLast(({ by, state }) => by !== 'shop' && (state === 'proposed' || state === 'accepted'))
  );
}

function payerState({ state }: RefundRecord): PayerRefundState {
  return state === 'proposed' ? 'requested' : state;
}

/** Returns `TQCt…7En8`: the payer can recognize their own address, and no one else can learn it. */
function shortened(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** Serializes the refunds of a checkout, or of one invoice, for the shop's staff. Oldest first. */
export function serializeRefunds(
  record: CheckoutRecord,
  settlement: Settlement,
  sequence?: number,
): readonly MerchantRefund[] {
  const amounts = refundableAmounts(record, settlement);
  return record.refunds
    .filter(({ invoice }) => sequence === undefined || invoice === sequence)
    .flatMap((refund) => {
      const available = amounts.find(({ invoice }) => invoice.sequence === refund.invoice);
      return available ? [toMerchantRefund(refund, available)] : [];
    });
}

function toMerchantRefund(refund: RefundRecord, available: RefundableAmount): MerchantRefund {
  const { id, invoice, by, address, amount, email, state, check, payout, reply } = refund;
  const isPayable =
    state === 'requested' && !needsCheck(refund) && !isZeroAmount(payableOf(available, refund));
  return {
    ...{ id, invoice, by, currency: available.invoice.currency, address, email, state },
    amount: payout?.amount ?? amount,
    payable: isPayable,
    check: check && { person: check.person, note: check.note, at: iso(check.checkedAtMs) },
    payout: payout?.id ?? null,
    reply,
    transaction: payout?.transaction ?? null,
    requestedAt: iso(refund.requestedAtMs),
    decidedAt: isoOrNull(refund.decidedAtMs),
  };
}
