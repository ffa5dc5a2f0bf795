import { expect, fixture } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { openCheckout } from '../../src/index.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { emulateMedia, itWith } from './browser-engine.js';
import { all, control, hear, one, said, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';

interface Shop {
  readonly opener: HTMLButtonElement;
  readonly element: CryptoCheckout;
  readonly session: ScriptedSession;
}

/** A shop page with a focused button, and a modal checkout. */
async function shop(snapshot = ready(checkoutIn('awaiting')), isOpen = true): Promise<Shop> {
  const session = new ScriptedSession(snapshot);
  const page = await fixture<HTMLElement>(
    html`<div>
      <button>Buy</button>
      <crypto-checkout mode="modal" locale="en-GB" .session=${session}></crypto-checkout>
    </div>`,
  );
  const opener = page.querySelector('button');
  const element = page.querySelector('crypto-checkout');
  if (!opener || !element) throw new Error('The page is not complete');
  opener.focus();
  element.open = isOpen;
  await settled(element);
  return { opener, element, session };
}

function dialogOf(element: Element): HTMLDialogElement {
  const dialog = one(element, 'dialog');
  if (dialog instanceof HTMLDialogElement) return dialog;
  throw new Error('This is no dialog');
}

const isShown = (element: Element) => dialogOf(element).matches(':modal');
const scrolls = () => getComputedStyle(document.documentElement).overflowY !== 'hidden';

describe('a modal checkout', () => {
  afterEach(() => setViewport({ width: 800, height: 600 }));

  it('sends no request until it is opened, and is then a dialog with a name', async () => {
    const { element, session } = await shop(ready(checkout), false);
    expect(session.listenerCount).to.equal(0);
    expect(isShown(element)).to.equal(false);
    element.open = true;
    await settled(element);
    expect(session.listenerCount).to.equal(1);
    expect(isShown(element)).to.equal(true);
    expect(dialogOf(element).getAttribute('aria-label')).to.equal('Pay with crypto');
  });

  it('opens by its attribute alone', async () => {
    const { element } = await shop(undefined, false);
    element.setAttribute('open', '');
    await settled(element);
    expect(isShown(element)).to.equal(true);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`is accessible in ${theme}, also while it confirms closing`, async () => {
      const { element } = await shop(ready(checkoutIn('detected')));
      element.theme = theme;
      await settled(element);
      await expect(element).to.be.accessible();
      control(element, 'Close').click();
      await settled(element);
      await expect(element).to.be.accessible();
    });
  }

  it('keeps the focus inside, and returns it to where it was', async () => {
    const { element, opener } = await shop();
    expect(element.shadowRoot?.activeElement?.localName).to.equal('dialog');
    const seen = new Set<string | undefined>();
    for (let presses = 0; presses < 25; presses += 1) {
      await sendKeys({ press: 'Tab' });
      seen.add(document.activeElement?.localName);
    }
    // The browser's own controls follow the last one of the page: then no element of the page has the focus.
    seen.delete('body');
    expect([...seen]).to.deep.equal(['crypto-checkout']);
    await sendKeys({ press: 'Escape' });
    await until(() => !element.open && document.activeElement === opener, 'it closes, the focus is back');
  });

  it('locks the scrolling of the page behind it, and unlocks it again', async () => {
    expect(scrolls()).to.equal(true);
    const { element } = await shop();
    expect(scrolls()).to.equal(false);
    control(element, 'Close').click();
    await settled(element);
    expect(scrolls()).to.equal(true);
    expect(document.documentElement.hasAttribute('style')).to.equal(false);
  });

  it('stays open when the payer presses beside it', async () => {
    const { element } = await shop();
    await sendMouse({ type: 'click', position: [5, 5] });
    await settled(element);
    expect(element.open).to.equal(true);
    expect(isShown(element)).to.equal(true);
  });

  it('lets the page prevent closing, and stays open then', async () => {
    const { element } = await shop();
    const details: unknown[] = [];
    const refuse = (event: HTMLElementEventMap['crypto-close']) => {
      details.push(event.detail);
      event.preventDefault();
    };
    document.addEventListener('crypto-close', refuse);
    control(element, 'Close').click();
    // A browser allows only a number of consecutive prevented closings.
    for (let presses = 0; presses < 3; presses += 1) {
      await sendKeys({ press: 'Escape' });
      await settled(element);
      await until(() => isShown(element), 'the dialog is still there');
    }
    document.removeEventListener('crypto-close', refuse);
    expect(element.open).to.equal(true);
    expect(details[0]).to.deep.equal({ state: 'awaiting' });
    await sendKeys({ press: 'Escape' });
    await until(() => !element.open, 'it closes');
  });

  it('closes without a confirmation if the page disables it', async () => {
    const heard = hear('crypto-close');
    const { element, opener } = await shop(ready(checkoutIn('detected')));
    element.open = false;
    await settled(element);
    expect(isShown(element)).to.equal(false);
    expect(document.activeElement === opener).to.equal(true);
    expect(heard.events).to.have.length(0);
    heard.stop();
  });

  for (const state of ['detected', 'processing', 'partial'] as const) {
    it(`warns of a payment in progress before it closes while the payment is ${state}`, async () => {
      const { element } = await shop(ready(checkoutIn(state)));
      await sendKeys({ press: 'Escape' });
      await settled(element);
      expect(element.open).to.equal(true);
      const sentence = 'You can close this. We’ll keep monitoring your payment and notify the shop.';
      expect(words(one(element, '.status').innerText)).to.equal(sentence);
      expect(said(element)).to.equal(sentence);
      await sendKeys({ press: 'Enter' });
      await settled(element);
      expect(element.open, 'the focus was on the answer').to.equal(false);
    });
  }

  it('lets the payer stay after all, and keeps the focus inside', async () => {
    const { element } = await shop(ready(checkoutIn('detected')));
    control(element, 'Close').click();
    await settled(element);
    control(element, 'Stay here').focus();
    await sendKeys({ press: 'Enter' });
    await settled(element);
    expect(element.open).to.equal(true);
    expect(shown(element)).to.not.contain('You can close this.');
    expect(document.activeElement === element).to.equal(true);
  });

  it('closes at the second Escape', async () => {
    const { element } = await shop(ready(checkoutIn('detected')));
    await sendKeys({ press: 'Escape' });
    await settled(element);
    await sendKeys({ press: 'Escape' });
    await until(() => !element.open && !isShown(element), 'it closes');
    expect(scrolls()).to.equal(true);
  });

  it('leaves the help with the first Escape, and closes with the second', async () => {
    const { element } = await shop();
    control(element, 'Help').click();
    await settled(element);
    await sendKeys({ press: 'Escape' });
    await settled(element);
    expect(element.open && isShown(element)).to.equal(true);
    expect(shown(element)).to.contain('Send exactly');
    expect(element.shadowRoot?.activeElement?.getAttribute('part')).to.equal('button-quiet help');
    await sendKeys({ press: 'Escape' });
    await until(() => !element.open, 'it closes');
  });

  it('leaves the help with the back gesture of a phone too, and closes immediately by its button', async () => {
    const { element } = await shop();
    control(element, 'Help').click();
    await settled(element);
    dialogOf(element).dispatchEvent(new Event('cancel', { cancelable: true }));
    await settled(element);
    expect(element.open).to.equal(true);
    expect(shown(element)).to.contain('Send exactly');
    control(element, 'Help').click();
    await settled(element);
    control(element, 'Close').click();
    expect(element.open).to.equal(false);
  });

  it('shows the same payment when it is opened again, and dispatches events in between', async () => {
    const heard = hear('crypto-ready', 'crypto-paid');
    const { element, session } = await shop();
    control(element, 'Close').click();
    await settled(element);
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    element.open = true;
    await settled(element);
    expect(shown(element)).to.contain('Paid. Thank you.');
    expect(heard.events.map(({ type }) => type)).to.deep.equal(['crypto-ready', 'crypto-paid']);
    heard.stop();
  });

  it('forgets the question of the last time', async () => {
    const { element } = await shop(ready(checkoutIn('detected')));
    control(element, 'Close').click();
    await settled(element);
    element.open = false;
    await settled(element);
    element.open = true;
    await settled(element);
    expect(shown(element)).to.not.contain('You can close this.');
  });

  it('is a dialog again after it was removed and inserted while open', async () => {
    const { element, opener, session } = await shop();
    const parent = element.parentElement;
    element.remove();
    expect(scrolls()).to.equal(true);
    expect(session.listenerCount).to.equal(0);
    parent?.append(element);
    await settled(element);
    expect(isShown(element)).to.equal(true);
    expect(scrolls()).to.equal(false);
    await sendKeys({ press: 'Escape' });
    await until(() => document.activeElement === opener, 'the focus is back');
  });

  it('unlocks the page when it becomes an inline checkout while open', async () => {
    const { element } = await shop();
    element.mode = 'inline';
    await settled(element);
    expect(scrolls()).to.equal(true);
    expect(all(element, 'dialog')).to.have.length(0);
    expect(shown(element)).to.contain('Send exactly');
  });

  it('does not disturb another one on the page', async () => {
    const first = await shop();
    // Two dialogs without a press of the payer between them are one to the browser's Escape.
    await sendKeys({ press: 'Tab' });
    const second = await shop(ready(checkout));
    expect(isShown(first.element) && isShown(second.element)).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await until(() => !second.element.open && !isShown(second.element), 'the second one closes');
    expect(first.element.open && isShown(first.element), 'the first one stays').to.equal(true);
    expect(scrolls(), 'one is still open').to.equal(false);
    first.element.open = false;
    await settled(first.element);
    expect(scrolls()).to.equal(true);
  });

  it('works inside an element of the shop, and its events leave that element', async () => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    const element = document.createElement('crypto-checkout');
    Object.assign(element, { mode: 'modal', open: true, session: new ScriptedSession(ready(checkout)) });
    const heard = hear('crypto-ready', 'crypto-close');
    root.append(element);
    await settled(element);
    expect(isShown(element)).to.equal(true);
    control(element, 'Close').click();
    await settled(element);
    expect(heard.events.map(({ type }) => type)).to.deep.equal(['crypto-ready', 'crypto-close']);
    expect(isShown(element)).to.equal(false);
    heard.stop();
    host.remove();
  });

  it('can be closed if only a problem is known', async () => {
    const session = new ScriptedSession({ phase: 'failed', problem: { code: 'offline', retryable: true } });
    const { element } = openCheckout({ session });
    await settled(element);
    control(element, 'Close').click();
    await settled(element);
    expect(element.isConnected).to.equal(false);
  });

  it('is a sheet at the lower edge of a small screen, without overflow', async () => {
    await setViewport({ width: 320, height: 568 });
    const { element, session } = await shop();
    for (const snapshot of [ready(checkoutIn('awaiting')), ready(checkoutIn('paid')), ready(checkout)]) {
      session.show(snapshot);
      await settled(element);
      const card = one(element, '.card');
      const box = card.getBoundingClientRect();
      expect([box.left, box.right, Math.round(box.bottom)]).to.deep.equal([0, 320, 568]);
      expect(box.top).to.be.at.least(8);
      expect(card.scrollWidth).to.be.at.most(card.clientWidth);
      const foot = one(element, '.footer').getBoundingClientRect();
      expect(foot.bottom, 'head and foot stay, the stage scrolls').to.be.at.most(568);
    }
    await expect(element).to.be.accessible();
  });

  async function readsFromTheRight(): Promise<void> {
    await setViewport({ width: 320, height: 568 });
    document.documentElement.dir = 'rtl';
    const { element } = await shop(ready(checkoutIn('detected')));
    element.locale = 'ar';
    await until(() => one(element, '.card').dir === 'rtl', 'the card in Arabic');
    one(element, '.close').click();
    await settled(element);
    const card = one(element, '.card');
    expect(card.scrollWidth).to.be.at.most(card.clientWidth);
    const [close, total] = ['.close', '.total'].map((name) => one(element, name).getBoundingClientRect());
    expect(close?.right).to.be.at.most(total?.left ?? 0);
    document.documentElement.removeAttribute('dir');
  }

  it('reads from right to left, without overflow', readsFromTheRight);

  itWith('emulated media', 'reads from right to left in forced colors, without overflow', async () => {
    await emulateMedia({ forcedColors: 'active' });
    await readsFromTheRight();
    await emulateMedia();
  });

  itWith('emulated media', 'comes in softly, and not at all where the payer wants no motion', async () => {
    const { element } = await shop();
    const motion = () => getComputedStyle(dialogOf(element)).animationName;
    expect(motion()).to.equal('none');
    await emulateMedia({ reducedMotion: 'no-preference' });
    expect(motion()).to.equal('enter');
    await setViewport({ width: 320, height: 568 });
    expect(motion()).to.equal('rise');
    await emulateMedia();
  });

  it('is centered on a large screen, 420 wide', async () => {
    await setViewport({ width: 1200, height: 900 });
    const { element } = await shop();
    const box = one(element, '.card').getBoundingClientRect();
    expect(box.width).to.equal(420);
    expect(Math.abs(box.left - (1200 - box.right))).to.be.at.most(1);
    expect(Math.abs(box.top - (900 - box.bottom))).to.be.at.most(1);
  });
});

describe('openCheckout', () => {
  it('opens a checkout over the page without markup, and returns the payment state when it was closed', async () => {
    for (const [state, outcome] of [
      ['paid', 'paid'],
      ['overpaid', 'paid'],
      ['detected', 'pending'],
      ['awaiting', 'closed'],
    ] as const) {
      const session = new ScriptedSession(ready(checkoutIn(state)));
      const opened = openCheckout({ session, locale: 'en-GB' });
      await settled(opened.element);
      expect(isShown(opened.element)).to.equal(true);
      opened.close();
      expect(await opened.closed, state).to.equal(outcome);
      expect(opened.element.isConnected).to.equal(false);
      expect(session.listenerCount).to.equal(0);
      expect(scrolls()).to.equal(true);
    }
  });

  it('is closed by the payer too', async () => {
    const opened = openCheckout({ session: new ScriptedSession(ready(checkoutIn('awaiting'))) });
    await settled(opened.element);
    await sendKeys({ press: 'Escape' });
    expect(await opened.closed).to.equal('closed');
  });

  it('returns the focus to where it was', async () => {
    const input = await fixture<HTMLInputElement>(html`<input aria-label="Coupon" />`);
    input.focus();
    const opened = openCheckout({ session: new ScriptedSession(ready(checkout)) });
    await settled(opened.element);
    opened.close();
    await opened.closed;
    expect(document.activeElement === input).to.equal(true);
  });

  it('names the missing option if there is nothing to pay', () => {
    expect(() => openCheckout({ endpoint: '/pay' })).to.throw(TypeError, 'needs "order"');
    expect(document.querySelector('body > crypto-checkout')).to.equal(null);
  });
});
