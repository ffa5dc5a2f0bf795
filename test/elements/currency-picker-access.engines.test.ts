import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { checkout } from '../../stories/fixtures.js';
import { emulateMedia, itWith } from './browser-engine.js';
import {
  active,
  focused,
  isOpen,
  OFFERS,
  openPicker,
  press,
  search,
  type,
} from './currency-picker-support.js';
import { all, everything, holdTimers, one, said, settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { walk } from './accessibility-tree.js';

/** The pause in typing after which its result is announced. */
const PAUSE_MS = 400;

describe('crypto-currency-picker is accessible and', () => {
  it('can be used by the keyboard alone, from the button to the choice and back', async () => {
    const { element, chosen } = await openPicker(checkout.offers, { inline: false, recent: 'BTC' });
    await sendKeys({ press: 'Tab' });
    expect(focused(element)).to.equal('trigger');
    await press(element, ' ');
    await until(() => isOpen(element) && focused(element) !== 'trigger', 'the focus went in');
    search(element).focus();
    await press(element, 'Home', 'PageDown', 'ArrowUp');
    expect(active(element)).to.contain('PayPal USD');
    await press(element, 'End');
    expect(active(element)).to.contain('Official Trump');
    await press(element, 'PageDown');
    expect(active(element), 'the list ends').to.contain('Official Trump');
    await sendKeys({ type: 'shib' });
    await settled(element);
    expect(active(element)).to.contain('SHIB on Ethereum (ERC-20)');
    await press(element, 'Home', 'ArrowDown', 'Enter');
    expect(chosen).to.deep.equal(['SHIB_BSC']);
    await until(() => focused(element) === 'trigger', 'the focus is given back');
  });

  it('keeps the focused row visible', async () => {
    const { element } = await openPicker(checkout.offers);
    search(element).focus();
    await press(element, 'End');
    const list = one(element, '[role=listbox]').getBoundingClientRect();
    const row = one(element, '[data-active]').getBoundingClientRect();
    expect(row.top >= list.top && row.bottom <= list.bottom).to.equal(true);
  });

  itWith('accessibility tree', 'reads as a question, a search and a list of named choices', async () => {
    await openPicker(
      OFFERS.map((offer) => (offer.code === 'BTC' ? { ...offer, available: false } : offer)),
      { inline: false, recent: 'SOL' },
    );
    expect(await walk()).to.deep.equal(['button Choose a coin', 'status']);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await new Promise(requestAnimationFrame);
    const lines = await walk();
    expect(lines).to.deep.equal([
      'button Choose a coin expanded',
      'dialog How would you like to pay?',
      'heading How would you like to pay?',
      'combobox Search coin or network expanded',
      'group Recent',
      'button Solana',
      'listbox Coins',
      'group Stablecoins',
      'option Tether USDT 2 networks',
      'option USD Coin USDC on Solana (SPL)',
      'option PayPal USD PYUSD on Ethereum (ERC-20)',
      'group Other coins',
      'option Bitcoin Not available right now disabled',
      'option Solana SOL',
      'status',
    ]);
  });

  it('announces the result of a search once, when the typing pauses', async () => {
    const { element } = await openPicker();
    const heard: string[] = [];
    const observer = new MutationObserver(() => heard.push(said(element)));
    observer.observe(one(element, '[role=status]'), { characterData: true, childList: true, subtree: true });
    // The keys of a busy machine come with pauses of any length.
    const timers = holdTimers(PAUSE_MS);
    await type(element, 'usd');
    expect(heard).to.deep.equal([]);
    timers.runNext();
    await until(() => heard.length > 0, 'the outcome is said');
    expect(heard).to.deep.equal(['Matches for “usd”: 4 of 6.']);
    timers.restore();
    observer.disconnect();
  });

  it('announces the current step, to the networks and back to the coins', async () => {
    const { element } = await openPicker();
    search(element).focus();
    await press(element, 'Home', 'Enter');
    expect(said(element)).to.equal('Choose a network for USDT');
    await press(element, 'Escape');
    expect(said(element)).to.equal('How would you like to pay?');
  });

  it('does not announce the networks any more if it was closed over them and opens with the coins', async () => {
    const { element } = await openPicker(OFFERS, { inline: false });
    const popover = one(element, '[popover]');
    popover.showPopover();
    await until(() => ['search', 'list'].includes(focused(element) ?? ''), 'the focus went in');
    await press(element, 'Home', 'Enter');
    expect(said(element)).to.equal('Choose a network for USDT');
    popover.hidePopover();
    await settled(element);
    popover.showPopover();
    await settled(element);
    expect(said(element)).to.equal('');
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const direction of ['ltr', 'rtl'] as const) {
      it(`breaks no rule of accessibility in ${scheme}, ${direction}`, async () => {
        document.documentElement.dir = direction;
        document.documentElement.style.colorScheme = scheme;
        document.body.style.background = 'canvas';
        const { element } = await openPicker(
          checkout.offers.map((offer) => ({ ...offer, available: offer.code !== 'BTC' })),
          { recent: 'USDT_BSC SOL' },
        );
        await expect(element).to.be.accessible();
        await type(element, 'usdt');
        await expect(element).to.be.accessible();
        await press(element, 'Escape', 'Home', 'Enter');
        expect(focused(element)).to.equal('list');
        await expect(element).to.be.accessible();
        document.documentElement.dir = '';
        document.documentElement.removeAttribute('style');
        document.body.removeAttribute('style');
      });
    }
  }

  itWith('emulated media', 'shows the keyboard position in forced colors too', async () => {
    await emulateMedia({ forcedColors: 'active' });
    const { element } = await openPicker();
    search(element).focus();
    await press(element, 'Home');
    const { outlineStyle, outlineWidth } = getComputedStyle(one(element, '[data-active]'));
    expect([outlineStyle, outlineWidth]).to.deep.equal(['solid', '2px']);
    await emulateMedia();
  });

  it('has no target below 44 px, and nothing wider than a 320 px screen', async () => {
    const { element } = await openPicker(checkout.offers, { recent: 'USDT_BSC USDC_BSC DAI_BSC' });
    element.parentElement?.setAttribute('style', 'inline-size: 288px');
    await type(element, 'bep20');
    for (const target of all(element, '[role=option], button, .field'))
      expect(target.getBoundingClientRect().height, target.className).to.be.at.least(44);
    await press(element, 'Escape');
    for (const target of all(element, 'button'))
      expect(target.getBoundingClientRect().height, target.className).to.be.at.least(44);
    // The rows' background reaches 8 px beyond the reading edge.
    expect(element.scrollWidth).to.be.at.most(288 + 8);
    for (const row of all(element, '[role=option]')) expect(row.scrollWidth).to.be.at.most(row.clientWidth);
  });

  it('needs no style attribute, and names every structural node as a part', async () => {
    const { element } = await openPicker(checkout.offers, { recent: 'BTC' });
    const inner = everything(element);
    expect(inner.filter((node) => node.hasAttribute('style'))).to.have.length(0);
    const parts = new Set(
      all(element, '[part]').flatMap((node) => (node.getAttribute('part') ?? '').split(/\s+/)),
    );
    const { parts: exported } = element.constructor as unknown as { parts: string };
    for (const part of parts) expect(exported.split(', ')).to.include(part);
  });
});
