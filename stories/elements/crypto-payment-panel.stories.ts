import type { Meta, StoryObj } from '@storybook/web-components-vite';
import '../../src/define/crypto-payment-panel.js';
import { checkout, invoice } from '../fixtures.js';

const meta: Meta = {
  title: 'Elements/Payment panel',
  component: 'crypto-payment-panel',
  tags: ['autodocs'],
  args: {
    invoice,
    order: checkout.order,
    resumeUrl: 'https://shop.example/pay#c_7mK2pQ4vXw9LtRz3nB5y',
    locale: 'en-GB',
  },
};
export default meta;

export const Controls: StoryObj = {};
export const Skeleton: StoryObj = { args: { invoice: null, order: null, currency: 'USDT_TRC20' } };
