import { expect } from '@open-wc/testing';
import { PAYOUT_ITEMS } from '../../stories/desk-fixtures.js';
import { kebab, TOKENS } from '../../src/styles/token-table.js';
import { all, control, everything, hear, one, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';
import { itIsSound, openStaff } from './merchant-support.js';

const TAG = 'crypto-merchant';

const tabs = (element: Element) =>
  all(element, '[role=tab]').map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());

function press(element: Element, key: string): void {
  one(element, '[role=tablist]').dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
}

const chosen = (element: Element) => one(element, '[role=tab][aria-selected=true]');

describe('crypto-merchant', () => {
  describe('all scopes', () => itIsSound(TAG, () => ({})));
  describe('signed out', () => itIsSound(TAG, () => ({ problem: { kind: 'session_ended' } })));

  it('has a tab for what the session allows, and says who is signed in', async () => {
    const { element } = await openStaff(TAG);
    await until(
      () => tabs(element)[0] === 'Needs attention7' || tabs(element)[0] === 'Needs attention 7',
      'the count',
    );
    expect(tabs(element).slice(1)).to.deep.equal(['Payments', 'Balances', 'Statistics', 'Payouts']);
    expect(shown(element)).to.contain('Signed in as Maja Lind');
    const other = await openStaff(TAG, { scopes: ['balances:read', 'payouts:propose'] });
    expect(tabs(other.element)).to.deep.equal(['Balances', 'Payouts']);
    const none = await openStaff(TAG, { scopes: [] });
    expect(shown(none.element)).to.contain('You don’t have access');
  });

  it('requests no balances for a person who may not see them', async () => {
    const { element, desk } = await openStaff(TAG, { scopes: ['payouts:propose'] });
    await until(() => all(element, 'h2').some((node) => words(node.innerText) === 'Payouts'), 'the payouts');
    await settled(element);
    expect(desk.balanceRequests).to.equal(0);
  });

  it('follows the tokens of a brand: typeface of titles, and square corners', async () => {
    const corners = Object.keys(TOKENS).filter((name) => /radius/i.test(name));
    const rules = [...corners.map((name) => `--crypto-${kebab(name)}: 0px`), '--crypto-font-title: fantasy'];
    const { element } = await openStaff(TAG, {}, { style: rules.join(';') });
    for (const [index, title] of [
      'Needs attention',
      'Payments',
      'Balances',
      'Statistics',
      'Payouts',
    ].entries()) {
      all(element, '[role=tab]')[index]?.click();
      await until(() => all(element, 'h2').some((node) => words(node.innerText) === title), title);
      await settled(element);
      for (const node of all(element, 'h2')) expect(getComputedStyle(node).fontFamily).to.equal('fantasy');
      const isRound = (node: Element, pseudo?: string) =>
        !['0px', ''].includes(getComputedStyle(node, pseudo).borderStartStartRadius);
      const round = everything(element).filter(
        (node) =>
          (isRound(node) || isRound(node, '::before')) &&
          !node.matches(':is(.mark, .marks, select, input), .mark *'),
      );
      expect(
        round.map(({ localName, classList }) => `${title}: ${localName}.${classList.value}`),
      ).to.deep.equal([]);
    }
  });

  it('moves between the tabs with the arrow keys, in the direction of reading', async () => {
    const { element } = await openStaff(TAG);
    press(element, 'ArrowRight');
    await settled(element);
    expect(chosen(element).textContent.trim()).to.equal('Payments');
    expect(chosen(element).matches(':focus')).to.equal(true);
    press(element, 'End');
    await settled(element);
    expect(chosen(element).textContent.trim()).to.equal('Payouts');
    element.setAttribute('dir', 'rtl');
    press(element, 'ArrowRight');
    await settled(element);
    expect(chosen(element).textContent.trim()).to.equal('Statistics');
  });

  it('links every tab with its panel, of which one is shown', async () => {
    const { element } = await openStaff(TAG);
    for (const tab of all(element, '[role=tab]'))
      expect(one(element, `#${tab.getAttribute('aria-controls')}`).getAttribute('aria-labelledby')).to.equal(
        tab.id,
      );
    expect(all(element, '[role=tabpanel]').filter(({ hidden }) => !hidden)).to.have.length(1);
  });

  it('opens a payment of the list in the tab of payments, and tells the page once', async () => {
    const heard = hear('crypto-merchant-open', 'crypto-merchant-count');
    const { element } = await openStaff(TAG);
    const [open] = all(element, 'button').filter(({ textContent }) => textContent.trim() === 'Open payment');
    open?.click();
    await until(() => shown(element).includes('Order A-1042'), 'the details');
    heard.stop();
    expect(chosen(element).textContent.trim()).to.equal('Payments');
    expect(heard.events.map(({ type }) => type)).to.deep.equal([
      'crypto-merchant-count',
      'crypto-merchant-open',
    ]);
    expect(heard.events.every(({ target }) => target === element)).to.equal(true);
  });

  it('opens a payment again that a person has closed', async () => {
    const { element } = await openStaff(TAG);
    const [open] = all(element, 'button').filter(({ textContent }) => textContent.trim() === 'Open payment');
    for (let visit = 0; visit < 3; visit += 1) {
      one(element, '#tab-attention').click();
      open?.click();
      await until(() => all(element, '#details-title').length === 1, 'the details');
      control(element, 'Close details').click();
      await until(() => all(element, '#details-title').length === 0, 'the details are closed');
    }
  });

  it('gives the focus to a payment that is opened, also if it is open already', async () => {
    const { element } = await openStaff(TAG);
    const [open] = all(element, 'button').filter(({ textContent }) => textContent.trim() === 'Open payment');
    for (const visit of ['first', 'again']) {
      one(element, '#tab-attention').click();
      await settled(element);
      open?.focus();
      open?.click();
      await until(() => all(element, '#details-title').some((title) => title.matches(':focus')), visit);
    }
  });

  it('tells the page of a decision and of the end of the session, as its own events', async () => {
    const heard = hear('crypto-merchant-decided', 'crypto-merchant-session-ended');
    const { element, desk } = await openStaff(TAG);
    all(element, '[data-opens$=-accepted]')[0]?.click();
    await settled(element);
    one(element, '.decide [type=submit]').click();
    await until(() => heard.events.length === 1, 'the decision');
    desk.problem = { kind: 'session_ended' };
    desk.change({ attention: 6 });
    await until(() => heard.events.length === 2, 'the end of the session');
    heard.stop();
    expect(heard.events.map(({ type }) => type)).to.deep.equal([
      'crypto-merchant-decided',
      'crypto-merchant-session-ended',
    ]);
    expect(heard.events.every(({ target }) => target === element)).to.equal(true);
    expect(Reflect.get(heard.events[0] ?? {}, 'detail')).to.include({ decision: 'accepted' });
  });

  it('lets a page style the parts of the elements inside', async () => {
    const style = document.createElement('style');
    style.textContent = 'crypto-merchant::part(button) { letter-spacing: 3px }';
    document.head.append(style);
    const { element } = await openStaff(TAG);
    for (const button of all(element, '.todo [part~=button]'))
      expect(getComputedStyle(button).letterSpacing).to.equal('3px');
    style.remove();
  });

  it('opens the payouts from the entry of one, with the focus on their tab', async () => {
    const heard = hear('crypto-merchant-payout');
    const { element } = await openStaff(TAG, { items: PAYOUT_ITEMS });
    await until(() => all(element, '.todo button').length > 0, 'the entry');
    all(element, '.todo button')[0]?.click();
    await settled(element);
    heard.stop();
    expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([{ payout: '1' }]);
    const tab = chosen(element);
    expect([tab.textContent.trim(), tab.matches(':focus')]).to.deep.equal(['Payouts', true]);
  });

  it('gives its client, language and theme to its parts', async () => {
    const { element, desk } = await openStaff(TAG, {}, { theme: 'dark' });
    const part = one(element, 'crypto-merchant-attention');
    expect(Reflect.get(part, 'client')).to.equal(desk);
    expect(part.getAttribute('theme')).to.equal('dark');
  });
});
