// Shows balances, statistics, static wallets and withdrawals.

import { byId, fromTemplate, setField, setText, syncList, syncTable } from './dom.js';
import { call, follow } from './polling.js';
import { onPress, onSubmit } from './buttons.js';

const STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled', 'all'];

follow(
  ({ statistics }) => JSON.stringify(statistics),
  ({ statistics }) => {
    syncTable(
      byId('statistics'),
      STATUSES.map((status) => {
        const { count, usd } = statistics[status];
        return [status, String(count), usd];
      }),
    );
  },
);

follow(
  ({ changes }) => changes.books,
  async () => {
    const paths = ['balances', 'wallets', 'withdrawals'];
    const [{ balances }, wallets, withdrawals] = await Promise.all(paths.map((path) => call('GET', path)));
    byId('no-balances').hidden = balances.length > 0;
    byId('balances').parentElement.hidden = balances.length === 0;
    syncTable(
      byId('balances'),
      balances.map(({ currency, amount }) => [currency, amount]),
    );
    renderWallets(wallets);
    renderWithdrawals(withdrawals);
  },
);

function renderWallets({ wallets, total }) {
  byId('no-wallets').hidden = total > 0;
  setText(byId('wallet-count'), countText(wallets.length, total));
  syncList(
    byId('wallets'),
    wallets,
    ({ uuid }) => uuid,
    makeWallet,
    (item, wallet) => {
      setField(item, 'identify', wallet.identify);
      setField(item, 'received', wallet.received + ' ' + wallet.currency);
      setField(item, 'address', wallet.address);
    },
  );
}

const countText = (length, total) =>
  total === 0 ? '' : total > length ? length + ' newest of ' + total : String(total);

function makeWallet({ address, identify, currency }) {
  const item = fromTemplate('wallet');
  const field = item.querySelector('input');
  field.setAttribute('aria-label', 'Amount for ' + identify + ', ' + currency);
  onSubmit(item.querySelector('form'), async ({ amount }) => {
    await call('POST', 'payments', { address, amount: amount.value.trim() });
    return amount.value.trim() + ' ' + currency + ' arrived.';
  });
  return item;
}

function renderWithdrawals({ withdrawals, total }) {
  byId('no-withdrawals').hidden = total > 0;
  setText(byId('withdrawal-count'), countText(withdrawals.length, total));
  syncList(
    byId('withdrawals'),
    withdrawals,
    ({ uuid }) => uuid,
    makeWithdrawal,
    (item, withdrawal) => {
      setField(item, 'amount', withdrawal.amount + ' ' + withdrawal.currency);
      setField(item, 'status', withdrawal.status);
      item.querySelector('.badge').dataset.tone = withdrawal.status === 'paid' ? 'ok' : '';
      setField(item, 'address', 'to ' + withdrawal.toAddress);
      setField(item, 'transaction', withdrawal.transaction);
      item.querySelector('[data-do]').setAttribute('aria-disabled', String(withdrawal.status === 'paid'));
    },
  );
}

function makeWithdrawal({ uuid }) {
  const item = fromTemplate('withdrawal');
  setField(item, 'uuid', uuid);
  const confirm = async () => {
    const { withdrawal } = await call('POST', 'confirmations', { uuid });
    return uuid + ' is ' + withdrawal.status + '.';
  };
  onPress(item, { confirm }, () => item);
  return item;
}
