import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h, shallowRef } from 'vue';
import '../../src/define/all.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { openCheckout, type Appearance } from '../../src/index.js';
import { CryptoCheckout as ReactCheckout } from '../../src/react/index.js';
import { CryptoCheckout as VueCheckout } from '../../src/vue/index.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { all, one, openCard, settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { cutIn } from './overflow.js';
import { open, SCENES } from './parts-support.js';

const BRAND: Appearance = { variables: { surface: 'rgb(1, 2, 3)', fontSize: '20px', radiusXl: '0px' } };

async function openWith(appearance: Appearance | null, state = checkout): Promise<CryptoCheckout> {
  const { element } = await openCard(ready(state));
  element.appearance = appearance;
  await settled(element);
  return element;
}

function look(element: Element, selector = '.card') {
  const [node] = all(element, selector);
  if (!node) throw new Error(`There is no ${selector}`);
  return getComputedStyle(node);
}

/** Values that an untyped page, or settings of another author, may pass. */
const untyped = (appearance: unknown) => appearance as Appearance;

describe('the appearance', () => {
  it('sets design tokens by their names in camel case', async () => {
    const element = await openWith(BRAND);
    expect(look(element).backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(look(element).fontSize).to.equal('20px');
    expect(look(element).borderRadius).to.equal('0px');
  });

  it('reaches the elements inside, and the dialog of a button', async () => {
    const session = new ScriptedSession(ready(checkoutIn('awaiting')));
    const button = await fixture<HTMLElement>(
      html`<crypto-checkout-button .session=${session} .appearance=${BRAND}></crypto-checkout-button>`,
    );
    one(button, '[part=pay]').click();
    await until(() => all(button, 'crypto-payment-panel').length > 0, 'the payment');
    expect(look(button, '.card').backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(look(button, 'crypto-payment-panel').fontSize).to.equal('20px');
  });

  it('takes precedence over the style sheets of the page, and yields to them when it is removed', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('crypto-checkout { --crypto-surface: rgb(9, 9, 9) }');
    document.adoptedStyleSheets.push(sheet);
    const element = await openWith(BRAND);
    expect(look(element).backgroundColor).to.equal('rgb(1, 2, 3)');
    element.appearance = { variables: {} };
    await settled(element);
    expect(look(element).backgroundColor).to.equal('rgb(9, 9, 9)');
    element.appearance = null;
    await settled(element);
    expect(look(element).fontSize).to.equal('15px');
    document.adoptedStyleSheets.pop();
  });

  it('has the color scheme, too', async () => {
    const element = await openWith({ theme: 'dark' });
    expect(element.theme).to.equal('dark');
    expect(look(element).backgroundColor).to.equal('rgb(21, 24, 30)');
    element.appearance = {};
    await settled(element);
    expect(element.theme).to.equal('auto');
    expect(look(element).backgroundColor).to.equal('rgb(255, 255, 255)');
  });

  it('is not an attribute, and leaves no inline style', async () => {
    const element = await openWith({ ...BRAND, density: 'compact', fields: 'filled' });
    expect(element.getAttributeNames()).to.not.include.members(['appearance']).and.not.include('style');
  });

  it('works under a policy that forbids inline styles', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const page = frame.contentDocument;
    const view = page?.defaultView;
    if (!page || !view) throw new Error('There is no page');
    const policy = page.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "style-src 'self'";
    page.head.append(policy);
    const broken: string[] = [];
    page.addEventListener('securitypolicyviolation', (event) => broken.push(event.violatedDirective));
    const script = page.createElement('script');
    Object.assign(script, { type: 'module', src: '/src/define/all.ts' });
    page.head.append(script);
    await view.customElements.whenDefined('crypto-checkout');
    const session = new ScriptedSession(ready(checkout));
    const element = Object.assign(page.createElement('crypto-checkout'), { session, appearance: BRAND });
    page.body.append(element);
    await settled(element);
    const card = element.shadowRoot?.querySelector('.card');
    expect(card && view.getComputedStyle(card).backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(broken).to.deep.equal([]);
    frame.remove();
  });
});

/** Each tries to end its declaration, its rule or its sheet. */
const HOSTILE = [
  'red; color: rgb(6, 6, 6)',
  'red } * { color: rgb(6, 6, 6) } :host {',
  'red !important; color: rgb(6, 6, 6)',
  '</style><script>document.title = "taken"</script>',
  'red /* ',
  'rgb(1 2 3',
  '"red',
  'red\\n; color: rgb(6, 6, 6)',
  '\\7d * { color: rgb(6, 6, 6) }',
];

describe('a hostile appearance', () => {
  for (const value of HOSTILE)
    it(`cannot leave its property: ${value}`, async () => {
      const before = look(await openWith(null)).color;
      const element = await openWith({ variables: { accent: value, radiusXl: '1px' } });
      expect(look(element).color).to.equal(before);
      expect(look(element).borderRadius).to.equal('1px');
      expect(getComputedStyle(element).display).to.equal('block');
    });

  it('has no names except those of tokens', async () => {
    const before = look(await openWith(null)).color;
    const element = await openWith(
      untyped({
        variables: {
          'text: rgb(6, 6, 6); --x': 'red',
          'text;color': 'rgb(6, 6, 6)',
          '__proto__': { text: 'rgb(6, 6, 6)' },
          'constructor': 'red',
          'text': { toString: () => 'rgb(6, 6, 6); color: red' },
        },
      }),
    );
    expect(look(element).color).to.equal(before);
    expect(getComputedStyle(element).color).to.equal(getComputedStyle(document.body).color);
  });
});

describe('the density', () => {
  it('is smaller if it is compact, and a finger still hits every control', async () => {
    const comfortable = (await openWith(null, checkoutIn('awaiting'))).getBoundingClientRect().height;
    const element = await openWith({ density: 'compact' }, checkoutIn('awaiting'));
    expect(element.getBoundingClientRect().height).to.be.below(0.93 * comfortable);
    for (const control of all(element, 'button, a, .icon-button')) {
      const { height } = control.getBoundingClientRect();
      const reach = getComputedStyle(control, '::after').position === 'absolute' ? 10 : 0;
      if (height > 0) expect(height + reach, control.outerHTML).to.be.at.least(44);
    }
  });

  for (const width of [320, 480])
    it(`keeps one size in every state, and cuts no word, ${width} px`, async () => {
      const sizes: number[] = [];
      for (const name of [
        'loading',
        'choosing',
        'awaiting',
        'partial',
        'detected',
        'paid',
        'expired',
        'problem',
      ]) {
        const scene = SCENES[name];
        if (!scene) throw new Error(`There is no scene ${name}`);
        const element = await open(scene);
        element.style.inlineSize = `${width}px`;
        Object.assign(element, { appearance: { density: 'compact', fields: 'filled' } });
        await settled(element);
        expect(cutIn(element), name).to.deep.equal([]);
        sizes.push(Math.round(element.getBoundingClientRect().height));
      }
      expect(new Set(sizes).size, sizes.join()).to.equal(1);
    });
});

describe('the fields', () => {
  it('have a border around them, or a background and a border below', async () => {
    const outlined = look(await openWith(null), '.field');
    expect([outlined.borderTopWidth, outlined.borderBottomWidth]).to.deep.equal(['1px', '1px']);
    const element = await openWith({ fields: 'filled' });
    const filled = look(element, '.field');
    expect([filled.borderTopWidth, filled.borderBottomWidth]).to.deep.equal(['0px', '1px']);
    expect(filled.backgroundColor).to.equal('rgb(246, 247, 249)');
    expect(filled.borderBottomColor).to.equal('rgb(132, 141, 156)');
  });
});

/** The console lines until there are `count` of them. */
async function said(work: () => Promise<unknown>, count: number): Promise<readonly string[]> {
  const { warn } = console;
  const lines: string[] = [];
  console.warn = (line: string) => lines.push(line);
  try {
    await work();
    await until(() => lines.length >= count, `${count} lines`);
  } finally {
    console.warn = warn;
  }
  return lines;
}

describe('the console during development', () => {
  it('reports each unknown name of an appearance once, with the nearest one', async () => {
    const appearance = untyped({ variables: { acent: 'red', fontFamily: 'serif' }, colours: {} });
    const lines = await said(() => openWith(appearance), 3);
    expect(lines).to.deep.equal([
      '<crypto-checkout>: appearance has no "colours". The nearest name is "fields".',
      '<crypto-checkout>: appearance.variables has no "acent". The nearest name is "accent".',
      '<crypto-checkout>: appearance.variables has no "fontFamily". The nearest name is "fontTitle".',
    ]);
    const again = await said(async () => {
      await openWith(untyped({ variables: { acent: 'blue', focuss: 'red' } }));
    }, 1);
    expect(again).to.have.length(1);
    expect(again[0]).to.contain('no "focuss". The nearest name is "focus"');
  });

  it('reports each invalid value', async () => {
    const lines = await said(() => openWith(untyped({ density: 'dense', variables: { text: 'a;b' } })), 2);
    expect(lines[0]).to.contain(
      'appearance.density: "dense" is not understood. Use "comfortable", "compact".',
    );
    expect(lines[1]).to.contain('appearance.variables.text: "a;b" is not a value of CSS.');
  });
});

describe('an appearance is an option', () => {
  const session = () => new ScriptedSession(ready(checkout));

  it('of openCheckout', async () => {
    const { element, close, closed } = openCheckout({ session: session(), appearance: BRAND });
    await settled(element);
    expect(look(element).backgroundColor).to.equal('rgb(1, 2, 3)');
    close();
    await closed;
  });

  it('of the component for React, also when it changes', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = createRoot(host);
    const render = (appearance: Appearance | undefined) =>
      root.render(createElement(ReactCheckout, { session: held, appearance }));
    const held = session();
    render(BRAND);
    const isSeen = (color: string) => {
      const element = host.querySelector('crypto-checkout');
      return element !== null && all(element, '.card').length > 0 && look(element).backgroundColor === color;
    };
    await until(() => isSeen('rgb(1, 2, 3)'), 'the brand');
    render({ variables: { surface: 'rgb(4, 5, 6)' } });
    await until(() => isSeen('rgb(4, 5, 6)'), 'the other brand');
    render(undefined);
    await until(() => isSeen('rgb(255, 255, 255)'), 'no brand');
    root.unmount();
  });

  it('of the component for Vue, also when it changes', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const appearance = shallowRef<Appearance | undefined>(BRAND);
    const held = session();
    const app = createApp({ render: () => h(VueCheckout, { session: held, appearance: appearance.value }) });
    app.mount(host);
    const isSeen = (color: string) => {
      const element = host.querySelector('crypto-checkout');
      return element !== null && all(element, '.card').length > 0 && look(element).backgroundColor === color;
    };
    await until(() => isSeen('rgb(1, 2, 3)'), 'the brand');
    appearance.value = { variables: { surface: 'rgb(4, 5, 6)' } };
    await until(() => isSeen('rgb(4, 5, 6)'), 'the other brand');
    app.unmount();
  });
});
