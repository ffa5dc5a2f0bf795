import { expect, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import '../../src/define/all.js';
import { kebab, TOKENS, type TokenName } from '../../src/styles/token-table.js';
import { probeOf } from '../../stories/theming/token-probes.js';
import { emulateMedia, itWith } from './browser-engine.js';
import { all, everything, settled } from './checkout-fixture.js';
import { cutIn } from './overflow.js';
import { open, SCENES } from './parts-support.js';

async function scene(name: string): Promise<HTMLElement> {
  const found = SCENES[name];
  if (!found) throw new Error(`There is no scene "${name}"`);
  return open(found);
}

/** Adds rules to the page; the returned function removes them. */
function styled(rules: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/** Over the page, or no card. */
const ELSEWHERE =
  /^(enlarged|dialog|confirming closing|button.*|panel|receipt|picker.*|network of the past|copy.*|countdown|badge|code)$/;
const STATES = ['loading', 'choosing', 'awaiting', 'detected', 'partial', 'paid', 'expired', 'problem'];

describe('the base size', () => {
  for (const base of ['12px', '20px']) {
    describe(`of ${base}, in a page 320 px wide`, () => {
      let restore: () => void;
      before(() => {
        restore = styled(
          `:is(crypto-checkout, crypto-deposit) { inline-size: 320px; --crypto-font-size: ${base} }`,
        );
      });
      after(() => restore());

      it('is the size of the text, and every size follows', async () => {
        const element = await scene('awaiting');
        const ratio = Number.parseFloat(base) / 15;
        const pxOf = (selector: string, property: 'font-size' | 'min-height' | 'border-radius') => {
          const [node] = all(element, selector);
          if (!node) throw new Error(`There is no ${selector}`);
          return Number.parseFloat(getComputedStyle(node).getPropertyValue(property));
        };
        expect(pxOf('.button.primary', 'font-size')).to.be.closeTo(15 * ratio, 0.1);
        expect(pxOf('.label', 'font-size')).to.be.closeTo(13 * ratio, 0.1);
        expect(pxOf('.button.primary', 'min-height')).to.be.closeTo(48 * ratio, 0.1);
        expect(pxOf('.card', 'border-radius')).to.be.closeTo(18 * ratio, 0.1);
      });

      it('keeps the card one size in every state', async () => {
        const sizes: number[] = [];
        for (const name of STATES) sizes.push(Math.round((await scene(name)).getBoundingClientRect().height));
        expect(new Set(sizes).size, sizes.join()).to.equal(1);
      });

      it('cuts no text in any state', async () => {
        const cut: string[] = [];
        for (const name of Object.keys(SCENES).filter((other) => !ELSEWHERE.test(other)))
          cut.push(...cutIn(await scene(name)).map((text) => `${name}: ${text}`));
        expect(cut).to.deep.equal([]);
      });
    });
  }
});

/** Together they have a node for each token. */
const SHOWN = [
  ...['choosing', 'picker', 'picker with a past', 'awaiting', 'partial', 'detected', 'paid', 'canceled'],
  ...['problem', 'badge', 'dialog'],
];

/** The styles of a node that tokens change. */
const LOOKS = [
  ...['color', 'background-color', 'box-shadow', 'outline-color', 'stroke', 'fill'],
  ...['border-top-color', 'border-bottom-color', 'border-top-width', 'border-top-left-radius'],
  ...['font-family', 'font-size', 'font-weight', 'letter-spacing', 'transition-duration'],
  ...['width', 'height', 'min-height', 'padding-left', 'margin-left', 'row-gap'],
];

const nodesOf = (elements: readonly Element[]): readonly Element[] =>
  elements.flatMap((element) => [element, ...element.children, ...everything(element)]);

function lookOf(node: Element): string {
  const style = getComputedStyle(node);
  const behind = node.localName === 'dialog' ? getComputedStyle(node, '::backdrop').backgroundColor : '';
  return [...LOOKS.map((name) => style.getPropertyValue(name)), behind].join();
}

const isToken = (name: string): name is TokenName => Object.hasOwn(TOKENS, name);

/** Whether a node changes with another value of the token. */
function changes(name: string, page: HTMLElement, looks: ReadonlyMap<Element, string>): boolean {
  if (!isToken(name)) return false;
  page.style.setProperty(`--crypto-${kebab(name)}`, probeOf(name));
  // Up to the first: most tokens change many of the thousands of nodes.
  const isChanged = [...looks].some(([node, look]) => lookOf(node) !== look);
  page.removeAttribute('style');
  return isChanged;
}

describe('every design token', () => {
  itWith('emulated media', 'changes something that the payer sees', async () => {
    const page = await fixture<HTMLElement>(html`<div></div>`);
    const shown: HTMLElement[] = [];
    for (const name of SHOWN) shown.push(page.appendChild(await scene(name)));
    shown[0]?.append(
      Object.assign(document.createElement('b'), { slot: 'header', textContent: 'Our banner' }),
    );
    await settled(page);
    // The focus ring.
    await sendKeys({ press: 'Tab' });
    // A browser without a pointer shows no hovered button; that a style reads it is tested with all tokens.
    const still = Object.keys(TOKENS).filter((name) => name !== 'motion' && name !== 'accentHover');
    const looks = () => new Map(nodesOf(shown).map((node) => [node, lookOf(node)]));
    const before = looks();
    expect(still.filter((name) => !changes(name, page, before))).to.deep.equal([]);
    // Nothing else has changed meanwhile, which would be mistaken for the effect of a token.
    expect([...looks()]).to.deep.equal([...before]);
    await emulateMedia({ reducedMotion: 'no-preference' });
    expect(changes('motion', page, looks())).to.equal(true);
    await emulateMedia();
  });
});

/** Coins, and the pictures of wallets. */
const ROUND = ':is(.mark, .marks, [part~=wallet-icon]), :is(.mark, .marks, [part~=wallet-icon]) *';
/** Empty of a node that has left the page meanwhile. */
const isSquare = (radius: string) => /^(0px|0%|min\(0px, \d+%\))?$/.test(radius);

describe('the corners', () => {
  it('are all square if the tokens say so, except those of coins and of pictures of wallets', async () => {
    const names = Object.keys(TOKENS).filter((name) => /radius/i.test(name));
    const restore = styled(`:root { ${names.map((name) => `--crypto-${kebab(name)}: 0px;`).join(' ')} }`);
    const round: string[] = [];
    for (const [name, scenario] of Object.entries(SCENES)) {
      for (const node of everything(await open(scenario))) {
        const { borderStartStartRadius, borderEndEndRadius } = getComputedStyle(node);
        const isRound = !isSquare(borderStartStartRadius) || !isSquare(borderEndEndRadius);
        if (isRound && !node.matches(ROUND)) round.push(`${name}: ${node.localName}.${node.classList.value}`);
      }
    }
    restore();
    expect(round).to.deep.equal([]);
  });
});

describe('the typeface of titles', () => {
  it('is that of every title, also of the one in the header of a deposit', async () => {
    const restore = styled(':root { --crypto-font-title: fantasy }');
    const others: string[] = [];
    for (const [name, scenario] of Object.entries(SCENES)) {
      const titles = all(await open(scenario), 'h2, .header > .name');
      const inText = titles.filter((title) => getComputedStyle(title).fontFamily !== 'fantasy');
      others.push(...inText.map(({ textContent }) => `${name}: ${textContent}`));
    }
    restore();
    expect(others).to.deep.equal([]);
  });
});

describe('the backdrop', () => {
  for (const name of ['dialog', 'enlarged'])
    it(`has the color that the page gives it: ${name}`, async () => {
      const restore = styled(':root { --crypto-backdrop: rgb(1, 2, 3) }');
      const dialogs = all(await scene(name), 'dialog').filter((node) => node.matches(':modal'));
      const colors = dialogs.map((node) => getComputedStyle(node, '::backdrop').backgroundColor);
      restore();
      expect(colors).to.deep.equal(['rgb(1, 2, 3)']);
    });
});
