import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/define/crypto-checkout.js';
import { CHECKOUT_STATES } from '../../src/protocol/index.js';
import type { CheckoutState } from '../../src/protocol/index.js';
import { checkoutIn } from '../fixtures.js';
import { ready, ScriptedSession } from '../scripted-session.js';

interface Args {
  /** The payment state of this story. */
  readonly standing: CheckoutState;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly currencies: string;
  readonly languages: string;
  readonly locale: string;
}

const meta: Meta<Args> = {
  title: 'Elements/Checkout',
  component: 'crypto-checkout',
  tags: ['autodocs'],
  args: { standing: 'awaiting', theme: 'auto', currencies: '', languages: '', locale: 'en-GB' },
  argTypes: {
    standing: {
      description: 'Payment state of this story. Not a property of the element.',
      control: { type: 'select' },
      options: CHECKOUT_STATES.filter((state) => state !== 'creating'),
    },
  },
  render: ({ standing, theme, currencies, languages, locale }) =>
    html`<crypto-checkout
      theme=${theme}
      currencies=${currencies}
      languages=${languages}
      locale=${locale}
      resume-url="https://shop.example/pay#{checkout}"
      .session=${new ScriptedSession(ready(checkoutIn(standing)))}
    ></crypto-checkout>`,
};
export default meta;

export const Controls: StoryObj<Args> = {};
