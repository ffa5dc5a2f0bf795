import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { paymentOf, PAYMENTS, REFUNDS } from '../desk-fixtures.js';
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

const press = (selector: string) => async (canvasElement: HTMLElement) => {
  (await find(inStory(canvasElement, 'crypto-merchant-payments'), selector)).click();
};

export const List: Story = { args: { desk: deskWith({}) } };
export const Details: Story = { args: { desk: deskWith({}), checkout: 'checkout-of-A-1031' } };
export const Canceling: Story = {
  args: { desk: deskWith({}), checkout: 'checkout-of-A-1043' },
  play: ({ canvasElement }) => press('[data-opens=cancel]')(canvasElement),
};
export const AddingNote: Story = {
  args: { desk: deskWith({}), checkout: 'checkout-of-A-1041' },
  play: ({ canvasElement }) => press('[data-opens=note]')(canvasElement),
};
export const GivingBack: Story = {
  args: { desk: deskWith({}), checkout: 'checkout-of-A-1031' },
  play: ({ canvasElement }) => press('[data-give]')(canvasElement),
};
export const Refunds: Story = {
  args: {
    desk: deskWith({ current: (id) => ({ ...paymentOf(id), refunds: REFUNDS }) }),
    checkout: 'checkout-of-A-1031',
  },
};
export const NoMatch: Story = {
  args: { desk: deskWith({}) },
  play: async ({ canvasElement }) => {
    const element = inStory(canvasElement, 'crypto-merchant-payments');
    const [lowest] = await Promise.all([find(element, '.prices input'), find(element, '.open')]);
    if (!(lowest instanceof HTMLInputElement)) throw new Error('There is no field');
    lowest.value = '1000';
    lowest.dispatchEvent(new Event('change'));
    await find(element, '.none');
  },
};
export const ExportFailed: Story = {
  args: { desk: deskWith({ rows: PAYMENTS.slice(0, 2) }) },
  play: async ({ canvasElement, args: { desk } }) => {
    const element = inStory(canvasElement, 'crypto-merchant-payments');
    const save = await find(element, '.space + button');
    desk.problem = { kind: 'unreachable' };
    save.click();
    await find(element, '.error');
    desk.problem = null;
  },
};
export const NoneYet: Story = { args: { desk: deskWith({ rows: [] }) } };
export const Loading: Story = { args: { desk: deskWith({ isSilent: true }) } };
export const NotReachable: Story = { args: { desk: deskWith({ problem: { kind: 'unreachable' } }) } };
