import { expect, fixture } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { html, nothing } from 'lit';
import { focused } from '../../src/controllers/focus.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { openCheckout } from '../../src/index.js';
import { bitcoinInvoice, checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { all, control, one, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

interface ShopDialog {
  /** What the shop shows over its page. */
  readonly box: HTMLElement;
  readonly opener: HTMLElement;
  readonly isOpen: () => boolean;
}

/** How a library listens for the keys of its dialog: Radix on the document, Bootstrap on the box, others when the key is released. */
const LISTENERS: Readonly<Record<string, (box: HTMLElement, onKey: (event: Event) => void) => void>> = {
  'the document, before everybody else': (_, onKey) => on(document, 'keydown', onKey, true),
  'the document': (_, onKey) => on(document, 'keydown', onKey),
  'its dialog': (box, onKey) => on(box, 'keydown', onKey),
  'the window': (_, onKey) => on(window, 'keydown', onKey),
  'the document, when a key is released': (_, onKey) => on(document, 'keyup', onKey),
};

const stops: (() => void)[] = [];

function on(target: EventTarget, type: string, listener: (event: Event) => void, capture = false): void {
  const options = { capture, passive: false };
  target.addEventListener(type, listener, options);
  stops.push(() => target.removeEventListener(type, listener, options));
}

const isEscape = (event: Event) => event instanceof KeyboardEvent && event.key === 'Escape';

/** A dialog of the shop in its page, whose button has the focus. */
async function shopDialog(content: unknown = html`<button>Pay</button>`): Promise<ShopDialog> {
  const box = await fixture<HTMLElement>(
    html`<div role="dialog" aria-label="Cart" tabindex="-1">${content}</div>`,
  );
  const opener = box.querySelector('button') ?? box;
  opener.focus();
  return { box, opener, isOpen: () => box.checkVisibility() };
}

function modalIn(box: HTMLElement): CryptoCheckout {
  const element = box.querySelector('crypto-checkout');
  if (!element) throw new Error('The dialog has no checkout');
  return element;
}

const modal = (state: 'awaiting' | 'detected' | 'partial') =>
  html`<button>Pay</button>
    <crypto-checkout
      mode="modal"
      locale="en-GB"
      .session=${new ScriptedSession(ready(checkoutIn(state)))}
    ></crypto-checkout>`;

async function opened(element: CryptoCheckout): Promise<CryptoCheckout> {
  element.open = true;
  await settled(element);
  return element;
}

const isOnTop = (element: Element) => {
  const { left, top } = one(element, '.card').getBoundingClientRect();
  return document.elementFromPoint(left + 60, top + 60) === element;
};

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  document.body.style.removeProperty('pointer-events');
});

describe('a checkout that opens from a dialog of the shop', () => {
  for (const [name, listen] of Object.entries(LISTENERS)) {
    it(`has Escape for itself if the shop listens on ${name}`, async () => {
      const { box, isOpen, opener } = await shopDialog(modal('partial'));
      listen(box, (event) => isEscape(event) && (box.hidden = true));
      const element = await opened(modalIn(box));
      await sendKeys({ press: 'Escape' });
      await settled(element);
      expect(shown(element), 'the question about the payment').to.contain('You can close this.');
      expect(isOpen()).to.equal(true);
      await sendKeys({ press: 'Escape' });
      await until(() => !element.open, 'the second Escape closes it');
      expect(isOpen(), 'the shop keeps its dialog').to.equal(true);
      await until(() => document.activeElement === opener, 'the focus is back in the dialog of the shop');
      await sendKeys({ press: 'Escape' });
      expect(isOpen(), 'the next Escape is for the shop').to.equal(false);
    });
  }

  it('has Escape for itself in a native dialog of the shop', async () => {
    const page = await fixture<HTMLElement>(
      html`<div><dialog aria-label="Cart">${modal('partial')}</dialog></div>`,
    );
    const outer = page.querySelector('dialog');
    outer?.showModal();
    // A press of the payer, so that the browser's Escape closes the dialogs one by one.
    await sendKeys({ press: 'Tab' });
    const element = await opened(modalIn(page));
    await sendKeys({ press: 'Escape' });
    await until(() => shown(element).includes('You can close this.'), 'the question about the payment');
    expect([element.open, outer?.open]).to.deep.equal([true, true]);
    await sendKeys({ press: 'Escape' });
    await until(() => !element.open, 'it closes');
    expect(outer?.open).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await until(() => !outer?.open, 'the dialog of the shop closes');
  });

  it('closes once while Escape is held', async () => {
    const { box, isOpen } = await shopDialog(modal('awaiting'));
    on(document, 'keydown', (event) => isEscape(event) && (box.hidden = true), true);
    const element = await opened(modalIn(box));
    await sendKeys({ down: 'Escape' });
    await until(() => !element.open, 'it closes');
    await sendKeys({ down: 'Escape' });
    await sendKeys({ up: 'Escape' });
    expect(isOpen()).to.equal(true);
  });

  it('keeps what Escape does in its own parts', async () => {
    const session = new ScriptedSession(ready(checkout));
    const { box, isOpen } = await shopDialog(
      html`<crypto-checkout mode="modal" locale="en-GB" .session=${session}></crypto-checkout>`,
    );
    on(document, 'keydown', (event) => isEscape(event) && (box.hidden = true), true);
    const element = await opened(modalIn(box));
    const search = one(element, 'input');
    search.focus();
    await sendKeys({ type: 'doge' });
    await settled(element);
    await sendKeys({ press: 'Escape' });
    await settled(element);
    expect(search).to.have.property('value', '');
    expect([element.open, isOpen()]).to.deep.equal([true, true]);
  });

  it('lets a dialog that the shop opens over it have its keys', async () => {
    const { box } = await shopDialog(modal('awaiting'));
    const element = await opened(modalIn(box));
    const question = document.createElement('dialog');
    question.innerHTML = '<button>Leave</button>';
    document.body.append(question);
    const keys: string[] = [];
    on(document, 'keydown', (event) => event instanceof KeyboardEvent && keys.push(event.key));
    // A press of the payer, so that the browser's Escape closes the dialogs one by one.
    await sendKeys({ press: 'Tab' });
    question.showModal();
    keys.length = 0;
    await sendKeys({ press: 'Escape' });
    await until(() => !question.open, 'it closes');
    expect([keys, element.open]).to.deep.equal([['Escape'], true]);
    question.remove();
  });

  it('moves the focus by Tab if the shop keeps the focus inside its dialog', async () => {
    const { opener, box } = await shopDialog();
    const keepInside = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Tab') return;
      event.preventDefault();
      opener.focus();
    };
    on(document, 'keydown', keepInside, true);
    on(
      document,
      'focusin',
      ({ target }) => target instanceof Node && !box.contains(target) && opener.focus(),
    );
    const { element, close } = openCheckout({ session: new ScriptedSession(ready(checkoutIn('awaiting'))) });
    await settled(element);
    const before = element.shadowRoot?.activeElement;
    await sendKeys({ press: 'Tab' });
    expect(document.activeElement === element).to.equal(true);
    expect(element.shadowRoot?.activeElement === before).to.equal(false);
    close();
    await until(() => document.activeElement === opener, 'the focus is back');
  });

  it('is pressed if the drawer of the shop captures the pointer', async () => {
    const { box } = await shopDialog(modal('awaiting'));
    // As Vaul does, to be dragged.
    on(box, 'pointerdown', (event) => {
      if (event instanceof PointerEvent && event.target instanceof Element)
        event.target.setPointerCapture(event.pointerId);
    });
    const element = await opened(modalIn(box));
    const { left, top, width, height } = control(element, 'Close').getBoundingClientRect();
    await sendMouse({
      type: 'click',
      position: [Math.round(left + width / 2), Math.round(top + height / 2)],
    });
    await until(() => !element.open, 'it closes');
  });

  it('scrolls if the shop stops the wheel outside of its dialog', async () => {
    const { box } = await shopDialog(modal('awaiting'));
    on(document, 'wheel', (event) => event.preventDefault());
    const element = await opened(modalIn(box));
    const wheel = new WheelEvent('wheel', { deltaY: 90, bubbles: true, cancelable: true, composed: true });
    one(element, '.body').dispatchEvent(wheel);
    expect(wheel.defaultPrevented).to.equal(false);
    const outside = new WheelEvent('wheel', { deltaY: 90, bubbles: true, cancelable: true });
    document.body.dispatchEvent(outside);
    expect(outside.defaultPrevented).to.equal(true);
  });

  it('closes when the shop hides the dialog around it, says so, and leaves a page that can be used', async () => {
    const { box } = await shopDialog(modal('detected'));
    const element = await opened(modalIn(box));
    const closes: unknown[] = [];
    element.addEventListener('crypto-close', (event) => closes.push([event.detail.state, element.open]));
    box.hidden = true;
    await until(() => !element.open, 'it closes');
    expect(closes).to.deep.equal([['detected', false]]);
    expect(document.querySelector(':modal')).to.equal(null);
    expect(getComputedStyle(document.documentElement).overflowY).to.equal('visible');
    box.hidden = false;
    await opened(element);
    expect(isOnTop(element)).to.equal(true);
  });

  it('is used where the page is inert behind the dialog of the shop, which is so again afterwards', async () => {
    const page = await fixture<HTMLElement>(
      html`<div>
        <main aria-hidden="true" inert>${modal('awaiting')}</main>
        <div role="dialog"><button>Buy</button></div>
      </div>`,
    );
    const [main, buy] = [page.querySelector('main'), page.querySelector<HTMLElement>('[role=dialog] button')];
    buy?.focus();
    const element = await opened(modalIn(page));
    expect(isOnTop(element)).to.equal(true);
    expect(document.activeElement === element).to.equal(true);
    expect(element.closest('[aria-hidden]')).to.equal(null);
    control(element, 'Close').click();
    await settled(element);
    expect([main?.inert, main?.getAttribute('aria-hidden')]).to.deep.equal([true, 'true']);
    expect(document.activeElement === buy).to.equal(true);
  });

  it('does not lock the page again if the shop has closed its dialog meanwhile', async () => {
    const page = await fixture<HTMLElement>(
      html`<div>
        <main inert>${modal('awaiting')}</main>
        <div role="dialog"><button>Buy</button></div>
      </div>`,
    );
    page.querySelector<HTMLElement>('[role=dialog] button')?.focus();
    const element = await opened(modalIn(page));
    page.querySelector('[role=dialog]')?.remove();
    control(element, 'Close').click();
    await settled(element);
    expect(page.querySelector('main')?.inert).to.equal(false);
  });
});

describe('openCheckout from a dialog of the shop', () => {
  const open = () =>
    openCheckout({ session: new ScriptedSession(ready(checkoutIn('awaiting'))), locale: 'en-GB' });

  it('can be pressed, and the shop takes no press in it for one outside of its dialog', async () => {
    const { box } = await shopDialog();
    document.body.style.pointerEvents = 'none';
    box.style.pointerEvents = 'auto';
    const outside: EventTarget[] = [];
    on(document, 'pointerdown', ({ target }) => {
      if (target instanceof Node && !box.contains(target)) outside.push(target);
    });
    const { element, closed } = open();
    await settled(element);
    expect(isOnTop(element)).to.equal(true);
    const { left, top, width, height } = control(element, 'Close').getBoundingClientRect();
    await sendMouse({
      type: 'click',
      position: [Math.round(left + width / 2), Math.round(top + height / 2)],
    });
    expect(await closed).to.equal('closed');
    expect(outside).to.deep.equal([]);
  });

  it('is pressed where only the panel of the dialog counts as inside, as in Headless UI', async () => {
    const root = await fixture<HTMLElement>(
      html`<div role="dialog" aria-label="Cart">
        <div class="backdrop"></div>
        <div class="panel">
          <p><button>Pay</button></p>
        </div>
      </div>`,
    );
    root.querySelector('button')?.focus();
    const panel = root.querySelector('.panel');
    on(
      document,
      'pointerdown',
      ({ target }) => target instanceof Node && !panel?.contains(target) && (root.hidden = true),
      true,
    );
    const { element, close } = openCheckout({ session: new ScriptedSession(ready(checkout)) });
    await settled(element);
    const { left, top } = one(element, 'input').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left + 20), Math.round(top + 10)] });
    await sendKeys({ type: 'doge' });
    expect(one(element, 'input')).to.have.property('value', 'doge');
    expect(root.checkVisibility()).to.equal(true);
    close();
  });

  it('leaves a popover of the shop open, and returns the focus to it', async () => {
    const box = await fixture<HTMLElement>(html`<div popover><button>Pay</button></div>`);
    const opener = box.querySelector('button');
    box.showPopover();
    opener?.focus();
    const { element, closed } = open();
    await settled(element);
    expect(isOnTop(element)).to.equal(true);
    await sendKeys({ press: 'Escape' });
    expect(await closed).to.equal('closed');
    expect(box.matches(':popover-open')).to.equal(true);
    expect(document.activeElement).to.equal(opener);
  });

  it('can be seen and pressed over a page without pointer and visibility', async () => {
    const page = await fixture<HTMLElement>(html`<div><button>Pay</button></div>`);
    document.body.style.pointerEvents = 'none';
    document.body.style.visibility = 'hidden';
    const { element, close } = open();
    await settled(element);
    expect(isOnTop(element)).to.equal(true);
    expect(getComputedStyle(one(element, '.card')).visibility).to.equal('visible');
    document.body.style.removeProperty('visibility');
    close();
    page.remove();
  });

  for (const [how, vanish] of [
    ['hides', (box: HTMLElement) => (box.hidden = true)],
    ['removes', (box: HTMLElement) => box.remove()],
  ] as const) {
    it(`stays when the shop ${how} its dialog`, async () => {
      const { box } = await shopDialog();
      const { element, closed, close } = open();
      await settled(element);
      vanish(box);
      await until(() => element.parentElement === document.body, 'it is elsewhere in the page');
      await settled(element);
      expect(isOnTop(element)).to.equal(true);
      expect(all(element, ':modal')).to.have.length(1);
      close();
      expect(await closed).to.equal('closed');
      expect(element.isConnected).to.equal(false);
    });
  }
});

describe('an inline checkout in a dialog of the shop', () => {
  async function inline(snapshot = ready(checkoutIn('awaiting'))) {
    const { box, isOpen } = await shopDialog(
      html`<crypto-checkout locale="en-GB" .session=${new ScriptedSession(snapshot)}></crypto-checkout>`,
    );
    on(document, 'keydown', (event) => isEscape(event) && (box.hidden = true), true);
    const element = modalIn(box);
    await settled(element);
    return { element, isOpen };
  }

  /** As Radix does: it sees the elements of the page alone, and moves the focus from the last to the first. */
  function keepFocus(box: HTMLElement): void {
    const controls = () =>
      [...box.querySelectorAll<HTMLElement>('*')].filter(({ tabIndex, hidden }) => tabIndex >= 0 && !hidden);
    on(box, 'keydown', (event) => {
      if (!(event instanceof KeyboardEvent) || event.code !== 'Tab') return;
      const [first, last] = [controls().at(0), controls().at(-1)];
      const isLeaving = document.activeElement === (event.shiftKey ? first : last);
      if (first && last && !isLeaving) return;
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus({ preventScroll: true });
    });
  }

  for (const [layout, after] of [
    ['alone', nothing],
    ['before a button', html`<button>Close</button>`],
  ] as const)
    it(`is reached by Tab, ${layout}, where the shop keeps the focus in its dialog`, async () => {
      const session = new ScriptedSession(ready(checkout));
      await fixture(html`<button>Behind</button>`);
      const { box } = await shopDialog(
        html`<crypto-checkout locale="en-GB" .session=${session}></crypto-checkout>${after}`,
      );
      keepFocus(box);
      const element = modalIn(box);
      await settled(element);
      element.focus();
      for (const isBackward of [false, true]) {
        const seen = new Set<string>();
        if (isBackward) await sendKeys({ down: 'Shift' });
        for (let times = 0; times < 30; times += 1) {
          await sendKeys({ press: 'Tab' });
          expect(box.contains(document.activeElement), 'the focus stays in the dialog').to.equal(true);
          seen.add(focused()?.ariaLabel ?? focused()?.innerText ?? '');
        }
        if (isBackward) await sendKeys({ up: 'Shift' });
        expect([...seen].join()).to.contain('Search');
        expect([...seen].join()).to.contain('Help');
        if (after !== nothing) expect([...seen].join()).to.contain('Close');
      }
    });

  it('leaves Help by Escape without closing that dialog', async () => {
    const { element, isOpen } = await inline();
    control(element, 'Help').click();
    await settled(element);
    await sendKeys({ press: 'Escape' });
    await settled(element);
    expect(shown(element)).to.contain('Send exactly');
    expect(isOpen()).to.equal(true);
    await sendKeys({ press: 'Escape' });
    expect(isOpen(), 'then Escape is for the shop').to.equal(false);
  });

  it('closes the list of wallets by Escape without closing that dialog', async () => {
    const { element, isOpen } = await inline(ready(checkoutIn('awaiting', bitcoinInvoice)));
    const menu = one(element, '#wallets');
    const opener = control(element, 'Open in wallet');
    opener.focus();
    opener.click();
    await until(() => menu.matches(':popover-open'), 'it opens');
    await sendKeys({ press: 'Escape' });
    await until(() => !menu.matches(':popover-open'), 'it closes');
    expect(isOpen()).to.equal(true);
  });
});
