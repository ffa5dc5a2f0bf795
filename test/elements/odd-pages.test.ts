import { expect, fixture } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { SessionSnapshot } from '../../src/checkout/session.js';
import { checkout, checkoutIn, wallet } from '../../stories/fixtures.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { until } from '../until.js';
import { all, control, hear, one, openCard, settled, shown } from './checkout-fixture.js';

const inline = (snapshot: SessionSnapshot = ready(checkoutIn('awaiting'))) =>
  html`<crypto-checkout locale="en-GB" .session=${new ScriptedSession(snapshot)}></crypto-checkout>`;

/** The innermost element at the center of this one: another one if it is covered, cut off or outside of the window. */
function atCenterOf(element: Element): Element | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

describe('a copy of an element that the page made while its language loaded, as Turbo does', () => {
  for (const tag of ['crypto-checkout', 'crypto-deposit', 'crypto-checkout-button'] as const)
    it(`is shown: ${tag}`, async () => {
      const copy = document.createElement(tag);
      copy.setAttribute('aria-busy', 'true');
      await fixture(html`${copy}`);
      await settled(copy);
      expect(copy.hasAttribute('aria-busy')).to.equal(false);
    });
});

describe('the choice of a coin in text of 200 %', () => {
  for (const width of [288, 320])
    it(`breaks no name between its letters in ${width} px`, async () => {
      const { documentElement } = document;
      documentElement.style.fontSize = '200%';
      const choosing = inline(ready(checkoutIn('choosing')));
      const place = await fixture<HTMLElement>(html`<div style="width: ${width}px">${choosing}</div>`);
      const element = place.querySelector('crypto-checkout');
      if (!element) throw new Error('The place has no checkout');
      await settled(element);
      const names = all(element, '[role=option] [part=name] bdi').filter(
        ({ textContent }) => textContent === 'Tether',
      );
      expect(names).to.have.length(1);
      for (const name of names) expect(name.getClientRects()).to.have.length(1);
      documentElement.style.removeProperty('font-size');
    });
});

describe('an address in text of 200 %', () => {
  for (const width of [256, 272, 288, 304, 312, 320])
    it(`is whole in ${width} px`, async () => {
      const { documentElement } = document;
      documentElement.style.fontSize = '200%';
      const place = await fixture<HTMLElement>(html`<div style="width: ${width}px">${inline()}</div>`);
      const element = place.querySelector('crypto-checkout');
      if (!element) throw new Error('The place has no checkout');
      await settled(element);
      const right = (selector: string) => one(element, selector).getBoundingClientRect().right;
      expect(right('.groups')).to.be.below(right('.sheet'));
      documentElement.style.removeProperty('font-size');
    });
});

describe('a card in a place that is as wide as its content', () => {
  const PLACES: Readonly<Record<string, string>> = {
    'floats': 'float: left',
    'is an inline block': 'display: inline-block',
    'is positioned': 'position: absolute',
    'is a cell of a table': 'display: table-cell',
    'is a column of a grid': 'display: grid; grid-template-columns: auto auto; justify-content: start',
  };
  for (const [name, style] of Object.entries(PLACES)) {
    it(`is as wide as on a small phone if the place ${name}`, async () => {
      const place = await fixture<HTMLElement>(html`<div style=${style}>${inline()}</div>`);
      const element = place.querySelector('crypto-checkout');
      if (!element) throw new Error('The place has no checkout');
      await settled(element);
      expect(one(element, '.card').getBoundingClientRect().width).to.equal(320);
    });
  }

  it('has the same width as a deposit', async () => {
    const session = new ScriptedDeposit({ phase: 'ready', wallet });
    const place = await fixture<HTMLElement>(
      html`<div style="float: left"><crypto-deposit .session=${session}></crypto-deposit></div>`,
    );
    const element = place.querySelector('crypto-deposit');
    if (!element) throw new Error('The place has no deposit');
    await settled(element);
    expect(one(element, '.card').getBoundingClientRect().width).to.equal(320);
  });

  it('is still as narrow as a column of the page', async () => {
    const place = await fixture<HTMLElement>(
      html`<div style="display: grid; grid-template-columns: 1fr; inline-size: 200px">${inline()}</div>`,
    );
    const element = place.querySelector('crypto-checkout');
    if (!element) throw new Error('The place has no checkout');
    await settled(element);
    expect(one(element, '.card').getBoundingClientRect().width).to.equal(200);
  });
});

describe('a page with shortcuts of single keys', () => {
  /** Most libraries of shortcuts know a field only by the target of the event, which is the whole checkout. */
  const taken: string[] = [];
  const take = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.key === 'Tab') return;
    taken.push(event.key);
    event.preventDefault();
  };
  before(() => document.addEventListener('keydown', take));
  after(() => document.removeEventListener('keydown', take));
  beforeEach(() => taken.splice(0));

  it('takes no key that the payer types into a field, and every other one', async () => {
    const { element } = await openCard(ready(checkout));
    const search = one(element, '#search');
    if (!(search instanceof HTMLInputElement)) throw new Error('This is no field');
    search.focus();
    await sendKeys({ type: 's/olana' });
    await sendKeys({ press: 'Backspace' });
    expect(search.value).to.equal('s/olan');
    expect(taken).to.deep.equal([]);
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'k' });
    await sendKeys({ up: 'Control' });
    all(element, 'button').at(-1)?.focus();
    await sendKeys({ press: 's' });
    expect(taken).to.deep.equal(['Control', 'k', 's']);
  });

  it('gets the keys in a field of its own that it puts into the card', async () => {
    const field = document.createElement('input');
    field.slot = 'footer';
    const { element } = await openCard(ready(checkout));
    element.append(field);
    field.focus();
    const { events, stop } = hear('keydown');
    await sendKeys({ press: 's' });
    stop();
    expect(events).to.have.length(1);
  });
});

describe('a dialog in a low window with text of 200 %, as on a phone that lies on its side', () => {
  before(async () => {
    await setViewport({ width: 640, height: 360 });
    document.documentElement.style.fontSize = '200%';
  });
  after(async () => {
    document.documentElement.removeAttribute('style');
    await setViewport({ width: 800, height: 600 });
  });

  it('scrolls to all that it shows', async () => {
    const order = { ...checkout.order, description: 'Coffee beans and a grinder' };
    const snapshot = ready({ ...checkoutIn('awaiting'), order });
    const { element } = await openCard(snapshot, { mode: 'modal', open: '' });
    await until(() => shown(element).includes('Copy address'), 'the address');
    const bottomOf = (part: Element) => part.getBoundingClientRect().bottom;
    expect(bottomOf(control(element, 'Close')), 'closes without scrolling').to.be.below(
      bottomOf(one(element, '.card')),
    );
    for (const name of ['Copy address', 'Cancel payment', 'Help']) {
      const button = control(element, name);
      button.scrollIntoView({ block: 'nearest' });
      expect(button.contains(atCenterOf(button)), name).to.equal(true);
    }
  });

  it('shows more than one row of the currencies at a time', async () => {
    const { element } = await openCard(ready(checkout), { mode: 'modal', open: '' });
    const row = one(element, '#row-1');
    row.scrollIntoView({ block: 'nearest' });
    expect(row.contains(atCenterOf(row))).to.equal(true);
  });
});

describe('a page whose language has an underscore, as that of a locale on the server', () => {
  it('has the payment in that language', async () => {
    const page = await fixture<HTMLElement>(
      html`<div lang="de_AT">
        <crypto-checkout .session=${new ScriptedSession(ready(checkout))}></crypto-checkout>
      </div>`,
    );
    const element = page.querySelector('crypto-checkout');
    if (!element) throw new Error('The page has no checkout');
    await until(() => shown(element).includes('Wie möchten Sie bezahlen?'), 'German');
  });
});
