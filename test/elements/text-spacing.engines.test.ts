import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { everything, settled } from './checkout-fixture.js';
import { cutIn } from './overflow.js';
import { open, SCENES } from './parts-support.js';
import { TEXT_SPACING } from './text-spacing.js';

/** Over the page, or no card. */
const ELSEWHERE =
  /^(enlarged|dialog|confirming closing|button.*|panel|receipt|picker.*|network of the past|copy.*|countdown|badge|code)$/;

describe('text spacing in a page 320 px wide', () => {
  for (const [name, scene] of Object.entries(SCENES).filter(([other]) => !ELSEWHERE.test(other)))
    it(`cuts no text: ${name}`, async () => {
      const element = await open(scene);
      element.style.inlineSize = '320px';
      for (const node of [element, ...everything(element)])
        node.shadowRoot?.adoptedStyleSheets.push(TEXT_SPACING);
      await settled(element);
      expect(cutIn(element)).to.deep.equal([]);
    });
});
