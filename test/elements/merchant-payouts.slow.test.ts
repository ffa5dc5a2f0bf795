import { expect } from '@open-wc/testing';
import type { PayoutSigning } from '../../src/merchant/entry.js';
import { BALANCES, PAYOUTS } from '../../stories/desk-fixtures.js';
import type { ScriptedDesk } from '../../stories/scripted-desk.js';
import { expectAtTheRight, expectLinesAtTheRight } from './address-lines.js';
import { all, control, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { catchFiles, itIsSound, openStaff } from './merchant-support.js';

const TAG = 'crypto-merchant-payouts';
const ADDRESS = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const second = { person: 'Ida Moe', scopes: ['payouts:approve'] } as const;

async function open(changes: Partial<ScriptedDesk> = {}) {
  const signed: PayoutSigning[] = [];
  const { element, desk } = await openStaff(TAG, changes);
  element.signPayout = (signing) => {
    signed.push(signing);
    return Promise.resolve('token');
  };
  await settled(element);
  return { element, desk, signed };
}

function type(element: Element, selector: string, value: string): void {
  const field = one(element, selector);
  Reflect.set(field, 'value', value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const only = (id: string) => ({ withdrawals: PAYOUTS.filter((payout) => payout.id === id) });

describe(TAG, () => {
  describe('every state', () => itIsSound(TAG, () => ({}), { 'payout-url': '/sign' }));
  describe('nothing', () => itIsSound(TAG, () => ({ withdrawals: [] })));
  describe('not reachable', () => itIsSound(TAG, () => ({ problem: { kind: 'unreachable' } })));

  it('announces every payout whose state has changed', async () => {
    const { element, desk } = await openStaff(TAG);
    const proposed = PAYOUTS.filter(({ state }) => state === 'proposed').slice(0, 2);
    const [first] = proposed;
    if (!first) throw new Error('There are proposals');
    const two = [first, { ...first, id: 'another', amount: '77' }];
    desk.withdrawals = two;
    desk.change();
    await until(() => shown(element).includes('77 USDT'), 'both proposals');
    desk.withdrawals = two.map((one) => ({ ...one, state: 'approved' as const, approvedBy: 'Ida Moe' }));
    desk.change();
    await until(() => said(element).includes('77 USDT'), 'the announcement of one');
    expect(said(element)).to.contain(`${first.amount} USDT`);
  });

  it('proposes what a person has typed, once it can be paid', async () => {
    const { element, desk, signed } = await open();
    type(element, '#address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    type(element, '#amount', '1e3');
    control(element, 'Request approval').click();
    await settled(element);
    expect(shown(element)).to.contain(
      'This is an address on BNB Smart Chain, Ethereum, Arbitrum One, Base, or OP Mainnet, not on TRON.',
    );
    expect(shown(element)).to.contain('This amount can’t be sent.');
    expect(signed).to.deep.equal([]);
    type(element, '#amount', '99999999');
    await settled(element);
    expect(shown(element)).to.contain('Only 12408.31 USDT is available.');
    control(element, 'Use all').click();
    type(element, '#address', ADDRESS);
    await settled(element);
    control(element, 'Request approval').click();
    await until(() => desk.steps.length > 0, 'the proposal');
    expect(signed).to.deep.equal([
      { kind: 'proposal', currency: 'USDT_TRC20', amount: '12408.31', address: ADDRESS, purpose: null },
    ]);
    expect(desk.steps).to.deep.equal(['propose token']);
  });

  it('offers nothing of a balance below zero, and states no unreadable one', async () => {
    const balance = (availableBalance: string | null) => ({
      wallets: {
        ...BALANCES,
        balances: BALANCES.balances.map((one) =>
          one.currency === 'USDT_TRC20' ? { ...one, availableBalance } : one,
        ),
      },
    });
    const { element } = await open(balance('-20.5'));
    expect(shown(element)).to.contain('0 USDT').and.not.to.contain('20.5');
    type(element, '#amount', '1');
    await settled(element);
    expect(shown(element)).to.contain('Only 0 USDT is available.');
    const { element: other } = await open(balance(null));
    expect(shown(other)).not.to.contain('Use all').and.not.to.contain('available');
    type(other, '#amount', '1');
    await settled(other);
    expect(shown(other)).not.to.contain('is available');
  });

  it('offers the addresses that were paid on the network', async () => {
    const { element } = await open();
    const saved = one(element, '.saved');
    expect([...saved.querySelectorAll('option')].map(({ value }) => value)).to.deep.equal([
      '',
      PAYOUTS[1]?.address,
    ]);
    type(element, '.saved', PAYOUTS[1]?.address ?? '');
    await settled(element);
    expect(shown(element)).to.contain('Complete address. Paid before: 1 payout.');
  });

  it('says what is wrong with a proposal in the language that is chosen later', async () => {
    const { element } = await open();
    type(element, '#amount', '-1');
    await settled(element);
    const english = one(element, '#amount-says').textContent?.trim();
    element.locale = 'de';
    await until(() => shown(element).includes('Auszahlung'), 'German has loaded');
    expect(one(element, '#amount-says').textContent?.trim()).to.not.equal(english);
  });

  it('does not let a person approve their own proposal', async () => {
    const { element } = await open(only(PAYOUTS[1]?.id ?? ''));
    const approve = control(element, 'Approve');
    expect(approve.getAttribute('aria-disabled')).to.equal('true');
    expect(shown(element)).to.contain('You proposed it. Another person must approve it.');
    approve.click();
    await settled(element);
    expect(all(element, '.decide')).to.have.length(0);
  });

  it('shows all of a payout again before a second person approves it', async () => {
    const payout = PAYOUTS[1];
    if (!payout) throw new Error('there is a proposal');
    const { element, desk, signed } = await open({ ...second, ...only(payout.id) });
    control(element, 'Approve').click();
    await settled(element);
    const form = one(element, '.decide');
    expect(form.textContent.replace(/\s+/g, ' ')).to.contain('Send 1200 USDT on TRON?');
    expect(form.textContent).to.contain('Maja Lind');
    expect(form.querySelector('.groups')?.getAttribute('aria-label')).to.equal(payout.address);
    expect(form.querySelectorAll('.groups b')).to.have.length(3);
    control(element, 'Approve and send').click();
    await until(() => desk.steps.length > 0, 'the approval');
    const text = JSON.stringify(['payout', payout.id, payout.currency, payout.address, payout.amount]);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(signed, 'what was shown, not the digest of the proxy').to.deep.equal([
      { kind: 'approval', digest: hex },
    ]);
    expect(desk.steps).to.deep.equal([`approve ${payout.id} token`]);
  });

  it('declines with a reason, and takes back', async () => {
    const id = PAYOUTS[1]?.id ?? '';
    const { element, desk } = await open({ ...second, ...only(id) });
    control(element, 'Decline').click();
    await settled(element);
    control(element, 'Decline').click();
    await settled(element);
    expect(shown(element)).to.contain('Write a reason first.');
    Reflect.set(one(element, '.decide textarea'), 'value', 'Wrong account');
    control(element, 'Decline').click();
    await until(() => desk.steps.length > 0, 'the decision');
    expect(desk.steps).to.deep.equal([`decline ${id} Wrong account`]);
    const own = await open(only(id));
    control(own.element, 'Cancel proposal').click();
    await until(() => own.desk.steps.length > 0, 'the decision');
    expect(own.desk.steps).to.deep.equal([`take back ${id}`]);
  });

  it('has two people say what became of an unknown payout', async () => {
    const { element, desk } = await open({ ...second, ...only('unknown-1') });
    expect(shown(element)).to.contain('Jon Berg recorded “It was sent: INV-7QX20AZM, 0.0102 BTC”.');
    expect(shown(element)).to.contain('Don’t propose it again.');
    control(element, 'Record the outcome').click();
    await settled(element);
    control(element, 'Save').click();
    await settled(element);
    expect(shown(element)).to.contain('Choose an outcome first.');
    one(element, 'input[value=INV-7QX20AZM]').click();
    control(element, 'Save').click();
    await until(() => desk.steps.length > 0, 'the decision');
    expect(desk.steps).to.deep.equal(['resolve unknown-1 sent INV-7QX20AZM']);
  });

  it('shows and announces a change at once', async () => {
    const { element, desk } = await open(only('approved-1'));
    desk.withdrawals = desk.withdrawals.map((payout) => ({
      ...payout,
      ...{ state: 'sent', sentAmount: '0.249', serviceId: 'INV-1' },
    }));
    desk.change();
    await until(() => shown(element).includes('0.249 ETH sent'), 'the answered amount');
    expect(said(element)).to.equal('Payout of 0.25 ETH: Sent');
  });

  it('leaves a form at Escape, back to its button', async () => {
    const { element } = await open({ ...second, ...only(PAYOUTS[1]?.id ?? '') });
    control(element, 'Approve').click();
    await settled(element);
    one(element, '#ask-title').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settled(element);
    expect(control(element, 'Approve').matches(':focus')).to.equal(true);
  });

  it('names the people and the outcome of a past payout where its table looks like cards', async () => {
    const { element } = await open();
    const labels = () =>
      all(element, 'tbody tr:first-child [data-label]')
        .filter((cell) => getComputedStyle(cell, '::before').content !== 'none')
        .map((cell) => cell.getAttribute('data-label'));
    expect(labels(), 'beside the headers of a table').to.deep.equal([]);
    if (element.parentElement) element.parentElement.style.inlineSize = '390px';
    await settled(element);
    expect(labels()).to.deep.equal(['Proposed by', 'Approved by', 'Outcome']);
  });

  it('shows the addresses of an Arabic table from left to right, at the right edge of their column', async () => {
    const { element } = await openStaff(TAG, {}, { locale: 'ar' });
    if (element.parentElement) element.parentElement.style.inlineSize = '1100px';
    await until(() => all(element, '[dir=rtl] td.address').length > 0, 'it runs rtl');
    await settled(element);
    for (const cell of all(element, 'td.address')) {
      const groups = cell.querySelector('.groups');
      if (!groups) throw new Error('there is no address');
      expectLinesAtTheRight(groups);
      const { paddingInlineStart } = getComputedStyle(cell);
      const right = cell.getBoundingClientRect().right - Number.parseFloat(paddingInlineStart);
      expect(groups.getBoundingClientRect().right).to.be.closeTo(right, 1);
    }
  });

  it('shows them in two lines where an Arabic table looks like cards', async () => {
    const { element } = await openStaff(TAG, {}, { locale: 'ar' });
    if (element.parentElement) element.parentElement.style.inlineSize = '320px';
    await until(() => all(element, '[dir=rtl] td.address').length > 0, 'it runs rtl');
    await settled(element);
    for (const groups of all(element, 'td.address .groups')) expectAtTheRight(groups, 2);
  });

  it('saves all payouts, of all pages, without formulas', async () => {
    const caught = catchFiles();
    const withdrawals = Array.from({ length: 230 }, (_, index) => ({
      ...(PAYOUTS.find(({ state }) => state === 'sent') ?? PAYOUTS[0]),
      id: `payout-${index}`,
      purpose: index === 3 ? '=HYPERLINK("https://evil.example")' : null,
      refusal: index === 4 ? '+1+1' : null,
    })) as typeof PAYOUTS;
    try {
      const { element } = await open({ withdrawals });
      control(element, 'Export CSV').click();
      await until(() => said(element) === '230 rows saved.', 'the announcement');
      const lines = ((await caught.files[0]?.text()) ?? '').trimEnd().split('\r\n');
      expect(lines).to.have.length(1 + 230);
      expect(lines[4]).to.contain(`,"'=HYPERLINK(""https://evil.example"")",`);
      expect(lines[5]).to.contain(",'+1+1,");
      expect(lines.filter((line) => /(?:^|,)"?[=+@-]/.test(line))).to.deep.equal([]);
    } finally {
      caught.stop();
    }
  });

  it('can only be read without a signer, also by a person with every scope', async () => {
    const { element } = await openStaff(TAG);
    expect(shown(element)).to.contain('Needs approval');
    expect(all(element, '.propose')).to.have.length(0);
    const names = all(element, 'button').map(({ textContent }) => textContent.trim());
    expect(names).to.include('Export CSV');
    expect(names).not.to.include('Approve');
    expect(names).not.to.include('Request approval');
  });
});
