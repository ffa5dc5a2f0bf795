import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { all, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

/** Answers every request of the page with a checkout in which a currency can be chosen, and counts them. */
function answerRequests(): { readonly count: () => number; readonly restore: () => void } {
  const { fetch: real } = window;
  let count = 0;
  window.fetch = async () => {
    count += 1;
    return Response.json(checkout, { status: 200 });
  };
  return { count: () => count, restore: () => Object.assign(window, { fetch: real }) };
}

/** A tag as a server has written it, with a checkout or any other text as its state. */
function tagWith(json: string): CryptoCheckout {
  const tag = document.createElement('crypto-checkout');
  tag.setAttribute('order', 'A-1001');
  tag.setAttribute('locale', 'en-GB');
  const state = document.createElement('script');
  state.type = 'application/json';
  state.textContent = json;
  tag.append(state);
  document.body.append(tag);
  return tag;
}

describe('a checkout that the server of the shop has rendered', () => {
  let requests = answerRequests();
  let tag: HTMLElement | undefined;

  beforeEach(() => {
    requests.restore();
    requests = answerRequests();
  });

  afterEach(() => {
    tag?.remove();
    requests.restore();
  });

  it('is shown without a first request', async () => {
    tag = tagWith(JSON.stringify(checkoutIn('paid')));
    await settled(tag);
    expect(shown(tag)).to.contain('Paid. Thank you.');
    expect(requests.count()).to.equal(0);
  });

  it('is shown without a first request when a framework passes it', async () => {
    tag = await fixture(
      html`<crypto-checkout
        order="A-1001"
        locale="en-GB"
        .initialCheckout=${checkoutIn('paid')}
      ></crypto-checkout>`,
    );
    await settled(tag);
    expect(shown(tag)).to.contain('Paid. Thank you.');
    expect(requests.count()).to.equal(0);
  });

  for (const [name, json] of [
    ['cut', JSON.stringify(checkoutIn('paid')).slice(0, 80)],
    ['of another form', '{"state":"paid"}'],
    ['empty', ''],
  ] as const) {
    it(`is requested if its state is ${name}`, async () => {
      const element = (tag = tagWith(json));
      await until(() => shown(element).includes('How would you like to pay?'), 'the coins are shown');
      expect(requests.count()).to.equal(1);
    });
  }

  it('replaces the rendered content, with its styles', async () => {
    const page = Document.parseHTMLUnsafe(`<crypto-checkout order="A-1001" locale="en-GB">
      <template shadowrootmode="open"><style>:host { color: red }</style><p id="early">Early</p></template>
      <script type="application/json">${JSON.stringify(checkoutIn('paid'))}</script></crypto-checkout>`);
    const rendered = page.querySelector('crypto-checkout');
    expect(rendered?.shadowRoot?.querySelector('#early')).not.to.equal(null);
    if (!rendered) throw new Error('The parser has created no element');
    document.body.append(rendered);
    tag = rendered;
    await settled(rendered);
    expect(shown(rendered)).to.contain('Paid. Thank you.');
    expect(all(rendered, '#early, style')).to.deep.equal([]);
    expect(rendered.shadowRoot?.adoptedStyleSheets.length).to.be.greaterThan(0);
  });
});
