// Shows all details of the open invoice, and its actions.

import { duration, fromTemplate, setField, setText, syncList, timeText } from './dom.js';
import { isOpen, leftMs } from './invoice-row.js';
import { call, refresh } from './polling.js';
import { onPress } from './buttons.js';

const JUST_BEFORE_MS = 10_000;
const EVENTS = {
  'created': 'Created',
  'deadline': 'The deadline passed',
  'canceled': 'Canceled',
  'seen': 'Seen, not confirmed',
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
  detail.querySelector('.pay-page').href = 'pay/' + invoice.uuid;
  fillFacts(invoice);
  fillAmounts(invoice);
  syncList(
    detail.querySelector('.history'),
    invoice.history,
    historyKey,
    () => fromTemplate('history-step'),
    fillStep,
  );
  tickDetail();
}

export function closeDetail() {
  detail?.remove();
  detail = null;
}

function fillFacts(invoice) {
  const { payment, fees } = invoice;
  const coins = (amount) => payment && amount + ' ' + payment.symbol;
  const some = (amount) => (amount && amount !== '0' ? coins(amount) : null);
  const facts = {
    'fact-price': invoice.fiatAmount + ' ' + invoice.fiatCurrency + ', ' + invoice.usdAmount + ' USD',
    'fact-amount': coins(fees?.amount),
    'fact-transfer-fee': coins(fees?.transferFee),
    'fact-service-fee': coins(fees?.serviceFee),
    'fact-to-pay': coins(payment?.amountToPay),
    'fact-paid': coins(payment?.amountPaid),
    'fact-pending': some(payment?.pending),
    'fact-due': coins(payment?.due),
    'fact-surplus': some(payment?.surplus),
    'fact-received': coins(fees?.received),
    'fact-network': payment && payment.currency + ', ' + payment.network,
    'fact-address': payment?.address,
    'fact-created': timeText(invoice.createdAt),
    'fact-deadline': timeText(invoice.expiresAt),
    'fact-closed': invoice.finishedAt && timeText(invoice.finishedAt),
    'fact-email': invoice.email,
  };
  for (const [name, text] of Object.entries(facts)) setField(detail, name, text);
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
  detail.querySelector('[data-do="' + name + '"]').setAttribute('aria-disabled', String(isOff));
}

const input = (name) => detail.querySelector('input[name="' + name + '"]');

export function tickDetail() {
  if (!detail) return;
  const { invoice } = detail;
  const ms = leftMs(invoice);
  const first =
    'Late: first moves the clock ' +
    duration(ms) +
    ' ahead for everything here, past this deadline. Then pays.';
  setText(
    detail.querySelector('.late-hint'),
    ms > 0 ? first : 'Late: the deadline has passed, so this only pays.',
  );
  setField(detail, 'fact-left', isOpen(invoice) && ms > 0 ? duration(ms) : null);
  setOff('before', ms <= JUST_BEFORE_MS);
  setOff('past', ms <= 0);
}

const historyKey = ({ event, transaction }) => event + ' ' + transaction;

function fillStep(item, { at, event, amount, transaction, status }) {
  setField(item, 'at', timeText(at));
  const money = amount === undefined ? '' : ': ' + amount + ' ' + detail.invoice.payment.symbol;
  setField(item, 'event', EVENTS[event] + money);
  setField(item, 'then', status);
  setField(item, 'transaction', transaction);
}

const ACTIONS = {
  exact: () => pay(),
  short: () => pay(amountOf('short', 'There is no half of what is due: type an amount.')),
  over: () => pay(amountOf('over', 'Type an amount.')),
  late: payLate,
  confirm: async () => {
    const { invoice } = await call('POST', 'confirmations', { uuid: detail.invoice.uuid });
    return 'Confirmed: ' + invoice.status + '.';
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
  const { invoice } = await call('POST', 'payments', { uuid, confirm, ...(amount ? { amount } : {}) });
  const sent = (amount ?? invoice.payment.transactions.at(-1).amount) + ' ' + payment.symbol;
  return sent + (confirm ? ' arrived: ' : ' seen, not confirmed: ') + invoice.status + '.';
}

async function payLate() {
  if (detail.invoice.payment.suggestions.exact === null)
    throw new Error('Nothing is due: there is nothing to be late with.');
  if (leftMs(detail.invoice) > 0) await advanceTo(1000, '');
  return 'After the deadline, ' + (await pay());
}

async function advanceTo(offsetMs, said) {
  await refresh();
  const ms = leftMs(detail.invoice) + offsetMs;
  if (ms <= 0) throw new Error('That is past: the clock never goes back.');
  await call('POST', 'clock', { advance: ms / 1000 });
  return said;
}
