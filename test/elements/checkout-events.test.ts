import { expect } from '@open-wc/testing';
import type { SessionProblem } from '../../src/checkout/session.js';
import { CryptoErrorEvent, CryptoPartialEvent, CryptoReturnEvent } from '../../src/events/events.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { all, control, hear, one, openCard, settled } from './checkout-fixture.js';
import { until } from '../until.js';

const TYPES = [
  'crypto-ready',
  'crypto-currency-change',
  'crypto-invoice-created',
  'crypto-state-change',
  'crypto-paid',
  'crypto-overpaid',
  'crypto-partial',
  'crypto-expired',
  'crypto-canceled',
  'crypto-error',
  'crypto-return',
  'crypto-notice',
];

describe('the events of crypto-checkout', () => {
  let heard: ReturnType<typeof hear>;
  beforeEach(() => {
    heard = hear(...TYPES);
  });
  afterEach(() => heard.stop());
  const types = () => heard.events.map((event) => event.type);

  it('report a payment from opening to paid, each step once', async () => {
    const { element, session } = await openCard({ phase: 'loading' });
    const script = [
      ready(checkout),
      ready(checkoutIn('awaiting')),
      ready({ ...checkoutIn('awaiting'), version: 2 }),
      ready(checkoutIn('partial')),
      ready(checkoutIn('partial', { paid: '40', due: '10.12' })),
      ready(checkoutIn('paid')),
    ];
    for (const snapshot of script) {
      session.show(snapshot);
      await settled(element);
    }
    expect(types()).to.deep.equal([
      'crypto-ready',
      'crypto-invoice-created',
      'crypto-state-change',
      'crypto-state-change',
      'crypto-partial',
      'crypto-partial',
      'crypto-state-change',
      'crypto-paid',
    ]);
  });

  for (const [state, expected] of [
    ['paid', 'crypto-paid'],
    ['overpaid', 'crypto-overpaid'],
    ['expired', 'crypto-expired'],
    ['canceled', 'crypto-canceled'],
  ] as const) {
    it(`report the state to a page that opens on a payment that is ${state}`, async () => {
      await openCard(ready(checkoutIn(state)));
      expect(types()).to.deep.equal(['crypto-ready', expected]);
    });
  }

  it('carries amounts and references, and neither the id of the checkout nor an address', async () => {
    await openCard(ready(checkoutIn('partial')));
    const partial = heard.events.find((event) => event instanceof CryptoPartialEvent);
    expect(partial?.detail).to.deep.equal({
      orderId: 'A-1001',
      state: 'partial',
      invoiceId: 'INV-8KQ2M4XZ',
      currency: 'USDT_TRC20',
      amount: '50.12',
      paid: '30',
      due: '20.12',
      surplus: '0',
      late: false,
    });
    expect(heard.events.every((event) => event.bubbles && event.composed)).to.equal(true);
  });

  it('do not report an earlier invoice that was paid as a new one', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    session.show(ready(checkoutIn('paid', { id: 'INV-EARLIER1' })));
    await settled(element);
    expect(types()).to.deep.equal(['crypto-ready', 'crypto-state-change', 'crypto-paid']);
  });

  it('report every problem once', async () => {
    const problem: SessionProblem = { code: 'service_unavailable', retryable: true };
    const { element, session } = await openCard(ready(checkout));
    session.show(ready(checkout, { problem }));
    session.show(ready({ ...checkout, version: 2 }, { problem }));
    await settled(element);
    const problems = heard.events.filter((event) => event instanceof CryptoErrorEvent);
    expect(problems.map(({ detail }) => detail)).to.deep.equal([problem]);
  });

  it('report a selection once, from the outermost element', async () => {
    const { element } = await openCard(ready(checkout), { currencies: 'BTC' });
    let leavesItsTree: boolean | undefined;
    one(element, 'crypto-currency-picker').addEventListener('crypto-currency-change', (event) => {
      leavesItsTree = event.composed;
    });
    all(element, '[role=option]')[0]?.click();
    await settled(element);
    expect(leavesItsTree).to.equal(false);
    expect(types()).to.deep.equal(['crypto-ready', 'crypto-currency-change']);
    expect(heard.events.at(-1)?.target === element).to.equal(true);
  });

  it('returns to the shop, unless the page prevents it', async () => {
    const { element } = await openCard(ready(checkoutIn('paid')));
    location.hash = '';
    const prevent = (event: Event) => event.preventDefault();
    element.addEventListener('crypto-return', prevent);
    control(element, 'Return to shop').click();
    expect(location.hash).to.equal('');
    element.removeEventListener('crypto-return', prevent);
    control(element, 'Return to shop').click();
    await until(() => location.hash === '#returned', 'the page of the shop');
    const returns = heard.events.filter((event) => event instanceof CryptoReturnEvent);
    expect(returns.map(({ detail }) => detail)).to.deep.equal([
      { url: checkout.order.returnUrl, state: 'paid' },
      { url: checkout.order.returnUrl, state: 'paid' },
    ]);
    location.hash = '';
  });

  it('keeps events between parts inside', async () => {
    const { element } = await openCard(ready(checkoutIn('awaiting')));
    control(element, 'Copy amount').click();
    await settled(element);
    expect(types()).not.to.contain('crypto-notice');
  });
});
