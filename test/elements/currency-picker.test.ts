import { expect, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import '../../src/define/crypto-currency-picker.js';
import type { CryptoCurrencyPicker } from '../../src/elements/crypto-currency-picker/crypto-currency-picker.js';
import type { CryptoCurrencyChangeEvent } from '../../src/events/events.js';
import type { CheckoutOffer } from '../../src/protocol/index.js';
import { checkout, offersOf } from '../../stories/fixtures.js';
import { all, control, one, said, settled, shown, until, words } from './support.js';

const OFFERS = offersOf('BTC', 'USDT_TRC20', 'USDT_SOL', 'USDC_SOL', 'SOL', 'PYUSD_ERC20');

async function open(offers: readonly CheckoutOffer[] = OFFERS, inline = true) {
  const chosen: string[] = [];
  const element = await fixture<CryptoCurrencyPicker>(
    html`<crypto-currency-picker
      ?inline=${inline}
      .offers=${offers}
      @crypto-currency-change=${(event: CryptoCurrencyChangeEvent) => chosen.push(event.detail.currency)}
    ></crypto-currency-picker>`,
  );
  await settled(element);
  return { element, chosen };
}

const options = (element: Element) => all(element, '[role=option]').map((option) => words(option.innerText));
const search = (element: Element) => one(element, 'input');
/** Names what has the focus; comparing elements themselves would print whole trees. */
const focused = (element: Element) => element.shadowRoot?.activeElement?.id;
const active = (element: Element) => {
  const id = element.shadowRoot?.activeElement?.getAttribute('aria-activedescendant');
  return id ? words(one(element, `#${id}`).innerText) : null;
};

async function type(element: CryptoCurrencyPicker, text: string): Promise<void> {
  search(element).focus();
  await sendKeys({ type: text });
  await settled(element);
}

async function press(element: CryptoCurrencyPicker, ...keys: string[]): Promise<void> {
  for (const key of keys) await sendKeys({ press: key });
  await settled(element);
}

describe('crypto-currency-picker', () => {
  it('offers every coin once, stablecoins first', async () => {
    const { element } = await open();
    expect(all(element, '[role=group]').map((group) => group.getAttribute('aria-label'))).to.deep.equal([
      'Stablecoins',
      'Other coins',
    ]);
    expect(options(element).map((text) => text.split(' ').slice(0, 2).join(' '))).to.deep.equal([
      'Tether USDT',
      'USD Coin',
      'PayPal USD',
      'Bitcoin BTC',
      'Solana SOL',
    ]);
  });

  it('asks for the network of a coin that is offered on several', async () => {
    const { element, chosen } = await open();
    all(element, '[role=option]')[0]?.click();
    await settled(element);
    expect(shown(element)).to.contain('USDT on which network?');
    expect(options(element)).to.deep.equal(['TRON TRC-20', 'Solana SPL']);
    expect(chosen).to.deep.equal([]);
    all(element, '[role=option]')[0]?.click();
    expect(chosen).to.deep.equal(['USDT_TRC20']);
    expect(element.value).to.equal('USDT_TRC20');
  });

  it('skips the network where there is only one, and names it beforehand', async () => {
    const { element, chosen } = await open();
    const coin = all(element, '[role=option]').find((option) => option.innerText.includes('PayPal'));
    expect(words(coin?.innerText ?? '')).to.equal('PayPal USD PYUSD on Ethereum');
    coin?.click();
    expect(chosen).to.deep.equal(['PYUSD_ERC20']);
  });

  it('finds finished pairs by coin, network or nickname, the coin itself first', async () => {
    const { element, chosen } = await open();
    await type(element, 'sol');
    expect(options(element)).to.deep.equal([
      'Solana SOL',
      'Tether USDT on Solana',
      'USD Coin USDC on Solana',
    ]);
    expect(said(element)).to.equal('3 of 6 match “sol”.');
    await press(element, 'ArrowDown', 'Enter');
    expect(chosen).to.deep.equal(['USDT_SOL']);
    await type(element, 'trc-20');
    expect(options(element)).to.deep.equal(['Tether USDT on TRON']);
    await press(element, 'Escape');
    await type(element, 'tether trc20');
    expect(options(element)).to.deep.equal(['Tether USDT on TRON']);
  });

  it('says what the shop takes when nothing matches, and leads back', async () => {
    const { element } = await open();
    await type(element, '<b>doge');
    expect(shown(element)).to.contain('Nothing matches “<b>doge”.');
    expect(shown(element)).to.contain('This shop takes 5 coins on 4 networks.');
    await expect(element).to.be.accessible();
    control(element, 'Show all').click();
    await settled(element);
    expect(options(element)).to.have.length(5);
    expect(focused(element)).to.equal('search');
  });

  it('is worked by the keyboard alone: down, enter, down, enter', async () => {
    const { element, chosen } = await open();
    search(element).focus();
    expect(active(element)).to.equal(null);
    await press(element, 'ArrowDown');
    expect(active(element)).to.contain('Tether');
    await press(element, 'Enter');
    expect(element.shadowRoot?.activeElement?.getAttribute('role')).to.equal('listbox');
    expect(active(element)).to.equal('TRON TRC-20');
    await press(element, 'End');
    expect(active(element)).to.equal('Solana SPL');
    await press(element, 'ArrowDown');
    expect(active(element), 'the list ends').to.equal('Solana SPL');
    await press(element, 'Home', ' ');
    expect(chosen).to.deep.equal(['USDT_TRC20']);
  });

  it('goes back from the networks to the same coin, by the key or by the button', async () => {
    const { element } = await open();
    all(element, '[role=option]')[0]?.click();
    await settled(element);
    await press(element, 'Escape');
    expect(active(element)).to.contain('Tether');
    await press(element, 'Enter');
    control(element, 'Back to coins').click();
    await settled(element);
    expect(active(element)).to.contain('Tether');
    await sendKeys({ type: 'b' });
    expect(focused(element), 'typing on the list is searching').to.equal('search');
  });

  it('shows what cannot be had now, and does not take it', async () => {
    const { element, chosen } = await open([
      { code: 'BTC', available: false, reason: 'switched off' },
      { code: 'LTC', available: true },
    ]);
    const [bitcoin] = all(element, '[role=option]');
    expect(words(bitcoin?.innerText ?? '')).to.equal('Bitcoin Not available right now');
    expect(bitcoin?.getAttribute('aria-disabled')).to.equal('true');
    bitcoin?.click();
    search(element).focus();
    await press(element, 'ArrowDown', 'Enter');
    expect(chosen).to.deep.equal([]);
  });

  it('keeps every row at least 44 px high', async () => {
    const { element } = await open(checkout.offers);
    for (const option of all(element, '[role=option]')) {
      expect(option.getBoundingClientRect().height).to.be.at.least(44);
    }
  });

  describe('alone in a page', () => {
    it('is one button that opens the list beside it', async () => {
      const { element } = await open(checkout.offers, false);
      expect(options(element)).to.deep.equal([]);
      const trigger = control(element, 'Choose a coin');
      trigger.click();
      await settled(element);
      expect(options(element).length).to.be.greaterThan(10);
      const popover = one(element, '[popover]');
      const gap = () => popover.getBoundingClientRect().top - trigger.getBoundingClientRect().bottom;
      await until(() => Math.abs(gap() - 4) < 1, 'the popover stands below its button');
      expect(popover.hasAttribute('style')).to.equal(false);
      expect(trigger.getAttribute('aria-expanded')).to.equal('true');
      await expect(element).to.be.accessible();
    });

    it('closes with the choice, shows it, and gives the focus back', async () => {
      const { element, chosen } = await open(OFFERS, false);
      control(element, 'Choose a coin').focus();
      await press(element, 'Enter');
      expect(element.shadowRoot?.activeElement?.getAttribute('role')).to.equal('listbox');
      await press(element, 'ArrowDown', 'Enter', 'Enter');
      expect(chosen).to.deep.equal(['USDT_TRC20']);
      expect(one(element, '[popover]').matches(':popover-open')).to.equal(false);
      await until(() => focused(element) === 'trigger', 'the focus is given back');
      expect(shown(element)).to.contain('USDT on TRON (TRC-20)');
    });

    it('closes with Escape and begins with the coins the next time', async () => {
      const { element } = await open(OFFERS, false);
      const popover = one(element, '[popover]');
      control(element, 'Choose a coin').focus();
      await press(element, 'Enter');
      await press(element, 'ArrowDown', 'Enter');
      expect(shown(element)).to.contain('USDT on which network?');
      await press(element, 'Escape');
      expect(popover.matches(':popover-open')).to.equal(true);
      await press(element, 'Escape');
      expect(popover.matches(':popover-open')).to.equal(false);
      await until(() => focused(element) === 'trigger', 'the focus is given back');
      await press(element, 'Enter');
      expect(shown(element)).to.contain('How would you like to pay?');
    });
  });
});
