import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { PAYOUTS } from '../desk-fixtures.js';
import { ADDRESSES } from '../fixtures.js';
import { find, inStory } from '../interactions.js';
import { deskWith, type ScriptedDesk } from '../scripted-desk.js';

const meta: Meta<{ desk: ScriptedDesk }> = {
  title: 'Staff/Payouts',
  component: 'crypto-merchant-payouts',
  tags: ['autodocs'],
  render: ({ desk }) =>
    html`<crypto-merchant-payouts
      .client=${desk}
      .signPayout=${() => Promise.resolve('signed')}
      locale="en-GB"
    ></crypto-merchant-payouts>`,
};
export default meta;

type Story = StoryObj<{ desk: ScriptedDesk }>;

const press = (form: 'approve' | 'decline' | 'resolve') => async (canvasElement: HTMLElement) => {
  (await find(inStory(canvasElement, 'crypto-merchant-payouts'), `[data-opens^=${form}-]`)).click();
};

export const Everything: Story = { args: { desk: deskWith({}) } };
export const SecondPerson: Story = {
  args: { desk: deskWith({ person: 'Ida Moe', scopes: ['payouts:approve'] }) },
};
export const Approving: Story = {
  args: {
    desk: deskWith({
      ...{ person: 'Ida Moe', scopes: ['payouts:approve'] },
      withdrawals: PAYOUTS.filter(({ id }) => id !== 'proposed-2'),
    }),
  },
  play: ({ canvasElement }) => press('approve')(canvasElement),
};
export const Declining: Story = {
  args: { desk: deskWith({ person: 'Ida Moe', scopes: ['payouts:approve'] }) },
  play: ({ canvasElement }) => press('decline')(canvasElement),
};
export const SayingWhatHappened: Story = {
  args: { desk: deskWith({ person: 'Ida Moe', scopes: ['payouts:approve'] }) },
  play: ({ canvasElement }) => press('resolve')(canvasElement),
};
/** More than is there, to an address of another network. */
export const ProposalWithMistakes: Story = {
  args: { desk: deskWith({ withdrawals: [] }) },
  play: async ({ canvasElement }) => {
    const element = inStory(canvasElement, 'crypto-merchant-payouts');
    for (const [selector, value] of [
      ['#amount', '1000000'],
      ['#address', ADDRESSES.ETH_BASE],
    ] as const) {
      const field = await find(element, selector);
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
        throw new Error(`${selector} is no field`);
      field.value = value;
      field.dispatchEvent(new Event('input'));
      field.dispatchEvent(new Event('change'));
    }
    await find(element, '#address-says[data-tone=danger]');
  },
};
export const Nothing: Story = { args: { desk: deskWith({ withdrawals: [] }) } };
export const Loading: Story = { args: { desk: deskWith({ isSilent: true }) } };
export const NotReachable: Story = { args: { desk: deskWith({ problem: { kind: 'unreachable' } }) } };
