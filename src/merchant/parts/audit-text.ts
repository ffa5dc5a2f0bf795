import { isCurrencyCode } from '../../payment/index.js';
import { PAYOUT_STATES, type AuditAction, type AuditEntry } from '../../protocol/index.js';
import type { MerchantLocalize } from './localize.js';
import type { MerchantMessages } from './messages.js';

/** Returns the text of an action. An action on a payout is named by the state of the payout after it. */
export function actionText({ action, after }: AuditEntry, localize: MerchantLocalize): string {
  const { details, payouts } = localize.t;
  if (isPaymentAction(action)) return paymentActionText(action, details.actions);
  const payout = parse(after);
  const [amount, currency] = [textOf(payout, 'amount'), textOf(payout, 'currency')];
  const state = PAYOUT_STATES.find((one) => one === fieldOf(payout, 'state'));
  if (state === undefined || amount === null || currency === null || !isCurrencyCode(currency)) return action;
  return payouts.became(localize.inCoin(amount, currency), payouts.states[state]);
}

type PaymentAction = Exclude<AuditAction, `payout.${string}`>;

function paymentActionText(
  action: PaymentAction,
  { payment, event, refund }: MerchantMessages['details']['actions'],
): string {
  const texts: Readonly<Record<PaymentAction, string>> = {
    'payment.settle': payment.settle,
    'payment.note': payment.note,
    'payment.cancel': payment.cancel,
    'event.resend': event.resend,
    'refund.create': refund.create,
    'refund.decline': refund.decline,
    'refund.check': refund.check,
  };
  return texts[action];
}

/** Returns whether an action is about a payment. Actions on payouts are not. */
export function isPaymentAction(action: AuditAction): action is PaymentAction {
  return !action.startsWith('payout.');
}

/** Returns whether a process or a payer has acted, and no person of the staff. */
export function isAutomatic({ action }: AuditEntry): boolean {
  return action === 'payout.attempt' || action === 'payout.outcome' || action === 'payout.outdate';
}

/** Returns what a person has written with an entry; `null` if nothing, or with a decision about a payment: see `decisionNoteOf`. */
export function noteOf({ action, after }: AuditEntry): string | null {
  const state = parse(after);
  if (action === 'payment.note') return textOf(state, 'note');
  if (action === 'payout.decline') return textOf(state, 'declined');
  if (action !== 'refund.decline' && action !== 'refund.check') return null;
  const refund = listOf(state, 'refunds').find((one) => fieldOf(one, 'id') === fieldOf(state, 'refund'));
  return action === 'refund.decline' ? textOf(refund, 'reply') : textOf(fieldOf(refund, 'check'), 'note');
}

/** Returns the note of a decision about a payment. The details of a payment show it with the decision. */
export function decisionNoteOf({ action, after }: AuditEntry): string | null {
  return action === 'payment.settle' ? textOf(listOf(parse(after), 'decisions').at(-1), 'note') : null;
}

function parse(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : null;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list: unknown = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}
