import type { Meta, StoryObj } from '@storybook/web-components-vite';
import '../../src/define/crypto-currency-picker.js';
import { CURRENCY_CODES } from '../../src/payment/index.js';
import { find, inStory, press, waitFor } from '../interactions.js';

const meta: Meta = {
  title: 'Elements/Currency picker',
  component: 'crypto-currency-picker',
  tags: ['autodocs'],
  args: { currencies: CURRENCY_CODES.join(' '), label: 'Coin', locale: 'en-GB' },
};
export default meta;

export const Controls: StoryObj = {};

/** Coin and network without a mouse: text filters the list, the arrow keys move through it, Enter selects the row. */
export const ByKeyboard: StoryObj = {
  args: { inline: true, storage: { getItem: () => null, setItem: () => {} } },
  play: async ({ canvasElement }) => {
    const picker = inStory(canvasElement, 'crypto-currency-picker');
    const input = await find(picker, 'input');
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no search');
    input.focus();
    input.value = 'usdt';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await picker.updateComplete;
    for (const key of ['ArrowDown', 'Enter']) {
      press(picker.shadowRoot?.activeElement ?? input, key);
      await picker.updateComplete;
    }
    for (const key of ['ArrowDown', 'Enter']) {
      press(picker.shadowRoot?.activeElement ?? input, key);
      await picker.updateComplete;
    }
    await waitFor(() => picker.value || null, 'Nothing was chosen');
    if (!picker.value.startsWith('USDT_')) throw new Error(`Chosen was: ${picker.value}`);
  },
};
