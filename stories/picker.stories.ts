import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../src/define/crypto-currency-picker.js';
import type { CryptoCurrencyPicker } from '../src/elements/crypto-currency-picker/crypto-currency-picker.js';
import type { CheckoutOffer } from '../src/protocol/index.js';
import { checkout, offersOf } from './fixtures.js';

const meta: Meta = { title: 'Currency picker', component: 'crypto-currency-picker' };
export default meta;

type Step = (picker: CryptoCurrencyPicker) => void;

interface Setting {
  readonly offers?: readonly CheckoutOffer[];
  readonly inline?: boolean;
  readonly disabled?: boolean;
  readonly value?: CryptoCurrencyPicker['value'];
  readonly recent?: string;
}

const SOME_UNAVAILABLE = checkout.offers.map((offer) =>
  offer.code.includes('BSC') || offer.code === 'BTC' || offer.code.startsWith('DAI')
    ? { ...offer, available: false, ...(offer.code === 'BTC' && { reason: 'The network is being repaired' }) }
    : offer,
);

/** A picker, and consecutive actions on it. */
function story(setting: Setting, ...steps: readonly Step[]): StoryObj {
  const { offers = checkout.offers, inline = false, disabled = false, value = '', recent = '' } = setting;
  const storage = { getItem: () => recent, setItem: () => undefined };
  return {
    render: () =>
      html`<crypto-currency-picker
        ?inline=${inline}
        ?disabled=${disabled}
        .offers=${offers}
        .value=${value}
        .storage=${storage}
        label="Coin"
      ></crypto-currency-picker>`,
    play: async ({ canvasElement }) => {
      const picker = canvasElement.querySelector('crypto-currency-picker');
      if (!picker) throw new Error('There is no picker in this story');
      for (const step of steps) {
        await picker.updateComplete;
        step(picker);
      }
      await picker.updateComplete;
    },
  };
}

function press(selector: string): Step {
  return (picker) => {
    const target = picker.shadowRoot?.querySelector<HTMLElement>(selector);
    if (!target) throw new Error(`There is no ${selector}`);
    target.click();
  };
}

function search(query: string): Step {
  return (picker) => {
    const input = picker.shadowRoot?.querySelector('input');
    if (!input) throw new Error('There is no search');
    input.focus();
    input.value = query;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
}

const open = press('#trigger');

export const Closed = story({});
export const Chosen = story({ value: 'USDT_TRC20' });
export const Disabled = story({ value: 'USDT_TRC20', disabled: true });
export const ChosenUnavailable = story({ value: 'BTC', offers: SOME_UNAVAILABLE });
export const Open = story({ recent: 'USDT_TRC20 BTC' }, open);
export const OpenFew = story({ offers: offersOf('USDT_TRC20', 'USDC_SOL', 'BTC') }, open);
export const OpenNetworks = story({ value: 'USDT_SOL' }, open, press('#row-0'));
export const Inline = story({ inline: true });
export const InlineRecent = story({ inline: true, recent: 'USDC_BSC USDT_TRC20 BTC' });
export const InlineSearch = story({ inline: true }, search('bep20'));
export const InlineNothing = story({ inline: true }, search('doge'));
export const InlineNetworks = story({ inline: true, recent: 'USDT_TRC20' }, press('#row-0'));
export const InlineUnavailable = story({ inline: true, offers: SOME_UNAVAILABLE });
export const InlineFew = story({ inline: true, value: 'BTC', offers: offersOf('BTC', 'LTC', 'USDT_TRC20') });
export const InlineOne = story({ inline: true, offers: offersOf('BTC') });
export const InlineNone = story({
  inline: true,
  offers: offersOf('BTC', 'USDT_BSC').map((offer) => ({ ...offer, available: false })),
});
export const InlineDisabled = story({ inline: true, disabled: true, value: 'BTC' });

/** A field like any other: required, named by its label, sent with the form. */
export const InForm: StoryObj = {
  render: () =>
    html`<form @submit=${(event: Event) => event.preventDefault()}>
      <label for="coin">Coin for refunds</label>
      <p>
        <crypto-currency-picker
          id="coin"
          name="coin"
          required
          currencies="BTC USDT_TRC20"
        ></crypto-currency-picker>
      </p>
      <button>Save</button>
    </form>`,
};
