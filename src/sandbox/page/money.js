// Shows balances, statistics, static wallets and withdrawals.

import { onPress, onSubmit } from './buttons.js';
import { CHOICES } from './choices.js';
import { byId, fromTemplate, setField, setText, syncList, syncTable } from './dom.js';
import { call, follow, followChanges } from './polling.js';

follow(
  ({ statistics }) => JSON.stringify(statistics),
  ({ statistics }) => {
    const row = (status) => [status, String(statistics[status].count), statistics[status].usd];
    syncTable(byId('statistics'), [...CHOICES.statuses, 'all'].map(row));
  },
);

followChanges('books', async () => {
  const paths = ['balances', 'wallets', 'withdrawals'];
  const [{ balances }, wallets, withdrawals] = await Promise.all(paths.map((path) => call('GET', path)));
  byId('no-balances').hidden = balances.length > 0;
  const rows = balances.map(({ currency, amount }) => [currency, amount]);
  syncTable(byId('balances'), rows);
  syncCards('wallet', wallets.wallets, wallets.total, makeWallet, fillWallet);
  syncCards('withdrawal', withdrawals.withdrawals, withdrawals.total, makeWithdrawal, fillWithdrawal);
});

/** @param name of a card; its list, count and hint are named after it */
function syncCards(name, things, total, make, fill) {
  const newest = total > things.length ? `${things.length} newest of ${total}` : String(total);
  byId(`no-${name}s`).hidden = total > 0;
  setText(byId(`${name}-count`), total === 0 ? '' : newest);
  syncList(byId(`${name}s`), things, ({ uuid }) => uuid, make, fill);
}

function makeWallet({ address, identify, currency }) {
  const item = fromTemplate('wallet');
  item.querySelector('input').setAttribute('aria-label', `Amount for ${identify}, ${currency}`);
  onSubmit(item.querySelector('form'), async ({ amount }) => {
    await call('POST', 'payments', { address, amount: amount.value.trim() });
    return `${amount.value.trim()} ${currency} arrived.`;
  });
  return item;
}

function fillWallet(item, { identify, received, currency, address }) {
  setField(item, 'identify', identify);
  setField(item, 'received', `${received} ${currency}`);
  setField(item, 'address', address);
}

function makeWithdrawal({ uuid }) {
  const item = fromTemplate('withdrawal');
  setField(item, 'uuid', uuid);
  const confirm = async () => {
    const { withdrawal } = await call('POST', 'confirmations', { uuid });
    return `${uuid} is ${withdrawal.status}.`;
  };
  onPress(item, { confirm }, () => item);
  return item;
}

function fillWithdrawal(item, { amount, currency, status, toAddress, transaction }) {
  const isPaid = status === 'paid';
  setField(item, 'amount', `${amount} ${currency}`);
  setField(item, 'status', status);
  item.querySelector('.badge').dataset.tone = isPaid ? 'ok' : '';
  setField(item, 'address', `to ${toAddress}`);
  setField(item, 'transaction', transaction);
  item.querySelector('[data-action]').setAttribute('aria-disabled', String(isPaid));
}
