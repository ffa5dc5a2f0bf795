import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../src/define/all.js';
import { bitcoinInvoice, checkout, checkoutIn, invoice, NOW } from './fixtures.js';

const meta: Meta = { title: 'Elements' };
export default meta;

const nowAt = (time: string) => () => Date.parse(time);

export const PaymentPanel: StoryObj = {
  render: () =>
    html`<crypto-payment-panel
      .invoice=${invoice}
      .order=${checkout.order}
      locale="en-GB"
    ></crypto-payment-panel>`,
};

export const PaymentPanelWithSwitch: StoryObj = {
  render: () =>
    html`<crypto-payment-panel
      .invoice=${bitcoinInvoice}
      .order=${checkout.order}
      locale="en-GB"
    ></crypto-payment-panel>`,
};

export const PaymentPanelSkeleton: StoryObj = {
  render: () => html`<crypto-payment-panel .currency=${'USDT_TRC20' as const}></crypto-payment-panel>`,
};

export const PaymentQr: StoryObj = {
  render: () =>
    html`<crypto-payment-qr
      payload=${invoice.address}
      label="QR code with the address ${invoice.address}"
    ></crypto-payment-qr>`,
};

export const Countdown: StoryObj = {
  render: () =>
    html`<p>
      ${['2026-11-21T12:48:19Z', '2026-11-21T13:07:08Z', '2026-11-21T13:11:22Z'].map(
        (time) =>
          html`<crypto-countdown
              expires-at=${invoice.expiresAt ?? ''}
              starts-at=${invoice.createdAt}
              .now=${nowAt(time)}
            ></crypto-countdown
            >&ensp;`,
      )}
    </p>`,
};

export const CopyField: StoryObj = {
  render: () =>
    html`<crypto-copy-field value="50.12" long-label="Copy amount"></crypto-copy-field>
      <crypto-copy-field value=${invoice.address} label="Copy address"></crypto-copy-field>`,
};

const STATES = [
  'choosing',
  'awaiting',
  'detected',
  'processing',
  'partial',
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

export const StatusBadge: StoryObj = {
  render: () =>
    html`${STATES.map((state) => html`<crypto-status-badge state=${state}></crypto-status-badge> `)}`,
};

export const Receipt: StoryObj = {
  render: () =>
    html`<crypto-receipt outcome="paid" .checkout=${checkoutIn('paid')} locale="en-GB"></crypto-receipt>`,
};

/** A shop sets roles, and nothing else. */
export const Recoloured: StoryObj = {
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
