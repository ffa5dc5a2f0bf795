import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/define/crypto-checkout-button.js';
import { checkoutIn } from '../fixtures.js';
import { find, inStory, waitFor } from '../interactions.js';
import { ready, ScriptedSession } from '../scripted-session.js';

interface Args {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly disabled: boolean;
  readonly locale: string;
}

const meta: Meta<Args> = {
  title: 'Elements/Checkout button',
  component: 'crypto-checkout-button',
  tags: ['autodocs'],
  args: { theme: 'auto', disabled: false, locale: 'en-GB' },
  render: ({ theme, disabled, locale }) =>
    html`<crypto-checkout-button
      theme=${theme}
      locale=${locale}
      ?disabled=${disabled}
      .session=${new ScriptedSession(ready(checkoutIn('awaiting')))}
    ></crypto-checkout-button>`,
};
export default meta;

export const Controls: StoryObj<Args> = {};
export const Disabled: StoryObj<Args> = { args: { disabled: true } };

/** Opens the checkout over the page, and closes it again. */
export const OpensAndCloses: StoryObj<Args> = {
  play: async ({ canvasElement }) => {
    const button = inStory(canvasElement, 'crypto-checkout-button');
    (await find(button, '[part=pay]')).click();
    const dialog = await find(button, 'dialog[open]');
    (await find(button, '[part=close]')).click();
    await waitFor(() => (dialog.isConnected && dialog.hasAttribute('open') ? null : true), 'It stays open');
  },
};
