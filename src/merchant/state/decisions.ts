import {
  isOfPaidOrder,
  type AttentionItem,
  type Decision,
  type DecisionSubject,
  type MerchantPaymentDetails,
  type MerchantRefund,
  type SettleRequest,
} from '../../protocol/index.js';

/** What a person has to decide, as it was displayed. */
export interface PendingDecision {
  readonly payment: string;
  readonly orderId: string;
  readonly invoice: number;
  readonly about: DecisionSubject;
  /** The owed amount; `"0"` if the decision is about something else. */
  readonly amount: string;
  /** Whether the shop may deliver for this money. Reviews, and extra money of a paid order, can only be dismissed. */
  readonly canAccept: boolean;
  /** Whether a payer has requested the money. It cannot be dismissed before the request is decided. */
  readonly isRequested: boolean;
}

/** Returns whether a payer waits for the shop's decision. */
function isUnanswered({ requestedBy, state }: MerchantRefund): boolean {
  return requestedBy !== 'staff' && state === 'requested';
}

/** Returns the pending decision of an attention item; `null` if there is no decision to make here. */
export function pendingOfItem(item: AttentionItem): PendingDecision | null {
  if (!('payment' in item) || item.kind === 'refund') return null;
  const { payment, order, invoice } = item;
  const isRequested = 'refunds' in item && item.refunds.some(isUnanswered);
  const base = { payment, orderId: order.id, invoice, isRequested };
  if (item.kind === 'late') return { ...base, about: 'late', amount: '0', canAccept: true };
  if (item.kind === 'review') return { ...base, about: item.reason, amount: '0', canAccept: false };
  return { ...base, about: 'owed', amount: item.owed, canAccept: !isOfPaidOrder(item.reason) };
}

/** Returns the pending decisions about a payment. */
export function pendingOfPayment(payment: MerchantPaymentDetails): readonly PendingDecision[] {
  return payment.pending.map(({ invoice, about, amount }) => {
    const isMoney = about === 'owed' || about === 'late';
    const reason = payment.invoices.find(({ number }) => number === invoice)?.reason ?? null;
    return {
      ...{ payment: payment.id, orderId: payment.order.id, invoice, about, amount },
      canAccept: about === 'late' || (about === 'owed' && !isOfPaidOrder(reason)),
      isRequested: isMoney && payment.refunds.some((one) => one.invoice === invoice && isUnanswered(one)),
    };
  });
}

/** Returns what records a decision, as a person has seen it: the proxy refuses it if the amount has changed. */
export function settleRequest(
  { invoice, about, amount }: PendingDecision,
  decision: Decision,
  note: string,
): SettleRequest {
  return { invoice, about, decision, amount, ...(note && { note }) };
}
