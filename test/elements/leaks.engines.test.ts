import { expect } from '@open-wc/testing';
import { everything, settled } from './checkout-fixture.js';
import { open, SCENES } from './parts-support.js';

/** A page that styles by tag, loudly, and lets everything be inherited. */
const HOSTILE = `
  div, p, h2, dl, dt, dd, ul, li, section, header, footer, form, svg, time, label, bdi, span {
    float: right !important; margin: 13px !important; padding: 11px !important; opacity: 0.5 !important;
  }
  button, a, input, select, progress, dialog {
    all: unset !important; color: red !important; border: 9px dotted red !important; font: 40px fantasy !important;
  }
  .card, .button, .sheet, .title, .amount, [part] { display: none !important; color: red !important }
  :not(html) {
    color: red; line-height: 4; letter-spacing: 7px; word-spacing: 9px; text-transform: uppercase;
    text-align: right; text-indent: 30px; text-shadow: 2px 2px red; white-space: pre; word-break: break-all;
    overflow-wrap: anywhere; hyphens: auto; quotes: "!" "!"; cursor: crosshair; user-select: none;
    direction: rtl; font: italic small-caps 900 31px/3 fantasy;
    font-feature-settings: "smcp"; font-kerning: none;
  }
`;

/** The same properties for every node: browsers also list custom properties, which are the page's to set. */
const PROPERTIES = [...getComputedStyle(document.documentElement)].filter((name) => !name.startsWith('--'));

/** The computed styles of every node inside, in order. */
function looksOf(element: Element): readonly (readonly [string, ReadonlyMap<string, string>])[] {
  return (
    everything(element)
      // Text for screen readers alone is invisible.
      .filter((node) => !node.matches('style, slot, .hidden'))
      .map((node) => {
        const style = getComputedStyle(node);
        const values = PROPERTIES.map((name) => [name, style.getPropertyValue(name)] as const);
        return [node.localName, new Map(values)] as const;
      })
  );
}

/** The differences, once for each property and kind of node. */
function differences(
  before: ReturnType<typeof looksOf>,
  after: ReturnType<typeof looksOf>,
): readonly string[] {
  expect(after.length).to.equal(before.length);
  const found = before.flatMap(([name, style], index) =>
    [...style].flatMap(([property, value]) => {
      const now = after[index]?.[1].get(property);
      return now === value ? [] : [`${name} ${property}: ${value} → ${now}`];
    }),
  );
  return [...new Set(found)];
}

/** Adds rules to the page; the returned function removes them. */
function style(rules: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

const CARDS = [
  'choosing',
  'email',
  'awaiting',
  'exchange',
  'trouble',
  'partial',
  'paid',
  'problem',
  'deposit: address',
];
const ALONE = ['panel', 'receipt', 'picker', 'copy', 'countdown', 'badge', 'code', 'button'];

/** The space of the element: its own box is laid out by the page, its content is not. */
const ROOM = '[id=place] { display: block; inline-size: 420px }';
/** Removes the host styles of browser and elements; the page lays out its box again. */
const RESET = `* { all: unset } ${ROOM}
  [id=place] > * { display: block; max-inline-size: 480px; container-type: inline-size }`;

async function leaks(name: string, rules: string): Promise<readonly string[]> {
  const scene = SCENES[name];
  if (!scene) throw new Error(`There is no scene "${name}"`);
  const place = document.createElement('div');
  place.id = 'place';
  document.body.append(place);
  const sheets = [style(ROOM)];
  try {
    const element = await open(scene);
    place.append(element);
    await settled(element);
    const before = looksOf(element);
    sheets.push(style(rules));
    return differences(before, looksOf(element));
  } finally {
    for (const takeOut of sheets) takeOut();
    place.remove();
  }
}

describe('the styles of a page', () => {
  for (const name of [...CARDS, ...ALONE]) {
    it(`do not leak in: ${name}`, async () => {
      // A code has no text, and the text on the button is the page's: its direction is that of the page.
      const isMute = name === 'code' || name === 'button';
      const found = await leaks(name, HOSTILE);
      expect(found.filter((each) => !isMute || !each.includes(' direction: '))).to.deep.equal([]);
    });
  }

  for (const name of CARDS) {
    it(`do not leak in when they reset everything: ${name}`, async () => {
      expect(await leaks(name, RESET)).to.deep.equal([]);
    });
  }

  it('reach a part, and a property of ours', async () => {
    const rules =
      'crypto-checkout { --crypto-text: rgb(1 2 3) } crypto-checkout::part(header) { margin-top: 7px }';
    const found = await leaks('paid', rules);
    expect(found).to.include('header margin-top: 0px → 7px');
    expect(found.some((each) => each.startsWith('section color:') && each.endsWith('rgb(1, 2, 3)'))).to.equal(
      true,
    );
  });
});

/** The appearance of a page without our elements: with every kind of its content. */
const PAGE = `<h1>Order</h1><p>Words <a href="#x">link</a></p><button>Buy</button><input><select><option>1</select>
  <div class="card body sheet button hidden icon label">x</div><ul><li>x</li></ul><dialog open>x</dialog>`;

async function pageWith(script: string): Promise<readonly string[]> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) throw new Error('There is no page');
  page.body.innerHTML = PAGE;
  if (script !== '') {
    const element = page.createElement('script');
    element.type = 'module';
    element.src = script;
    page.head.append(element);
    const tags = ['crypto-checkout', 'crypto-deposit', 'crypto-checkout-button'];
    await Promise.all(tags.map((tag) => view.customElements.whenDefined(tag)));
    page.body.append(...tags.map((tag) => page.createElement(tag)));
    await new Promise((resolve) => view.requestAnimationFrame(resolve));
  }
  const looks = [...page.body.querySelectorAll('*')]
    .filter(({ localName }) => !localName.startsWith('crypto-'))
    .map((node) =>
      [
        node.localName,
        ...[...view.getComputedStyle(node)].map((name) => view.getComputedStyle(node).getPropertyValue(name)),
      ].join('|'),
    );
  looks.push(`${page.styleSheets.length} sheets, ${page.adoptedStyleSheets.length} adopted`);
  frame.remove();
  return looks;
}

describe('the styles of the elements', () => {
  it('do not leak out: the page renders as without them', async () => {
    const without = await pageWith('');
    expect(without.length).to.equal(12);
    expect(await pageWith('/src/define/all.ts')).to.deep.equal(without);
  });
});
