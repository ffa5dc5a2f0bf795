import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionSnapshot } from '../../src/checkout/session.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { one, settled, shown } from './checkout-fixture.js';

async function open(snapshot: SessionSnapshot): Promise<CryptoCheckout> {
  const element = await fixture<CryptoCheckout>(
    html`<crypto-checkout locale="en-GB" .session=${new ScriptedSession(snapshot)}>
      <p>Pay at the counter instead.</p>
      <b slot="header">Our banner</b>
      <b slot="footer">Our terms</b>
      <b slot="success">Your download</b>
      <b slot="expired">Our other ways to pay</b>
      <b slot="error">Call us</b>
      <a slot="support" href="https://shop.example/chat">Chat</a>
    </crypto-checkout>`,
  );
  await settled(element);
  return element;
}

/** The shop's own texts that the payer sees, from top to bottom. */
function own(element: Element): readonly string[] {
  return [...element.children]
    .filter((child) => child.getClientRects().length > 0)
    .map((child) => ({ top: child.getBoundingClientRect().top, text: child.textContent ?? '' }))
    .sort((one, other) => one.top - other.top)
    .map(({ text }) => text);
}

/** The positions of the shop's own texts, from top to bottom. */
function placesOf(element: Element) {
  const host = element.getBoundingClientRect();
  return [...element.children].flatMap((child) => {
    const range = document.createRange();
    range.selectNodeContents(child);
    const { left, top, width } = range.getBoundingClientRect();
    return width > 0 ? [{ text: child.textContent, left: left - host.left, top: top - host.top }] : [];
  });
}

const PROBLEM = { code: 'service_unavailable', retryable: true } as const;

describe("the shop's own texts in crypto-checkout", () => {
  const cases: Record<string, readonly [SessionSnapshot, readonly string[]]> = {
    loading: [{ phase: 'loading' }, ['Our banner', 'Chat', 'Our terms']],
    choosing: [ready(checkout), ['Our banner', 'Chat', 'Our terms']],
    paid: [ready(checkoutIn('paid')), ['Our banner', 'Your download', 'Chat', 'Our terms']],
    overpaid: [ready(checkoutIn('overpaid')), ['Our banner', 'Your download', 'Chat', 'Our terms']],
    expired: [ready(checkoutIn('expired')), ['Our banner', 'Our other ways to pay', 'Chat', 'Our terms']],
    canceled: [ready(checkoutIn('canceled')), ['Our banner', 'Chat', 'Our terms']],
    problem: [ready(checkout, { problem: PROBLEM }), ['Our banner', 'Call us', 'Chat', 'Our terms']],
  };
  for (const [name, [snapshot, expected]] of Object.entries(cases)) {
    it(`are in their slot: ${name}`, async () => {
      const element = await open(snapshot);
      expect(own(element)).to.deep.equal(expected);
      await expect(element).to.be.accessible();
    });
  }

  it('block no action of the payer', async () => {
    expect(shown(await open(ready(checkoutIn('paid'))))).to.contain('Return to shop');
    expect(shown(await open(ready(checkoutIn('expired'))))).to.contain('Get a new price');
    expect(shown(await open(ready(checkout, { problem: PROBLEM })))).to.contain('Try again');
  });

  it('leave no gap if there are none', async () => {
    const session = new ScriptedSession(ready(checkoutIn('paid')));
    const element = await fixture(html`<crypto-checkout .session=${session}></crypto-checkout>`);
    await settled(element);
    const card = one(element, '.card').getBoundingClientRect();
    expect(one(element, '.header').getBoundingClientRect().top - card.top).to.be.at.most(1);
    expect(card.bottom - one(element, '.footer').getBoundingClientRect().bottom).to.be.at.most(1);
  });

  it('alone are in the footer of a problem that has nothing else for it, which then is no empty band', async () => {
    const heightOf = async (snapshot: SessionSnapshot, support = '') => {
      const session = new ScriptedSession(snapshot);
      const element = await fixture<CryptoCheckout>(
        html`<crypto-checkout locale="en-GB" .session=${session}
          >${support && html`<a slot="support" href="https://shop.example">${support}</a>`}</crypto-checkout
        >`,
      );
      await settled(element);
      return one(element, '.footer').getBoundingClientRect().height;
    };
    for (const problem of [
      { code: 'offline', retryable: true },
      { code: 'order_expired', retryable: false },
    ] as const) {
      const snapshot = { phase: 'failed', problem } as const;
      expect(await heightOf(snapshot)).to.be.below(16);
      expect(await heightOf(snapshot, 'Chat')).to.be.above(40);
    }
    expect(await heightOf({ phase: 'failed', problem: { ...PROBLEM, requestId: '4f1c-92aa' } })).to.be.above(
      40,
    );
  });

  for (const width of [320, 480])
    it(`keep their space if a page resets every margin and padding, ${width} px`, async () => {
      for (const [snapshot, expected] of Object.values(cases)) {
        const element = await open(snapshot);
        element.style.inlineSize = `${width}px`;
        const before = placesOf(element);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('*, *::before, *::after { margin: 0; padding: 0; box-sizing: border-box }');
        document.adoptedStyleSheets.push(sheet);
        const after = placesOf(element);
        document.adoptedStyleSheets.pop();
        expect(after).to.deep.equal(before);
        expect(after).to.have.length(expected.length);
        for (const { left, text } of after) expect(left, text ?? '').to.be.at.least(12);
      }
    });

  it('reach the edge of the card if the page styles them so', async () => {
    const element = await open(ready(checkout));
    element.style.setProperty('--crypto-slot-margin', '0');
    const [banner] = placesOf(element);
    // Beside the border of the card.
    expect(banner?.left).to.equal(1);
  });

  it('are the content of a page before the element is defined', async () => {
    const element = await fixture<HTMLElement>(
      html`<crypto-checkout-to-come>
        <p>Pay at the counter instead.</p>
        <b slot="header">Our banner</b>
        <b slot="success">Your download</b>
        <style>
          crypto-checkout-to-come:not(:defined) > [slot] {
            display: none;
          }
        </style>
      </crypto-checkout-to-come>`,
    );
    expect(own(element)).to.deep.equal(['Pay at the counter instead.']);
    expect(own(await open(ready(checkout)))).to.not.include('Pay at the counter instead.');
  });
});
