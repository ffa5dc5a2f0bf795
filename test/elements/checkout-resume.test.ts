import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { openCheckout } from '../../src/elements/crypto-checkout/open-checkout.js';
import { CryptoPaymentQr } from '../../src/elements/crypto-payment-qr/crypto-payment-qr.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { all, control, one, openCard, settled } from './checkout-fixture.js';
import { until } from '../until.js';

const awaiting = ready(checkoutIn('awaiting'));
const AWAITED = `${location.origin}/pay#${checkout.id}`;

function payload(element: Element): string {
  const code = one(element, 'crypto-payment-qr');
  return code instanceof CryptoPaymentQr ? code.payload : '';
}

describe('a payment that continues on a phone', () => {
  it('shows the shop’s page for it as a code, with the id of this checkout', async () => {
    const { element } = await openCard(awaiting, { 'resume-url': 'https://shop.example/pay?x=1#{checkout}' });
    control(element, 'Continue on phone').click();
    const link = `https://shop.example/pay?x=1#${checkout.id}`;
    await until(() => payload(element) === link, 'the code of the link');
    await expect(element).to.be.accessible();
  });

  it('accepts a URL relative to the page', async () => {
    const { element } = await openCard(awaiting, { 'resume-url': '/pay#{checkout}' });
    control(element, 'Continue on phone').click();
    await until(() => payload(element) === AWAITED, 'the code of the link');
  });

  it('escapes the characters of an id', async () => {
    const snapshot = ready({ ...checkoutIn('awaiting'), id: '$&#/?@x' });
    const { element } = await openCard(snapshot, { 'resume-url': 'https://shop.example/pay#{checkout}' });
    control(element, 'Continue on phone').click();
    await until(() => payload(element) === 'https://shop.example/pay#%24%26%23%2F%3F%40x', 'one whole id');
  });

  for (const template of [
    '',
    'https://shop.example/pay',
    'http://shop.example/pay#{checkout}',
    'http://localhost.evil.example/#{checkout}',
    'javascript:alert("{checkout}")',
    'data:text/html,{checkout}',
    'https://payer@shop.example/#{checkout}',
  ]) {
    it(`is not offered with "${template}"`, async () => {
      const { element } = await openCard(awaiting, { 'resume-url': template });
      expect(all(element, '#phone')).to.have.length(0);
    });
  }

  it('reads nothing from the address of the page: a foreign link cannot replace its order', async () => {
    const before = location.href;
    history.replaceState(null, '', '?checkout=foreign&order=foreign#foreign');
    try {
      const { element } = await openCard(awaiting, { 'resume-url': '/pay#{checkout}' });
      expect([element.checkout, element.order]).to.deep.equal(['', '']);
      control(element, 'Continue on phone').click();
      await until(() => payload(element) === AWAITED, 'the code of the link');
    } finally {
      history.replaceState(null, '', before);
    }
  });

  it('is offered by the button and by openCheckout as well', async () => {
    const session = new ScriptedSession(awaiting);
    const { element, close } = openCheckout({ session, locale: 'en', resumeUrl: '/pay#{checkout}' });
    await settled(element);
    expect(all(element, '#phone')).to.have.length(1);
    close();
    const button = await fixture<HTMLElement>(
      html`<crypto-checkout-button
        locale="en"
        resume-url="/pay#{checkout}"
        .session=${session}
      ></crypto-checkout-button>`,
    );
    await settled(button);
    one(button, '[part=pay]').click();
    await until(() => all(button, '#phone').length === 1, 'the control in the dialog');
  });
});
