import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionSnapshot } from '../../src/checkout/session.js';
import { checkoutIn, wallet } from '../../stories/fixtures.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { one, settled } from './checkout-fixture.js';

const inline = (snapshot: SessionSnapshot = ready(checkoutIn('awaiting'))) =>
  html`<crypto-checkout locale="en-GB" .session=${new ScriptedSession(snapshot)}></crypto-checkout>`;

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
