import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/define/crypto-copy-field.js';
import { invoice } from '../fixtures.js';
import { copying, find, inStory } from '../interactions.js';

const meta: Meta = {
  title: 'Elements/Copy field',
  component: 'crypto-copy-field',
  tags: ['autodocs'],
  args: { value: invoice.address, label: 'Copy address', locale: 'en-GB' },
};
export default meta;

export const Controls: StoryObj = {};

/** The copied text is exactly the value. */
export const Copied: StoryObj = {
  play: async ({ canvasElement }) => {
    const field = inStory(canvasElement, 'crypto-copy-field');
    const copied = await copying(async () => {
      (await find(field, 'button')).click();
      await find(field, '[data-copied]');
    });
    if (copied.join() !== invoice.address) throw new Error(`Copied was: ${copied.join()}`);
  },
};

export const AmountAndAddress: StoryObj = {
  render: () =>
    html`<crypto-copy-field value="50.12" long-label="Copy amount"></crypto-copy-field>
      <crypto-copy-field value=${invoice.address ?? ''} label="Copy address"></crypto-copy-field>`,
};
