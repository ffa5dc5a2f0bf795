import { expect, fixture } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { CryptoCheckoutButton } from '../../src/elements/crypto-checkout-button/crypto-checkout-button.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { emulateMedia, itWith } from './browser-engine.js';
import { all, control, hear, one, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';

async function openButton(
  snapshot = ready(checkoutIn('awaiting')),
  attributes: Record<string, string> = {},
): Promise<CryptoCheckoutButton> {
  const session = new ScriptedSession(snapshot);
  const element = await fixture<CryptoCheckoutButton>(
    html`<crypto-checkout-button locale="en-GB" .session=${session}></crypto-checkout-button>`,
  );
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  await settled(element);
  return element;
}

const button = (element: Element) => one(element, '[part=pay]');
const isOpen = (element: Element) => all(element, 'dialog').some((dialog) => dialog.matches(':modal'));

async function press(element: CryptoCheckoutButton): Promise<void> {
  button(element).click();
  await until(() => isOpen(element), 'the checkout is open');
  await settled(element);
}

describe('crypto-checkout-button', () => {
  for (const theme of ['light', 'dark']) {
    it(`is accessible in ${theme}: ready, open and disabled`, async () => {
      const element = await openButton(undefined, { theme });
      await expect(element).to.be.accessible();
      await press(element);
      await expect(element).to.be.accessible();
      control(element, 'Close').click();
      element.disabled = true;
      await settled(element);
      await expect(element).to.be.accessible();
    });
  }

  it('is accessible as a link to the payment page, and looks the same', async () => {
    const element = await openButton();
    const { width, height } = element.getBoundingClientRect();
    element.href = 'https://pay.shop.example/crypto-checkout/pay/token';
    await settled(element);
    expect(button(element).matches('a[href]')).to.equal(true);
    await expect(element).to.be.accessible();
    const after = element.getBoundingClientRect();
    expect([after.width, after.height]).to.deep.equal([width, height]);
    const { backgroundColor, color, textDecorationLine } = getComputedStyle(button(element));
    expect(textDecorationLine).to.equal('none');
    element.href = '';
    await settled(element);
    const plain = getComputedStyle(button(element));
    expect([backgroundColor, color]).to.deep.equal([plain.backgroundColor, plain.color]);
  });

  it('names its action, and that a dialog opens', async () => {
    const element = await openButton();
    expect(words(button(element).innerText)).to.equal('Pay with crypto');
    expect(button(element).getAttribute('aria-haspopup')).to.equal('dialog');
  });

  it("has the shop's own text", async () => {
    const element = await fixture<CryptoCheckoutButton>(
      html`<crypto-checkout-button>Pay €49.00 with crypto</crypto-checkout-button>`,
    );
    expect(words(button(element).innerText)).to.equal('');
    expect(element.innerText).to.equal('Pay €49.00 with crypto');
    await expect(element).to.be.accessible();
  });

  it('opens by the keyboard, and has the focus again when the checkout is closed', async () => {
    const element = await openButton();
    element.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => isOpen(element), 'the checkout is open');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Escape' });
    await until(() => !isOpen(element), 'the checkout is closed');
    expect(element.shadowRoot?.activeElement === button(element)).to.equal(true);
    await sendKeys({ press: ' ' });
    await until(() => isOpen(element), 'the checkout is open again');
  });

  it('passes its attributes on', async () => {
    const attributes = {
      'endpoint': '/pay',
      'order': 'A-1001',
      'currency': 'BTC',
      'currencies': 'BTC LTC',
      'theme': 'dark',
      'credentials': 'include',
      'return-after': '30',
    };
    const element = await openButton(ready(checkout), attributes);
    await press(element);
    const inner = element.shadowRoot?.querySelector('crypto-checkout');
    const { endpoint, order, currency, currencies, theme, credentials, returnAfter, locale } = inner ?? {};
    expect({ endpoint, order, currency, currencies, theme, credentials, returnAfter, locale }).to.deep.equal({
      endpoint: '/pay',
      order: 'A-1001',
      currency: 'BTC',
      currencies: 'BTC LTC',
      theme: 'dark',
      credentials: 'include',
      returnAfter: 30,
      locale: 'en-GB',
    });
  });

  it('dispatches the events of its checkout, once each and from itself', async () => {
    const heard = hear('crypto-ready', 'crypto-close', 'crypto-notice');
    const element = await openButton();
    await press(element);
    const onPage = heard.events.map((event) => [event.type, event.target === element]);
    expect(onPage).to.deep.equal([['crypto-ready', true]]);
    document.addEventListener('crypto-close', (event) => event.preventDefault(), { once: true });
    control(element, 'Close').click();
    await settled(element);
    expect(isOpen(element), 'the page refused it').to.equal(true);
    heard.stop();
  });

  it('creates one checkout, for any number of presses', async () => {
    const element = await openButton();
    button(element).click();
    button(element).click();
    await press(element);
    expect(all(element, 'crypto-checkout')).to.have.length(1);
  });

  it('does nothing while it is disabled', async () => {
    const element = await openButton(undefined, { disabled: '' });
    button(element).click();
    await settled(element);
    expect(all(element, 'crypto-checkout')).to.have.length(0);
  });

  it('keeps its size while it opens and after a failure, and announces both', async () => {
    const element = await openButton();
    const before = element.getBoundingClientRect();
    for (const [phase, text] of [
      ['opening', 'Opening…'],
      ['failed', 'Try again'],
    ]) {
      Reflect.set(element, 'phase', phase);
      await settled(element);
      expect(words(one(element, '.face.shown').innerText)).to.equal(text);
      const { width, height } = element.getBoundingClientRect();
      expect([width, height]).to.deep.equal([before.width, before.height]);
      await expect(element).to.be.accessible();
    }
    expect(words(one(element, '[role=status]').textContent ?? '')).to.equal(
      'This didn’t load. Please try again.',
    );
  });

  async function fits(): Promise<void> {
    await setViewport({ width: 320, height: 568 });
    document.documentElement.dir = 'rtl';
    const element = await openButton();
    await press(element);
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    expect(shown(element)).to.contain('Send exactly');
    document.documentElement.dir = '';
    await setViewport({ width: 800, height: 600 });
  }

  it('fits 320 px from right to left', fits);

  itWith('emulated media', 'fits 320 px from right to left in forced colors', async () => {
    await emulateMedia({ forcedColors: 'active' });
    await fits();
    await emulateMedia();
  });
});
