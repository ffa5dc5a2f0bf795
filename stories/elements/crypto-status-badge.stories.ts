import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/define/crypto-status-badge.js';

const STATES = [
  'choosing',
  'awaiting',
  'detected',
  'processing',
  'partial',
  'partial_detected',
  'paid',
  'overpaid',
  'checking',
  'expired',
  'expired_partial',
  'late',
  'canceled',
  'stale',
  'error',
];

const meta: Meta = {
  title: 'Elements/Status badge',
  component: 'crypto-status-badge',
  tags: ['autodocs'],
  args: { state: 'paid', locale: 'en-GB' },
  argTypes: { state: { control: { type: 'select' }, options: STATES } },
};
export default meta;

export const Controls: StoryObj = {};

export const EveryState: StoryObj = {
  render: () =>
    html`${STATES.map((state) => html`<crypto-status-badge state=${state}></crypto-status-badge> `)}`,
};
