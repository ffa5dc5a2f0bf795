import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { STATISTICS } from '../desk-fixtures.js';
import { deskWith, type ScriptedDesk } from '../scripted-desk.js';

const meta: Meta<{ desk: ScriptedDesk }> = {
  title: 'Staff/Statistics',
  component: 'crypto-merchant-statistics',
  tags: ['autodocs'],
  render: ({ desk }) =>
    html`<crypto-merchant-statistics .client=${desk} locale="en-GB"></crypto-merchant-statistics>`,
};
export default meta;

type Story = StoryObj<{ desk: ScriptedDesk }>;

export const Week: Story = { args: { desk: deskWith({}) } };
export const Nothing: Story = { args: { desk: deskWith({ sums: { ...STATISTICS, statuses: [] } }) } };
export const Loading: Story = { args: { desk: deskWith({ isSilent: true }) } };
export const NotReachable: Story = { args: { desk: deskWith({ problem: { kind: 'unreachable' } }) } };
