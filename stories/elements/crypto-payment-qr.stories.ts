import type { Meta, StoryObj } from '@storybook/web-components-vite';
import '../../src/define/crypto-payment-qr.js';
import { invoice } from '../fixtures.js';
import { find, inStory } from '../interactions.js';

const meta: Meta = {
  title: 'Elements/Payment QR',
  component: 'crypto-payment-qr',
  tags: ['autodocs'],
  args: { payload: invoice.address, label: `QR code with the address ${invoice.address}`, locale: 'en-GB' },
};
export default meta;

export const Controls: StoryObj = {};

/** Large, for a phone held at arm's length. Escape closes it. */
export const Enlarged: StoryObj = {
  play: async ({ canvasElement }) => {
    const code = inStory(canvasElement, 'crypto-payment-qr');
    (await find(code, '.enlarge')).click();
    await find(code, 'dialog[open]');
  },
};
