import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import type { OutcomeText } from '../../elements/crypto-receipt/outcome-text.js';
import { amountText } from '../../elements/parts/amount.js';
import type { Messages } from '../../i18n/index.js';
import { currencyOf, isZeroAmount } from '../../payment/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';

/** Returns what has arrived of an invoice, `30 of 50.12 USDT received`. */
export function receivedText({ paid, amount, currency }: CheckoutInvoice, m: Messages): string {
  const { symbol } = currencyOf(currency);
  return amount === null
    ? `${m.receivedSoFar}: ${amountText(paid, symbol)}`
    : m.receivedOf(paid, amountText(amount, symbol));
}

/** Returns the facts of an outcome as rows of label and value, without links. */
export function outcomeFacts(
  kind: OutcomeKind,
  { amount }: OutcomeText,
  { currency, due, transactions, id }: CheckoutInvoice,
  m: Messages,
): readonly (readonly [label: string, value: string])[] {
  const { symbol } = currencyOf(currency);
  const isDue = kind === 'expired_partial' || kind === 'partial_detected';
  return [
    ...(amount ? [[amount.label, amountText(amount.value, symbol)] as const] : []),
    ...(isDue && due !== null && !isZeroAmount(due) ? [[m.amountDue, amountText(due, symbol)] as const] : []),
    ...transactions.map((transaction) => [m.transaction, transaction] as const),
    [m.reference, id],
  ];
}
