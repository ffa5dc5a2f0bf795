import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { DepositSnapshot } from '../../src/checkout/deposit-session.js';
import type { SessionProblem } from '../../src/checkout/session.js';
import '../../src/define/all.js';
import type { CryptoDeposit } from '../../src/elements/crypto-deposit/crypto-deposit.js';
import { ADDRESSES, wallet } from '../../stories/fixtures.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';
import { settled } from './checkout-fixture.js';

const currency = 'USDT_TRC20';
const failed = (code: SessionProblem['code'], retryable = false): DepositSnapshot => ({
  phase: 'failed',
  currency,
  problem: { code, retryable, requestId: '4f1c-92aa' },
});

/** Every screen: the state of the session, and the text that the customer reads. */
export const SCREENS: Readonly<Record<string, readonly [DepositSnapshot, string]>> = {
  'choosing': [{ phase: 'choosing', wallet: null }, 'What would you like to send?'],
  'choosing again': [{ phase: 'choosing', wallet }, 'Your current address keeps working.'],
  'requesting': [{ phase: 'requesting', currency, isSlow: false }, 'Getting your payment address…'],
  'still requesting': [{ phase: 'requesting', currency, isSlow: true }, 'Still working on it…'],
  'address': [{ phase: 'ready', wallet }, 'Your deposit address for USDT on TRON (TRC-20)'],
  'test mode': [{ phase: 'ready', wallet: { ...wallet, testMode: true } }, 'Test mode'],
  'coin with its network': [
    { phase: 'ready', wallet: { ...wallet, currency: 'BTC', address: ADDRESSES.taproot } },
    'Your deposit address for Bitcoin',
  ],
  'failed': [failed('service_unavailable', true), 'We couldn’t get a payment address'],
  'unknown customer': [failed('customer_not_found'), 'Go back to the shop and open this page again.'],
  'coin not offered': [failed('currency_not_offered'), 'Choose another coin or network.'],
  'unusable address': [failed('address_unusable'), 'Please send these details to the shop.'],
};

export interface Deposit {
  readonly element: CryptoDeposit;
  readonly session: ScriptedDeposit;
}

/** A deposit in a page, over a scripted session. */
export async function openDeposit(
  snapshot: DepositSnapshot,
  attributes: Record<string, string> = {},
): Promise<Deposit> {
  const session = new ScriptedDeposit(snapshot);
  const element = await fixture<CryptoDeposit>(
    html`<crypto-deposit locale="en-GB" .session=${session}></crypto-deposit>`,
  );
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  await settled(element);
  return { element, session };
}
