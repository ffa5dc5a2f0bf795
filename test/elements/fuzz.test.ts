import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import '../../src/define/all.js';
import { parseCheckout } from '../../src/protocol/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import { checkoutIn, checkout } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { HOSTILE_TEXTS, mutatedText, mutatedValue } from '../faults/mutations.js';
import { assertUnpolluted } from '../faults/parser-properties.js';
import { everything, settled } from './checkout-fixture.js';

// The same values in every run.
fc.configureGlobal({ seed: 20_261_121 });

const TAGS = [
  'crypto-checkout',
  'crypto-checkout-button',
  'crypto-copy-field',
  'crypto-countdown',
  'crypto-currency-picker',
  'crypto-deposit',
  'crypto-payment-panel',
  'crypto-payment-qr',
  'crypto-receipt',
  'crypto-status-badge',
];

/** The only URLs that a page of these tests may load; a hostile address must not lead to another. */
const ownFetch = window.fetch;
/** Warnings for the page's developer are not checked here, and are numerous. */
const { warn } = console;
const faults: string[] = [];
const record = ({ message }: ErrorEvent) => void faults.push(message);
const noteRejection = ({ reason }: PromiseRejectionEvent) => void faults.push(String(reason));

before(() => {
  console.warn = () => undefined;
  window.fetch = () => Promise.resolve(new Response('{}', { status: 404 }));
  window.addEventListener('error', record);
  window.addEventListener('unhandledrejection', noteRejection);
});
beforeEach(() => void faults.splice(0));
after(() => {
  console.warn = warn;
  window.fetch = ownFetch;
  window.removeEventListener('error', record);
  window.removeEventListener('unhandledrejection', noteRejection);
});

const SAFE_LINK = /^(https?|mailto|bitcoin|litecoin|ethereum|solana|ton):/i;

/** Asserts that no foreign code runs, and everything is drawn. */
function assertHarmless(element: Element): void {
  expect(faults.join('; ')).to.equal('');
  assertUnpolluted();
  for (const each of everything(element)) {
    expect(each.localName).to.not.be.oneOf(['script', 'iframe', 'object', 'embed', 'base', 'meta']);
    for (const { name, value } of each.attributes) {
      expect(name.startsWith('on'), `${each.localName} has ${name}`).to.equal(false);
      if (['href', 'src', 'action', 'formaction'].includes(name) && !value.startsWith('#'))
        expect(value).to.match(SAFE_LINK);
    }
  }
}

/** Inserts it into the page, waits until it is drawn, and checks it. */
async function show(element: HTMLElement): Promise<void> {
  document.body.append(element);
  await settled(element);
  assertHarmless(element);
}

function attributesOf(tag: string): readonly string[] {
  const kind: unknown = customElements.get(tag);
  const names: unknown = Reflect.get(Object(kind), 'observedAttributes');
  return Array.isArray(names) ? names.map(String) : [];
}

const value = mutatedText(
  ...['en-GB', 'de', 'auto', 'dark', 'modal', 'BTC', 'USDT_TRC20', '0.00012345', '49.00', 'EUR', 'BTC ETH'],
  ...[
    '/crypto-checkout',
    'https://pay.example/x#{checkout}',
    '2026-11-21T10:00:00.000Z',
    'c-1',
    'paid',
    'true',
    '60',
  ],
);

describe('arbitrary attributes of an element', () => {
  it('a panel with an unknown currency renders as one without a currency', async () => {
    const element = document.createElement('crypto-payment-panel');
    element.setAttribute('currency', 'DOGE');
    await show(element);
    expect(everything(element).some((each) => each.matches('[part=skeleton]'))).to.equal(true);
    element.remove();
  });

  for (const tag of TAGS) {
    it(`<${tag}> is drawn, and runs no foreign code`, async function () {
      this.timeout(60_000);
      const names = attributesOf(tag);
      expect(names.length).to.be.greaterThan(1);
      const attributes = fc.dictionary(fc.constantFrom(...names), value, {
        minKeys: 1,
        maxKeys: names.length,
      });
      const property = fc.asyncProperty(attributes, async (each) => {
        const element = document.createElement(tag);
        for (const [name, text] of Object.entries(each)) element.setAttribute(name, text);
        await show(element);
        // Another page, another text: it is drawn again.
        for (const name of Object.keys(each)) element.setAttribute(name, 'x');
        await settled(element);
        assertHarmless(element);
        element.remove();
      });
      await fc.assert(property, { numRuns: 25, includeErrorInReport: true });
    });
  }

  it('a payload that no code can hold is not drawn', async () => {
    for (const payload of ['x'.repeat(5_000), 'a\ud800']) {
      const element = document.createElement('crypto-payment-qr');
      element.setAttribute('payload', payload);
      await show(element);
      expect(everything(element).some(({ localName }) => localName === 'svg')).to.equal(false);
      element.remove();
    }
  });

  it('each of them alone, with every hostile text', async function () {
    this.timeout(60_000);
    for (const tag of TAGS) {
      const element = document.createElement(tag);
      await show(element);
      for (const text of HOSTILE_TEXTS.filter(({ length }) => length < 1_000))
        for (const name of attributesOf(tag)) element.setAttribute(name, text);
      await settled(element);
      assertHarmless(element);
      element.remove();
    }
  });
});

describe('any response of the proxy', () => {
  const EXAMPLES: readonly Checkout[] = [
    checkout,
    checkoutIn('awaiting'),
    checkoutIn('partial'),
    checkoutIn('paid'),
  ];

  function asTold(value: unknown): Checkout | null {
    try {
      return parseCheckout(value);
    } catch {
      return null;
    }
  }

  it('a checkout that the protocol allows is drawn, and runs no foreign code', async function () {
    this.timeout(90_000);
    const values = fc.oneof(...EXAMPLES.map((example) => mutatedValue(example))).map(asTold);
    let drawn = 0;
    const property = fc.asyncProperty(values, fc.constantFrom('en', 'de', 'ar'), async (reported, locale) => {
      if (!reported) return;
      drawn += 1;
      const element = document.createElement('crypto-checkout');
      element.setAttribute('locale', locale);
      Reflect.set(element, 'session', new ScriptedSession(ready(reported)));
      await show(element);
      element.remove();
    });
    await fc.assert(property, { numRuns: 150, includeErrorInReport: true });
    expect(drawn).to.be.greaterThan(5);
  });
});
