import { isZeroAmount } from '../../payment/index.js';
import type {
  CheckoutRefund,
  MerchantRefund,
  PayerRefundState,
  RefundReason,
  RefundState,
} from '../../protocol/index.js';
import { iso, isoOrNull } from '../base/time.js';
import type { CheckoutRecord, RefundRecord } from './record.js';
import { isUnanswered, needsCheck, payableOf } from './refund.js';
import type { CheckoutLedger, InvoiceLedger } from './ledger.js';
import { reservedBy } from './movement.js';

type ListedRefund = RefundRecord & { readonly state: RefundState };

/** Returns the refunds that the payer has not replaced. */
function listedRefunds({ refunds }: CheckoutRecord): readonly ListedRefund[] {
  return refunds.filter((refund): refund is ListedRefund => refund.state !== 'replaced');
}

/** Serializes the refunds that a payer can request or has requested: at most one per invoice, with a shortened address. */
export function serializePayerRefunds(
  record: CheckoutRecord,
  { invoices }: CheckoutLedger,
): readonly CheckoutRefund[] {
  return invoices.flatMap((available) => {
    const item = payerItem(record, available);
    return item ? [item] : [];
  });
}

/**
 * Serializes what a payer may know of decisions where payers cannot ask for money back: nothing that waits for one.
 * @returns `null` if the shop has not decided
 */
export function serializeDecidedRefunds(
  record: CheckoutRecord,
  ledger: CheckoutLedger,
): readonly CheckoutRefund[] | null {
  const { decisions, refunds } = record;
  if (decisions.length === 0 && refunds.length === 0) return null;
  const all = serializePayerRefunds(record, ledger);
  const decided = all.filter(({ state }) => state !== 'possible' && state !== 'requested');
  if (decided.length > 0) return decided;
  const isAboutMoney = decisions.some(({ about }) => about === 'late' || about === 'owed');
  return all.length === 0 && isAboutMoney ? [] : null;
}

function payerItem(record: CheckoutRecord, available: InvoiceLedger): CheckoutRefund | null {
  const { invoice, requestable, reason, isLateUndecided } = available;
  const { sequence, currency } = invoice;
  const refundReason: RefundReason = isLateUndecided ? 'late' : (reason ?? 'shop');
  const base = { invoice: sequence, currency, reason: refundReason };
  const ofInvoice = listedRefunds(record).filter((refund) => refund.invoice === sequence);
  const refund = isZeroAmount(requestable) ? closedRefund(ofInvoice) : openRefund(ofInvoice);
  if (refund) {
    const { requestedBy, payout, amount, address, requestedAtMs, reply } = refund;
    return {
      ...base,
      ...(requestedBy === 'staff' && { reason: 'shop' as const }),
      amount: (payout && reservedBy(invoice, payout.id)) ?? amount,
      state: payerState(refund.state),
      proven: requestedBy === 'payer',
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

/** Returns the refund to display while money is owed: the proven request, else the latest one, else the latest declined one. */
function openRefund(refunds: readonly ListedRefund[]): ListedRefund | undefined {
  return (
    refunds.findLast((refund) => isUnanswered(refund) && refund.requestedBy === 'payer') ??
    refunds.findLast(isUnanswered) ??
    refunds.findLast(({ requestedBy, state }) => requestedBy !== 'staff' && state === 'declined')
  );
}

/** Returns the refund to display once nothing is owed. Omits a refund that the shop's staff have only started. */
function closedRefund(refunds: readonly ListedRefund[]): ListedRefund | undefined {
  return (
    refunds.findLast(({ state }) => state === 'sent' || state === 'approved') ??
    refunds.findLast(
      ({ requestedBy, state }) => requestedBy !== 'staff' && (state === 'proposed' || state === 'accepted'),
    )
  );
}

function payerState(state: ListedRefund['state']): PayerRefundState {
  return state === 'proposed' ? 'requested' : state;
}

/** Returns text such as `TQCt…7En8`: payers recognize their own address, and no one else learns it. */
function shortened(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** Serializes the refunds of a checkout, or of one invoice, for the shop's staff. Oldest first. */
export function serializeRefunds(
  record: CheckoutRecord,
  { invoices }: CheckoutLedger,
  sequence?: number,
): readonly MerchantRefund[] {
  return listedRefunds(record)
    .filter(({ invoice }) => sequence === undefined || invoice === sequence)
    .flatMap((refund) => {
      const available = invoices.find(({ invoice }) => invoice.sequence === refund.invoice);
      return available ? [toMerchantRefund(refund, available)] : [];
    });
}

function toMerchantRefund(refund: ListedRefund, available: InvoiceLedger): MerchantRefund {
  const { id, invoice, requestedBy, address, amount, email, state, check, payout, reply } = refund;
  const isPayable =
    state === 'requested' && !needsCheck(refund) && !isZeroAmount(payableOf(available, refund));
  return {
    ...{ id, invoice, requestedBy, currency: available.invoice.currency, address, email, state },
    amount: (payout && reservedBy(available.invoice, payout.id)) ?? amount,
    payable: isPayable,
    check: check && { person: check.person, note: check.note, at: iso(check.checkedAtMs) },
    payout: payout?.id ?? null,
    reply,
    transaction: payout?.transaction ?? null,
    requestedAt: iso(refund.requestedAtMs),
    decidedAt: isoOrNull(refund.decidedAtMs),
  };
}
