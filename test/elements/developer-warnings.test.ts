import { expect } from '@open-wc/testing';
import type { SessionProblem } from '../../src/checkout/session.js';
import { checkoutIn } from '../../stories/fixtures.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { control, openCard, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

/** The console lines of the element while `work` runs, and until there are `count` of them. */
async function said(work: () => Promise<unknown>, count = 0): Promise<string> {
  const { warn } = console;
  const lines: string[] = [];
  console.warn = (line: string) => lines.push(line);
  try {
    await work();
    // The check is in a file of its own.
    await until(() => lines.length >= count, 'it is said');
  } finally {
    console.warn = warn;
  }
  return lines.join('\n');
}

const failed = (code: SessionProblem['code'], retryable: boolean) =>
  ({ phase: 'failed', problem: { code, retryable } }) as const;

describe('the console for the developer of a shop', () => {
  it('names the endpoint if another server answers there', async () => {
    const text = await said(() => openCard(failed('invalid_response', false)), 1);
    expect(text).to.contain('/crypto-checkout" is not from a checkout proxy');
  });

  for (const [tag, name, signer] of [
    ['crypto-checkout', 'order', 'createOrderToken'],
    ['crypto-deposit', 'customer', 'createCustomerToken'],
  ] as const)
    it(`names the await that is missing before the token of ${tag}`, async () => {
      const element = document.createElement(tag);
      element.setAttribute(name, String(Promise.resolve('token')));
      element.setAttribute('currency', 'BTC');
      const text = await said(async () => {
        document.body.append(element);
        await settled(element);
      }, 1);
      expect(text).to.contain(`<${tag}>: The attribute "${name}" is a Promise. Write await ${signer}(…)`);
      expect(shown(element)).not.to.contain('Promise');
      element.remove();
    });

  it('names the origin of the page when the proxy cannot be reached', async () => {
    const text = await said(() => openCard(failed('offline', true)), 1);
    expect(text).to.contain(location.origin).and.to.contain('"origins"');
  });

  it('reports after three seconds that the order is missing, also on the page of a developer', async () => {
    const element = document.createElement('crypto-checkout');
    const text = await said(async () => {
      document.body.append(element);
      await settled(element);
    }, 1);
    await settled(element);
    expect(text).to.contain('Set "order" to a token');
    expect(shown(element)).to.contain('Set "order" to a token');
    element.session = new ScriptedSession(ready(checkoutIn('awaiting')));
    await settled(element);
    expect(shown(element)).to.not.contain('Set "order"');
    element.remove();
  });

  it('reports nothing while a page fetches the order', async () => {
    const element = document.createElement('crypto-checkout');
    const deposit = document.createElement('crypto-deposit');
    const empty = document.createElement('crypto-checkout');
    const text = await said(async () => {
      document.body.append(element, deposit);
      await settled(element);
      element.session = new ScriptedSession(ready(checkoutIn('awaiting')));
      deposit.session = new ScriptedDeposit({ phase: 'choosing', wallet: null });
      await settled(element);
      document.body.append(empty);
      // Written after the time of the others.
      await until(() => shown(empty).includes('Set "order"'), 'a checkout that stays empty');
    });
    expect(text.match(/Set "/g)).to.have.length(1);
    for (const one of [element, deposit, empty]) one.remove();
  });

  it('reports it in the dialog of a button too, in the name of the button', async () => {
    const element = document.createElement('crypto-checkout-button');
    document.body.append(element);
    await settled(element);
    const text = await said(async () => {
      control(element, 'Pay with crypto').click();
      await until(() => shown(element).includes('Set "order" to a token'), 'the dialog says it');
    }, 1);
    expect(text).to.contain('<crypto-checkout-button>: ').and.to.contain('Set "order" to a token');
    element.remove();
  });

  let last = 0;

  /** The lines about attributes of these tags: once that of another, later tag is there, all of them have been written. */
  async function aboutAttributes(tags: string): Promise<readonly string[]> {
    const host = document.createElement('div');
    const name = `later-${(last += 1)}`;
    host.innerHTML = `${tags}<crypto-receipt theme="${name}"></crypto-receipt>`;
    const { warn } = console;
    const lines: string[] = [];
    console.warn = (line: string) => lines.push(line);
    try {
      document.body.append(host);
      await until(() => lines.some((line) => line.includes(name)), 'the last tag is reported');
    } finally {
      console.warn = warn;
      host.remove();
    }
    return lines.filter((line) => line.includes('The attribute') && !line.includes(name));
  }

  for (const [attribute, remedy] of [
    ['currency="USDT"', '"USDT_'],
    ['currency="DOGGY"', 'a currency code such as "BTC"'],
    ['currencies="BTC, DOGGY"', '"DOGGY" is not understood'],
    ['theme="navy"', '"auto", "light", "dark"'],
    ['mode="popup"', '"inline", "modal"'],
    ['credentials="always"', '"include"'],
    ['locale="de_DE!"', 'a BCP 47 tag'],
    ['languages="de, klingon"', '"klingon" is not understood'],
    ['return-after="5"', '20 seconds or more'],
    ['resume-url="/pay"', '"{checkout}"'],
  ] as const) {
    it(`names once the replacement of ${attribute}`, async () => {
      const tag = `<crypto-checkout order="token" ${attribute}></crypto-checkout>`;
      const [line = '', ...others] = await aboutAttributes(tag + tag);
      expect(line).to.contain('<crypto-checkout>: The attribute').and.to.contain(remedy);
      expect(others).to.deep.equal([]);
      expect(await aboutAttributes(tag)).to.deep.equal([]);
    });
  }

  it('names the element that the developer wrote', async () => {
    const tag = '<crypto-checkout-button order="token" theme="black"></crypto-checkout-button>';
    expect(await aboutAttributes(tag)).to.deep.equal([
      '<crypto-checkout-button>: The attribute "theme": "black" is not understood. Use "auto", "light", "dark".',
    ]);
  });

  it('reports a value that a framework sets as a property', async () => {
    const element = Object.assign(document.createElement('crypto-checkout'), {
      session: new ScriptedSession(ready(checkoutIn('awaiting'))),
      currencies: 'BTC DODGE',
    });
    const text = await said(async () => {
      document.body.append(element);
      await settled(element);
    }, 1);
    expect(text).to.contain('<crypto-checkout>: The attribute "currencies": "DODGE" is not understood');
    element.remove();
  });

  it('reports no valid values', async () => {
    const tags = [
      '<crypto-checkout order="token" currency="USDT_TRC20" currencies="BTC, ETH" theme="dark" locale="pt-BR"></crypto-checkout>',
      '<crypto-checkout order="token" languages="de fr zh-Hans" return-after="20" resume-url="/pay#{checkout}"></crypto-checkout>',
      '<crypto-currency-picker value="BTC" label="Coin"></crypto-currency-picker>',
      '<crypto-payment-panel resume-url="https://shop.example/pay#checkout-1"></crypto-payment-panel>',
      '<crypto-countdown expires-at="2026-11-25T12:30:00Z" starts-at="2026-11-25T12:00:00Z"></crypto-countdown>',
    ];
    expect(await aboutAttributes(tags.join(''))).to.deep.equal([]);
  });

  it('is empty without a problem', async () => {
    expect(await said(() => openCard(ready(checkoutIn('awaiting'))))).to.equal('');
  });
});

describe('the text of a problem', () => {
  it('offer a retry only if there is a button for it', async () => {
    const final = await openCard(failed('invalid_response', false));
    expect(shown(final.element)).to.not.match(/try again/i);
    const passing = await openCard(failed('offline', true));
    expect(shown(passing.element).match(/Try again/g)).to.have.length(2);
  });
});
