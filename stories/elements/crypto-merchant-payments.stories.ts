import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { find, inStory } from '../interactions.js';
import { deskWith, type ScriptedDesk } from '../scripted-desk.js';

interface Args {
  readonly desk: ScriptedDesk;
  readonly checkout?: string;
}

const meta: Meta<Args> = {
  title: 'Staff/Payments',
  component: 'crypto-merchant-payments',
  tags: ['autodocs'],
  render: ({ desk, checkout = '' }) =>
    html`<crypto-merchant-payments
      .client=${desk}
      checkout=${checkout}
      locale="en-GB"
    ></crypto-merchant-payments>`,
};
export default meta;

type Story = StoryObj<Args>;

export const List: Story = { args: { desk: deskWith({}) } };
export const Details: Story = { args: { desk: deskWith({}), checkout: 'checkout-of-A-1031' } };
export const Canceling: Story = {
  args: { desk: deskWith({}), checkout: 'checkout-of-A-1043' },
  play: async ({ canvasElement }) => {
    const button = await find(inStory(canvasElement, 'crypto-merchant-payments'), 'button', 'Cancel payment');
    button.click();
  },
};
export const NoneYet: Story = { args: { desk: deskWith({ rows: [] }) } };
export const Loading: Story = { args: { desk: deskWith({ isSilent: true }) } };
export const NotReachable: Story = { args: { desk: deskWith({ problem: { kind: 'unreachable' } }) } };
