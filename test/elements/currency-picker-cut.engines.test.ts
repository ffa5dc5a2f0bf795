import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/define/all.js';
import { CURRENCY_CODES } from '../../src/payment/index.js';
import { checkout, checkoutIn, offersOf } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { itWith } from './browser-engine.js';
import { everything, one, settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { openPicker, rows, type } from './currency-picker-support.js';

/** The visible part of the last visible row. */
function seenOfLast(element: Element): number {
  const end = one(element, '.list').getBoundingClientRect().bottom;
  const last = rows(element)
    .map((row) => row.getBoundingClientRect())
    .filter(({ top }) => top < end)
    .at(-1);
  return last ? (end - last.top) / last.height : 0;
}

const isCut = (element: Element) => Math.abs(seenOfLast(element) - 0.5) < 0.1;

describe('a list of currencies that scrolls', () => {
  for (const base of [12, 15, 20]) {
    for (const width of [320, 360, 420, 480]) {
      // Names that need two lines make rows of another height.
      if (base === 20 && width < 360) continue;
      itWith(
        'division of lengths',
        `ends in the middle of a row, ${width} px wide, text of ${base} px`,
        async () => {
          for (const snapshot of [ready(checkout), ready(checkoutIn('awaiting'), { changing: true })]) {
            const appearance = { variables: { fontSize: `${base}px` } };
            const element = await fixture<HTMLElement>(
              html`<crypto-checkout
                locale="en-GB"
                .session=${new ScriptedSession(snapshot)}
                .appearance=${appearance}
              ></crypto-checkout>`,
            );
            element.style.inlineSize = `${width}px`;
            await settled(element);
            await until(() => isCut(element), 'a row is cut in half');
            const gap = one(element, '.footer').getBoundingClientRect().top;
            expect(gap - one(element, '.list').getBoundingClientRect().bottom).to.be.below(base);
          }
        },
      );
    }
  }

  itWith('division of lengths', 'ends so in a popover, and as the payer types', async () => {
    const { element } = await openPicker(offersOf(...CURRENCY_CODES), { inline: false });
    one(element, '#trigger').click();
    await settled(element);
    await until(() => isCut(element), 'a row is cut in half');
    await type(element, 'usd');
    await until(() => isCut(element), 'a row is cut in half');
  });

  it('shows every row whole if all of them fit, and its last one at its end', async () => {
    const { element } = await openPicker(offersOf('BTC', 'USDT_TRC20', 'SOL'));
    expect(seenOfLast(element)).to.be.at.least(1);
    const all = await openPicker(offersOf(...CURRENCY_CODES));
    const list = one(all.element, '.list');
    list.scrollTop = list.scrollHeight;
    await until(() => seenOfLast(all.element) >= 1, 'the last row is whole');
  });

  it('keeps rows that a finger hits', async () => {
    const { element } = await openPicker(offersOf(...CURRENCY_CODES));
    element.appearance = { density: 'compact' };
    await settled(element);
    for (const row of rows(element)) expect(row.getBoundingClientRect().height).to.be.at.least(44);
    expect(everything(element).some((node) => node.hasAttribute('style'))).to.equal(false);
  });
});
