import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, ref } from 'vue';
import '../../src/define/all.js';
import { useCheckout as useInReact } from '../../src/react/index.js';
import { useCheckout as useInVue } from '../../src/vue/index.js';
import { bitcoinInvoice, checkout, checkoutIn, wallet } from '../../stories/fixtures.js';
import type { Checkout } from '../../src/protocol/index.js';
import { FakeProxy, offline } from '../checkout/fake-proxy.js';
import { signedOrder } from '../checkout/order-token.js';
import { until } from '../until.js';
import { all, hear, one, settled, shown } from './checkout-fixture.js';

const { fetch } = window;
let proxy: FakeProxy;

beforeEach(() => {
  proxy = new FakeProxy();
  window.fetch = proxy.fetch;
});
afterEach(() => {
  window.fetch = fetch;
});

/** A checkout of an order that the shop has signed, in this state. */
async function opened(state: Checkout) {
  proxy.checkout = { ...state, order: { ...state.order, id: 'order-7' } };
  const element = document.createElement('crypto-checkout');
  Object.assign(element, { endpoint: `/pay-${performance.now()}`, locale: 'en-GB', order: signedOrder() });
  await fixture(html`${element}`);
  await until(() => element.state !== null, 'it is open');
  await settled(element);
  return element;
}

describe('an order that the shop signs again', () => {
  it('keeps the network and the typed email', async () => {
    const element = await opened({ ...checkout, order: { ...checkout.order, emailRequired: true } });
    all(element, '#row-0')[0]?.click();
    await settled(element);
    all(element, '#row-0')[0]?.click();
    await until(() => all(element, '#email').length > 0, 'the field');
    const field = one(element, '#email');
    if (!(field instanceof HTMLInputElement)) throw new Error('This is no field');
    field.value = 'payer@example.com';
    field.focus();
    element.order = signedOrder();
    await settled(element);
    const now = one(element, '#email');
    expect(now === field && now).to.have.property('value', 'payer@example.com');
    expect(element.shadowRoot?.activeElement === field).to.equal(true);
    expect(proxy.requests).to.have.length(1);
  });

  it('keeps an open payment on the screen while the proxy is down', async () => {
    const heard = hear('crypto-ready');
    const element = await opened(checkoutIn('awaiting', bitcoinInvoice));
    await until(() => shown(element).includes('Send exactly'), 'the payment');
    const panel = one(element, 'crypto-payment-panel');
    proxy.respond = offline;
    for (let times = 0; times < 50; times += 1) {
      element.order = signedOrder({ amount: String(50 + times) });
      await element.updateComplete;
    }
    await settled(element);
    expect(one(element, 'crypto-payment-panel') === panel).to.equal(true);
    expect(shown(element)).to.contain('Send exactly');
    expect(proxy.requests.length).to.be.below(4);
    expect(heard.events).to.have.length(1);
    heard.stop();
  });

  it('is another checkout if it is another order', async () => {
    const element = await opened(checkoutIn('awaiting', bitcoinInvoice));
    await until(() => shown(element).includes('Send exactly'), 'the payment');
    proxy.checkout = { ...checkout, id: 'checkout-2', order: { ...checkout.order, id: 'order-8' } };
    element.order = signedOrder({ sub: 'order-8' });
    await until(() => shown(element).includes('Order order-8'), 'the other order');
    expect(shown(element)).to.not.contain('Send exactly');
  });

  it('keeps the payment in a dialog that is closed meanwhile', async () => {
    proxy.checkout = { ...checkoutIn('awaiting', bitcoinInvoice) };
    const element = document.createElement('crypto-checkout');
    Object.assign(element, { mode: 'modal', open: true, locale: 'en-GB', order: signedOrder() });
    await fixture(html`${element}`);
    await until(() => element.state === 'awaiting', 'it is open');
    element.open = false;
    await settled(element);
    element.order = signedOrder();
    await settled(element);
    expect(element.state).to.equal('awaiting');
  });

  it('keeps the deposit address of a customer', async () => {
    const bodies: unknown[] = [];
    window.fetch = (_, init) => {
      bodies.push(init?.body);
      return Promise.resolve(new Response(JSON.stringify(wallet)));
    };
    const element = document.createElement('crypto-deposit');
    Object.assign(element, {
      locale: 'en-GB',
      currency: wallet.currency,
      customer: signedOrder({ sub: 'anna' }),
    });
    await fixture(html`${element}`);
    await until(() => element.matches(':state(ready)'), 'the address');
    element.customer = signedOrder({ sub: 'anna' });
    await settled(element);
    expect(element.matches(':state(ready)')).to.equal(true);
    expect(bodies).to.have.length(1);
    element.customer = signedOrder({ sub: 'ben' });
    await until(() => bodies.length === 2, 'another customer has another address');
  });
});

interface Page {
  readonly state: () => string;
  readonly states: readonly string[];
  readonly renew: (order: string) => Promise<unknown>;
  readonly leave: () => void;
}

async function inReact(endpoint: string, order: string): Promise<Page> {
  const states: string[] = [];
  const Summary = (props: { readonly order: string }) => {
    states.push(useInReact({ endpoint, order: props.order }).state);
    return null;
  };
  const root = createRoot(await fixture<HTMLElement>(html`<div></div>`));
  const render = (token: string) => {
    const { length } = states;
    root.render(createElement(Summary, { order: token }));
    return until(() => states.length > length, 'the component renders');
  };
  await render(order);
  return { states, state: () => states.at(-1) ?? '', renew: render, leave: () => root.unmount() };
}

async function inVue(endpoint: string, first: string): Promise<Page> {
  const states: string[] = [];
  const order = ref(first);
  const app = createApp({
    setup() {
      const { state } = useInVue(() => ({ endpoint, order: order.value }));
      return () => {
        states.push(state.value);
        return order.value;
      };
    },
  });
  app.mount(await fixture<HTMLElement>(html`<div></div>`));
  const renew = (token: string) => {
    const { length } = states;
    order.value = token;
    return until(() => states.length > length, 'the component renders');
  };
  return { states, state: () => states.at(-1) ?? '', renew, leave: () => app.unmount() };
}

for (const [framework, open] of Object.entries({ React: inReact, Vue: inVue })) {
  it(`useCheckout in ${framework} continues with a token that the shop signs again`, async () => {
    proxy.checkout = checkoutIn('awaiting', bitcoinInvoice);
    const page = await open(`/pay-${framework}`, signedOrder());
    await until(() => page.state() === 'awaiting', 'it is open');
    const { length } = page.states;
    await page.renew(signedOrder());
    expect(page.states.slice(length)).to.not.include('loading');
    expect(proxy.requests).to.have.length(1);
    await page.renew(signedOrder({ sub: 'order-8' }));
    await until(() => proxy.requests.length === 2, 'another order is another checkout');
    page.leave();
  });
}
