// The page of the sandbox. It polls the control API once a second, loads everything after a change, and draws it.

const POLL_MS = 1000;
const DEADLINE_MS = 15_000;
/** The second press of a double click comes within this time. */
const PAUSE_MS = 700;
const PAGE_LENGTH = 100;
const JUST_BEFORE_MS = 10_000;
const TONES = { 'paid': 'ok', 'overpaid': 'ok', 'partial': 'warn', 'delivered': 'ok', 'given up': 'bad' };
const EVENTS = {
  'created': 'Created',
  'deadline': 'The deadline passed',
  'canceled': 'Canceled',
  'seen': 'Detected, not confirmed',
  'confirmed': 'Confirmed',
  'confirmed-by-hand': 'Confirmed by hand',
  'paid': 'Arrived, confirmed',
};

/* Elements */

const byId = (id) => document.getElementById(id);

/** Creates an element from texts, elements and attributes. Foreign texts never become markup. */
function h(name, ...parts) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const part of parts.flat().filter(Boolean)) {
    if (typeof part === 'string' || part instanceof Node) element.append(part);
    else
      for (const [key, value] of Object.entries(part)) if (value !== false) element.setAttribute(key, value);
  }
  return element;
}

/** Gives an element these contents. What is there already stays, with its focus, selection and typed text. */
function draw(id, ...parts) {
  syncChildren(byId(id), h('div', ...parts));
}

/** Recognizes a node by its id, or else by its position. */
function syncChildren(parent, wanted) {
  const nodes = [...wanted.childNodes];
  const ids = new Set(nodes.map(({ id }) => id));
  for (const child of [...parent.children]) if (child.id && !ids.has(child.id)) child.remove();
  nodes.forEach((node, index) => {
    const present = parent.childNodes[index] ?? null;
    const known = node.id ? byId(node.id) : present;
    const isSame = known?.nodeName === node.nodeName && known.id === node.id;
    const kept = isSame ? known : node;
    if (kept !== present) parent.insertBefore(kept, present);
    if (isSame) sync(known, node);
  });
  while (parent.childNodes.length > nodes.length) parent.lastChild.remove();
}

function sync(known, node) {
  if (known.nodeValue !== node.nodeValue) known.nodeValue = node.nodeValue;
  if (known.nodeType === Node.TEXT_NODE) return;
  known.run = node.run;
  for (const { name, value } of node.attributes)
    if (known.getAttribute(name) !== value) known.setAttribute(name, value);
  for (const { name } of [...known.attributes])
    // It is the reader who opens `details`.
    if (!node.hasAttribute(name) && name !== 'open') known.removeAttribute(name);
  syncChildren(known, node);
}

const badge = (text, tone = TONES[text] ?? '') => h('span.badge', { 'data-tone': tone }, text);
const hint = (text) => h('p.small', text);
const options = (texts, byDefault = '') =>
  texts.map((text) => h('option', { selected: text === byDefault && '' }, text));
const fact = ([name, text]) => h('div', h('dt', name), h('dd', text));
const section = (title, ...parts) => h('section.stack', { 'aria-label': title }, h('h4', title), ...parts);

/** Lets an element run this when it is pressed or submitted, and then show the returned message. */
const running = (run, element) => Object.assign(element, { run });

/** @param isOff looks disabled but stays focusable: a press says why the action is impossible */
const button = (text, run, isOff = false) =>
  running(run, h('button', { 'type': 'button', 'aria-disabled': String(isOff) }, text));

function amountForm(label, text, run) {
  const input = h('input', { name: 'amount', inputmode: 'decimal', autocomplete: 'off', required: '' });
  return running(run, h('form.row', h('label', label, input), h('button', text)));
}

const timeText = (iso) => iso.slice(0, 19).replace('T', ' ');

function duration(ms) {
  const [hours, minutes, seconds] = [3600, 60, 1].map((unit) => Math.floor(ms / 1000 / unit));
  const two = (value) => String(value % 60).padStart(2, '0');
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds)}`;
}

/* Loading */

/** The state of the sandbox at the last poll, and what was loaded for it. */
let state = null;
let data = null;
let loadedFor = '';
let isConnected = null;
let polling = Promise.resolve();
let offset = 0;

async function call(method, path, body) {
  const headers = { 'content-type': 'application/json' };
  const sent = body && { headers, body: JSON.stringify(body) };
  const response = await fetch(path, { method, signal: AbortSignal.timeout(DEADLINE_MS), ...sent });
  const result = await response.json();
  if (!response.ok) throw new Error(result.error);
  return result;
}

/** Distinguishes a sandbox that does not respond from one that rejects. */
const isUnreachable = (error) => error instanceof TypeError || error.name === 'TimeoutError';

const selectedId = () => (location.hash.startsWith('#INV-') ? location.hash.slice(1) : null);

function query() {
  const filter = new FormData(document.forms['filter']);
  const fields = { search: '', status: '', ...Object.fromEntries(filter), offset: String(offset) };
  return String(new URLSearchParams(fields));
}

async function load() {
  const uuid = selectedId();
  const logs = ['requests', 'postbacks'].map((name) => `${name}?last=50&bodies=text`);
  const paths = ['choices', `invoices?${query()}`, 'balances', 'wallets', 'withdrawals', 'faults', ...logs];
  const [choices, found, { balances }, wallets, withdrawals, { faults }, requests, postbacks] =
    await Promise.all(paths.map((path) => call('GET', path)));
  const selected =
    uuid && (await call('GET', `invoices?uuid=${encodeURIComponent(uuid)}`).catch(orNull))?.invoice;
  if (found.invoices.length > 0 || offset === 0)
    return { choices, found, balances, wallets, withdrawals, faults, requests, postbacks, selected };
  offset = 0;
  return load();
}

function orNull(error) {
  if (isUnreachable(error)) throw error;
  return null;
}

async function loadChanges() {
  state = await call('GET', 'state');
  const key = JSON.stringify([state.changes, state.statistics, query(), selectedId()]);
  if (key === loadedFor) return;
  const before = data?.found.invoices ?? [];
  data = await load();
  loadedFor = key;
  announceChanges(before, data.found.invoices);
}

async function poll() {
  try {
    await loadChanges();
  } catch (error) {
    if (!isUnreachable(error)) reportError(error);
    // The sandbox that comes back may be another one: load everything again.
    loadedFor = '';
    if (isConnected !== false) say('The sandbox does not respond. Trying again every second.', 'bad');
    isConnected = false;
    return;
  }
  drawPage();
  if (!isConnected) say('Connected.');
  isConnected = true;
}

/** Polls immediately, after the poll in progress. */
function refresh() {
  polling = polling.then(poll, poll);
  return polling;
}

async function startPolling() {
  if (!document.hidden) await refresh();
  setTimeout(() => void startPolling(), POLL_MS);
}

/* Messages */

const notes = new Map();

/** Shows a message in the footer, a live region for screen readers, and in the element with this id. */
function say(text, tone = '', id = null) {
  draw('status', h('span', { 'data-tone': tone }, text));
  if (id) notes.set(id, { text, tone });
  if (id && data) drawPage();
}

function note(id) {
  const { text = '', tone = '' } = notes.get(id) ?? {};
  return h('p.message', { 'data-note': id, 'data-tone': tone }, text);
}

function drawNote(place) {
  sync(place, note(place.dataset.note));
}

function announceChanges(before, invoices) {
  const statuses = new Map(before.map(({ uuid, status }) => [uuid, status]));
  const changed = invoices.filter(({ uuid, status }) => (statuses.get(uuid) ?? status) !== status);
  const [first] = changed;
  if (changed.length === 1) say(`${first.uuid} is ${first.status}.`);
  if (changed.length > 1) say(`${changed.length} invoices have changed.`);
}

/* Drawing */

function drawPage() {
  const focused = document.activeElement;
  draw('now', timeText(state.now));
  document.querySelectorAll('[data-note]').forEach(drawNote);
  drawForms(data);
  drawInvoices(data);
  drawFaults(data.faults);
  drawLogs(data.requests, data.postbacks);
  drawMoney(data);
  // A press may have hidden its own button.
  if (!focused.checkVisibility()) focused.closest('.invoice')?.querySelector('a').focus();
}

/** Only sets defaults of fields: what was typed or chosen stays until the form is reset. */
function drawForms({ choices, postbacks }) {
  draw('fiats', options(choices.fiatCodes, 'EUR'));
  draw('coins', options(choices.currencyCodes, 'USDT_TRC20'), h('option', { value: '' }, 'none chosen'));
  const { kind, endpoint, ms, code } = document.forms['fault-form'].elements;
  draw('kinds', options(choices.faults.map((fault) => fault.kind)));
  draw('kind-hint', choices.faults.find((fault) => fault.kind === kind.value).hint);
  const isOff = (path) => kind.value === 'stale' && !choices.staleEndpoints.includes(path);
  const endpoints = choices.endpoints.map((path) => h('option', { disabled: isOff(path) && '' }, path));
  draw('endpoints', h('option', { value: '' }, 'every endpoint'), endpoints);
  if (endpoint.selectedOptions[0]?.disabled !== false) endpoint.value = '';
  // The style sheet hides disabled fields.
  ms.disabled = kind.value !== 'delay';
  code.disabled = !hasCode(kind.value);
  const { url, invoices } = document.forms['postback-form'].elements;
  url.defaultValue = postbacks.url ?? '';
  invoices.defaultChecked = postbacks.invoices;
  draw('formats', options(choices.postbackFormats, postbacks.format));
  const unsigned = 'Not signed: SANDBOX_POSTBACK_SECRET is not set.';
  draw('signed', postbacks.signed ? 'Signed with a token.' : unsigned);
}

const leftMs = ({ expiresAt }) => Date.parse(expiresAt) - Date.parse(state.now);

function drawInvoices({ choices, found, selected }) {
  const { invoices, total } = found;
  const { count } = state.statistics.all;
  const isListed = invoices.some(({ uuid }) => uuid === selected?.uuid);
  const listed = selected && !isListed ? [selected, ...invoices] : invoices;
  const rows = listed.map((invoice) => invoiceRow(invoice, selected));
  draw('invoices', rows);
  draw('statuses', h('legend', 'Status'), ['all', ...choices.statuses].map(statusFilter));
  const unknown = `${selectedId()} is not known here. Without a file, a sandbox forgets everything when it stops.`;
  const unmatched = count > 0 && total === 0 && 'No invoice matches. Change the search, or choose all.';
  draw('unmatched', selectedId() && !selected ? unknown : unmatched);
  byId('filter').hidden = count === 0;
  byId('empty').hidden = count > 0;
  draw('base-url', location.origin);
  draw('shop-id', state.shopId);
  const end = offset + invoices.length;
  byId('pages').hidden = total <= PAGE_LENGTH;
  byId('newer').hidden = offset === 0;
  byId('older').hidden = end >= total;
  draw('range', `${offset + 1} to ${end} of ${total}`);
  focusOnce(selected && byId(selected.uuid));
}

function statusFilter(status) {
  const value = status === 'all' ? '' : status;
  const radio = h('input', { type: 'radio', name: 'status', value, checked: status === 'all' && '' });
  return h('label', radio, h('span', `${status} `, h('b', String(state.statistics[status].count))));
}

let focusedHash = '';

/** Moves the focus once per link, then leaves it to the reader. */
function focusOnce(row) {
  if (row && focusedHash !== location.hash && !row.contains(document.activeElement)) row.focus();
  focusedHash = location.hash;
}

function invoiceRow(invoice, selected) {
  const { uuid, orderId, status, payment } = invoice;
  const isOpen = uuid === selected?.uuid;
  const link = h('a', { 'href': `#${uuid}`, 'aria-expanded': String(isOpen) }, orderId ?? 'No order id');
  const title = h('h3', { id: `${uuid}-title` }, link, h('span.small', ` ${uuid}`));
  const amount = payment ? `${payment.amountToPay} ${payment.symbol}` : 'No coin chosen';
  const network = payment && h('span.muted', ` on ${payment.network}`);
  const isDetected = status === 'created' && payment && payment.pending !== '0';
  const payNow = button(leftMs(invoice) > 0 ? 'Pay exact' : 'Pay late', () => pay(invoice));
  payNow.hidden = isOpen || !payment?.suggestions.exact;
  const summary = h(
    'div.summary',
    h('div', title, h('p.address', payment?.address)),
    h('div', h('p', h('strong', amount), network), hint(moneyText(invoice))),
    h('div.status', isDetected ? badge('created, detected', 'seen') : badge(status), hint(timeLeft(invoice))),
    payNow,
  );
  const attributes = { 'id': uuid, 'tabindex': '-1', 'aria-labelledby': title.id };
  const rest = isOpen ? invoiceDetail(selected) : note(uuid);
  return h(isOpen ? 'li.invoice.card.open' : 'li.invoice.card', attributes, summary, rest);
}

function moneyText({ fiatAmount, fiatCurrency, payment }) {
  const { amountPaid: paid, pending: unconfirmed, due, surplus } = payment ?? {};
  const amounts = payment?.transactions.length > 0 ? Object.entries({ paid, unconfirmed, due, surplus }) : [];
  const texts = amounts.filter(([, amount]) => amount !== '0').map(([name, amount]) => `${amount} ${name}`);
  return [`${fiatAmount} ${fiatCurrency}`, ...texts].join(' · ');
}

function timeLeft(invoice) {
  const { status, finishedAt } = invoice;
  const ms = leftMs(invoice);
  if (status !== 'created' && status !== 'partial') return `closed ${timeText(finishedAt).slice(5, 16)}`;
  return ms > 0 ? `${duration(ms)} left` : `deadline ${duration(-ms)} ago`;
}

/** Returns everything about the selected invoice, and its actions. */
function invoiceDetail(invoice) {
  const { uuid, status, payment, fees, history, ...rest } = invoice;
  const ms = leftMs(invoice);
  const fields = Object.entries({ ...rest, ...payment, ...fees });
  const facts = fields.filter(([, value]) => typeof value === 'string').map(describeField);
  const events = history.map((step) => historyStep(step, payment));
  const steps = [
    button('Confirm transactions', () => confirm(uuid), !payment || payment.pending === '0'),
    button('Cancel invoice', () => cancel(uuid), status !== 'created'),
    button('To 10 s before the deadline', () => advanceTo(invoice, -JUST_BEFORE_MS), ms <= JUST_BEFORE_MS),
    button('Past the deadline', () => advanceTo(invoice, 1000), ms <= 0),
  ];
  return h(
    'div.stack',
    h('p', h('a', { href: `pay/${uuid}` }, 'Payment page')),
    payment ? payActions(invoice, ms) : hint('No coin is chosen: choose one on its payment page.'),
    section('Then', h('div.row', steps)),
    note(uuid),
    section('Details', h('dl', facts)),
    section('History', h('ol.stack', events)),
  );
}

/** Names a field of the control API in words. */
function describeField([name, text]) {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return fact([words, /^\d{4}-.*Z$/.test(text) ? timeText(text) : text]);
}

function historyStep({ at, event, amount, transaction, status }, payment) {
  const text = amount === undefined ? EVENTS[event] : `${EVENTS[event]}: ${amount} ${payment.symbol}`;
  return h('li', h('span.muted', timeText(at)), ` ${text} `, badge(status), h('p.address', transaction));
}

function payActions(invoice, ms) {
  const { symbol, suggestions } = invoice.payment;
  const { exact, short, over } = suggestions;
  const ways = [
    button('Pay exact', () => pay(invoice), !exact),
    button(short ? `Pay half: ${short}` : 'Pay half', () => payHalf(invoice), !short),
    button(`Overpay: ${over}`, () => pay(invoice, over)),
    button('Pay late', () => payLate(invoice), !exact),
    h('label', h('input', { type: 'checkbox', name: 'unconfirmed' }), 'leave it unconfirmed'),
  ];
  const moves = `Late: first moves the clock ${duration(ms)} ahead for everything here, past this deadline. Then pays.`;
  const late = hint(ms > 0 ? moves : 'Late: the deadline has passed, so this only pays.');
  const payAmount = ({ amount }) => pay(invoice, amount);
  const other = amountForm(`Another amount, ${symbol}`, 'Pay this amount', payAmount);
  return section('Pay', h('div.row', ways), late, other);
}

/** Without an amount, pays what is due. The sandbox rejects a second such payment. */
async function pay({ uuid }, amount) {
  const confirm = byId(uuid).querySelector('[name="unconfirmed"]:checked') === null;
  const { invoice } = await call('POST', 'payments', { uuid, confirm, amount });
  const { symbol, transactions } = invoice.payment;
  const sent = `${amount ?? transactions.at(-1).amount} ${symbol}`;
  return `${sent} ${confirm ? 'arrived' : 'detected, not confirmed'}: ${invoice.status}.`;
}

function payHalf(invoice) {
  const { short } = invoice.payment.suggestions;
  if (!short) throw new Error('There is no half of what is due: type an amount.');
  return pay(invoice, short);
}

async function payLate(invoice) {
  if (!invoice.payment.suggestions.exact)
    throw new Error('Nothing is due: there is nothing to be late with.');
  if (leftMs(invoice) > 0) await advanceTo(invoice, 1000);
  return `After the deadline, ${await pay(invoice)}`;
}

async function confirm(uuid) {
  const { invoice, withdrawal } = await call('POST', 'confirmations', { uuid });
  return `Confirmed: ${(invoice ?? withdrawal).status}.`;
}

async function cancel(uuid) {
  await call('POST', 'cancellations', { uuid });
  return 'Canceled.';
}

/** Moves the clock to a time relative to the deadline. */
async function advanceTo(invoice, offsetMs) {
  await refresh();
  const ms = leftMs(invoice) + offsetMs;
  if (ms <= 0) throw new Error('That is past: the clock never goes back.');
  await call('POST', 'clock', { advance: ms / 1000 });
  return offsetMs < 0 ? 'The deadline is 10 s away.' : 'The deadline has passed.';
}

const hasCode = (kind) => kind === 'status' || kind === 'html';

function drawFaults(faults) {
  const describe = ({ kind, endpoint, times, ms, code }) => {
    const detail = kind === 'delay' ? ` ${ms} ms` : hasCode(kind) ? ` ${code}` : '';
    const count = times === null ? 'until cleared' : times === 1 ? 'once' : `${times} times`;
    const text = `${kind}${detail}, ${endpoint ?? 'every endpoint'}, ${count}`;
    return h('li.message', { 'data-tone': 'warn' }, text);
  };
  draw('fault-count', faults.length > 0 && `${faults.length} waiting`);
  const none = h('li.small', 'No faults pending. The service responds normally.');
  draw('faults', faults.length > 0 ? faults.map(describe) : none);
}

function drawLogs({ counts, requests }, { url, postbacks }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  draw('request-count', total > 0 && String(total));
  const rows = Object.entries(counts).map(([path, count]) => fact([path, String(count)]));
  draw('counts', rows);
  draw('no-requests', total === 0 && 'No requests yet.');
  draw('request-list', requests.map(requestEntry).toReversed());
  draw('postback-count', url === null ? 'off' : postbacks.length === 0 ? 'on' : `${postbacks.length} sent`);
  draw('postback-list', postbacks.map(postbackEntry).toReversed());
}

function requestEntry({ number, at, method, path, body, fault, outcome }) {
  const tone = outcome === null ? 'seen' : outcome === 'HTTP 200' && !fault ? 'ok' : 'warn';
  const badges = [badge(outcome ?? 'waiting', tone), fault && badge(fault, 'warn')];
  return logEntry(`request-${number}`, at, badges, method === 'POST' ? path : `${method} ${path}`, body);
}

function postbackEntry({ number, at, url, state, fields, attempts }) {
  const outcomes = attempts.map(({ outcome }, index) => hint(`Attempt ${index + 1}: ${outcome}`));
  return logEntry(`postback-${number}`, at, badge(state), url, fields, outcomes);
}

function logEntry(id, at, badges, url, body, ...more) {
  const summary = h('summary', h('span.muted', at.slice(11, 19)), badges, h('span.address', url));
  return h('li', { id }, h('details', summary, h('pre', body ?? 'No body.')), ...more);
}

function drawMoney({ choices, balances, wallets, withdrawals }) {
  const ofStatus = (status) => {
    const { count, usd } = state.statistics[status];
    return fact([status, `${count} · ${usd} USD`]);
  };
  draw('statistics', [...choices.statuses, 'all'].map(ofStatus));
  const amounts = balances.map(({ currency, amount }) => fact([currency, amount]));
  draw('balances', amounts);
  draw('no-balances', amounts.length === 0 && 'No payments yet.');
  const countOf = (total) => (total > PAGE_LENGTH ? `${PAGE_LENGTH} newest of ${total}` : String(total));
  draw('wallet-count', countOf(wallets.total));
  draw('wallets', wallets.wallets.map(walletCard));
  draw('withdrawal-count', countOf(withdrawals.total));
  draw('withdrawals', withdrawals.withdrawals.map(withdrawalCard));
}

function walletCard({ uuid, address, identify, currency, received }) {
  const topUp = async ({ amount }) => {
    await call('POST', 'payments', { address, amount });
    return `${amount} ${currency} arrived.`;
  };
  const title = h('p.row.spread', h('strong', identify), h('span', `${received} ${currency}`));
  const form = amountForm(`Amount for ${identify}, ${currency}`, 'Top up', topUp);
  return h('li.item.stack', { id: uuid }, title, h('p.address', address), form, note(uuid));
}

function withdrawalCard({ uuid, amount, currency, status, toAddress, transaction }) {
  const title = h('p.row.spread', h('strong', `${amount} ${currency}`), badge(status));
  const addresses = [h('p.address', `to ${toAddress}`), h('p.address', transaction)];
  const confirming = button('Confirm', () => confirm(uuid), status === 'paid');
  return h('li.item.stack', { id: uuid }, title, hint(uuid), addresses, h('p', confirming), note(uuid));
}

/* What the forms and buttons of index.html run */

for (const element of byId('clock').querySelectorAll('button'))
  running(async () => {
    await call('POST', 'clock', { advance: Number(element.value) });
    return `The clock moved by ${element.textContent.slice(1)}.`;
  }, element);

running(async ({ cryptocurrency, minutes, ...fields }) => {
  const options = { cryptocurrency, time_to_pay: minutes && { minutes } };
  const { invoice } = await call('POST', 'invoices', { ...fields, add_fields: options });
  return `${invoice.uuid} created.`;
}, byId('create-form'));

running(async (fields) => {
  await call('POST', 'faults', fields);
  return `Fault added: ${fields.kind}.`;
}, byId('fault-form'));

for (const name of ['faults', 'requests'])
  running(() => call('DELETE', name).then(() => `All ${name} cleared.`), byId(`clear-${name}`));

running(async ({ url = '', format, invoices }) => {
  const saved = await call('POST', 'postbacks', { url, format, invoices: invoices === 'on' });
  await refresh();
  document.forms['postback-form'].reset();
  return saved.url === null ? 'Saved: no postbacks are sent.' : `Saved: postbacks go to ${saved.url}.`;
}, byId('postback-form'));

for (const [id, step] of Object.entries({ newer: -PAGE_LENGTH, older: PAGE_LENGTH }))
  byId(id).addEventListener('click', () => {
    offset = Math.max(0, offset + step);
    byId('invoices-title').focus();
    void refresh();
  });

byId('fault-form').addEventListener('change', () => drawForms(data));
byId('filter').addEventListener('input', () => {
  offset = 0;
  void refresh();
});

/* Presses, forms and links */

const busy = new WeakSet();
const LOST = 'The sandbox does not respond: this may or may not have been done.';

/**
 * Runs a pressed or submitted element. Further presses are ignored while it runs and for a pause afterwards. After a
 * rejection there is no pause: nothing was done.
 */
async function runOnce(element, fields) {
  if (!element?.run || busy.has(element)) return;
  busy.add(element);
  const { id } = element.closest('form[id]') ?? element.parentElement.closest('[id]');
  // The clock may be moved by quick presses.
  let pauseMs = id === 'clock' ? 0 : PAUSE_MS;
  try {
    say(await element.run(fields), '', id);
  } catch (error) {
    if (!isUnreachable(error)) pauseMs = 0;
    say(reasonOf(error), 'bad', id);
  }
  await refresh();
  setTimeout(() => busy.delete(element), pauseMs);
}

const reasonOf = (error) => (isUnreachable(error) ? LOST : error.message);

/** Returns what was typed and chosen. An empty field is left out, for the default of the sandbox. */
function typedFields(form) {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** A second press on the link of an invoice closes it. */
function closeInvoice(event) {
  event.preventDefault();
  history.pushState(null, '', location.pathname);
  void refresh();
}

/** Opens a folded panel when a link leads to it. */
function followLink() {
  const panel = byId(location.hash.slice(1));
  if (panel?.matches('details')) panel.open = true;
  void refresh();
}

const HANDLERS = {
  click(event) {
    void runOnce(event.target.closest('button'));
    if (event.target.closest('a[aria-expanded="true"]')) closeInvoice(event);
  },
  submit(event) {
    event.preventDefault();
    void runOnce(event.target, typedFields(event.target));
  },
  /** A key that is held down counts as one press. */
  keydown(event) {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  },
  hashchange: followLink,
  popstate: followLink,
  visibilitychange: () => !document.hidden && void refresh(),
};
for (const [type, handler] of Object.entries(HANDLERS)) addEventListener(type, handler);
followLink();
void startPolling();
