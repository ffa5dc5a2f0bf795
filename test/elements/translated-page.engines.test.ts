import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionSnapshot } from '../../src/checkout/session.js';
import '../../src/define/all.js';
import { addressGroups } from '../../src/payment/index.js';
import {
  ADDRESSES,
  bitcoinInvoice,
  checkout,
  checkoutIn,
  PART_DETECTED,
  refund,
  refundRequested,
  TRANSACTION,
  withRefunds,
} from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { until } from '../until.js';
import { openCard, one, settled } from './checkout-fixture.js';
import { open, SCENES } from './parts-support.js';
import { allText, rewrite, translate, translatedTexts, withoutMarks } from './translator.js';

const problem = { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' } as const;

const SNAPSHOTS: Readonly<Record<string, SessionSnapshot>> = {
  'loading': { phase: 'loading' },
  'choosing': ready(checkout),
  'creating': ready(checkout, { pending: { kind: 'invoice', currency: 'USDT_TRC20' } }),
  'awaiting': ready(checkoutIn('awaiting')),
  'awaiting in Bitcoin': ready({ ...checkoutIn('awaiting', bitcoinInvoice), testMode: true }),
  'canceling': ready(checkoutIn('awaiting'), { pending: { kind: 'cancel' } }),
  'trouble': ready(checkoutIn('awaiting'), { connection: 'trouble' }),
  'partial': ready(checkoutIn('partial')),
  'a larger part': ready(checkoutIn('partial', { paid: '40', due: '10.12' })),
  'partial, more detected': ready(checkoutIn('partial', PART_DETECTED)),
  'detected': ready(checkoutIn('detected')),
  'paid': ready(checkoutIn('paid')),
  'overpaid': ready(checkoutIn('overpaid')),
  'refund possible': ready(withRefunds([refund])),
  'refund requested': ready(withRefunds([refundRequested])),
  'late': ready({ ...checkoutIn('paid'), late: true }),
  'expired': ready(checkoutIn('expired')),
  'expired with money': ready({ ...checkoutIn('partial'), state: 'expired' }),
  'canceled': ready(checkoutIn('canceled')),
  'problem': ready(checkout, { problem }),
};

/** What a payer compares, copies or quotes, as the fixtures have it. */
const EXACT = [
  ...['50.12', '20.12', '10.12', '52.62', '2.5 USDT', '0.00051234', '€49.00', '1 USDT'],
  ...['A-1001', 'INV-8KQ2M4XZ', '4f1c-92aa', 'TQCt…7En8', 'TRON (TRC-20)', 'Tether'],
  `${TRANSACTION.slice(0, 6)}…${TRANSACTION.slice(-6)}`,
  ...[ADDRESSES.USDT_TRC20, ADDRESSES.BTC].flatMap((address) =>
    addressGroups(address).map(({ text }) => text),
  ),
];

describe('a page that the browser translates', () => {
  for (const [name, snapshot] of Object.entries(SNAPSHOTS))
    it(`shows the next state, whatever it is: ${name}`, async () => {
      const [{ element, session }, twin] = [await openCard(snapshot), await openCard(snapshot)];
      for (const [next, after] of Object.entries(SNAPSHOTS)) {
        for (const shown of [snapshot, after]) {
          session.show(shown);
          twin.session.show(shown);
          await settled(element);
          await settled(twin.element);
          expect(withoutMarks(allText(element)), next).to.equal(allText(twin.element));
          translate(element);
        }
      }
    });

  it('shows what is due after a part was received', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    translate(element);
    session.show(ready(checkoutIn('partial')));
    await settled(element);
    expect(one(element, '.amount').innerText.replace(/\s+/g, ' ')).to.equal('20.12 USDT');
    expect(allText(element)).to.contain('30of50.12USDT');
  });

  it('shows what is due if an extension had written every text anew', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    const twin = await openCard(ready(checkoutIn('partial')));
    rewrite(element);
    session.show(ready(checkoutIn('partial')));
    await settled(element);
    expect(one(element, '.amount').innerText.replace(/\s+/g, ' ')).to.equal('20.12 USDT');
    expect(withoutMarks(allText(element))).to.equal(allText(twin.element));
  });

  it('shows another language, if the payer or the page selects one', async () => {
    const { element } = await openCard(ready(checkoutIn('awaiting')));
    const twin = await openCard(ready(checkoutIn('awaiting')), { locale: 'de' });
    translate(element);
    element.locale = 'de';
    await until(() => allText(element).includes('genau'), 'German');
    await settled(element);
    expect(withoutMarks(allText(element))).to.equal(allText(twin.element));
  });

  for (const ignores of [false, true])
    it(`counts down${ignores ? ', also if an extension translates what is exact' : ''}`, async () => {
      let nowMs = Date.parse('2026-11-21T12:48:19Z');
      const element = await fixture(
        html`<crypto-countdown expires-at="2026-11-21T13:12:00Z" .now=${() => nowMs}></crypto-countdown>`,
      );
      translate(element, ignores);
      nowMs += 1000;
      await until(() => allText(element) === '23:40', 'the next second');
      translate(element, ignores);
      nowMs += 1000;
      await until(() => allText(element) === '23:39', 'the second after it');
    });

  it('counts down if an extension writes the digits anew', async () => {
    let nowMs = Date.parse('2026-11-21T12:48:19Z');
    const element = await fixture(
      html`<crypto-countdown expires-at="2026-11-21T13:12:00Z" .now=${() => nowMs}></crypto-countdown>`,
    );
    for (const time of ['23:40', '23:39']) {
      rewrite(element);
      nowMs += 1000;
      await until(() => allText(element) === time, 'the next second');
    }
  });

  for (const [name, scene] of Object.entries(SCENES))
    it(`has every amount, address and id as it was: ${name}`, async () => {
      const element = await open(scene);
      const before = allText(element);
      translate(element);
      expect(withoutMarks(allText(element))).to.equal(before);
      const texts = translatedTexts(element);
      for (const exact of EXACT)
        expect(
          texts.filter((text) => text.includes(exact)),
          exact,
        ).to.deep.equal([]);
    });
});
