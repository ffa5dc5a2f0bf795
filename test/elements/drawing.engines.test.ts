// Counts of drawing operations, in every engine: the bench measures how long they take.
import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import core from 'qrcode/lib/core/qrcode.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import type { CryptoCountdown } from '../../src/elements/crypto-countdown/crypto-countdown.js';
import type { CheckoutState } from '../../src/protocol/index.js';
import { ADDRESSES, bitcoinInvoice, checkoutIn, NOW } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import type { ScriptedSession } from '../../stories/scripted-session.js';
import { all, control, everything, one, openCard, settled } from './checkout-fixture.js';
import { until } from '../until.js';

/** The changes below the element, in its shadow trees too, while `work` runs. */
async function changesIn(element: Element, work: () => Promise<void>): Promise<readonly MutationRecord[]> {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((some) => records.push(...some));
  const roots = [element, ...everything(element)].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  for (const root of roots)
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  await work();
  records.push(...observer.takeRecords());
  observer.disconnect();
  return records;
}

/** The texts that were encoded while `work` runs; attempts at a higher error correction count as the same. */
async function encodedIn(work: () => Promise<void>): Promise<readonly string[]> {
  const { create } = core;
  const texts: string[] = [];
  core.create = (text, options) => {
    if (typeof text === 'string' && options.maskPattern === 0) texts.push(text);
    return create(text, options);
  };
  try {
    await work();
  } finally {
    core.create = create;
  }
  return texts;
}

/** Holds repeating timers, to be run by hand. */
function heldTimers(): { readonly all: ReadonlyMap<number, () => void>; readonly restore: () => void } {
  const { setInterval: set, clearInterval: clear } = window;
  const all = new Map<number, () => void>();
  let last = 1_000_000;
  Object.assign(window, {
    setInterval: (work: () => void) => {
      all.set((last += 1), work);
      return last;
    },
    clearInterval: (id: number) => all.delete(id),
  });
  return { all, restore: () => Object.assign(window, { setInterval: set, clearInterval: clear }) };
}

const countdown = (now: () => number) =>
  html`<crypto-countdown
    expires-at="2026-11-21T13:12:00Z"
    starts-at="2026-11-21T12:42:00Z"
    .now=${now}
  ></crypto-countdown>`;

const inBitcoin = (state: CheckoutState, paid = {}) => {
  const checkout = checkoutIn(state);
  return ready({ ...checkout, invoice: checkout.invoice && { ...bitcoinInvoice, ...paid } });
};

/** Goes through a payment, with the coins and every code on the way. */
async function walk(element: CryptoCheckout, session: ScriptedSession): Promise<void> {
  const show = async (snapshot: ReturnType<typeof ready>) => {
    session.show(snapshot);
    await settled(element);
  };
  const switchCode = async () => {
    one(element, '[role=switch]').click();
    await settled(element);
  };
  await show(inBitcoin('creating'));
  await show(inBitcoin('awaiting'));
  await switchCode();
  await switchCode();
  await show({ ...inBitcoin('awaiting'), changing: true });
  await show(inBitcoin('awaiting'));
  for (const isOpen of [true, false]) {
    control(element, 'Use a crypto exchange').click();
    await until(() => all(element, '#fee').length > 0 === isOpen, 'the helper for exchanges');
  }
  await show(inBitcoin('detected'));
  await show(inBitcoin('awaiting'));
  await show(inBitcoin('partial', { paid: '0.0003', due: '0.00021234' }));
  await show(inBitcoin('paid', { paid: '0.00051234', due: '0' }));
}

describe('drawing', () => {
  it('encodes each payload once in a whole payment, whichever steps are repeated', async () => {
    const { element, session } = await openCard(inBitcoin('choosing'));
    const texts = await encodedIn(() => walk(element, session));
    expect(texts).to.deep.equal([
      `bitcoin:${ADDRESSES.BTC}?amount=0.00051234`,
      ADDRESSES.BTC,
      `bitcoin:${ADDRESSES.BTC}?amount=0.00021234`,
    ]);
  });

  it('changes nothing in the page for an identical response', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    const changes = await changesIn(element, async () => {
      for (let time = 0; time < 3; time += 1) {
        session.show(ready(checkoutIn('awaiting')));
        await settled(element);
      }
    });
    expect(changes.map(({ target }) => target.nodeName)).to.deep.equal([]);
  });

  it('needs one timer for a checkout and all countdowns beside it, and none once they are gone', async () => {
    const timers = heldTimers();
    const { element } = await openCard(ready(checkoutIn('awaiting')));
    const beside = await fixture(html`<div>${[1, 2, 3].map(() => countdown(() => Date.parse(NOW)))}</div>`);
    expect(timers.all.size).to.equal(1);
    element.remove();
    expect(timers.all.size).to.equal(1);
    beside.remove();
    expect(timers.all.size).to.equal(0);
    timers.restore();
  });

  it('writes one text per second, and nothing while the time does not change', async () => {
    let nowMs = Date.parse(NOW);
    const timers = heldTimers();
    const element = await fixture(countdown(() => nowMs));
    const changes = await changesIn(element, async () => {
      for (const stepMs of [0, 0, 1000, 0]) {
        nowMs += stepMs;
        timers.all.forEach((tick) => tick());
        await settled(element);
      }
    });
    timers.restore();
    expect(changes.map(({ type, target }) => [type, target.textContent])).to.deep.equal([
      ['characterData', '23:40'],
    ]);
  });

  it('shows the remaining time for any change of the clock, and needs no timer at its end', async () => {
    let nowMs = Date.parse(NOW);
    const timers = heldTimers();
    const element = await fixture<CryptoCountdown>(countdown(() => nowMs));
    const shownAt = async (time: string) => {
      nowMs = Date.parse(time);
      timers.all.forEach((tick) => tick());
      element.requestUpdate();
      await element.updateComplete;
      return one(element, '.time').textContent;
    };
    expect(await shownAt('2026-11-21T12:48:21Z')).to.equal('23:39');
    expect(await shownAt('2026-11-21T12:48:19Z')).to.equal('23:41');
    expect(await shownAt('2026-11-21T13:11:59Z')).to.equal('0:01');
    expect(timers.all.size).to.equal(1);
    expect(await shownAt('2026-11-21T13:12:00Z')).to.equal('0:00');
    expect(timers.all.size).to.equal(0);
    timers.restore();
  });
});
