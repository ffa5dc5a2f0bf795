import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { RefundRequestResult } from '../src/checkout/session.js';
import '../src/define/crypto-checkout.js';
import type { Checkout, ProblemCode } from '../src/protocol/index.js';
import {
  ADDRESSES,
  checkoutIn,
  PAYER_ADDRESS,
  refund,
  refundRequested,
  TRANSACTION,
  withRefunds,
} from './fixtures.js';
import { find, inStory } from './interactions.js';
import { ready, ScriptedSession } from './scripted-session.js';

const meta: Meta = { title: 'Refund', component: 'crypto-checkout' };
export default meta;

/** The proxy answers with a problem. */
class RefusingSession extends ScriptedSession {
  constructor(
    checkout: Checkout,
    private readonly code: ProblemCode,
  ) {
    super(ready(checkout));
  }

  override requestRefund(): Promise<RefundRequestResult> {
    const problem = { code: this.code, retryable: true };
    return Promise.resolve({ ok: false, problem, retryAfterMs: 0 });
  }
}

type Play = (card: HTMLElement) => Promise<void>;

function story(checkout: Checkout, play?: Play, problem?: ProblemCode): StoryObj {
  const session = () =>
    problem ? new RefusingSession(checkout, problem) : new ScriptedSession(ready(checkout));
  const render = () => html`<crypto-checkout locale="en-GB" .session=${session()}></crypto-checkout>`;
  if (!play) return { render };
  return { render, play: ({ canvasElement }) => play(inStory(canvasElement, 'crypto-checkout')) };
}

async function open(card: HTMLElement, id = '#refund-1'): Promise<HTMLElement> {
  (await find(card, id)).click();
  return find(card, '#refund-address');
}

async function enter(card: HTMLElement, address: string): Promise<void> {
  const field = await open(card);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.value = address;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.blur();
}

async function send(card: HTMLElement, address: string): Promise<void> {
  await enter(card, address);
  (await find(card, '[type=submit]')).click();
}

const opens: Play = async (card) => {
  await open(card);
};
const enters =
  (address: string): Play =>
  (card) =>
    enter(card, address);

const owed = withRefunds([refund]);
const underpaid: Checkout = { ...checkoutIn('partial'), state: 'expired' };
const ton = checkoutIn('overpaid', {
  ...{ currency: 'TON', address: null, amount: '20.5', paid: '21.704', surplus: '1.204' },
});
const paid = checkoutIn('paid');
const late: Checkout = { ...paid, late: true };
const sent = { ...refundRequested, state: 'sent', transaction: TRANSACTION } as const;

export const Surplus = story(owed);
export const PartArrived = story(withRefunds([{ ...refund, reason: 'underpaid', amount: '30' }], underpaid));
export const SecondPayment = story(withRefunds([{ ...refund, reason: 'duplicate', amount: '50.12' }], paid));
export const Late = story(withRefunds([{ ...refund, reason: 'late', amount: '50.12' }], late));
export const Two = story(
  withRefunds([
    { ...refundRequested, invoice: 1 },
    { ...refund, invoice: 2, reason: 'duplicate', currency: 'BTC', amount: '0.00051234' },
  ]),
);
export const Form = story(owed, opens);
export const FormWithEmail = story(withRefunds([refund], undefined, true), opens);
export const FormOtherNetwork = story(owed, enters(ADDRESSES.ETH_BASE));
export const FormComplete = story(owed, enters(PAYER_ADDRESS));
export const FormOwnWallet = story(
  withRefunds([{ ...refund, currency: 'TON', amount: '1.204' }], ton),
  opens,
);
export const FormNoAnswer = story(
  owed,
  async (card) => {
    await send(card, PAYER_ADDRESS);
    await find(card, '.actions [part=error]');
  },
  'service_unavailable',
);
export const FormChanged = story(
  owed,
  async (card) => {
    await send(card, PAYER_ADDRESS);
    await find(card, '.actions [part=error]');
  },
  'refund_unavailable',
);
export const Requested = story(owed, async (card) => {
  await send(card, PAYER_ADDRESS);
  await find(card, '.payee');
});
export const RequestedEarlier = story(withRefunds([refundRequested]));
export const RequestedUnproven = story(withRefunds([{ ...refundRequested, proven: false }]));
export const Approved = story(withRefunds([{ ...refundRequested, state: 'approved' }]));
export const SentSoon = story(withRefunds([{ ...sent, transaction: null }]));
export const Sent = story(withRefunds([sent]));
export const Declined = story(
  withRefunds([
    {
      ...{ ...refundRequested, state: 'declined' },
      reply:
        'We put the 2.50 USDT toward your next order, as you asked by phone. Write to us if you would rather have it sent.',
    },
  ]),
);
export const Accepted = story(
  withRefunds([{ ...refundRequested, state: 'accepted', reason: 'late', amount: '50.12' }], late),
);
export const ShopGivesBack = story(
  withRefunds([{ ...refundRequested, state: 'approved', reason: 'shop', amount: '10' }], paid),
);
