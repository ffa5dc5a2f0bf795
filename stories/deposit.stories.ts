import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { DepositSnapshot } from '../src/checkout/deposit-session.js';
import '../src/define/crypto-deposit.js';
import { ADDRESSES, wallet } from './fixtures.js';
import { ScriptedDeposit } from './scripted-deposit.js';

const meta: Meta = { title: 'Deposit', component: 'crypto-deposit' };
export default meta;

function story(snapshot: DepositSnapshot, currencies = ''): StoryObj {
  return {
    render: () =>
      html`<crypto-deposit
        locale="en-GB"
        currencies=${currencies}
        .session=${new ScriptedDeposit(snapshot)}
      ></crypto-deposit>`,
  };
}

const currency = 'USDT_TRC20';

export const Choosing = story({ phase: 'choosing', wallet: null });
export const FewCurrencies = story({ phase: 'choosing', wallet: null }, 'USDT_TRC20 USDC_BASE BTC');
export const ChoosingAgain = story({ phase: 'choosing', wallet });
export const Requesting = story({ phase: 'requesting', currency, isSlow: false });
export const StillRequesting = story({ phase: 'requesting', currency, isSlow: true });
export const Address = story({ phase: 'ready', wallet });
export const AddressInTestMode = story({ phase: 'ready', wallet: { ...wallet, testMode: true } });
export const AddressOfACoinWithItsNetwork = story({
  phase: 'ready',
  wallet: { ...wallet, currency: 'BTC', address: ADDRESSES.taproot },
});
export const AddressInHexadecimal = story({
  phase: 'ready',
  wallet: { ...wallet, currency: 'ETH_BASE', address: ADDRESSES.ETH_BASE },
});
export const Failed = story({
  phase: 'failed',
  currency,
  problem: { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' },
});
export const FailedWithoutConnection = story({
  phase: 'failed',
  currency,
  problem: { code: 'offline', retryable: true },
});
export const UnknownCustomer = story({
  phase: 'failed',
  currency,
  problem: { code: 'customer_not_found', retryable: false, requestId: '4f1c-92aa' },
});
export const CoinNotOffered = story({
  phase: 'failed',
  currency,
  problem: { code: 'currency_not_offered', retryable: false, requestId: '4f1c-92aa' },
});
export const UnusableAddress = story({
  phase: 'failed',
  currency,
  problem: { code: 'address_unusable', retryable: false, requestId: '4f1c-92aa' },
});

/** Without a customer. */
export const WithoutCustomer: StoryObj = {
  render: () => html`<crypto-deposit locale="en-GB"></crypto-deposit>`,
};
