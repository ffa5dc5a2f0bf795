import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/define/all.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import type { Checkout } from '../../src/protocol/index.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { all, one, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

const LOGO = new URL('/.github/checkout.png', location.href).href;
const BROKEN = new URL('/no-such-logo.png', location.href).href;

async function openWith(
  shop: Checkout['shop'],
  attributes: Record<string, string> = {},
  state = checkout,
): Promise<CryptoCheckout> {
  const session = new ScriptedSession(ready({ ...state, shop }));
  const element = await fixture<CryptoCheckout>(
    html`<crypto-checkout locale="en-GB" .session=${session}></crypto-checkout>`,
  );
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  await settled(element);
  return element;
}

const image = (element: Element) =>
  all(element, '.shop-mark img').find((each) => each instanceof HTMLImageElement);
const isSeen = (node: Element | undefined) => node?.checkVisibility({ visibilityProperty: true }) ?? false;
const isBroken = (node: HTMLImageElement | undefined) => node?.complete === true && node.naturalWidth === 0;
const letter = (element: Element) => one(element, '.shop-mark > span');

describe('the name and the logo of the shop', () => {
  it('are those of the proxy', async () => {
    const element = await openWith({ name: 'Mugs', logo: LOGO });
    await until(() => isSeen(image(element)), 'the logo');
    expect(image(element)).to.have.property('src', LOGO);
    expect(one(element, '.shop-name').textContent).to.equal('Mugs');
    expect(isSeen(letter(element))).to.equal(false);
  });

  it('are those of the page if it names them, in every step', async () => {
    const attributes = { 'shop-name': 'Cups', 'shop-logo': LOGO };
    const element = await openWith({ name: 'Mugs' }, attributes, checkoutIn('paid'));
    await until(() => isSeen(image(element)), 'the logo');
    expect(shown(element)).to.contain('Cups has received your payment').and.not.to.contain('Mugs');
  });

  it('reach the dialog of a button', async () => {
    const session = new ScriptedSession(ready(checkout));
    const button = await fixture<HTMLElement>(
      html`<crypto-checkout-button
        .session=${session}
        shop-name="Cups"
        shop-logo=${LOGO}
      ></crypto-checkout-button>`,
    );
    one(button, '[part=pay]').click();
    await until(() => all(button, '.shop-name').length > 0, 'the dialog');
    expect(one(button, '.shop-name').textContent).to.equal('Cups');
    expect(image(button)).to.have.property('src', LOGO);
  });

  it('have a text alternative, and reveal nothing of the page to the host of the image', async () => {
    const element = await openWith({ name: 'Mugs', logo: LOGO });
    expect(image(element)).to.have.property('alt', 'Mugs');
    expect(image(element)).to.have.property('referrerPolicy', 'no-referrer');
  });

  it('shift nothing when the image loads', async () => {
    const element = await openWith({ name: 'Mugs', logo: LOGO });
    const before = one(element, '.shop-name').getBoundingClientRect().left;
    await until(() => isSeen(image(element)), 'the logo');
    expect(one(element, '.shop-name').getBoundingClientRect().left).to.equal(before);
    expect(one(element, '.shop-mark').getBoundingClientRect().width).to.equal(36);
  });

  it('show the first letter if the image is broken', async () => {
    const element = await openWith({ name: 'Mugs', logo: BROKEN });
    await until(() => isBroken(image(element)), 'the image is broken');
    expect(isSeen(image(element))).to.equal(false);
    expect(isSeen(letter(element))).to.equal(true);
    expect(letter(element).textContent).to.equal('M');
  });

  it('show nothing if the image is broken and there is no name', async () => {
    const element = await openWith({ logo: BROKEN });
    await until(() => isBroken(image(element)), 'the image is broken');
    expect(isSeen(one(element, '.shop-mark'))).to.equal(false);
  });

  it('show a whole image again after a broken one', async () => {
    const element = await openWith({ name: 'Mugs', logo: BROKEN });
    await until(() => isBroken(image(element)), 'the image is broken');
    element.shopLogo = LOGO;
    await until(() => isSeen(image(element)), 'the logo');
  });

  for (const url of [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'blob:x',
    'https://user@host/x.png',
    '/x.png',
  ])
    it(`load nothing but a plain URL: ${url}`, async () => {
      const element = await openWith({ name: 'Mugs', logo: url }, { 'shop-logo': url });
      expect(image(element)).to.equal(undefined);
      expect(isSeen(letter(element))).to.equal(true);
    });
});
