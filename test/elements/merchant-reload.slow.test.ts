import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { deskWith, type ScriptedDesk } from '../../stories/scripted-desk.js';
import { all, everything, hear, one, settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { openStaff } from './merchant-support.js';

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
  if (!hidden) Reflect.deleteProperty(document, 'hidden');
}

/** Counts every request of a list. */
function countRequests(desk: object, names: readonly string[]) {
  const counts: Record<string, number> = {};
  for (const name of names) {
    const ask: unknown = Reflect.get(desk, name);
    if (typeof ask !== 'function') throw new Error(`There is no ${name}`);
    Reflect.set(desk, name, (...values: unknown[]): unknown => {
      counts[name] = (counts[name] ?? 0) + 1;
      return Reflect.apply(ask, desk, values);
    });
  }
  return counts;
}

/** Another element over the same desk: once it has loaded again, all others have had their time. */
async function openWitness(desk: ScriptedDesk) {
  const witness = await fixture<HTMLElement>(
    html`<crypto-merchant-payments locale="en-GB" .client=${desk}></crypto-merchant-payments>`,
  );
  await settled(witness);
}

describe('reloading of the staff’s lists', () => {
  it('ends with the element, also if it is removed before it has rendered', async () => {
    const { element, desk } = await openStaff('crypto-merchant-payments');
    const home = element.parentElement;
    for (let visit = 0; visit < 20; visit += 1) {
      home?.append(element);
      element.requestUpdate();
      element.remove();
      await element.updateComplete;
    }
    expect(desk.listenerCount).to.equal(0);
    await openWitness(desk);
    const counts = countRequests(desk, ['payments']);
    desk.change();
    await until(() => (counts['payments'] ?? 0) > 0, 'the witness has loaded again');
    expect(counts['payments']).to.equal(1);
  });

  it('is not begun by an element that is removed in an event of its own', async () => {
    const { element, desk } = await openStaff('crypto-merchant-payments');
    const counts = countRequests(desk, ['payment', 'payments']);
    element.addEventListener('crypto-merchant-open', () => element.remove());
    all(element, '.open')[0]?.click();
    await settled(element);
    await openWitness(desk);
    expect(counts).to.deep.equal({ payments: 1 });
  });

  it('is begun once by an element that is moved before it has rendered', async () => {
    const desk = deskWith({});
    const counts = countRequests(desk, ['payments']);
    const element = document.createElement('crypto-merchant-payments');
    element.client = desk;
    const home = await fixture(html`<div></div>`);
    home.append(element);
    element.remove();
    home.append(element);
    await until(() => all(element, '.open').length > 0, 'the list');
    expect(counts).to.deep.equal({ payments: 1 });
  });

  it('is done for the tab that is shown, and for another one when a person goes there', async () => {
    const { element, desk } = await openStaff('crypto-merchant');
    for (const tab of all(element, '[role=tab]')) {
      tab.click();
      await settled(element);
    }
    one(element, '#tab-balances').click();
    await settled(element);
    await openWitness(desk);
    const counts = countRequests(desk, [
      'attention',
      'payments',
      'statistics',
      'payouts',
      'audit',
      'payment',
    ]);
    for (let change = 0; change < 10; change += 1) desk.change({ attention: 7 });
    await until(() => (counts['payments'] ?? 0) > 0, 'the witness has loaded again');
    expect(counts).to.deep.equal({ payments: 1 });
    one(element, '#tab-attention').click();
    await until(() => counts['attention'] === 1, 'the list that is shown now is loaded again');
    one(element, '#tab-balances').click();
    await settled(element);
    one(element, '#tab-attention').click();
    await settled(element);
    desk.change({ attention: 7 });
    await until(() => counts['payments'] === 2, 'the witness has loaded again');
    await until(() => counts['attention'] === 2, 'one change, one request');
  });

  it('waits while the page is hidden, and is done once when a person returns', async () => {
    const { desk } = await openStaff('crypto-merchant-attention');
    const counts = countRequests(desk, ['attention']);
    setHidden(true);
    const { setTimeout: original } = window;
    let timers = 0;
    Object.assign(window, {
      setTimeout: (work: () => void, ms: number) => {
        timers += 1;
        return original(work, ms);
      },
    });
    for (let change = 0; change < 10; change += 1) desk.change({ attention: 7 });
    Object.assign(window, { setTimeout: original });
    expect([timers, counts]).to.deep.equal([0, {}]);
    setHidden(false);
    await until(() => counts['attention'] === 1, 'the list is loaded again');
  });

  it('still counts what needs a person while another tab is shown', async () => {
    const { element, desk } = await openStaff('crypto-merchant');
    const heard = hear('crypto-merchant-count');
    one(element, '#tab-payments').click();
    await settled(element);
    desk.change({ attention: 12 });
    await until(() => one(element, '#tab-attention').textContent.includes('12'), 'the new count');
    heard.stop();
    expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([{ count: 12 }]);
  });

  it('stays flat over a day: 1,000 changes, and 50 visits of each tab', async () => {
    const { element, desk } = await openStaff('crypto-merchant');
    const tabs = all(element, '[role=tab]');
    const visit = async () => {
      for (const tab of tabs) {
        tab.click();
        await settled(element);
        for (let change = 0; change < 4; change += 1) desk.change({ attention: 7 });
      }
    };
    await visit();
    const before = { listeners: desk.listenerCount, nodes: everything(element).length };
    const counts = countRequests(desk, ['attention', 'payments', 'balances', 'statistics', 'payouts']);
    for (let round = 0; round < 50; round += 1) await visit();
    expect({ listeners: desk.listenerCount, nodes: everything(element).length }).to.deep.equal(before);
    // A list is loaded at most once per visit, also with four changes each.
    for (const [name, count] of Object.entries(counts)) expect(count, name).to.be.at.most(51);
  });
});
