import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { ATTENTION_ITEMS, PAYOUT_ITEMS, REFUND_ITEMS } from '../desk-fixtures.js';
import { find, inStory } from '../interactions.js';
import { deskWith, type ScriptedDesk } from '../scripted-desk.js';

const meta: Meta<{ desk: ScriptedDesk }> = {
  title: 'Staff/Needs attention',
  component: 'crypto-merchant-attention',
  tags: ['autodocs'],
  render: ({ desk }) =>
    html`<crypto-merchant-attention .client=${desk} locale="en-GB"></crypto-merchant-attention>`,
};
export default meta;

type Story = StoryObj<{ desk: ScriptedDesk }>;

const press = (selector: string) => async (canvasElement: HTMLElement) => {
  (await find(inStory(canvasElement, 'crypto-merchant-attention'), selector)).click();
};

export const List: Story = { args: { desk: deskWith({}) } };
export const Nothing: Story = { args: { desk: deskWith({ items: [] }) } };
export const Loading: Story = { args: { desk: deskWith({ isSilent: true }) } };
export const NotReachable: Story = { args: { desk: deskWith({ problem: { kind: 'unreachable' } }) } };
export const SignedOut: Story = { args: { desk: deskWith({ problem: { kind: 'session_ended' } }) } };
export const Refunds: Story = { args: { desk: deskWith({ items: REFUND_ITEMS }) } };
export const Payouts: Story = { args: { desk: deskWith({ items: PAYOUT_ITEMS }) } };
export const NotAllowed: Story = { args: { desk: deskWith({ problem: { kind: 'scope_missing' } }) } };
export const StaffLog: Story = {
  args: { desk: deskWith({ items: [] }) },
  play: ({ canvasElement }) => press('button[aria-expanded]')(canvasElement),
};
export const Dismissing: Story = {
  args: { desk: deskWith({ items: ATTENTION_ITEMS.slice(1, 3) }) },
  play: ({ canvasElement }) => press('[data-opens$=-dismissed]')(canvasElement),
};
export const DecliningRefund: Story = {
  args: { desk: deskWith({ items: REFUND_ITEMS }) },
  play: ({ canvasElement }) => press('[data-opens$=-declined]')(canvasElement),
};
export const CheckingPayer: Story = {
  args: { desk: deskWith({ items: REFUND_ITEMS }) },
  play: ({ canvasElement }) => press('[data-opens$=-checked]')(canvasElement),
};
export const GivingBack: Story = {
  args: { desk: deskWith({ items: ATTENTION_ITEMS.filter(({ id }) => id.includes('A-1031')) }) },
  play: ({ canvasElement }) => press('[data-opens^=give-payment-of-A-1031]')(canvasElement),
};
/** The list was read once, and cannot be read again. */
export const Stale: Story = {
  args: { desk: deskWith({ items: ATTENTION_ITEMS.slice(-1) }) },
  play: async ({ canvasElement, args: { desk } }) => {
    const element = inStory(canvasElement, 'crypto-merchant-attention');
    await find(element, '.todo');
    desk.problem = { kind: 'unreachable' };
    desk.change();
    await find(element, '.stale');
    desk.problem = null;
  },
};
