import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { paidPaymentOf, paymentOf, PAYMENTS, REFUNDS } from '../desk-fixtures.js';
import { find, inStory } from '../interactions.js';
import { deskWith, type ScriptedDesk } from '../scripted-desk.js';

interface Args {
  readonly desk: ScriptedDesk;
  readonly payment?: string;
}

const meta: Meta<Args> = {
  title: 'Staff/Payments',
  component: 'crypto-merchant-payments',
  tags: ['autodocs'],
  render: ({ desk, payment = '' }) =>
    html`<crypto-merchant-payments
      .client=${desk}
      payment=${payment}
      locale="en-GB"
    ></crypto-merchant-payments>`,
};
export default meta;

type Story = StoryObj<Args>;

const press = (selector: string) => async (canvasElement: HTMLElement) => {
  (await find(inStory(canvasElement, 'crypto-merchant-payments'), selector)).click();
};

export const List: Story = { args: { desk: deskWith({}) } };
export const Details: Story = { args: { desk: deskWith({}), payment: 'payment-of-A-1031' } };
export const Canceling: Story = {
  args: { desk: deskWith({}), payment: 'payment-of-A-1043' },
  play: ({ canvasElement }) => press('[data-opens^=cancel]')(canvasElement),
};
export const AddingNote: Story = {
  args: { desk: deskWith({}), payment: 'payment-of-A-1041' },
  play: ({ canvasElement }) => press('[data-opens^=note]')(canvasElement),
};
export const GivingBack: Story = {
  args: { desk: deskWith({}), payment: 'payment-of-A-1031' },
  play: ({ canvasElement }) => press('[data-opens^=give-]')(canvasElement),
};
/** Types an amount into the form that gives money back, and an address that can receive it. */
const fill = async (canvasElement: HTMLElement, amount: string) => {
  const element = inStory(canvasElement, 'crypto-merchant-payments');
  (await find(element, '[data-opens^=give-]')).click();
  const values = { '#give-address': 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', '#give-amount': amount };
  for (const [selector, value] of Object.entries(values)) {
    const input = await find(element, selector);
    if (!(input instanceof HTMLInputElement)) throw new Error(`${selector} is not a field`);
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return element;
};
/** The order is paid, and a surplus is owed: the form begins with it. */
export const GivingBackSurplus: Story = {
  args: { desk: deskWith({ current: paidPaymentOf }), payment: 'payment-of-A-1001' },
  play: ({ canvasElement }) => press('[data-opens^=give-]')(canvasElement),
};
export const GivingBackNothingOwed: Story = {
  args: { desk: deskWith({ current: paidPaymentOf }), payment: 'payment-of-A-1041' },
  play: ({ canvasElement }) => press('[data-opens^=give-]')(canvasElement),
};
/** More than is owed takes a second step. */
export const GivingBackMore: Story = {
  args: { desk: deskWith({ current: paidPaymentOf }), payment: 'payment-of-A-1001' },
  play: async ({ canvasElement }) => {
    const element = await fill(canvasElement, '52.62');
    (await find(element, '.give [type=submit]')).click();
    await find(element, '#give-confirm');
  },
};
export const GivingBackTooPrecise: Story = {
  args: { desk: deskWith({ current: paidPaymentOf }), payment: 'payment-of-A-1001' },
  play: async ({ canvasElement }) => {
    const element = await fill(canvasElement, '2.5000001');
    await find(element, '#give-amount-error');
  },
};
export const Refunds: Story = {
  args: {
    desk: deskWith({ current: (id) => ({ ...paymentOf(id), refunds: REFUNDS }) }),
    payment: 'payment-of-A-1031',
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
