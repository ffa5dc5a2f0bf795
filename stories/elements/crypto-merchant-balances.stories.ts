import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { deskWith, type ScriptedDesk } from '../scripted-desk.js';

const meta: Meta<{ desk: ScriptedDesk }> = {
  title: 'Staff/Balances',
  component: 'crypto-merchant-balances',
  tags: ['autodocs'],
  render: ({ desk }) =>
    html`<crypto-merchant-balances .client=${desk} locale="en-GB"></crypto-merchant-balances>`,
};
export default meta;

type Story = StoryObj<{ desk: ScriptedDesk }>;

export const List: Story = { args: { desk: deskWith({}) } };
export const Loading: Story = { args: { desk: deskWith({ isSilent: true }) } };
export const NotReachable: Story = { args: { desk: deskWith({ problem: { kind: 'unreachable' } }) } };
