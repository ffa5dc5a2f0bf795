// Shows the list of invoices: its filter, its pages and the open invoice.

import { onPress } from './buttons.js';
import { CHOICES } from './choices.js';
import { byId, fromTemplate, setText, syncList } from './dom.js';
import { closeDetail, showDetail, updateDetail } from './invoice-detail.js';
import { fillRow, fillRowTime, makeRow } from './invoice-row.js';
import { call, follow, isUnreachable, refresh, say } from './polling.js';

const PAGE_LENGTH = 100;
const TYPING_MS = 200;
const list = byId('invoices');
const filter = document.forms['filter'];
const statuses = new Map();
const counts = new Map(['all', ...CHOICES.statuses].map((status) => [status, addChip(status)]));
let offset = 0;
let focused = '';

const selectedId = () =>
  location.hash.startsWith('#INV-') ? decodeURIComponent(location.hash.slice(1)) : null;

function query() {
  const { search, status } = filter.elements;
  return String(new URLSearchParams({ search: search.value, status: status.value, offset: String(offset) }));
}

follow(
  ({ changes, statistics }) => [changes.books, JSON.stringify(statistics), query(), selectedId()].join(' '),
  async (state) => {
    const [found, selected] = await Promise.all([call('GET', `invoices?${query()}`), findSelected()]);
    render(state, found, selected);
  },
);
follow(
  ({ now }) => now,
  () => {
    for (const row of list.children) fillRowTime(row);
    updateDetail();
  },
);

/** Loads the open invoice with its history. If the sandbox does not know the id, the page says so and goes on. */
async function findSelected() {
  const uuid = selectedId();
  const unknown = byId('unknown-invoice');
  try {
    const found = uuid && (await call('GET', `invoices?uuid=${encodeURIComponent(uuid)}`)).invoice;
    unknown.hidden = true;
    return found;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    unknown.hidden = false;
    setText(
      unknown,
      `${uuid} is not known here. Without a file, a sandbox forgets everything when it stops.`,
    );
    return null;
  }
}

function render({ statistics, shopId }, { invoices, total }, selected) {
  const isListed = invoices.some(({ uuid }) => uuid === selected?.uuid);
  const shown = selected && !isListed ? [selected, ...invoices] : invoices;
  syncList(list, shown, ({ uuid }) => uuid, makeRow, fillRow);
  for (const row of list.children) markOpen(row, row.id === selected?.uuid);
  if (selected) showDetail(byId(selected.uuid), selected);
  else closeDetail();
  focusSelected(selected);
  announceChanges(invoices);
  for (const [status, count] of counts) setText(count, String(statistics[status].count));
  renderPages(invoices.length, total);
  byId('empty').hidden = statistics.all.count > 0;
  filter.hidden = statistics.all.count === 0;
  byId('no-match').hidden = total > 0 || statistics.all.count === 0;
  setText(byId('base-url'), location.origin);
  setText(byId('shop-id'), shopId);
}

function markOpen(row, isOpen) {
  row.classList.toggle('open', isOpen);
  row.querySelector('a').setAttribute('aria-expanded', String(isOpen));
}

/** Moves the focus once per link, then leaves it to the reader. */
function focusSelected(selected) {
  const row = selected && byId(selected.uuid);
  if (row && focused !== location.hash && !row.contains(document.activeElement)) {
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
  }
  focused = location.hash;
}

function announceChanges(invoices) {
  const changed = invoices.filter(({ uuid, status }) => (statuses.get(uuid) ?? status) !== status);
  for (const { uuid, status } of invoices) statuses.set(uuid, status);
  const [first] = changed;
  if (changed.length === 1) say(null, `${first.uuid} is ${first.status}.`);
  if (changed.length > 1) say(null, `${changed.length} invoices have changed.`);
}

/** Adds a choice to the filter, and returns the element for its count. */
function addChip(status) {
  const chip = fromTemplate('status-filter');
  const input = chip.querySelector('input');
  input.value = status === 'all' ? '' : status;
  input.checked = status === 'all';
  chip.querySelector('span').prepend(`${status} `);
  byId('statuses').append(chip);
  return chip.querySelector('b');
}

function renderPages(length, total) {
  byId('pages').hidden = total <= PAGE_LENGTH;
  byId('newer').hidden = offset === 0;
  byId('older').hidden = offset + length >= total;
  setText(byId('range'), `${offset + 1} to ${offset + length} of ${total}`);
  if (length > 0 || offset === 0) return;
  offset = 0;
  void refresh();
}

function turn(step) {
  offset = Math.max(0, offset + step * PAGE_LENGTH);
  byId('invoices-title').focus();
  byId('invoices-title').scrollIntoView();
  void refresh();
}
byId('newer').addEventListener('click', () => turn(-1));
byId('older').addEventListener('click', () => turn(1));

let typing;
filter.addEventListener('input', () => {
  clearTimeout(typing);
  offset = 0;
  typing = setTimeout(() => void refresh(), TYPING_MS);
});
filter.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', () => void refresh());

/** A second press on the link closes the invoice again. */
list.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.getAttribute('aria-expanded') !== 'true') return;
  event.preventDefault();
  history.pushState(null, '', location.pathname);
  void refresh();
});
addEventListener('popstate', () => void refresh());

async function exact(button) {
  const { uuid } = button.closest('.invoice').invoice;
  const { invoice } = await call('POST', 'payments', { uuid });
  const { amountPaid, symbol } = invoice.payment;
  return `${uuid}: ${amountPaid} ${symbol} paid, ${invoice.status}.`;
}
// An open invoice has buttons of its own, which do more.
onPress(list, { exact }, (button) => button.closest('.invoice'));
