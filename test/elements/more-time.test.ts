import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { LANGUAGES } from '../../src/i18n/index.js';
import type { Checkout, WalletTransfer } from '../../src/protocol/index.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { all, control, one, openCard, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

const END = Date.parse('2026-11-21T13:12:00Z');
const AWAITING = checkoutIn('awaiting');
const INVOICE = AWAITING.invoice?.id ?? '';
const lifetimes = { usualMinutes: 30, longestMinutes: 330 };
const OFFERS_MORE: Checkout = { ...checkout, lifetimes };

/** The card with this much time left. */
async function openBefore(seconds: number, shownCheckout: Checkout = AWAITING, locale = 'en-GB') {
  const card = await openCard(ready(shownCheckout), { locale });
  card.session.nowMs = END - seconds * 1000;
  card.session.show(ready({ ...shownCheckout }));
  await settled(card.element);
  return card;
}

const offersNewPrice = (element: Element) => all(element, '.status button').length > 0;

async function pick(element: Element): Promise<void> {
  const search = one(element, 'input[type=search]');
  if (!(search instanceof HTMLInputElement)) throw new Error('There is no search');
  search.value = 'usdt tron';
  search.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await settled(element);
  one(element, '#row-0').click();
  await settled(element);
}

describe('the last two minutes of a price', () => {
  it('say what happens then, without a dialog, and offer a new price by one press', async () => {
    const { element, session } = await openBefore(120);
    expect(shown(element)).to.match(
      /This price expires at .*A payment that’s already on its way isn’t lost\./,
    );
    expect(all(element, 'dialog[open], [role=dialog]')).to.have.length(0);
    control(element, 'Get a new price').click();
    expect(session.steps).to.deep.equal([`choose USDT_TRC20 instead of ${INVOICE}`]);
    await expect(element).to.be.accessible();
  });

  it('begin by themselves, and are announced once together with the time', async () => {
    const { element, session } = await openBefore(123);
    expect(offersNewPrice(element)).to.equal(false);
    session.nowMs = END - 120_000;
    await until(() => offersNewPrice(element), 'the offer of a new price');
    expect(said(element)).to.match(
      /^2 minutes left\. Send exactly .* This price expires at .*Get a new price$/,
    );
    expect(one(element, '[role=timer]')).to.not.equal(null);
  });

  it('leave the focus where it is', async () => {
    const { element, session } = await openBefore(123);
    const help = control(element, 'Help');
    help.focus();
    session.nowMs = END - 120_000;
    await until(() => offersNewPrice(element), 'the offer of a new price');
    expect(element.shadowRoot?.activeElement).to.equal(help);
  });

  it('offer no new price once a part is received: the service would not count both', async () => {
    const { element } = await openBefore(90, checkoutIn('partial'));
    expect(offersNewPrice(element)).to.equal(false);
  });

  it('offer none while a wallet may have sent the payment: the payer could pay twice', async () => {
    const transfer: WalletTransfer = {
      ...{ id: 1, state: 'sent', wallet: 'Fox', transaction: null },
      ...{ askedAt: '2026-11-21T13:09:00Z', endsAt: null },
    };
    const { element } = await openBefore(90, { ...AWAITING, transfer });
    expect(offersNewPrice(element)).to.equal(false);
  });

  for (const [locale] of LANGUAGES)
    it(`fit on a small screen in ${locale}, in a card that hardly grows`, async () => {
      await setViewport({ width: 320, height: 800 });
      const { element, session } = await openBefore(600, AWAITING, locale);
      await until(() => one(element, '.card').lang === locale, 'its messages');
      await settled(element);
      const { height } = element.getBoundingClientRect();
      session.nowMs = END - 100_000;
      session.show(ready({ ...AWAITING }));
      await settled(element);
      const footer = one(element, '.footer');
      expect(footer.scrollWidth).to.be.at.most(footer.clientWidth);
      expect(one(element, '.status button').getBoundingClientRect().height).to.be.at.least(24);
      // Some lines more than before, as with a lost connection.
      expect(element.getBoundingClientRect().height - height).to.be.at.most(80);
    });
});

describe('more time to pay', () => {
  it('is not offered where the shop allows no more', async () => {
    const { element } = await openCard(ready(checkout));
    expect(all(element, '.more-time')).to.have.length(0);
  });

  it('is asked for before the address is shown, and becomes part of the choice', async () => {
    const { element, session } = await openCard(ready(OFFERS_MORE));
    const option = one(element, '.more-time');
    expect(option.textContent?.trim()).to.equal('I need more time to pay: 5 hr 30 min instead of 30 min');
    await expect(element).to.be.accessible();
    option.click();
    await pick(element);
    expect(session.steps).to.deep.equal(['choose USDT_TRC20 longest']);
  });

  it('stays for a new price, and can be taken back', async () => {
    const { element, session } = await openCard(ready(OFFERS_MORE));
    one(element, '.more-time').click();
    session.nowMs = END - 100_000;
    session.show(ready({ ...AWAITING, lifetimes }));
    await settled(element);
    control(element, 'Get a new price').click();
    session.show(ready(OFFERS_MORE));
    await settled(element);
    one(element, '.more-time').click();
    await pick(element);
    expect(session.steps).to.deep.equal([
      `choose USDT_TRC20 longest instead of ${INVOICE}`,
      'choose USDT_TRC20',
    ]);
  });

  for (const [locale] of LANGUAGES)
    it(`fits on a small screen in ${locale}, in a card of the same size`, async () => {
      await setViewport({ width: 320, height: 800 });
      const { element } = await openCard(ready(checkout), { locale });
      await until(() => one(element, '.card').lang === locale, 'its messages');
      await settled(element);
      const { height } = element.getBoundingClientRect();
      const { element: other } = await openCard(ready(OFFERS_MORE), { locale });
      const option = one(other, '.more-time');
      expect(option.scrollWidth).to.be.at.most(option.clientWidth);
      expect(other.getBoundingClientRect().height).to.equal(height);
    });
});
