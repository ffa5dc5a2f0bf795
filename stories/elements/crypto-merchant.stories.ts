import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { deskWith, type ScriptedDesk } from '../scripted-desk.js';

const meta: Meta<{ desk: ScriptedDesk }> = {
  title: 'Staff/Everything',
  component: 'crypto-merchant',
  tags: ['autodocs'],
  render: ({ desk }) => html`<crypto-merchant .client=${desk} locale="en-GB"></crypto-merchant>`,
};
export default meta;

type Story = StoryObj<{ desk: ScriptedDesk }>;

export const AllScopes: Story = { args: { desk: deskWith({}) } };
export const BalancesOnly: Story = { args: { desk: deskWith({ scopes: ['balances:read'] }) } };
export const SignedOut: Story = { args: { desk: deskWith({ problem: { kind: 'session_ended' } }) } };
