import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { SessionProblem } from '../../src/checkout/session.js';
import { PROBLEMS } from '../../src/protocol/problem-table.js';
import type { ProblemCode } from '../../src/protocol/problem-codes.js';
import { ADDRESSES, bitcoinInvoice, checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { describeWith, emulateMedia, itWith } from './browser-engine.js';
import {
  all,
  control,
  one,
  openCard,
  replaceClipboard,
  said,
  settled,
  shown,
  words,
} from './checkout-fixture.js';
import { until } from '../until.js';
import { walk } from './accessibility-tree.js';

const CODES = Object.keys(PROBLEMS).filter((code): code is ProblemCode => Object.hasOwn(PROBLEMS, code));
const awaiting = ready(checkoutIn('awaiting', bitcoinInvoice));
const RESUME = { 'resume-url': '/pay#{checkout}' };

/** The focused element, through the shadow trees. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** By its name; a list by its role. */
function nameOfFocused(): string {
  const element = focused();
  if (!(element instanceof HTMLElement)) return '';
  return words(element.getAttribute('aria-label') ?? element.innerText);
}

/** Forwards, or with Shift backwards. */
async function tabTo(name: string | RegExp, isBackwards = false): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    if (isBackwards) await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Tab' });
    if (isBackwards) await sendKeys({ up: 'Shift' });
    const now = nameOfFocused();
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`The Tab key does not lead to ${String(name)}, only to: ${passed.join(' | ')}`);
}

describe('a payment with the keyboard alone', () => {
  it('is chosen, copied, enlarged, explained and ended', async () => {
    const written: string[] = [];
    const putBack = replaceClipboard({ writeText: (text) => Promise.resolve(void written.push(text)) });
    const { element, session } = await openCard(ready(checkout), RESUME);
    await tabTo('Search coin or network');
    await sendKeys({ type: 'bitcoin' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    expect(session.steps).to.deep.equal(['choose BTC']);
    session.show(ready(checkout, { pending: { kind: 'invoice', currency: 'BTC' } }));
    await settled(element);
    session.show(awaiting);
    await settled(element);
    await tabTo('Copy amount');
    await sendKeys({ press: 'Enter' });
    await tabTo('Enlarge the QR code');
    await sendKeys({ press: 'Enter' });
    await until(() => all(element, '[part=qr-dialog]').length === 1, 'the large code');
    await sendKeys({ press: 'Escape' });
    await until(() => nameOfFocused() === 'Enlarge the QR code', 'back on the code');
    await tabTo('Copy address');
    await sendKeys({ press: 'Enter' });
    expect(written).to.deep.equal(['0.00051234', ADDRESSES.BTC]);
    await tabTo('Use a crypto exchange');
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.id === 'fee', 'the field for the fee');
    await sendKeys({ type: '0.0001' });
    await until(() => {
      const sum = all(element, '.helper .amount')[0]?.textContent ?? '';
      return sum.replace(/\s/g, '') === '0.00061234BTC';
    }, 'the sum to type');
    await tabTo('Help');
    await sendKeys({ press: 'Enter' });
    await settled(element);
    await tabTo('Back to the payment');
    await sendKeys({ press: 'Enter' });
    session.show(ready(checkoutIn('paid', bitcoinInvoice)));
    await settled(element);
    // From "Help", where the payer still is.
    await tabTo('Return to shop', true);
    putBack();
  });

  for (const mode of ['inline', 'modal']) {
    it(`continues at the top of the new screen, to the coins and back to the payment: ${mode}`, async () => {
      const { element } = await openCard(awaiting, { mode, open: '' });
      for (const [name, screen] of [
        ['Change coin or network', 'choosing'],
        ['Back to the payment', 'awaiting'],
      ] as const) {
        await tabTo(name);
        await sendKeys({ press: 'Enter' });
        await until(() => one(element, '.body').dataset['screen'] === screen, screen);
        await settled(element);
        expect(focused()?.getAttribute('part'), name).to.equal('body');
      }
    });
  }

  it('never moves if the payer did not navigate', async () => {
    const { element, session } = await openCard(ready(checkout));
    const elsewhere = document.createElement('input');
    element.before(elsewhere);
    elsewhere.focus();
    for (const state of ['awaiting', 'detected', 'partial', 'paid', 'expired', 'canceled'] as const) {
      session.show(ready(checkoutIn(state)));
      await settled(element);
      expect(focused(), state).to.equal(elsewhere);
    }
    elsewhere.remove();
  });
});

describe('a payment in a screen reader', () => {
  itWith(
    'accessibility tree',
    'asks for a coin, reads amount, address and warnings, and announces the outcome',
    async () => {
      const { element, session } = await openCard(ready(checkout), RESUME);
      const choosing = await walk();
      expect(choosing).to.include.members([
        'region Pay with crypto',
        'heading How would you like to pay?',
        'combobox Search coin or network expanded',
        'listbox Coins',
      ]);
      session.show(awaiting);
      await settled(element);
      const lines = await walk();
      const order = [
        'button Copy amount',
        'button Change coin or network',
        'button Enlarge the QR code',
        `group ${ADDRESSES.BTC}`,
        'switch Include amount',
        'button Copy address',
        'button Open in wallet',
        'button Use a crypto exchange',
        'button Continue on phone',
        'button Cancel payment',
        'timer Time left',
        'button Help',
        'status',
      ];
      const found = order.map((each) => lines.findIndex((line) => line.startsWith(each)));
      expect(found, lines.join(' | ')).to.deep.equal(found.toSorted((first, second) => first - second));
      expect(found).not.to.include(-1);
      expect(said(element)).to.equal('Send exactly 0.00051234 BTC on Bitcoin.');
      session.show(ready(checkoutIn('paid', bitcoinInvoice)));
      await settled(element);
      expect(await walk()).to.include.members(['heading Paid. Thank you.', 'link Return to shop']);
      expect(said(element)).to.equal('Paid. Thank you.');
    },
  );

  it('announces the time at ten, five, two and one minutes and at thirty seconds, and at no other second', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    const end = Date.parse('2026-11-21T13:12:00Z');
    const heard: string[] = [];
    for (let left = 700; left > 0; left -= 10) {
      session.nowMs = end - left * 1000;
      session.show(ready(checkoutIn('awaiting')));
      await element.updateComplete;
      if (heard.at(-1) !== said(element)) heard.push(said(element));
    }
    expect(heard[3]).to.match(
      /^2 minutes left\. Send exactly 50\.12 USDT on TRON \(TRC-20\)\. This price expires at /,
    );
    expect(heard.slice(1).map((text) => /^.*? left\./.exec(text)?.[0])).to.deep.equal([
      '10 minutes left.',
      '5 minutes left.',
      '2 minutes left.',
      '1 minute left.',
      '30 seconds left.',
    ]);
    expect(one(element, '[role=timer]').getAttribute('aria-live')).to.equal(null);
  });

  it('warns two minutes ahead, and offers a new price in one press then and after that', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    session.nowMs = Date.parse('2026-11-21T13:10:00Z');
    session.show(ready(checkoutIn('awaiting')));
    await settled(element);
    expect(shown(element)).to.match(/This price expires at/);
    control(element, 'Get a new price').click();
    session.show(ready(checkoutIn('expired')));
    await settled(element);
    control(element, 'Get a new price').click();
    expect(session.steps).to.deep.equal(['choose USDT_TRC20 instead of INV-8KQ2M4XZ', 'choose USDT_TRC20']);
  });
});

describeWith('emulated media', 'a payment in forced colors', () => {
  afterEach(() => emulateMedia());

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`breaks no rule of accessibility: ${colorScheme}`, async () => {
      await emulateMedia({ forcedColors: 'active', colorScheme });
      const { element, session } = await openCard(ready(checkout), { ...RESUME, theme: colorScheme });
      for (const state of ['choosing', 'awaiting', 'detected', 'partial', 'paid', 'expired'] as const) {
        session.show(ready(checkoutIn(state)));
        await settled(element);
        await expect(element).to.be.accessible();
      }
    });
  }
});

describe('a problem of any kind', () => {
  for (const code of [...CODES, 'offline', 'invalid_response'] as const) {
    it(`leads to the service's own page while the payment is open: ${code}`, async () => {
      const problem: SessionProblem = { code, retryable: false };
      const hostedPage = 'https://pay.example/INV-8KQ2M4XZ';
      // Only a checkout that needs an email address first has no such problem: it requests one.
      if (code === 'email_required') return;
      // Nothing is left to pay.
      if (code === 'checkout_closed') return;
      const { element } = await openCard(ready(checkoutIn('awaiting', { hostedPage }), { problem }));
      expect(control(element, 'Open payment page').getAttribute('href')).to.equal(hostedPage);
      expect(all(element, 'crypto-copy-field').map((each) => each.getAttribute('label'))).to.include(
        'Copy details',
      );
    });
  }
});

describe('a page that is large, small or long', () => {
  afterEach(() => setViewport({ width: 800, height: 600 }));

  const LONG = 'Ab'.repeat(100);
  const DIGITS = '123456789012.123456789012345678';
  const long = {
    ...checkoutIn('awaiting', {
      currency: 'ETH_BASE',
      address: ADDRESSES.ETH_BASE,
      amount: DIGITS,
      due: DIGITS,
    }),
    shop: { name: LONG },
    order: { ...checkout.order, id: LONG, description: LONG, amount: '9999999999.99' },
  };

  for (const width of [320, 384, 480, 1200]) {
    it(`cuts no digit and has no overflow at ${width} px, with names of 200 letters`, async () => {
      await setViewport({ width: Math.max(width, 500), height: 900 });
      const { element, session } = await openCard(ready(long));
      const box = element.parentElement;
      if (box) box.style.inlineSize = `${width}px`;
      for (const state of ['awaiting', 'partial', 'detected', 'paid', 'expired', 'canceled'] as const) {
        session.show(ready({ ...long, state }));
        await settled(element);
        const card = one(element, '.card');
        expect(card.scrollWidth, state).to.be.at.most(card.clientWidth);
        expect(element.getBoundingClientRect().width, state).to.equal(Math.min(width, 480));
      }
      session.show(ready(long));
      await settled(element);
      expect(words(one(element, '.sum .amount').textContent ?? '').replace(/\s/g, '')).to.equal(
        `${DIGITS}ETH`,
      );
    });
  }

  it('needs no horizontal scrolling at 400 %, which is 320 by 256 px (WCAG 1.4.10)', async () => {
    await setViewport({ width: 320, height: 256 });
    const { element, session } = await openCard(awaiting, RESUME);
    for (const state of ['choosing', 'awaiting', 'partial', 'paid', 'expired'] as const) {
      session.show(ready(checkoutIn(state)));
      await settled(element);
      expect(document.documentElement.scrollWidth, state).to.be.at.most(320);
    }
  });

  it('shows header and footer of a dialog at 400 %: only the part between them scrolls', async () => {
    await setViewport({ width: 320, height: 256 });
    const { element } = await openCard(awaiting, { ...RESUME, mode: 'modal', open: '' });
    for (const part of ['.close', '[part~=help]']) {
      const { top, bottom } = one(element, part).getBoundingClientRect();
      expect(top, part).to.be.at.least(0);
      expect(bottom, part).to.be.at.most(256);
    }
    const copy = one(element, '.where crypto-copy-field');
    copy.scrollIntoView();
    const stage = one(element, '.body').getBoundingClientRect();
    expect(copy.getBoundingClientRect().top).to.be.within(stage.top - 1, stage.bottom);
  });
});
