import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { settled } from './checkout-fixture.js';

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
