import { expect, fixture } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import '../../src/define/all.js';
import type { Appearance } from '../../src/styles/appearance.js';
import { settled } from './checkout-fixture.js';
import { open, SCENES } from './parts-support.js';
import { targetsIn, tooSmallIn } from './target-size.js';

/** What has nothing to press. */
const WITHOUT_TARGETS = ['countdown', 'badge'];

const LAYOUTS: readonly (readonly [width: number, look: string, appearance: Appearance])[] = [
  [320, 'the default look', {}],
  [1280, 'the default look', {}],
  [320, 'compact density with text of 13 px', { density: 'compact', variables: { fontSize: '13px' } }],
];

for (const [width, look, appearance] of LAYOUTS)
  describe(`a page ${width} px wide, in ${look}`, () => {
    before(() => setViewport({ width, height: 800 }));
    after(() => setViewport({ width: 800, height: 600 }));

    for (const [name, scene] of Object.entries(SCENES))
      it(`has targets of 24 px, or far enough apart: ${name}`, async () => {
        const element = await open(scene);
        Object.assign(element, { appearance });
        await settled(element);
        expect(targetsIn(element).length > 0).to.equal(!WITHOUT_TARGETS.includes(name));
        expect(tooSmallIn(element)).to.deep.equal([]);
      });
  });

/** The fixture of these styles and this content, in a shadow tree as elements have one. */
async function openShadow(styles: string, content: string): Promise<Element> {
  const element = await fixture(html`<div></div>`);
  element.attachShadow({ mode: 'open' }).innerHTML = `<style>${styles}</style>${content}`;
  return element;
}

describe('the measure of targets', () => {
  const small = 'button { block-size: 20px; inline-size: 20px; padding: 0; border: 0; vertical-align: top }';
  const pair = '<button aria-label="First"></button><button aria-label="Second"></button>';

  it('names small targets whose circles meet', async () => {
    const element = await openShadow(`${small} button + button { margin-inline-start: 3px }`, pair);
    expect(tooSmallIn(element)).to.deep.equal(['First: 20 by 20', 'Second: 20 by 20']);
  });

  it('accepts small targets that are far enough apart', async () => {
    const element = await openShadow(`${small} button + button { margin-inline-start: 4px }`, pair);
    expect(tooSmallIn(element)).to.deep.equal([]);
  });

  it('names a small target close to a large one', async () => {
    const large = 'button + button { inline-size: 90px; block-size: 24px; margin-inline-start: 1px }';
    expect(tooSmallIn(await openShadow(`${small} ${large}`, pair))).to.deep.equal(['First: 20 by 20']);
  });

  it('names a large target of which another covers the middle', async () => {
    const cover = 'button + button { inline-size: 60px; block-size: 40px; margin-inline-start: -50px }';
    const first = 'button:first-of-type { inline-size: 80px; block-size: 40px }';
    const element = await openShadow(`button { border: 0 } ${cover} ${first}`, pair);
    expect(tooSmallIn(element)[0]).to.equal('First: 80 by 40');
  });

  it('accepts a link among the words of a sentence, and names it elsewhere', async () => {
    const link = '<a href="#one">one</a>';
    const styles = 'p { font-size: 12px; line-height: 14px; margin: 0 }';
    const rows = `<p>${link}</p><p>${link}</p>`;
    expect(tooSmallIn(await openShadow(styles, `<p>This ${link} and that ${link}.</p>`))).to.deep.equal([]);
    expect(tooSmallIn(await openShadow(styles, rows)).length).to.equal(2);
  });
});
