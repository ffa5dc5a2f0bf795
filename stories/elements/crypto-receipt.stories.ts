import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/define/crypto-receipt.js';
import type { OutcomeKind } from '../../src/checkout/screen-kinds.js';
import type { Checkout } from '../../src/protocol/index.js';
import { checkoutIn, NOW, PART_DETECTED } from '../fixtures.js';

const paid = checkoutIn('paid');

/** The facts of each outcome. */
const OUTCOMES = {
  detected: checkoutIn('detected'),
  processing: checkoutIn('processing'),
  partial_detected: checkoutIn('partial', PART_DETECTED),
  paid,
  overpaid: checkoutIn('overpaid'),
  late: { ...paid, late: true },
  expired: checkoutIn('expired'),
  expired_partial: { ...checkoutIn('partial'), state: 'expired' },
  canceled: checkoutIn('canceled'),
} as const satisfies Partial<Record<OutcomeKind, Checkout>>;

const meta: Meta<{ outcome: keyof typeof OUTCOMES }> = {
  title: 'Elements/Receipt',
  component: 'crypto-receipt',
  tags: ['autodocs'],
  args: { outcome: 'paid' },
  argTypes: { outcome: { control: { type: 'select' }, options: Object.keys(OUTCOMES) } },
  render: ({ outcome }) =>
    html`<crypto-receipt outcome=${outcome} .checkout=${OUTCOMES[outcome]} locale="en-GB"></crypto-receipt>`,
};
export default meta;

type Story = StoryObj<{ outcome: keyof typeof OUTCOMES }>;

export const Controls: Story = {};
export const Detected: Story = { args: { outcome: 'detected' } };
export const Processing: Story = { args: { outcome: 'processing' } };
export const PartialDetected: Story = { args: { outcome: 'partial_detected' } };
export const Overpaid: Story = { args: { outcome: 'overpaid' } };
export const Late: Story = { args: { outcome: 'late' } };
export const Expired: Story = { args: { outcome: 'expired' } };
export const Underpaid: Story = { args: { outcome: 'expired_partial' } };
export const Canceled: Story = { args: { outcome: 'canceled' } };

/** A shop sets color roles, and nothing else. */
export const Recolored: Story = {
  render: () =>
    html`<style>
        .moss {
          --crypto-accent: #2f6b3a;
          --crypto-accent-hover: #24552d;
          --crypto-accent-text: light-dark(#2f6b3a, #9ad3a5);
          --crypto-accent-tint: light-dark(#edf5ee, #18281b);
        }
      </style>
      <crypto-receipt
        class="moss"
        outcome="detected"
        .checkout=${{ ...checkoutIn('detected'), now: NOW }}
      ></crypto-receipt>`,
};
