// Shows all details of the open invoice, and its actions.

import { onPress } from './buttons.js';
import { duration, fromTemplate, setField, setText, syncList, timeText } from './dom.js';
import { isOpen, leftMs } from './invoice-row.js';
import { call, refresh } from './polling.js';

const JUST_BEFORE_MS = 10_000;
const EVENTS = {
  'created': 'Created',
  'deadline': 'The deadline passed',
  'canceled': 'Canceled',
  'seen': 'Detected, not confirmed',
  'confirmed': 'Confirmed',
  'confirmed-by-hand': 'Confirmed by hand',
  'paid': 'Arrived, confirmed',
};
let detail = null;

export function showDetail(row, invoice) {
  if (detail?.parentElement !== row) {
    closeDetail();
    detail = fromTemplate('invoice-detail');
    onPress(detail, ACTIONS, (button) => button.closest('.actions'));
    row.append(detail);
  }
  detail.invoice = invoice;
  detail.querySelector('.payment-page').href = `pay/${invoice.uuid}`;
  fillAmounts(invoice);
  const history = detail.querySelector('.history');
  syncList(history, invoice.history, keyOfStep, () => fromTemplate('history-step'), fillStep);
  updateDetail();
}

export function closeDetail() {
  detail?.remove();
  detail = null;
}

/** Names and texts; a fact without a text is not shown. */
function factsOf(invoice) {
  const { payment, fees } = invoice;
  const coins = (amount) => payment && `${amount} ${payment.symbol}`;
  const unlessZero = (amount) => (amount && amount !== '0' ? coins(amount) : null);
  const ms = leftMs(invoice);
  return [
    ['Price', `${invoice.fiatAmount} ${invoice.fiatCurrency}, ${invoice.usdAmount} USD`],
    ['Amount', coins(fees?.amount)],
    ['Transfer fee', coins(fees?.transferFee)],
    ['Service fee', coins(fees?.serviceFee)],
    ['To pay', coins(payment?.amountToPay)],
    ['Paid', coins(payment?.amountPaid)],
    ['Unconfirmed', unlessZero(payment?.pending)],
    ['Due', coins(payment?.due)],
    ['Surplus', unlessZero(payment?.surplus)],
    ['Received by the shop', coins(fees?.received)],
    ['Coin', payment && `${payment.currency}, ${payment.network}`],
    ['Address', payment?.address],
    ['Created', timeText(invoice.createdAt)],
    ['Deadline', timeText(invoice.expiresAt)],
    ['Time left', isOpen(invoice) && ms > 0 ? duration(ms) : null],
    ['Closed', invoice.finishedAt && timeText(invoice.finishedAt)],
    ['Email', invoice.email],
  ];
}

function fillFact(item, [name, text]) {
  setField(item, 'name', name);
  setField(item, 'value', text);
}

/** Keeps what was typed. An empty field means the amount of its placeholder. */
function fillAmounts({ payment, status }) {
  detail.querySelector('.pay').hidden = !payment;
  detail.querySelector('.no-coin').hidden = Boolean(payment);
  const suggestions = payment?.suggestions;
  for (const name of ['short', 'over']) input(name).placeholder = suggestions?.[name] ?? '';
  for (const unit of detail.querySelectorAll('.unit')) setText(unit, payment?.symbol ?? '');
  setOff('exact', !suggestions?.exact);
  setOff('late', !suggestions?.exact);
  setOff('confirm', !payment || payment.pending === '0');
  setOff('cancel', status !== 'created');
}

/** Dims a button and leaves it focusable: a press says why the action is not possible. */
function setOff(name, isOff) {
  detail.querySelector(`[data-action="${name}"]`).setAttribute('aria-disabled', String(isOff));
}

const input = (name) => detail.querySelector(`input[name="${name}"]`);

/** Updates what changes with the clock alone. */
export function updateDetail() {
  if (!detail) return;
  const ms = leftMs(detail.invoice);
  const facts = factsOf(detail.invoice).filter(([, text]) => text);
  const keyOf = ([name]) => name;
  syncList(detail.querySelector('.facts'), facts, keyOf, () => fromTemplate('fact'), fillFact);
  const moves = `Late: first moves the clock ${duration(ms)} ahead for everything here, past this deadline. Then pays.`;
  const passed = 'Late: the deadline has passed, so this only pays.';
  setText(detail.querySelector('.late-hint'), ms > 0 ? moves : passed);
  setOff('before', ms <= JUST_BEFORE_MS);
  setOff('past', ms <= 0);
}

const keyOfStep = ({ event, transaction }) => `${event} ${transaction}`;

function fillStep(item, { at, event, amount, transaction, status }) {
  const money = amount === undefined ? '' : `: ${amount} ${detail.invoice.payment.symbol}`;
  setField(item, 'at', timeText(at));
  setField(item, 'event', EVENTS[event] + money);
  setField(item, 'status', status);
  setField(item, 'transaction', transaction);
}

const ACTIONS = {
  exact: () => pay(),
  short: () => pay(amountOf('short', 'There is no half of what is due: type an amount.')),
  over: () => pay(amountOf('over', 'Type an amount.')),
  late: payLate,
  confirm: async () => {
    const { invoice } = await call('POST', 'confirmations', { uuid: detail.invoice.uuid });
    return `Confirmed: ${invoice.status}.`;
  },
  cancel: async () => {
    await call('POST', 'cancellations', { uuid: detail.invoice.uuid });
    return 'Canceled.';
  },
  before: () => advanceTo(-JUST_BEFORE_MS, 'The deadline is 10 s away.'),
  past: () => advanceTo(1000, 'The deadline has passed.'),
};

function amountOf(name, missing) {
  const amount = input(name).value.trim() || input(name).placeholder;
  if (!amount) throw new Error(missing);
  return amount;
}

/** Without an amount, pays what is due. The sandbox rejects a second such payment. */
async function pay(amount) {
  const { uuid, payment } = detail.invoice;
  const confirm = !detail.querySelector('input[name="unconfirmed"]').checked;
  const { invoice } = await call('POST', 'payments', { uuid, confirm, amount });
  const sent = amount ?? invoice.payment.transactions.at(-1).amount;
  return `${sent} ${payment.symbol} ${confirm ? 'arrived' : 'detected, not confirmed'}: ${invoice.status}.`;
}

async function payLate() {
  if (detail.invoice.payment.suggestions.exact === null)
    throw new Error('Nothing is due: there is nothing to be late with.');
  if (leftMs(detail.invoice) > 0) await advanceTo(1000, '');
  return `After the deadline, ${await pay()}`;
}

async function advanceTo(offsetMs, message) {
  await refresh();
  const ms = leftMs(detail.invoice) + offsetMs;
  if (ms <= 0) throw new Error('That is past: the clock never goes back.');
  await call('POST', 'clock', { advance: ms / 1000 });
  return message;
}
