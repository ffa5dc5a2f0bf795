import { expect, fixture } from '@open-wc/testing';
import { readFile } from '@web/test-runner-commands';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import '../../src/define/all.js';
import { ThemedElement } from '../../src/elements/base/themed-element.js';
import { invoice } from '../../stories/fixtures.js';
import { cutIn } from './overflow.js';
import { open, SCENES } from './parts-support.js';
import { all, one, settled } from './checkout-fixture.js';

/** Every element as a standalone, and the node inside it whose text has the text color of the theme. */
const ALONE: Readonly<Record<string, readonly [TemplateResult, string]>> = {
  'crypto-checkout': [html`<crypto-checkout></crypto-checkout>`, '.card'],
  'crypto-deposit': [html`<crypto-deposit></crypto-deposit>`, '.card'],
  'crypto-checkout-button': [html`<crypto-checkout-button></crypto-checkout-button>`, '[role=status]'],
  'crypto-currency-picker': [
    html`<crypto-currency-picker currencies="BTC"></crypto-currency-picker>`,
    '.trigger',
  ],
  'crypto-payment-panel': [
    html`<crypto-payment-panel .invoice=${invoice}></crypto-payment-panel>`,
    '.amount',
  ],
  'crypto-copy-field': [html`<crypto-copy-field value="1"></crypto-copy-field>`, '.copy'],
};

const [LIGHT, DARK] = ['rgb(21, 24, 30)', 'rgb(246, 247, 249)'];

async function colourOf(element: Element, selector: string): Promise<string> {
  await settled(element);
  const [node] = all(element, selector);
  if (!node) throw new Error(`There is no ${selector}`);
  return getComputedStyle(node).color;
}

describe('light and dark', () => {
  afterEach(() => document.documentElement.removeAttribute('style'));

  for (const [tag, [content, selector]] of Object.entries(ALONE)) {
    it(`follow the page, or the attribute: ${tag}`, async () => {
      const element = await fixture(content);
      expect(await colourOf(element, selector)).to.equal(LIGHT);
      document.documentElement.style.colorScheme = 'dark';
      expect(await colourOf(element, selector)).to.equal(DARK);
      element.setAttribute('theme', 'light');
      expect(await colourOf(element, selector)).to.equal(LIGHT);
      document.documentElement.style.colorScheme = 'light';
      element.setAttribute('theme', 'dark');
      expect(await colourOf(element, selector)).to.equal(DARK);
      element.setAttribute('theme', 'auto');
      expect(await colourOf(element, selector)).to.equal(LIGHT);
    });
  }

  it('can be chosen for every public element', () => {
    const tags = new Set(
      Object.values(SCENES).map(
        ({ content }) => /<(crypto-[\w-]+)/.exec(content().strings[0] ?? '')?.[1] ?? '',
      ),
    );
    expect(tags.size).to.equal(10);
    for (const tag of tags) expect(document.createElement(tag)).to.be.instanceOf(ThemedElement);
  });

  it('are passed on by the button to the dialog that it opens', async () => {
    const scene = SCENES['button opened'];
    if (!scene) throw new Error('There is no such scene');
    const element = await open(scene);
    element.setAttribute('theme', 'dark');
    expect(await colourOf(element, '.card')).to.equal(DARK);
  });

  it('leave the code dark on white, for any styles of the page', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { color: white; background: black } crypto-payment-qr { --crypto-text: white }');
    document.adoptedStyleSheets.push(sheet);
    const element = await fixture(html`<crypto-payment-qr payload="x" theme="dark"></crypto-payment-qr>`);
    const [code] = [...(element.shadowRoot?.querySelectorAll('[part=code]') ?? [])];
    expect(code && getComputedStyle(code).color).to.equal('rgb(11, 13, 18)');
    expect(getComputedStyle(element).backgroundColor).to.equal('rgb(255, 255, 255)');
    document.adoptedStyleSheets.pop();
  });
});

/** Adds a ready theme and a page's own rules to the page; the returned function removes them. */
async function themed(name: string, own: string): Promise<() => void> {
  const text = (await readFile({ path: `../../src/styles/themes/${name}.css` })) ?? '';
  const sheets = [text, own].map((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    return sheet;
  });
  // The page's own rules first: the order must not decide.
  document.adoptedStyleSheets.push(...sheets.reverse());
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}

async function scene(name: string): Promise<HTMLElement> {
  const found = SCENES[name];
  if (!found) throw new Error(`There is no scene "${name}"`);
  return open(found);
}

const READY = ['paper', 'studio', 'market'];

describe('the ready themes', () => {
  it('are visibly different', async () => {
    const looks: string[][] = [];
    for (const name of READY) {
      const takeOut = await themed(name, '');
      const element = await scene('awaiting');
      const [card, button] = [one(element, '.card'), one(element, '.button.primary')].map((node) =>
        getComputedStyle(node),
      );
      if (!card || !button) throw new Error('There is no card');
      looks.push([
        card.fontFamily,
        card.borderRadius,
        card.borderTopWidth,
        card.backgroundColor,
        button.borderRadius,
        button.backgroundColor,
      ]);
      takeOut();
    }
    const [paper = [], studio = [], market = []] = looks;
    for (const [one, other] of [
      [paper, studio],
      [paper, market],
      [studio, market],
    ] as const)
      expect(one.filter((value, index) => value === other[index]).length).to.be.at.most(1);
  });

  for (const name of READY) {
    for (const width of [320, 420]) {
      it(`keep one size in every state, and cut no word: ${name}, ${width} px`, async () => {
        const takeOut = await themed(name, `crypto-checkout { inline-size: ${width}px }`);
        const sizes: number[] = [];
        for (const state of [
          'loading',
          'choosing',
          'awaiting',
          'detected',
          'partial',
          'paid',
          'expired',
          'problem',
        ]) {
          const element = await scene(state);
          expect(cutIn(element), state).to.deep.equal([]);
          sizes.push(Math.round(element.getBoundingClientRect().height));
        }
        takeOut();
        expect(new Set(sizes).size, sizes.join()).to.equal(1);
      });
    }

    it(`give precedence to the page's own styles: ${name}`, async () => {
      const takeOut = await themed(
        name,
        'crypto-checkout { --crypto-accent: rgb(1 2 3) } crypto-checkout::part(title) { font-style: oblique }',
      );
      const element = await scene('paid');
      expect(getComputedStyle(one(element, '.button.primary')).backgroundColor).to.equal('rgb(1, 2, 3)');
      expect(getComputedStyle(one(element, '.title')).fontStyle).to.equal('oblique');
      takeOut();
    });
  }
});
