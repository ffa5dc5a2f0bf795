import { expect, fixture } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import '../../src/define/crypto-payment-qr.js';
import type { CryptoPaymentQr } from '../../src/elements/crypto-payment-qr/crypto-payment-qr.js';
import { ADDRESSES, checkoutIn } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { emulateMedia, itWith } from './browser-engine.js';
import { all, control, one, openCard, settled } from './checkout-fixture.js';
import { until } from '../until.js';

const LABEL = `QR code with the address ${ADDRESSES.BTC}`;

async function open(): Promise<CryptoPaymentQr> {
  const element = await fixture<CryptoPaymentQr>(
    html`<crypto-payment-qr payload=${ADDRESSES.BTC} label=${LABEL} locale="en"></crypto-payment-qr>`,
  );
  element.style.inlineSize = '140px';
  await settled(element);
  return element;
}

async function enlarge(element: Element): Promise<HTMLElement> {
  const button = control(element, 'Enlarge the QR code');
  button.focus();
  await sendKeys({ press: 'Enter' });
  await settled(element);
  const dialog = all(element, 'dialog').find((each) => each.matches('[part=qr-dialog]'));
  if (!dialog) throw new Error('There is no dialog');
  return dialog;
}

const deepFocus = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

describe('a code that is too small for a camera', () => {
  afterEach(() => setViewport({ width: 800, height: 600 }));

  it('is shown large on a press, as a dialog with its name, and nothing on the page moves', async () => {
    const element = await open();
    const before = element.getBoundingClientRect();
    const dialog = await enlarge(element);
    expect(dialog.matches(':modal')).to.equal(true);
    expect(dialog.getAttribute('aria-label')).to.equal(LABEL);
    expect(dialog.querySelector('svg')?.getBoundingClientRect().width).to.be.at.least(400);
    expect(element.getBoundingClientRect()).to.deep.equal(before);
    expect(dialog.querySelector('path:last-child')?.getAttribute('d')).to.equal(
      element.shadowRoot?.querySelector('path:last-child')?.getAttribute('d'),
    );
    await expect(element).to.be.accessible();
  });

  for (const way of ['its button', 'Escape'] as const) {
    it(`is closed by ${way}, and the focus is back on the code`, async () => {
      const element = await open();
      await enlarge(element);
      if (way === 'Escape') await sendKeys({ press: 'Escape' });
      else control(element, 'Close').click();
      await until(() => all(element, 'dialog').length === 0, 'the dialog is gone');
      expect(deepFocus()).to.equal(control(element, 'Enlarge the QR code'));
    });
  }

  async function isDarkOnWhite(element: Element): Promise<void> {
    const dialog = await enlarge(element);
    const { backgroundColor, color } = getComputedStyle(dialog);
    expect([backgroundColor, color]).to.deep.equal(['rgb(255, 255, 255)', 'rgb(11, 13, 18)']);
    await expect(element).to.be.accessible();
  }

  for (const theme of ['light', 'dark'] as const) {
    it(`is dark on white: ${theme}`, async () => {
      const element = await open();
      element.setAttribute('theme', theme);
      await isDarkOnWhite(element);
    });
  }

  itWith('emulated media', 'is dark on white in forced colors', async () => {
    await emulateMedia({ forcedColors: 'active' });
    await isDarkOnWhite(await open());
    await emulateMedia();
  });

  for (const [width, height] of [
    [320, 640],
    [640, 320],
  ] as const) {
    it(`is fully visible on a screen of ${width} by ${height}`, async () => {
      await setViewport({ width, height });
      const dialog = await enlarge(await open());
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      expect(Math.min(left, top)).to.be.at.least(0);
      expect(right).to.be.at.most(width);
      expect(bottom).to.be.at.most(height);
    });
  }

  it('closes when there is no payment to scan any more, and the card has the focus', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    await enlarge(element);
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    expect(all(element, 'dialog')).to.have.length(0);
    expect(deepFocus()).to.equal(one(element, '.body'));
  });

  it('covers a modal checkout, which stays open behind it', async () => {
    const { element } = await openCard(ready(checkoutIn('awaiting')), { mode: 'modal', open: '' });
    await enlarge(element);
    await sendKeys({ press: 'Escape' });
    await until(() => all(element, '[part=qr-dialog]').length === 0, 'the code is small again');
    expect(element.open).to.equal(true);
    expect(one(element, 'dialog').matches(':modal')).to.equal(true);
    expect(deepFocus()).to.equal(control(element, 'Enlarge the QR code'));
  });
});
