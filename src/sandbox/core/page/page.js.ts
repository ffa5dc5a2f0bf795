/** The page's script, for browsers as it stands. Foreign texts are only ever set as text; amounts stay text. */
export const PAGE_JS = String.raw`
const byId = (id) => document.getElementById(id);
const items = new Map();
const POLL_MS = 1000;
const TONES = { paid: 'ok', overpaid: 'ok', partial: 'warn' };
let nowMs = 0;

// ---------- talking to the sandbox ----------

async function call(method, path, body) {
  const options = { method };
  if (body) Object.assign(options, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** What a button does: the call, what is said of it, and a look at the result at once. */
async function act(method, path, body, done) {
  try {
    await call(method, path, body);
    say(done);
  } catch (error) {
    say(error.message, 'bad');
  }
  await refresh();
}

let connected = false;
async function refresh() {
  try {
    const [invoices, faults, requests] = await Promise.all([
      call('GET', 'invoices'),
      call('GET', 'faults'),
      call('GET', 'requests?last=0'),
    ]);
    nowMs = Date.parse(invoices.now);
    setText(byId('now'), invoices.now.slice(0, 19).replace('T', ' '));
    renderInvoices(invoices);
    renderFaults(faults.faults);
    renderCounts(requests.counts);
    if (!connected) say('Connected.');
    connected = true;
  } catch {
    connected = false;
    say('The sandbox does not answer. Trying again every second.', 'bad');
  }
}

async function poll() {
  if (!document.hidden) await refresh();
  setTimeout(poll, POLL_MS);
}

// ---------- showing ----------

function say(text, tone) {
  setText(byId('status'), text);
  byId('status').parentElement.dataset.tone = tone ?? '';
}

/** Leaves a text alone that is right already, so that a selection in it survives. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function renderInvoices({ invoices, total }) {
  const list = byId('invoices');
  byId('empty').hidden = total > 0;
  setText(byId('total'), total > 0 ? '(' + total + ')' : '');
  byId('older').hidden = total <= invoices.length;
  setText(byId('older'), 'The ' + invoices.length + ' newest of ' + total + ' are shown.');
  invoices.forEach((invoice, index) => {
    const item = items.get(invoice.uuid) ?? addItem(invoice.uuid);
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    fill(item, invoice);
  });
  const shown = new Set(invoices.map(({ uuid }) => uuid));
  for (const [uuid, item] of items) if (!shown.has(uuid)) removeItem(uuid, item);
}

function addItem(uuid) {
  const item = byId('invoice-template').content.firstElementChild.cloneNode(true);
  const heading = item.querySelector('h3');
  item.id = uuid;
  heading.id = uuid + '-title';
  item.setAttribute('aria-labelledby', heading.id);
  for (const button of item.querySelectorAll('button')) button.setAttribute('aria-describedby', heading.id);
  items.set(uuid, item);
  if (location.hash === '#' + uuid) setTimeout(() => item.focus());
  return item;
}

function removeItem(uuid, item) {
  items.delete(uuid);
  item.remove();
}

function fill(item, invoice) {
  const { payment } = invoice;
  const set = (name, text) => setText(item.querySelector('[data-field="' + name + '"]'), text);
  set('order', invoice.orderId ?? 'No order id');
  set('uuid', invoice.uuid);
  set('price', invoice.fiatAmount + ' ' + invoice.fiatCurrency);
  fillStatus(item, invoice);
  fillTime(set, invoice);
  item.expiresAtMs = Date.parse(invoice.expiresAt);
  item.querySelector('[data-action="expire"]').disabled = item.expiresAtMs <= nowMs;
  item.querySelector('.slip').hidden = !payment;
  for (const button of item.querySelectorAll('[data-pay], [data-action="confirm"]')) button.hidden = !payment;
  set('paid', payment ? payment.amountPaid + ' of ' + payment.amountToPay + ' ' + payment.symbol : 'no currency chosen');
  showRow(item, 'pending', payment?.pending, payment?.symbol);
  showRow(item, 'surplus', payment?.surplus, payment?.symbol);
  if (payment) fillPayment(item, set, invoice);
}

function fillStatus(item, { uuid, status, payment }) {
  const badge = item.querySelector('.badge');
  const seen = status === 'created' && payment && payment.pending !== '0';
  if (item.dataset.status && item.dataset.status !== status) say(uuid + ' is ' + status + '.');
  item.dataset.status = status;
  badge.dataset.tone = seen ? 'seen' : (TONES[status] ?? '');
  setText(badge, seen ? status + ', seen' : status);
}

function fillPayment(item, set, { payment, status }) {
  const { suggestions } = payment;
  const open = status === 'created' || status === 'partial';
  const amount = open ? payment.due : payment.amountToPay;
  set('label', status === 'partial' ? 'Still to be paid' : open ? 'To be paid' : 'Was asked for');
  set('amount', amount);
  item.querySelector('.amount').dataset.length = amount.length > 20 ? 'longest' : amount.length > 12 ? 'long' : '';
  set('unit', payment.symbol);
  set('network', 'on ' + payment.network);
  set('address', payment.address);
  for (const button of item.querySelectorAll('[data-pay]')) button.disabled = suggestions[button.dataset.pay] === null;
  setText(item.querySelector('.main'), payment.due !== '0' && item.expiresAtMs <= nowMs ? 'Pay late' : 'Pay exact');
  item.querySelector('[data-action="confirm"]').disabled = payment.pending === '0';
  item.suggestions = suggestions;
}

function showRow(item, name, amount, symbol) {
  item.querySelector('[data-row="' + name + '"]').hidden = !amount || amount === '0';
  setText(item.querySelector('[data-field="' + name + '"]'), amount + ' ' + symbol);
}

function fillTime(set, { finishedAt, expiresAt, status }) {
  const leftMs = Date.parse(expiresAt) - nowMs;
  const open = status === 'created' || status === 'partial';
  set('time-label', !open ? 'Closed' : leftMs > 0 ? 'Time left' : 'Deadline passed');
  set('time', open ? duration(Math.abs(leftMs)) + (leftMs > 0 ? '' : ' ago') : finishedAt.slice(0, 19).replace('T', ' '));
}

function duration(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (value) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
  return hours > 0 ? hours + ':' + rest : rest;
}

function renderFaults(faults) {
  byId('no-faults').hidden = faults.length > 0;
  byId('clear-faults').hidden = faults.length === 0;
  syncRows(byId('faults'), 'li', faults.map((fault) => [describeFault(fault)]));
}

function describeFault({ kind, endpoint, times, ms, code }) {
  const what = kind === 'delay' ? kind + ' ' + ms + ' ms' : kind === 'status' ? kind + ' ' + code : kind;
  const where = endpoint ?? 'every endpoint';
  return what + ', ' + where + ', ' + (times === null ? 'until cleared' : times === 1 ? 'once' : times + ' times');
}

function renderCounts(counts) {
  const rows = Object.entries(counts).map(([path, count]) => [path, String(count)]);
  byId('no-requests').hidden = rows.length > 0;
  byId('counts').parentElement.hidden = rows.length === 0;
  syncRows(byId('counts'), 'tr', rows);
}

/** One element per row; a table row has one cell per text. */
function syncRows(parent, tag, rows) {
  while (parent.children.length > rows.length) parent.lastElementChild.remove();
  rows.forEach((texts, index) => {
    const row = parent.children[index] ?? parent.appendChild(document.createElement(tag));
    if (tag !== 'tr') return setText(row, texts[0]);
    texts.forEach((text, cell) => setText(row.children[cell] ?? row.appendChild(document.createElement('td')), text));
  });
}

// ---------- acting ----------

byId('invoices').addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  const item = target.closest('.invoice');
  if (!button || !item) return;
  const uuid = item.id;
  if (button.dataset.pay) {
    const confirm = !('unconfirmed' in button.dataset);
    const amount = item.suggestions[button.dataset.pay];
    act('POST', 'payments', { uuid, amount, confirm }, uuid + ': ' + amount + (confirm ? ' arrived.' : ' seen, not confirmed.'));
  } else if (button.dataset.action === 'confirm') {
    act('POST', 'confirmations', { uuid }, uuid + ': confirmed.');
  } else {
    passDeadline(uuid, item);
  }
});

function passDeadline(uuid, { expiresAtMs }) {
  const seconds = Math.ceil((expiresAtMs - nowMs) / 1000) + 1;
  act('POST', 'clock', { advance: seconds }, 'The clock is past the deadline of ' + uuid + '.');
}

document.querySelector('.clock').addEventListener('click', ({ target }) => {
  const button = target.closest('[data-advance]');
  if (!button) return;
  act('POST', 'clock', { advance: Number(button.dataset.advance) }, 'The clock moved by ' + button.textContent.slice(1) + '.');
});

const form = byId('fault-form');

function showFaultFields() {
  const kind = form.elements.kind.value;
  offer('ms-field', kind === 'delay');
  offer('code-field', kind === 'status');
  offer('endpoint-field', kind !== 'stale');
}

/** A hidden field is also disabled: a wrong value in it must not hold up the form. */
function offer(id, offered) {
  byId(id).hidden = !offered;
  byId(id).querySelector('input, select').disabled = !offered;
}

form.addEventListener('change', showFaultFields);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { kind, ms, code, endpoint, times } = form.elements;
  const fault = { kind: kind.value };
  if (kind.value === 'delay') fault.ms = Number(ms.value);
  if (kind.value === 'status') fault.code = Number(code.value);
  if (kind.value !== 'stale' && endpoint.value) fault.endpoint = endpoint.value;
  if (times.value) fault.times = Number(times.value);
  act('POST', 'faults', fault, 'Fault added: ' + kind.value + '.');
});

byId('clear-faults').addEventListener('click', () => act('DELETE', 'faults', null, 'Faults cleared.'));
byId('clear-requests').addEventListener('click', () => act('DELETE', 'requests', null, 'Counts reset.'));
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refresh();
});
showFaultFields();
poll();
`;
