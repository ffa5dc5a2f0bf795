import { expect, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { checkout, refund, withRefunds } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { until } from '../until.js';
import { all, one, openCard, settled, shown } from './checkout-fixture.js';

const TOO_LONG = `${'m'.repeat(65)}@example.com`;

function fill(element: Element, selector: string, text: string): void {
  const field = one(element, selector);
  if (!(field instanceof HTMLInputElement)) throw new Error('This is no field');
  field.focus();
  field.select();
  document.execCommand('insertText', false, text);
  expect(field.value, 'nothing is cut off').to.equal(text);
}

describe('a guest in the page of a shop', () => {
  for (const [name, text] of [
    ['before the @', TOO_LONG],
    ['as a whole', `maja@${'example.'.repeat(40)}com`],
  ] as const) {
    it(`says at the field that an email address is too long ${name}`, async () => {
      const order = { ...checkout.order, emailRequired: true };
      const { element, session } = await openCard(ready({ ...checkout, order }));
      for (let presses = 0; presses < 2; presses += 1) {
        all(element, '#row-0')[0]?.click();
        await settled(element);
      }
      await until(() => all(element, '#email').length > 0, 'the field');
      fill(element, '#email', text);
      await sendKeys({ press: 'Enter' });
      await settled(element);
      expect(one(element, '#email').getAttribute('aria-invalid')).to.equal('true');
      expect(session.steps).to.deep.equal([]);
    });
  }

  it('says so at the field of a refund too', async () => {
    const { element } = await openCard(ready(withRefunds([refund], undefined, true)));
    await until(() => all(element, '#refund-1').length > 0, 'the notice');
    one(element, '#refund-1').click();
    await until(() => all(element, '#refund-email').length > 0, 'the form');
    fill(element, '#refund-email', TOO_LONG);
    await sendKeys({ press: 'Enter' });
    await until(() => one(element, '#refund-email').getAttribute('aria-invalid') === 'true', 'it is wrong');
  });

  it('shows no gray flash over what is tapped', async () => {
    const { element } = await openCard(ready(checkout));
    expect(shown(element)).to.contain('Bitcoin');
    const colors = all(element, 'button').map((button) =>
      getComputedStyle(button).getPropertyValue('-webkit-tap-highlight-color'),
    );
    expect([...new Set(colors)]).to.deep.equal(['rgba(0, 0, 0, 0)']);
  });

  it('leaves no rejection uncaught if the proxy cannot be reached', async () => {
    const uncaught: unknown[] = [];
    const onRejection = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      uncaught.push(event.reason);
    };
    addEventListener('unhandledrejection', onRejection);
    const own = window.fetch;
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await fixture(html`<crypto-checkout order="A-1" locale="en-GB"></crypto-checkout>`);
    await import('../../src/entry/elements.js');
    window.fetch = own;
    removeEventListener('unhandledrejection', onRejection);
    expect(uncaught).to.deep.equal([]);
  });
});
