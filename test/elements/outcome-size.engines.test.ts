import { expect, fixture } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { checkout, checkoutIn, PART_DETECTED } from '../../stories/fixtures.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';
import { ready } from '../../stories/scripted-session.js';
import { one, openCard, settled } from './checkout-fixture.js';

const OUTCOMES = {
  'detected': ready(checkoutIn('detected')),
  'partial with a further payment': ready(checkoutIn('partial', PART_DETECTED)),
  'paid': ready(checkoutIn('paid')),
  'overpaid': ready(checkoutIn('overpaid')),
  'late': ready({ ...checkoutIn('paid'), late: true }),
  'expired': ready(checkoutIn('expired')),
  'expired with money': ready({ ...checkoutIn('partial'), state: 'expired' }),
  'canceled': ready(checkoutIn('canceled')),
  'problem': ready(checkout, { problem: { code: 'service_unavailable', retryable: true } }),
} as const;

/** The height between the last fact or word of the body and the next element. */
function emptyIn(element: Element): number {
  const [content, next] = ['crypto-receipt, .sheet', '.actions'].map((selector) =>
    [...(element.shadowRoot?.querySelectorAll(selector) ?? [])].at(-1)?.getBoundingClientRect(),
  );
  return content && next ? next.top - content.bottom : 0;
}

describe('the card of an outcome', () => {
  for (const width of [320, 480]) {
    for (const [name, snapshot] of Object.entries(OUTCOMES)) {
      it(`is as high as its content: ${name}, ${width} px`, async () => {
        const { element } = await openCard(snapshot);
        element.style.inlineSize = `${width}px`;
        const card = one(element, '.card').getBoundingClientRect();
        expect(emptyIn(element)).to.be.at.most(20);
        expect(card.height).to.be.below(element.getBoundingClientRect().height);
        expect(card.top).to.equal(element.getBoundingClientRect().top);
      });
    }
  }

  it('of a deposit address is as high as its content, too', async () => {
    const problem = { code: 'service_unavailable', retryable: true } as const;
    const session = new ScriptedDeposit({ phase: 'failed', currency: 'USDT_TRC20', problem });
    const element = await fixture<HTMLElement>(html`<crypto-deposit .session=${session}></crypto-deposit>`);
    await settled(element);
    expect(emptyIn(element)).to.be.at.most(20);
    expect(one(element, '.card').clientHeight).to.be.below(element.clientHeight);
  });

  it('does not move the content below it in the page', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    const below = document.createElement('p');
    below.textContent = 'What the shop writes below';
    element.after(below);
    const tops = new Set([below.getBoundingClientRect().top]);
    for (const snapshot of Object.values(OUTCOMES)) {
      session.show(snapshot);
      await settled(element);
      tops.add(below.getBoundingClientRect().top);
    }
    expect([...tops]).to.have.length(1);
  });

  it("keeps its size where the shop's own words are below the footer", async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    const own = document.createElement('p');
    Object.assign(own, { slot: 'footer', textContent: 'Our terms' });
    element.append(own);
    await settled(element);
    const { top } = own.getBoundingClientRect();
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    expect(own.getBoundingClientRect().top).to.equal(top);
  });

  it('shrinks in a dialog too, below its header', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')), { mode: 'modal', open: '' });
    const before = one(element, '.card').getBoundingClientRect();
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    const after = one(element, '.card').getBoundingClientRect();
    expect(after.top).to.equal(before.top);
    expect(after.height).to.be.below(before.height);
  });

  it('stays at the lower edge of a small screen', async () => {
    await setViewport({ width: 390, height: 800 });
    const { element } = await openCard(ready(checkoutIn('paid')), { mode: 'modal', open: '' });
    const { bottom, height } = one(element, '.card').getBoundingClientRect();
    expect(bottom).to.equal(800);
    expect(height).to.be.below(600);
    await setViewport({ width: 800, height: 600 });
  });
});
