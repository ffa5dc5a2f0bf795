// Draws one invoice of the list.

import { duration, fromTemplate, setField, setText, timeText } from './dom.js';
import { clock } from './polling.js';

const TONES = { paid: 'ok', overpaid: 'ok', partial: 'warn' };

export const isOpen = ({ status }) => status === 'created' || status === 'partial';
export const leftMs = ({ expiresAt }) => Date.parse(expiresAt) - clock.nowMs;

export function makeRow({ uuid }) {
  const row = fromTemplate('invoice-row');
  const heading = row.querySelector('h3');
  row.id = uuid;
  heading.id = `${uuid}-title`;
  row.setAttribute('aria-labelledby', heading.id);
  row.querySelector('a').href = `#${uuid}`;
  row.querySelector('[data-action="exact"]').setAttribute('aria-describedby', heading.id);
  return row;
}

export function fillRow(row, invoice) {
  const { payment, status } = invoice;
  row.invoice = invoice;
  setField(row, 'order', invoice.orderId ?? 'No order id');
  setField(row, 'uuid', invoice.uuid);
  setField(row, 'price', `${invoice.fiatAmount} ${invoice.fiatCurrency}`);
  setField(row, 'amount', payment ? `${payment.amountToPay} ${payment.symbol}` : 'No coin chosen');
  setField(row, 'network', payment && `on ${payment.network}`);
  setField(row, 'address', payment?.address);
  setField(row, 'money', moneyText(payment));
  const badge = row.querySelector('.badge');
  const isDetected = status === 'created' && payment && payment.pending !== '0';
  badge.dataset.tone = isDetected ? 'seen' : (TONES[status] ?? '');
  setText(badge, isDetected ? 'created, detected' : status);
  fillRowTime(row);
}

function moneyText(payment) {
  const count = payment?.transactions.length ?? 0;
  if (count === 0) return null;
  const { amountPaid, pending, due, surplus } = payment;
  return [
    `Paid ${amountPaid}`,
    pending !== '0' && `${pending} unconfirmed`,
    due !== '0' && `${due} due`,
    surplus !== '0' && `${surplus} surplus`,
    `${count} ${count === 1 ? 'transaction' : 'transactions'}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Updates what changes with the clock alone. */
export function fillRowTime(row) {
  const { invoice } = row;
  setField(row, 'time', timeOf(invoice));
  const pay = row.querySelector('[data-action="exact"]');
  setText(pay, leftMs(invoice) > 0 ? 'Pay exact' : 'Pay late');
  const hidden = !invoice.payment || invoice.payment.suggestions.exact === null;
  if (hidden && document.activeElement === pay) row.querySelector('a').focus();
  pay.hidden = hidden;
}

function timeOf(invoice) {
  const ms = leftMs(invoice);
  if (!isOpen(invoice)) return `closed ${timeText(invoice.finishedAt).slice(5, 16)}`;
  return ms > 0 ? `${duration(ms)} left` : `deadline ${duration(-ms)} ago`;
}
