import { expect, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { createDepositSession } from '../../src/checkout/index.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { CryptoDeposit } from '../../src/elements/crypto-deposit/crypto-deposit.js';
import { ADDRESSES, wallet } from '../../stories/fixtures.js';
import { addressOf } from '../payment/payment-fixtures.js';
import { openDeposit, SCREENS } from './deposit-support.js';
import { itWith } from './browser-engine.js';
import {
  all,
  control,
  copiedFrom,
  everything,
  hear,
  one,
  replaceClipboard,
  said,
  settled,
  shown,
  words,
} from './checkout-fixture.js';
import { until } from '../until.js';

const ready = { phase: 'ready', wallet } as const;
const choosing = { phase: 'choosing', wallet: null } as const;

/** Replaces the proxy by this response; the returned function restores the browser's fetch. */
function replaceFetch(respond: (body: unknown, init: RequestInit) => Promise<Response>): () => void {
  const own = window.fetch;
  window.fetch = (_input, init = {}) => respond(JSON.parse(String(init.body)), init);
  return () => {
    window.fetch = own;
  };
}

/** By the Tab key alone. */
async function tabTo(element: Element, name: string): Promise<void> {
  const target = control(element, name);
  for (let presses = 0; presses < 9 && !target.matches(':focus'); presses += 1)
    await sendKeys({ press: 'Tab' });
  expect(target.matches(':focus'), name).to.equal(true);
}

describe('crypto-deposit', () => {
  for (const [name, [snapshot, text]] of Object.entries(SCREENS)) {
    describe(name, () => {
      for (const theme of ['light', 'dark']) {
        for (const dir of ['ltr', 'rtl']) {
          it(`is accessible in ${theme}, ${dir}`, async () => {
            const { element } = await openDeposit(snapshot, { theme, dir });
            expect(shown(element)).to.contain(text);
            await expect(element).to.be.accessible();
          });
        }
      }

      it('has one polite live region, no style attribute and no inline handler', async () => {
        const { element } = await openDeposit(snapshot);
        expect(all(element, '[role=status], [aria-live]')).to.have.length(1);
        for (const node of everything(element)) {
          for (const { name: attribute } of node.attributes) {
            expect(attribute, node.localName).not.to.match(/^(style|on.*)$/);
          }
        }
      });
    });
  }

  describe('the card', () => {
    for (const width of [320, 400, 480]) {
      it(`keeps one size in every state at ${width} px, without overflow`, async () => {
        const { element, session } = await openDeposit(choosing);
        if (element.parentElement) element.parentElement.style.inlineSize = `${width}px`;
        await settled(element);
        const card = one(element, '.card');
        const { height } = element.getBoundingClientRect();
        for (const [name, [snapshot]] of Object.entries(SCREENS)) {
          session.show(snapshot);
          await settled(element);
          expect(element.getBoundingClientRect().width, name).to.equal(width);
          expect(element.getBoundingClientRect().height, name).to.equal(height);
          expect(card.scrollWidth, name).to.be.at.most(card.clientWidth);
        }
      });
    }

    it('replaces its skeleton by the address without a shift', async () => {
      const { element, session } = await openDeposit({
        phase: 'requesting',
        currency: 'USDT_TRC20',
        isSlow: false,
      });
      const boxes = () =>
        all(element, '.sheet, .where, .notice, .facts').map((part) =>
          JSON.stringify(part.getBoundingClientRect()),
        );
      const before = boxes();
      session.show(ready);
      await settled(element);
      expect(boxes()).to.deep.equal(before);
    });

    it('marks test mode, also while the customer selects another coin', async () => {
      const test = { ...wallet, testMode: true };
      const { element, session } = await openDeposit({ phase: 'ready', wallet: test });
      expect(words(one(element, '.header').innerText)).to.contain('Test mode');
      session.show({ phase: 'choosing', wallet: test });
      await settled(element);
      expect(words(one(element, '.header').innerText)).to.contain('Test mode');
    });

    it('leaves room for the content of the shop', async () => {
      const element = await fixture<CryptoDeposit>(
        html`<crypto-deposit
          ><b slot="header">Your account</b><i slot="footer">Questions?</i></crypto-deposit
        >`,
      );
      await settled(element);
      for (const child of element.children) expect(child.getBoundingClientRect().height).to.be.above(0);
    });
  });

  describe('the choice', () => {
    it('has every coin on a network with deposit addresses, and none on TON', async () => {
      const { element } = await openDeposit(choosing);
      const picker = one(element, 'crypto-currency-picker');
      const codes: unknown = Reflect.get(picker, 'offers');
      expect(codes).to.have.length(37);
      expect(shown(element)).not.to.contain('TON');
    });

    it('is narrowed by "currencies"', async () => {
      const { element } = await openDeposit(choosing, { currencies: 'BTC, USDT_TRC20' });
      expect(all(element, '[role=option]')).to.have.length(2);
    });

    it('shows the address for the selected currency, and dispatches its event', async () => {
      const { element, session } = await openDeposit(choosing, { currencies: 'USDT_TRC20, BTC' });
      const heard = hear('crypto-currency-change');
      all(element, '[role=option]')[0]?.click();
      heard.stop();
      expect(session.steps).to.deep.equal(['choose USDT_TRC20']);
      expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([
        { currency: 'USDT_TRC20' },
      ]);
    });

    it('leads back to the address, which keeps working', async () => {
      const { element, session } = await openDeposit({ phase: 'choosing', wallet });
      control(element, 'Back to the address').click();
      expect(session.steps).to.deep.equal(['change false']);
    });
  });

  describe('the address', () => {
    it('is complete, in groups of four, left to right, and copied exactly', async () => {
      const { element } = await openDeposit(ready, { dir: 'rtl' });
      const address = one(element, '[part=address]');
      expect(address.dir).to.equal('ltr');
      expect([...address.children].map((group) => group.textContent).join('|')).to.equal(
        'TQWT|spYU|DQJZ|tA7i|auQe|yUYK|vK5c|bx7F|RS',
      );
      expect(copiedFrom(address)).to.equal(wallet.address);
    });

    it('has highlighted groups to compare, with a warning of the look-alikes in histories of wallets', async () => {
      const { element } = await openDeposit(ready);
      const marked = [...one(element, '[part=address]').querySelectorAll('b')].map(
        ({ textContent }) => textContent,
      );
      expect(marked).to.deep.equal(['DQJZ', 'auQe', 'vK5c']);
      expect(all(element, '.notice').map(({ textContent }) => words(textContent))).to.include(
        'Always copy it from here. Your wallet’s history may show look-alike addresses from scammers. ' +
          'Check that your wallet shows the highlighted characters. Highlighted characters: DQJZ, auQe, vK5c',
      );
    });

    it('is in the code alone, without an amount', async () => {
      const { element } = await openDeposit({
        phase: 'ready',
        wallet: { ...wallet, currency: 'BTC', address: ADDRESSES.BTC },
      });
      expect(Reflect.get(one(element, 'crypto-payment-qr'), 'payload')).to.equal(ADDRESSES.BTC);
      expect(shown(element)).to.contain('Contains only the address');
    });

    it('has a code that is dark on white in every theme', async () => {
      for (const theme of ['light', 'dark']) {
        const { element } = await openDeposit(ready, { theme });
        const { backgroundColor, color } = getComputedStyle(one(element, 'crypto-payment-qr'));
        expect([backgroundColor, color]).to.deep.equal(['rgb(255, 255, 255)', 'rgb(11, 13, 18)']);
      }
    });

    itWith('forced colors', 'has a code that keeps its colors in forced colors', async () => {
      const { element } = await openDeposit(ready);
      expect(getComputedStyle(one(element, 'crypto-payment-qr')).forcedColorAdjust).to.equal('none');
    });

    it('is shown with its network, the warning, its permanence, and the usual confirmation time', async () => {
      const text = shown((await openDeposit(ready)).element);
      expect(text).to.contain(
        'Send only USDT, and only on TRON. Coins sent on another network can’t be recovered.',
      );
      expect(text).to.contain('This address is yours and won’t change.');
      expect(text).to.contain('Confirmation often a minute or less');
    });

    it('is copied, with an announcement and a message in the footer', async () => {
      const written: string[] = [];
      const restore = replaceClipboard({
        writeText: (text) => Promise.resolve(void written.push(text)),
        readText: () => Promise.resolve(wallet.address),
      });
      const { element } = await openDeposit(ready);
      control(element, 'Copy address').click();
      await until(() => said(element).startsWith('Address copied.'), 'it is said');
      restore();
      expect(written).to.deep.equal([wallet.address]);
      expect(words(one(element, '.status').innerText)).to.equal('Address copied. Send on TRON only.');
    });

    it('causes a warning if the clipboard was changed', async () => {
      const restore = replaceClipboard({
        writeText: () => Promise.resolve(),
        readText: () => Promise.resolve('TSomebodyElse'),
      });
      const query = Reflect.get(navigator.permissions, 'query');
      Object.assign(navigator.permissions, { query: () => Promise.resolve({ state: 'granted' }) });
      const { element } = await openDeposit(ready);
      control(element, 'Copy address').click();
      await until(() => said(element).startsWith('Something on this device changed'), 'the warning');
      Object.assign(navigator.permissions, { query });
      restore();
    });

    it('renders foreign text as text, never as markup', async () => {
      const hostile = '<img src=x onerror="window.__hit = true">\u202e';
      const { element, session } = await openDeposit({
        phase: 'ready',
        wallet: { ...wallet, address: hostile, id: hostile },
      });
      expect(all(element, 'img')).to.have.length(0);
      expect(shown(element)).to.contain('We couldn’t get a payment address');
      expect(all(element, '[part=address], crypto-payment-qr'), 'nothing to read or scan').to.have.length(0);
      session.show({
        phase: 'failed',
        currency: 'BTC',
        problem: { code: 'service_refused', retryable: false, requestId: hostile },
      });
      await settled(element);
      expect(all(element, 'img')).to.have.length(0);
      expect(Reflect.get(window, '__hit')).to.equal(undefined);
    });
  });

  describe('a problem', () => {
    it('has the details to send, and no secret in them', async () => {
      const session = createDepositSession({ endpoint: '/pay', customer: 'its.own.token' });
      const restore = replaceFetch(() =>
        Promise.resolve(
          new Response(
            JSON.stringify({
              ...{ type: 'about:blank', title: 'No', status: 502, code: 'service_refused' },
              ...{ retryable: false, requestId: 'request-9' },
            }),
            { status: 502 },
          ),
        ),
      );
      const { element } = await openDeposit(choosing);
      element.customer = 'its.own.token';
      element.session = session;
      await settled(element);
      session.choose('USDT_TRC20');
      await until(() => shown(element).includes('service_refused'), 'the problem');
      restore();
      const bundle = one(element, 'crypto-copy-field').getAttribute('value') ?? '';
      expect(bundle).to.match(
        /^Selected: USDT on TRON \(TRC-20\)\nProblem: service_refused\nRequest: request-9\nTime: .* UTC\nVersion: [\w.-]+$/,
      );
      expect(shown(element)).not.to.contain('its.own.token');
      expect(all(element, 'button').map((button) => button.innerText)).not.to.contain('Try again');
    });

    it('is retried by a press if that may help', async () => {
      const { element, session } = await openDeposit(SCREENS['failed']?.[0] ?? choosing);
      control(element, 'Try again').click();
      control(element, 'Change coin').click();
      expect(session.steps).to.deep.equal(['refresh', 'change true']);
    });

    it('is dispatched to the page once', async () => {
      const { element, session } = await openDeposit(choosing);
      const heard = hear('crypto-error', 'crypto-ready');
      session.show(SCREENS['failed']?.[0] ?? choosing);
      await settled(element);
      session.show(ready);
      await settled(element);
      heard.stop();
      expect(heard.events.map(({ type }) => type)).to.deep.equal(['crypto-error', 'crypto-ready']);
      expect(heard.events.map((event) => Reflect.get(event, 'detail'))).to.deep.equal([
        { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' },
        { currency: 'USDT_TRC20' },
      ]);
    });
  });

  it('announces every screen once', async () => {
    const { element, session } = await openDeposit(choosing);
    expect(said(element)).to.equal('What would you like to send?');
    session.show({ phase: 'requesting', currency: 'USDT_TRC20', isSlow: false });
    await settled(element);
    expect(said(element)).to.equal('Getting your payment address…');
    session.show({ phase: 'requesting', currency: 'USDT_TRC20', isSlow: true });
    await settled(element);
    expect(said(element)).to.equal('Still working on it…');
    session.show(ready);
    await settled(element);
    expect(said(element)).to.equal('Your deposit address for USDT on TRON (TRC-20)');
  });

  it('has targets of at least 24 px, and 44 px for the most used ones', async () => {
    for (const [name, [snapshot]] of Object.entries(SCREENS)) {
      const { element } = await openDeposit(snapshot);
      for (const target of all(element, 'button, a, input')) {
        const { width, height } = target.getBoundingClientRect();
        expect(Math.min(width, height), `${name}: ${target.innerText}`).to.be.at.least(24);
      }
      for (const target of all(element, '.button, .quiet, .icon-button')) {
        expect(target.getBoundingClientRect().height, `${name}: ${target.innerText}`).to.be.at.least(44);
      }
    }
  });

  it('has no animation with reduced motion', async () => {
    const { element } = await openDeposit({ phase: 'requesting', currency: 'BTC', isSlow: false });
    const animations = all(element, '.skeleton').map((bone) => getComputedStyle(bone).animationName);
    expect([...new Set(animations)]).to.deep.equal(['none']);
  });
});

describe('crypto-deposit over a proxy', () => {
  const requested: unknown[] = [];
  let restore = () => {};
  let respond = (body: unknown): Promise<Response> => {
    const { currency } = body as { readonly currency: CurrencyCode };
    const answer = { ...wallet, currency, address: addressOf(currency) };
    return Promise.resolve(new Response(JSON.stringify(answer)));
  };
  const works = respond;

  beforeEach(() => {
    requested.length = 0;
    respond = works;
    restore = replaceFetch((body, init) => {
      requested.push(body);
      return Promise.race([
        respond(body),
        new Promise<never>((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      ]);
    });
  });
  afterEach(() => restore());

  it('works by the keyboard alone: coin, network, address, copy, another coin, back', async () => {
    const written: string[] = [];
    const unclip = replaceClipboard({ writeText: (text) => Promise.resolve(void written.push(text)) });
    const element = await fixture<CryptoDeposit>(
      html`<crypto-deposit
        locale="en-GB"
        customer="anna"
        currencies="USDT_BSC USDT_TRC20 BTC LTC ETH TRX"
      ></crypto-deposit>`,
    );
    await settled(element);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await sendKeys({ press: key });
      await settled(element);
    };
    expect(document.activeElement, 'the focus is not taken').to.equal(document.body);
    await press('Tab');
    await sendKeys({ type: 'tether' });
    await press('ArrowDown', 'Enter');
    await until(() => shown(element).includes('Your deposit address for USDT on TRON'), 'the address');
    expect(requested).to.deep.equal([{ customer: 'anna', currency: 'USDT_TRC20' }]);
    expect(element.shadowRoot?.activeElement?.className, 'the focus is where the choice was').to.contain(
      'body',
    );
    await tabTo(element, 'Copy address');
    await press('Enter');
    await until(() => written.length > 0, 'copied');
    expect(written).to.deep.equal([addressOf('USDT_TRC20')]);
    await tabTo(element, 'Change coin or network');
    await press('Enter');
    expect(shown(element)).to.contain('Your current address keeps working.');
    expect(element.shadowRoot?.activeElement?.className).to.contain('body');
    await tabTo(element, 'Back to the address');
    await press('Enter');
    expect(shown(element)).to.contain('Your deposit address for USDT on TRON');
    expect(requested).to.have.length(1);
    unclip();
  });

  it('selects the currency of the page immediately, without the picker', async () => {
    const element = await fixture<CryptoDeposit>(
      html`<crypto-deposit customer="anna" currency="BTC" locale="en-GB"></crypto-deposit>`,
    );
    expect(all(element, 'crypto-currency-picker')).to.have.length(0);
    await until(() => shown(element).includes('Your deposit address for Bitcoin'), 'the address');
    expect(document.activeElement, 'the focus is not taken').to.equal(document.body);
  });

  it('warns the developer about wrong markup, and lets the customer choose', async () => {
    const { warn } = console;
    const advice: string[] = [];
    console.warn = (text: string) => advice.push(text);
    const element = await fixture<CryptoDeposit>(
      html`<crypto-deposit customer="anna" currency="USDT_TON" locale="en-GB"></crypto-deposit>`,
    );
    expect(shown(element)).to.contain('What would you like to send?');
    element.customer = '';
    await until(() => advice.length > 1, 'the warning after three seconds');
    console.warn = warn;
    expect(advice).to.deep.equal([
      '<crypto-deposit>: There are no deposit addresses for "USDT_TON". Set another "currency".',
      '<crypto-deposit>: There is no customer. Set "customer" to a token from your server.',
    ]);
    expect(words(one(element, '.status').innerText)).to.equal('Opening…');
  });

  it('keeps several on a page apart', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <crypto-deposit customer="anna" currency="BTC" locale="en-GB"></crypto-deposit>
        <crypto-deposit customer="ben" currency="LTC" locale="en-GB"></crypto-deposit>
      </div>`,
    );
    const [first, second] = [...box.querySelectorAll('crypto-deposit')];
    if (!first || !second) throw new Error('There are not two');
    await until(() => shown(first).includes('Your deposit address for Bitcoin'), 'the first');
    await until(() => shown(second).includes('Your deposit address for Litecoin'), 'the second');
    control(second, 'Change coin or network').click();
    await settled(second);
    expect(shown(first)).to.contain('Your deposit address for Bitcoin');
    expect(requested).to.deep.equal([
      { customer: 'anna', currency: 'BTC' },
      { customer: 'ben', currency: 'LTC' },
    ]);
  });

  it('requests an address for another customer, and never shows the previous one', async () => {
    const element = await fixture<CryptoDeposit>(
      html`<crypto-deposit customer="anna" currency="BTC" locale="en-GB"></crypto-deposit>`,
    );
    await until(() => shown(element).includes('Your deposit address for Bitcoin'), 'the address');
    respond = () => new Promise(() => undefined);
    element.customer = 'ben';
    await settled(element);
    expect(all(element, '[part=address]')).to.have.length(0);
  });

  it('leaves nothing behind after it was inserted and removed a hundred times', async () => {
    respond = () => new Promise(() => undefined);
    const signals: AbortSignal[] = [];
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (init?.signal) signals.push(init.signal);
      return fetch(input, init);
    };
    const timers = new Set<unknown>();
    const { setTimeout: set, clearTimeout: clear } = window;
    let listeners = 0;
    const { addEventListener: add, removeEventListener: remove } = window;
    Object.assign(window, {
      setTimeout: (...args: Parameters<typeof set>) => {
        const id = set(...args);
        timers.add(id);
        return id;
      },
      clearTimeout: (id: number) => {
        timers.delete(id);
        clear(id);
      },
      addEventListener: (...args: Parameters<typeof add>) => {
        listeners += 1;
        add.apply(window, args);
      },
      removeEventListener: (...args: Parameters<typeof remove>) => {
        listeners -= 1;
        remove.apply(window, args);
      },
    });
    const box = document.createElement('div');
    document.body.append(box);
    const element = document.createElement('crypto-deposit');
    Object.assign(element, { customer: 'anna', currency: 'BTC' });
    for (let times = 0; times < 100; times += 1) {
      box.append(element);
      await element.updateComplete;
      element.remove();
    }
    await new Promise(requestAnimationFrame);
    Object.assign(window, {
      setTimeout: set,
      clearTimeout: clear,
      addEventListener: add,
      removeEventListener: remove,
      fetch,
    });
    box.remove();
    expect(signals).to.have.length(100);
    expect(signals.every(({ aborted }) => aborted)).to.equal(true);
    expect(timers.size).to.equal(0);
    expect(listeners).to.equal(0);
  });
});
