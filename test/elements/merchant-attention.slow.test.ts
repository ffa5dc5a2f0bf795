import { expect } from '@open-wc/testing';
import { ATTENTION_ITEMS, attentionOf, AUDIT, PAYOUT_ITEMS } from '../../stories/desk-fixtures.js';
import type { ScriptedDesk } from '../../stories/scripted-desk.js';
import { all, control, hear, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { itIsSound, openStaff } from './merchant-support.js';

const TAG = 'crypto-merchant-attention';

const STATES: Readonly<Record<string, readonly [Partial<ScriptedDesk>, string]>> = {
  'list': [{}, 'Underpaid: 30 of 50.12 USDT'],
  'payouts': [{ items: PAYOUT_ITEMS }, 'needs approval'],
  'nothing': [{ items: [] }, 'Nothing needs attention'],
  'loading': [{ isSilent: true }, 'Needs attention'],
  'not reachable': [
    { problem: { kind: 'unreachable' } },
    'There may be entries that you can’t see right now.',
  ],
  'signed out': [{ problem: { kind: 'session_ended' } }, 'Sign in to your shop again'],
  'not allowed': [{ problem: { kind: 'scope_missing' } }, 'You don’t have access'],
};

const late = ATTENTION_ITEMS.filter(({ kind }) => kind === 'late');
const undelivered = ATTENTION_ITEMS.filter((item) => item.kind === 'events');
const titles = (element: Element) => all(element, 'h3').map(({ firstChild }) => firstChild?.textContent);

function note(element: Element, text: string): void {
  const field = one(element, 'textarea');
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('there is no field');
  field.value = text;
  one(element, 'form').querySelector<HTMLButtonElement>('[type=submit]')?.click();
}

/** The entry of undelivered events, unfolded. */
async function openEvents(changes: Partial<ScriptedDesk>) {
  const opened = await openStaff(TAG, changes);
  control(opened.element, 'Events for your server').click();
  await settled(opened.element);
  return opened;
}

describe('crypto-merchant-attention', () => {
  it('says that nothing is left, also while a filter is set', async () => {
    const { element, desk } = await openStaff('crypto-merchant-attention');
    all(element, '.choices button')[1]?.click();
    desk.items = [];
    desk.change();
    await until(() => shown(element).includes('Nothing needs attention'), 'the empty list');
    expect(shown(element)).not.to.contain('of this kind');
  });

  it('announces the same result again', async () => {
    const { element } = await openEvents({});
    const region = one(element, '[role=status]');
    const changes: string[] = [];
    const observer = new MutationObserver(() => changes.push(said(element)));
    observer.observe(region, { childList: true, characterData: true, subtree: true });
    for (const count of [1, 2, 3]) {
      control(element, 'Resend event').click();
      await until(() => changes.length === count, 'the announcement');
    }
    observer.disconnect();
    expect(changes).to.deep.equal(Array.from({ length: 3 }, () => 'The event is being resent.'));
  });

  for (const [name, [changes, text]] of Object.entries(STATES)) {
    describe(name, () => {
      it('says so', async () => {
        const { element } = await openStaff(TAG, changes);
        expect(shown(element)).to.contain(text);
        expect(shown(element).includes('Nothing needs attention')).to.equal(name === 'nothing');
      });
      itIsSound(TAG, () => changes);
    });
  }

  it('says of each entry what happened, since when, and what it is worth', async () => {
    const text = shown((await openStaff(TAG)).element);
    expect(text).to.contain('4 events haven’t reached your server since');
    expect(text).to.contain('webhook answered 502. The next attempt is at');
    expect(text).to.contain('2 of them report a paid order.');
    expect(text).to.match(/Paid late: 50\.12 USDT since \d\d:32/);
    expect(text).to.contain('Duplicate payment: 0.00089 BTC');
    expect(text).to.contain('Overpaid by 0.5 USDC');
    expect(text).to.contain('An order’s price didn’t match');
  });

  it('says which events of which payments have not arrived, and opens these', async () => {
    const { element } = await openEvents({ items: undelivered });
    const rows = all(element, '.events li').map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
    expect(rows).to.have.length(4);
    expect(rows[0]).to.match(
      /^Paid checkout\.paid Order A-1012, failed, since .*:20 Open payment Resend event$/,
    );
    expect(rows[3], 'a deposit has no payment').to.match(
      /^deposit\.received waiting, since .*:45 Resend event$/,
    );
    const heard = hear('crypto-merchant-open');
    control(element, 'Open payment').click();
    heard.stop();
    expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([
      { payment: 'payment-of-A-1012' },
    ]);
  });

  it('sends an event again, says so, and keeps the focus', async () => {
    const { element, desk } = await openEvents({ items: undelivered });
    control(element, 'Resend event').click();
    await until(() => all(element, '.events li').length === 3, 'the event is gone');
    expect(desk.steps).to.deep.equal(['resend event-1']);
    expect(said(element)).to.equal('The event is being resent.');
    expect(one(element, 'h2').matches(':focus'), 'focus').to.equal(true);
  });

  it('sends all events again with one press', async () => {
    const { element, desk } = await openStaff(TAG, { items: undelivered });
    expect(all(element, '.events li'), 'one row until a person asks').to.have.length(0);
    control(element, 'Resend all').click();
    await until(() => said(element) === 'All events are being resent.', 'the announcement');
    expect(desk.steps).to.deep.equal(['resend all']);
  });

  it('lists money first', async () => {
    const { element } = await openStaff(TAG);
    const titles = all(element, '.todo h3').map(({ textContent }) => textContent);
    expect(titles.findIndex((title) => title.includes('events haven’t'))).to.equal(4);
  });

  it('says why an event was not sent again', async () => {
    const { element, desk } = await openEvents({ items: undelivered });
    desk.problem = { kind: 'unreachable' };
    control(element, 'Resend event').click();
    await until(() => shown(element).includes('No response.'), 'the reason');
    expect(all(element, '.events li')).to.have.length(4);
  });

  it('says how many more events there are, and offers nothing to a person who may only read', async () => {
    const items = undelivered.map((item) => ({ ...item, waiting: 39 }));
    const { element } = await openEvents({ items });
    element.scopes = ['payments:read'];
    await settled(element);
    expect(shown(element)).to.contain('1 to 4 of 40');
    expect(shown(element)).not.to.match(/Resend/);
  });

  it('counts its entries by kind, and shows one kind', async () => {
    const { element } = await openStaff(TAG);
    const filters = all(element, '[aria-pressed]').map(({ textContent }) =>
      textContent.replace(/\s+/g, ' ').trim(),
    );
    expect(filters).to.deep.equal(['All 7', 'Money 4', 'System 3']);
    control(element, 'System 3').click();
    await settled(element);
    expect(titles(element)).to.have.length(3);
    expect(control(element, 'System 3').getAttribute('aria-pressed')).to.equal('true');
  });

  it('lists an entry once that moves to the next page while the pages are read', async () => {
    const { element, desk } = await openStaff(TAG);
    const [first, second] = ATTENTION_ITEMS.slice(2);
    if (!first || !second) throw new Error('There are entries');
    const page = (cursor = '') =>
      cursor === ''
        ? { ...attentionOf([first]), count: 2, money: 2, next: 'second' }
        : { ...attentionOf([first, second]), count: 2, money: 2 };
    Object.assign(desk, {
      attention: ({ cursor }: { readonly cursor?: string }) =>
        Promise.resolve({ ok: true, value: page(cursor) }),
    });
    desk.change();
    await until(() => shown(element).includes('Show more'), 'the first page');
    control(element, 'Show more').click();
    await until(() => titles(element).length > 1, 'both pages');
    expect(titles(element)).to.have.length(2);
    expect(control(element, 'Money 2').getAttribute('aria-pressed')).to.equal('false');
  });

  it('says that a payout waits for a person, for its process, or for the truth', async () => {
    const { element } = await openStaff(TAG, { items: PAYOUT_ITEMS });
    for (const title of [
      'A payout of 1200 USDT may or may not have been sent',
      'An approved payout of 1200 USDT hasn’t been sent',
      'A payout of 1200 USDT needs approval',
    ])
      expect(shown(element)).to.contain(title);
    expect(shown(element)).to.contain('Tell the person who runs your server.');
  });

  it('tells the page its count when that has changed', async () => {
    const heard = hear('crypto-merchant-count');
    const { element, desk } = await openStaff(TAG);
    expect(element.count).to.equal(7);
    desk.items = late;
    desk.change();
    await until(() => element.count === 1, 'the new count');
    heard.stop();
    expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([
      { count: 7 },
      { count: 1 },
    ]);
  });

  it('reads its list again at a change, and announces what is new', async () => {
    const { element, desk } = await openStaff(TAG, { items: late });
    expect(said(element)).to.equal('');
    desk.items = ATTENTION_ITEMS;
    desk.change();
    await until(() => element.count === 7, 'the new entries');
    await settled(element);
    expect(said(element)).to.equal('6 new entries need attention.');
  });

  it('keeps the list when an update fails, and says how old it is', async () => {
    const { element, desk } = await openStaff(TAG);
    desk.problem = { kind: 'unreachable' };
    desk.change();
    await until(() => shown(element).includes('Last updated at'), 'the notice');
    expect(shown(element)).to.match(/Last updated at \d\d:48/);
    expect(titles(element)).to.have.length(7);
  });

  it('shows what the staff did with payments and payouts, and opens these payments', async () => {
    const { element, desk } = await openStaff(TAG, { items: [] });
    const button = control(element, 'Staff activity');
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    button.click();
    await until(() => all(element, '.log li').length > 0, 'the log');
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    const rows = all(element, '.log li').map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
    expect(rows[0], 'a process is no person').to.match(/^Payout of 50 USDT: Sent 21 Nov.*:44$/);
    expect(rows[1]).to.match(/^Payout of 50 USDT: Declined Jon Berg, .*:42 ?Wrong account$/);
    expect(rows[3]).to.match(/^Decided Maja Lind, .*as credit\. Open payment$/);
    await expect(element).to.be.accessible();
    const heard = hear('crypto-merchant-open');
    control(element, 'Open payment').click();
    heard.stop();
    expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([
      { payment: 'payment-of-A-1012' },
    ]);
    const [newest] = desk.log;
    if (!newest) throw new Error('there are entries');
    desk.log = [{ ...newest, number: 8 }, ...desk.log];
    desk.change();
    await until(() => all(element, '.log li').length === rows.length + 1, 'the new entry');
  });

  it('says that the staff did nothing yet', async () => {
    const { element } = await openStaff(TAG, { items: [], log: [] });
    control(element, 'Staff activity').click();
    await until(() => shown(element).includes('nothing yet'), 'the text');
  });

  it('shows more of a long log on request', async () => {
    const [newest] = AUDIT;
    if (!newest) throw new Error('there are entries');
    const log = Array.from({ length: 60 }, (_, index) => ({ ...newest, number: 60 - index }));
    const { element } = await openStaff(TAG, { items: [], log });
    control(element, 'Staff activity').click();
    for (const count of [25, 50, 60]) {
      await until(() => all(element, '.log li').length === count, `${count} entries`);
      if (count < 60) control(element, 'Show more').click();
    }
    await settled(element);
    expect(shown(element)).not.to.contain('Show more');
  });

  it('says that payouts have stopped, with what to do, and without a button', async () => {
    const since = '2026-11-20T12:00:00.000Z';
    const { element } = await openStaff(TAG, { items: [{ kind: 'journal', id: 'journal', since }] });
    expect(shown(element)).to.contain('Payouts have stopped');
    expect(shown(element)).to.contain(
      'Tell the person who runs your server that the program’s log explains what to do.',
    );
    expect(all(element, '.todo .do')).to.have.length(0);
  });

  it('opens a payment by its id', async () => {
    const { element } = await openStaff(TAG, { items: late });
    const heard = hear('crypto-merchant-open');
    control(element, 'Open payment').click();
    heard.stop();
    expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([
      { payment: 'payment-of-A-1038' },
    ]);
  });

  it('accepts as paid after it has asked, and says so', async () => {
    const { element, desk } = await openStaff(TAG, { items: late });
    control(element, 'Accept as paid').click();
    await settled(element);
    expect(desk.steps, 'asks first').to.deep.equal([]);
    expect(shown(element)).to.contain('No money moves.');
    expect(one(element, 'textarea').matches(':focus'), 'focus').to.equal(true);
    note(element, '');
    await until(() => element.count === 0, 'the entry is gone');
    expect(desk.steps).to.deep.equal(['settle payment-of-A-1038 late accepted']);
    expect(said(element)).to.equal('Order A-1038 was accepted as paid.');
    expect(one(element, 'h2').matches(':focus'), 'focus stays in the element').to.equal(true);
  });

  it('dismisses with a note only', async () => {
    const { element, desk } = await openStaff(TAG, { items: late });
    control(element, 'Dismiss').click();
    await settled(element);
    note(element, '  ');
    await settled(element);
    expect(shown(element)).to.contain('Write a note first.');
    expect(one(element, 'textarea').getAttribute('aria-invalid')).to.equal('true');
    note(element, 'Sent back by hand');
    await until(() => element.count === 0, 'the entry is gone');
    expect(desk.steps).to.deep.equal(['settle payment-of-A-1038 late dismissed Sent back by hand']);
  });

  it('joins the facts of an entry with the comma of the language', async () => {
    const { element } = await openStaff(TAG, {}, { locale: 'ar' });
    await until(() => all(element, '[dir=rtl] h3').length > 0, 'it speaks Arabic');
    await settled(element);
    expect(shown(element)).to.contain('،').and.not.to.contain(', ');
  });

  it('cannot accept what is left over from a paid order, or a review', async () => {
    const items = ATTENTION_ITEMS.filter(
      (item) => item.kind === 'review' || (item.kind === 'owed' && item.reason !== 'underpaid'),
    );
    const { element } = await openStaff(TAG, { items });
    expect(shown(element)).not.to.contain('Accept as paid');
    expect(all(element, '[data-opens$=dismissed]')).to.have.length(items.length);
  });

  it('returns to the button on Escape, and keeps a note when the decision fails', async () => {
    const { element, desk } = await openStaff(TAG, { items: late });
    control(element, 'Dismiss').click();
    await settled(element);
    one(element, 'textarea').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settled(element);
    expect(control(element, 'Dismiss').matches(':focus')).to.equal(true);
    control(element, 'Dismiss').click();
    await settled(element);
    desk.problem = { kind: 'refused', code: 'record_changed' };
    note(element, 'Sent back');
    await until(() => shown(element).includes('This has changed.'), 'the reason');
    expect(Reflect.get(one(element, 'textarea'), 'value')).to.equal('Sent back');
  });
});
