import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/define/crypto-deposit.js';
import { wallet } from '../fixtures.js';
import { ScriptedDeposit } from '../scripted-deposit.js';

interface Args {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly currencies: string;
  readonly locale: string;
}

const meta: Meta<Args> = {
  title: 'Elements/Deposit',
  component: 'crypto-deposit',
  tags: ['autodocs'],
  args: { theme: 'auto', currencies: '', locale: 'en-GB' },
  render: ({ theme, currencies, locale }) =>
    html`<crypto-deposit
      theme=${theme}
      currencies=${currencies}
      locale=${locale}
      .session=${new ScriptedDeposit({ phase: 'ready', wallet })}
    ></crypto-deposit>`,
};
export default meta;

export const Controls: StoryObj<Args> = {};
