import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from 'vue';
import '../../src/define/all.js';
import type { CheckoutSessionOptions } from '../../src/checkout/index.js';
import { useCheckout as useInReact } from '../../src/react/index.js';
import { useCheckout as useInVue } from '../../src/vue/index.js';
import { answer, FakeProxy, invoiceOf, iso, problem } from '../checkout/fake-proxy.js';
import { shown } from './checkout-fixture.js';
import { until } from '../until.js';

type Returned = ReturnType<typeof useInReact>;

interface Page {
  /** What the component of the shop has got last. */
  readonly got: () => Returned;
  readonly leave: () => void;
}

async function inReact(options: CheckoutSessionOptions): Promise<Page> {
  let last: Returned | null = null;
  const Summary = () => {
    last = useInReact(options);
    return null;
  };
  const root = createRoot(await fixture<HTMLElement>(html`<div></div>`));
  root.render(createElement(Summary));
  await until(() => last !== null, 'the component renders');
  return {
    got: () => last ?? expect.fail('The component has not rendered'),
    leave: () => root.unmount(),
  };
}

async function inVue(options: CheckoutSessionOptions): Promise<Page> {
  let got: Page['got'] = () => expect.fail('The component is not set up');
  const app = createApp({
    setup() {
      const { state, checkout, due, error, ...actions } = useInVue(options);
      got = () => ({
        state: state.value,
        checkout: checkout.value,
        due: due.value,
        error: error.value,
        ...actions,
      });
      return () => null;
    },
  });
  app.mount(await fixture<HTMLElement>(html`<div></div>`));
  return { got: () => got(), leave: () => app.unmount() };
}

let orders = 0;

for (const [framework, open] of Object.entries({ React: inReact, Vue: inVue })) {
  describe(`useCheckout in ${framework}`, () => {
    let proxy: FakeProxy;
    let options: CheckoutSessionOptions;
    let page: Page | null = null;

    beforeEach(() => {
      proxy = new FakeProxy();
      options = proxy.options({ order: `order-${(orders += 1)}` });
    });
    afterEach(() => {
      page?.leave();
      page = null;
    });

    async function opened(): Promise<Page> {
      page = await open(options);
      return page;
    }
    const reaches = ({ got }: Page, state: Returned['state']) =>
      until(() => got().state === state, `${state}, not ${got().state}`);

    it('has state and due from the choice to the deadline, and no due where nothing may be sent', async () => {
      const view = await opened();
      await reaches(view, 'choosing');
      expect(view.got().checkout?.offers).to.deep.equal([{ code: 'BTC', available: true }]);
      expect(view.got().due).to.equal(null);
      proxy.change({ state: 'awaiting', invoice: invoiceOf() });
      await reaches(view, 'awaiting');
      expect(view.got().due).to.equal('0.001');
      proxy.change({ state: 'partial', invoice: invoiceOf({ paid: '0.0004', due: '0.0006' }) });
      await reaches(view, 'partial');
      expect(view.got().due).to.equal('0.0006');
      proxy.change({ state: 'awaiting', invoice: invoiceOf({ expiresAt: iso(-1) }) });
      await reaches(view, 'checking');
      expect(view.got().due).to.equal(null);
      proxy.change({ state: 'paid', invoice: invoiceOf({ paid: '0.001', due: '0' }) });
      await reaches(view, 'paid');
      expect(view.got()).to.include({ due: null, error: null });
    });

    it('names a problem, and has it solved by another try', async () => {
      proxy.respond = () => problem('order_not_found');
      const view = await opened();
      await reaches(view, 'error');
      expect(view.got().error).to.include({ code: 'order_not_found', requestId: 'request-9' });
      proxy.respond = () => answer(proxy.stamped());
      view.got().refresh();
      await reaches(view, 'choosing');
      expect(view.got().error).to.equal(null);
    });

    it('has the actions of the payer: choose, choose again, cancel', async () => {
      let create = () => undefined;
      const created = new Promise<void>((resolve) => (create = () => void resolve()));
      proxy.respond = async ({ path }) => {
        if (path.endsWith('/invoice')) {
          await created;
          proxy.change({ state: 'awaiting', invoice: invoiceOf() });
        }
        if (path.endsWith('/cancel')) proxy.change({ state: 'canceled' });
        return answer(proxy.stamped());
      };
      const view = await opened();
      await reaches(view, 'choosing');
      const chosen = view.got().choose('BTC');
      await reaches(view, 'creating');
      create();
      await chosen;
      await reaches(view, 'awaiting');
      view.got().change(true);
      await reaches(view, 'choosing');
      view.got().change(false);
      await reaches(view, 'awaiting');
      expect(view.got().serverNowMs()).to.equal(Date.parse(iso(0)));
      await view.got().cancel();
      await reaches(view, 'canceled');
      expect(view.got().due).to.equal(null);
    });

    it('shares session and event stream with the element of the same order', async () => {
      const view = await opened();
      await reaches(view, 'choosing');
      const { endpoint, order = '' } = options;
      const element = await fixture(
        html`<crypto-checkout endpoint=${endpoint} order=${order}></crypto-checkout>`,
      );
      await until(() => shown(element).includes('Bitcoin'), 'the coins');
      const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
      proxy.change({ state: 'awaiting', invoice: invoiceOf({ address }) });
      await reaches(view, 'awaiting');
      await until(() => shown(element).includes('0.001'), 'the amount');
      expect([proxy.requests.length, proxy.streamsOpened]).to.deep.equal([1, 1]);
    });
  });
}
