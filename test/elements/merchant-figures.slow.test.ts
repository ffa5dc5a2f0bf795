import { expect } from '@open-wc/testing';
import { BALANCES, STATISTICS } from '../../stories/desk-fixtures.js';
import { all, control, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { itIsSound, openStaff } from './merchant-support.js';

describe('crypto-merchant-balances', () => {
  describe('list', () => itIsSound('crypto-merchant-balances', () => ({})));
  describe('not reachable', () =>
    itIsSound('crypto-merchant-balances', () => ({ problem: { kind: 'unreachable' } })));

  it('shows what is available and what there is, in coins and in USD, with totals and their time', async () => {
    const { element } = await openStaff('crypto-merchant-balances');
    const text = shown(element);
    expect(all(element, 'dt').map(({ textContent }) => textContent)).to.deep.equal(['Available', 'Balance']);
    expect(all(element, 'dd').map(({ textContent }) => textContent)).to.deep.equal([
      'US$19,842.70',
      'US$21,046.70',
    ]);
    expect(text).to.contain('12 408.31 USDT').and.to.contain('US$12,408.31');
    expect(text).to.contain('13 612.31 USDT').and.to.contain('US$13,612.31');
    expect(one(element, 'tbody').textContent).to.contain('12408.31 USDT');
    expect(text).to.match(/USD values as of \d\d:48/);
  });

  it('does not guess a total if a value is unreadable', async () => {
    const [one, ...others] = BALANCES.balances;
    if (!one) throw new Error('there are balances');
    const wallets = { ...BALANCES, balances: [{ ...one, balanceUsd: null }, ...others] };
    const { element } = await openStaff('crypto-merchant-balances', { wallets });
    expect(all(element, 'dd').map(({ textContent }) => textContent)).to.deep.equal(['US$19,842.70', '?']);
  });

  it('shows a value in USD in cents, and an amount with every digit', async () => {
    const [balance] = BALANCES.balances;
    if (!balance) throw new Error('there are balances');
    const many = { ...balance, balance: '0.191219471252498775', balanceUsd: '577.765807999999687' };
    const wallets = { ...BALANCES, balances: [many] };
    const { element } = await openStaff('crypto-merchant-balances', { wallets });
    const text = shown(element);
    expect(text).to.contain('US$577.76').and.not.to.contain('577.765');
    expect(one(element, 'tbody').textContent).to.contain('0.191219471252498775');
  });

  it('folds empty coins, also those that this release does not know', async () => {
    const { element } = await openStaff('crypto-merchant-balances');
    expect(all(element, 'tbody tr')).to.have.length(5);
    control(element, 'Show 3 zero balances').click();
    await settled(element);
    expect(all(element, 'tbody tr')).to.have.length(8);
    expect(shown(element)).to.contain('NEWCOIN');
  });

  it('shows a balance below zero and an unreadable one, and hides neither them nor the others', async () => {
    const [whole] = BALANCES.balances;
    if (!whole) throw new Error('there are balances');
    const usd = { balanceUsd: null, availableBalanceUsd: null };
    const balances = [
      whole,
      {
        currency: 'BTC',
        balance: '-0.25',
        availableBalance: '0',
        balanceUsd: '-23.459',
        availableBalanceUsd: null,
      },
      { currency: 'ETH', balance: '0', availableBalance: null, ...usd },
      { currency: null, balance: '7', availableBalance: '7', ...usd },
    ];
    const { element } = await openStaff('crypto-merchant-balances', { wallets: { ...BALANCES, balances } });
    const rows = all(element, 'tbody tr').map((row) =>
      row.textContent.replace(/Available|Balance|\s+/g, ' '),
    );
    expect(rows).to.have.length(4);
    expect(rows[0]).to.contain('12408.31');
    expect(rows[1]).to.contain('-0.25').and.to.contain('-US$23.45');
    expect(rows[2]).to.match(/Ethereum.* \? .*0/);
    expect(rows[3]).to.match(/^ \? .*7 .*7/);
  });

  it('says that there is no balance yet', async () => {
    const wallets = { ...BALANCES, balances: [] };
    expect(shown((await openStaff('crypto-merchant-balances', { wallets })).element)).to.contain(
      'No balances yet',
    );
  });
});

describe('crypto-merchant-statistics', () => {
  const none = { sums: { ...STATISTICS, statuses: [] } };
  describe('week', () => itIsSound('crypto-merchant-statistics', () => ({})));
  describe('nothing', () => itIsSound('crypto-merchant-statistics', () => none));

  it('shows an unreadable number as such, and every other one', async () => {
    const statuses = STATISTICS.statuses.map((one) =>
      one.status === 'paid' ? { ...one, count: null, amountUsd: null } : one,
    );
    const { element } = await openStaff('crypto-merchant-statistics', { sums: { ...STATISTICS, statuses } });
    const text = shown(element);
    expect(text).to.contain('? of 412').and.not.to.contain('US$15,304.28');
    expect(text).to.contain('US$402.18').and.to.contain('US$19,218.32');
    expect(all(element, 'tbody tr')).to.have.length(5);
  });

  it('says how old it is, and that the proxy is down while it is', async () => {
    const { element, desk } = await openStaff('crypto-merchant-statistics');
    expect(shown(element)).to.match(/Checked at \d\d:\d\d:\d\d/);
    desk.problem = { kind: 'unreachable' };
    control(element, '30 days').click();
    await until(() => all(element, '[part=notice]').length === 1, 'the notice');
    expect(shown(element)).to.match(/Last updated at \d\d:\d\d/);
  });

  it('shows counts and sums by status, with silent bars', async () => {
    const { element } = await openStaff('crypto-merchant-statistics');
    const text = shown(element);
    expect(text).to.contain('US$15,304.28');
    expect(text).to.contain('324 of 412');
    expect(all(element, 'tbody tr')).to.have.length(5);
    expect(shown(element)).to.contain('77.5%');
    for (const bar of element.shadowRoot?.querySelectorAll('.bar svg') ?? [])
      expect(bar.getAttribute('aria-hidden')).to.equal('true');
    const widths = [...(element.shadowRoot?.querySelectorAll('rect') ?? [])].map((bar) =>
      bar.getAttribute('width'),
    );
    expect(widths[0]).to.equal('775');
  });

  it('shows another period, or dates of one’s choice', async () => {
    const { element, desk } = await openStaff('crypto-merchant-statistics');
    const asked: (readonly string[])[] = [];
    const { statistics } = desk;
    Object.assign(desk, {
      statistics: (from: string, to: string) => {
        asked.push([from, to]);
        return statistics(from, to);
      },
    });
    control(element, '30 days').click();
    await settled(element);
    const [from = '', to = ''] = asked[0] ?? [];
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).to.equal(29);
    await until(() => said(element).endsWith(': US$15,304.28'), 'the sum of the period is announced');
    control(element, 'Dates').click();
    await settled(element);
    Reflect.set(one(element, 'input[name=from]'), 'value', '2026-11-10');
    Reflect.set(one(element, 'input[name=to]'), 'value', '2026-11-03');
    control(element, 'Show').click();
    await settled(element);
    expect(asked.at(-1), 'in order').to.deep.equal(['2026-11-03', '2026-11-10']);
  });

  it('says that there are no invoices', async () => {
    const { element } = await openStaff('crypto-merchant-statistics', none);
    expect(shown(element)).to.contain('No invoices in this period');
  });
});
