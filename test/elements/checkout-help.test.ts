import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SessionProblem } from '../../src/checkout/session.js';
import { VERSION } from '../../src/elements/base/version.js';
import { CHECKOUT_STATES } from '../../src/protocol/states.js';
import { ADDRESSES, checkout, checkoutIn, invoice } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { all, control, one, openCard, said, settled, shown } from './checkout-fixture.js';

const PROBLEM: SessionProblem = { code: 'service_unavailable', retryable: true };

async function openHelp(snapshot = ready(checkoutIn('partial'))) {
  const card = await openCard(snapshot);
  control(card.element, 'Help').click();
  await settled(card.element);
  return card;
}

const details = (element: Element) => one(element, 'crypto-copy-field').getAttribute('value') ?? '';

describe('help from the shop', () => {
  it('gives the payer the details that the shop needs to find the payment, and no secret', async () => {
    const { element } = await openHelp();
    expect(details(element).split('\n')).to.deep.equal([
      'Order: A-1001',
      'Status: partial',
      'Selected: USDT on TRON (TRC-20)',
      'Requested: 50.12 USDT',
      'Received: 30 USDT',
      'Price locked until: 2026-11-21 13:12:00 UTC',
      'Reference: INV-8KQ2M4XZ',
      'Time: 2026-11-21 12:48:19 UTC',
      `Version: ${VERSION}`,
    ]);
    expect(details(element)).to.not.contain(checkout.id).and.to.not.contain(ADDRESSES.USDT_TRC20);
    await expect(element).to.be.accessible();
  });

  it("leads to the shop's support, and back to the payment", async () => {
    const { element } = await openHelp();
    expect(control(element, 'Contact shop').getAttribute('href')).to.equal('https://shop.example/help');
    expect(said(element)).to.equal('Help with this payment');
    expect(element.shadowRoot?.activeElement?.getAttribute('part'), 'reading begins there').to.equal('body');
    control(element, 'Back to the payment').click();
    await settled(element);
    expect(shown(element)).to.contain('Send the rest');
  });

  const focusedPart = (element: Element) => element.shadowRoot?.activeElement?.getAttribute('part');

  for (const way of ['Escape', 'the way back']) {
    it(`returns to the payment by ${way}, and returns the focus to the control that opened the help`, async () => {
      const { element } = await openHelp(ready(checkoutIn('awaiting')));
      if (way === 'Escape') await sendKeys({ press: 'Escape' });
      else control(element, 'Back to the payment').click();
      await settled(element);
      expect(shown(element)).to.contain('Send exactly').and.not.to.contain('Help with this payment');
      expect(focusedPart(element)).to.equal('button-quiet help');
    });
  }

  it('keeps its Escape from the page around it, and no other key press', async () => {
    const { element } = await openHelp();
    let heard = 0;
    const listener = () => (heard += 1);
    document.addEventListener('keydown', listener);
    for (const expected of [0, 1]) {
      await sendKeys({ press: 'Escape' });
      await settled(element);
      expect(heard).to.equal(expected);
    }
    document.removeEventListener('keydown', listener);
  });

  it('is replaced by the next state of the payment', async () => {
    const { element, session } = await openHelp();
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    expect(shown(element)).to.contain('Paid. Thank you.');
  });

  for (const state of [
    'choosing',
    'awaiting',
    'detected',
    'paid',
    'overpaid',
    'expired',
    'canceled',
  ] as const) {
    it(`is available while the payment is ${state}, in the size of the card`, async () => {
      const { element } = await openHelp(ready(checkoutIn(state)));
      expect(details(element)).to.contain('Order: A-1001');
      const card = one(element, '.card');
      expect(card.scrollWidth).to.be.at.most(card.clientWidth);
      expect(card.scrollHeight).to.be.at.most(card.clientHeight);
    });
  }

  const { support: _support, ...silent } = checkout.order;

  for (const state of CHECKOUT_STATES.filter((each) => each !== 'creating')) {
    it(`gives the details to copy while the payment is ${state}, also without a link of the shop`, async () => {
      const { element } = await openHelp(ready({ ...checkoutIn(state), order: silent }));
      expect(details(element)).to.contain('Order: A-1001').and.to.contain('Version: ');
      expect(all(element, 'a:not(.transaction)')).to.have.length(0);
    });
  }

  it('is available during a problem', async () => {
    const { element } = await openHelp(
      ready({ ...checkoutIn('awaiting'), order: silent }, { connection: 'trouble' }),
    );
    expect(details(element)).to.contain('Order: A-1001');
  });

  it('offers no link that could run a script', async () => {
    const order = { ...checkout.order, support: 'javascript:alert(1)' };
    const { element } = await openHelp(ready({ ...checkoutIn('awaiting'), order }));
    expect(all(element, 'a[href]')).to.have.length(0);
    expect(details(element)).to.contain('Order: A-1001');
  });
});

it('says calmly that an order was paid before, without the details of a problem', async () => {
  const closed = { code: 'checkout_closed', retryable: false, requestId: 'request-1' } as const;
  const { element } = await openCard({ phase: 'failed', problem: closed });
  expect(shown(element))
    .to.contain('No further payment needed')
    .and.not.to.contain('checkout_closed')
    .and.not.to.contain('request-1');
  expect(one(element, '.illustration').getAttribute('data-tone')).to.equal('success');
  await expect(element).to.be.accessible();
});

it('leads nowhere to pay once the order is paid', async () => {
  const hostedPage = 'https://pay.example/INV-8KQ2M4XZ';
  const closed = { code: 'checkout_closed', retryable: false } as const;
  const { element } = await openCard(ready(checkoutIn('awaiting', { hostedPage }), { problem: closed }));
  expect(shown(element)).to.contain('The order is already paid').and.not.to.contain('Open payment page');
});

describe("the service's own page", () => {
  const problem = (hostedPage: string | null, state: 'awaiting' | 'canceled' = 'awaiting') =>
    openCard(ready({ ...checkoutIn(state), invoice: { ...invoice, hostedPage } }, { problem: PROBLEM }));

  it('is a way out of a problem while the payment is open', async () => {
    const { element } = await problem('https://pay.example/INV-8KQ2M4XZ');
    const link = control(element, 'Open payment page');
    expect(link.getAttribute('href')).to.equal('https://pay.example/INV-8KQ2M4XZ');
    expect(link.getAttribute('rel')).to.equal('noopener noreferrer');
    expect(details(element))
      .to.contain('Requested: 50.12 USDT')
      .and.to.contain('Problem: service_unavailable');
    await expect(element).to.be.accessible();
  });

  it('is not offered over an insecure connection, nor for a script', async () => {
    for (const link of ['http://pay.example/', 'javascript:alert(1)', '//pay.example/', null]) {
      const { element } = await problem(link);
      expect(shown(element), String(link)).to.not.contain('Open payment page');
    }
  });

  it('is not offered once no money is due any more', async () => {
    const { element } = await problem('https://pay.example/', 'canceled');
    expect(shown(element)).to.not.contain('Open payment page');
  });

  it('is linked, or another coin, if the address could not be shown', async () => {
    const page = 'https://pay.example/INV-8KQ2M4XZ';
    const { element } = await openCard(ready(checkoutIn('awaiting', { address: null, hostedPage: page })));
    expect(control(element, 'Open payment page').getAttribute('href')).to.equal(page);
    expect(all(element, 'crypto-payment-panel')).to.have.lengthOf(0);
    control(element, 'Change coin').click();
    await settled(element);
    expect(all(element, 'crypto-currency-picker')).to.have.lengthOf(1);
  });
});
