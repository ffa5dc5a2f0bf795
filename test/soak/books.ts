import { addAmounts, compareAmounts, isZeroAmount, subtractAmounts } from '../../src/payment/index.js';
import type { MerchantInvoice, MerchantPaymentDetails, Payout } from '../../src/protocol/index.js';
import type { Invariant } from './invariants.js';
import type { OrderHistory } from './order-history.js';
import type { BookedInvoice } from './sandbox.js';

/** A withdrawal in the service's ledger. */
export interface BookedWithdrawal {
  readonly id: string;
  readonly currency: string | null;
  readonly address: string | null;
  readonly amount: string | null;
}

/** Everything about the money of an order at the end, when no payout is open. */
export interface OrderBooks {
  readonly history: Pick<OrderHistory, 'refunds' | 'decisions' | 'refundAddresses'>;
  /** The invoices of the service. */
  readonly booked: readonly BookedInvoice[];
  /** All withdrawals of the service, and all payouts of the store. */
  readonly withdrawals: readonly BookedWithdrawal[];
  readonly payouts: readonly Payout[];
  /** As the shop's staff see it. */
  readonly payment: MerchantPaymentDetails;
}

type Fail = (invariant: Invariant, what: string) => void;

/** What a run must contain for its laws about money to say anything. */
export type MoneyCase =
  | 'refund of a request'
  | 'refund by the staff alone'
  | 'settled amount'
  | 'owed amount';

const NEEDED: readonly (readonly [Invariant, readonly MoneyCase[]])[] = [
  ['refunded once', ['refund of a request', 'settled amount']],
  ['sent once', ['refund of a request']],
  ['books', ['refund of a request', 'refund by the staff alone', 'settled amount', 'owed amount']],
];

/** By invariant, the cases without which a run has not tested it. */
export const NEEDED_CASES: ReadonlyMap<string, readonly MoneyCase[]> = new Map<string, readonly MoneyCase[]>(
  NEEDED,
);

/** Returns the cases of one payment at the end, each as often as it has it. */
export function moneyCases({ refunds, decisions, invoices }: MerchantPaymentDetails): readonly MoneyCase[] {
  return [
    ...refunds
      .filter(({ state }) => state === 'sent')
      .map(({ requestedBy }) =>
        requestedBy === 'staff' ? 'refund by the staff alone' : 'refund of a request',
      ),
    ...decisions.filter(({ about }) => about === 'owed').map(() => 'settled amount' as const),
    ...invoices.filter(({ owed }) => !isZeroAmount(owed ?? '0')).map(() => 'owed amount' as const),
  ];
}

/** Checks that the service has sent exactly the payouts that count as sent, each once. */
export function checkWithdrawals(
  withdrawals: readonly BookedWithdrawal[],
  payouts: readonly Payout[],
  fail: Fail,
): void {
  const sent = payouts.filter(({ state }) => state === 'sent');
  for (const withdrawal of withdrawals) {
    const { id, amount, address, currency } = withdrawal;
    const matching = sent.filter((payout) => payout.serviceId === id);
    if (matching.length !== 1 || !matching.every((payout) => isSameMoney(payout, withdrawal)))
      fail('sent once', `${amount} ${currency} to ${address} (${id}) belongs to ${matching.length} payouts`);
    // Every refund has its own address.
    const twins = withdrawals.filter((one) => one.address === address);
    if (twins.length > 1) fail('sent once', `${address} has received ${twins.length} payouts`);
  }
  for (const { id, serviceId, approvedBy, proposedBy } of sent) {
    if (withdrawals.filter((one) => one.id === serviceId).length !== 1)
      fail('sent once', `payout ${id} counts as sent, and the service has not ${serviceId}`);
    if (approvedBy === null || approvedBy === proposedBy)
      fail('sent once', `payout ${id} of ${proposedBy} was approved by ${approvedBy}`);
  }
}

function isSameMoney(payout: Payout, { currency, address, amount }: BookedWithdrawal): boolean {
  return (
    payout.currency === currency &&
    payout.address === address &&
    amount !== null &&
    compareAmounts(payout.amount, amount) === 0
  );
}

/** Checks the money of one order, invoice by invoice, in the service's ledger and in the store. */
export function checkBooks(books: OrderBooks, fail: Fail): void {
  for (const invoice of books.payment.invoices) {
    const booked = books.booked.find(({ uuid }) => uuid === invoice.id);
    // Nothing is known of an invoice that the payer never saw.
    if (booked && invoice.amount !== null) checkInvoice(books, invoice, booked, fail);
  }
}

function checkInvoice(
  { history, payment, withdrawals }: OrderBooks,
  invoice: MerchantInvoice,
  { payment: paid }: BookedInvoice,
  fail: Fail,
): void {
  const { number, id, received, amount, applied, refundable, reserved, owed } = invoice;
  const left = sumOf([{ amount: applied }, { amount: owed }, { amount: reserved }]);
  const ours = payment.refunds.filter(({ invoice: of, state }) => of === number && state === 'sent');
  const refunded = sumOf(ours);
  const decisions = payment.decisions.filter((made) => made.invoice === number && made.about === 'owed');
  const settled = sumOf(decisions.filter(({ decision }) => decision === 'dismissed'));
  const total = sumOf([{ amount: left }, { amount: refunded }, { amount: settled }]);
  if (compareAmounts(received, total) !== 0)
    fail('books', `${id}: received ${received}, is not ${left} left, ${refunded} back, ${settled} settled`);
  if (compareAmounts(addAmounts(refundable, reserved), left) !== 0)
    fail('books', `${id}: ${left} is left, of which ${refundable} is refundable and ${reserved} reserved`);

  const addresses = new Set(ours.map(({ address }) => address));
  const sent = sumOf(withdrawals.filter(({ address }) => address !== null && addresses.has(address)));
  const toldSent = [...history.refunds.values()].flatMap(({ type, refund }) =>
    type === 'refund.sent' && refund.invoiceId === id ? [refund] : [],
  );
  const toldSettled = [...history.decisions.values()].flatMap(({ decision }) =>
    decision.about === 'owed' && decision.kind === 'dismissed' && decision.invoiceId === id ? [decision] : [],
  );
  const inLedger = paid?.amountPaid ?? '0';
  const ledgerTotal = sumOf([{ amount: left }, { amount: sent }, { amount: sumOf(toldSettled) }]);
  if (compareAmounts(inLedger, ledgerTotal) !== 0)
    fail('books', `${id}: the service received ${inLedger}, and ${ledgerTotal} is left, sent and settled`);
  if (compareAmounts(sumOf(toldSent), sent) !== 0)
    fail('books', `${id}: the shop was told of ${sumOf(toldSent)} back, and ${sent} was sent`);

  if (compareAmounts(sent, inLedger) > 0)
    fail('refunded once', `${id}: ${sent} was sent back of ${inLedger}`);
  // Of an order that was paid in time, payers get back the surplus alone. Only staff give back what has paid it.
  const isPaidInTime = invoice.hasPaidOrder && !invoice.late && amount !== null;
  if (isPaidInTime && compareAmounts(received, amount) >= 0 && decisions.every(isDismissal)) {
    const surplus = subtractAmounts(received, amount);
    const asked = addAmounts(sumOf(ours.filter(({ requestedBy }) => requestedBy !== 'staff')), settled);
    if (isAtOrderPrice(invoice, payment) && compareAmounts(asked, surplus) > 0)
      fail('refunded once', `${id}: ${asked} of ${surplus} was refunded to payers or settled`);
  }
  if (!isZeroAmount(owed) && !payment.needsAttention)
    fail('books', `${id}: ${owed} is owed, and the staff are not asked about it`);
}

function isDismissal({ decision }: MerchantPaymentDetails['decisions'][number]): boolean {
  return decision === 'dismissed';
}

/** Whether the price is still that of the invoice: a lower one leaves a greater surplus. */
function isAtOrderPrice({ price }: MerchantInvoice, { order }: MerchantPaymentDetails): boolean {
  return price.currency === order.currency && compareAmounts(price.amount, order.amount) === 0;
}

function sumOf(list: readonly { readonly amount: string | null }[]): string {
  return list.reduce((sum, { amount }) => addAmounts(sum, amount ?? '0'), '0');
}
