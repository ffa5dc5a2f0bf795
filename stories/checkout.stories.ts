import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { SessionProblem, SessionSnapshot } from '../src/checkout/session.js';
import '../src/define/crypto-checkout.js';
import '../src/define/crypto-checkout-button.js';
import type { CryptoCheckoutButton } from '../src/elements/crypto-checkout-button/crypto-checkout-button.js';
import type { Checkout } from '../src/protocol/index.js';
import { ADDRESSES, bitcoinInvoice, checkout, checkoutIn, NOW, PART_DETECTED } from './fixtures.js';
import { copying, find, inStory, waitFor } from './interactions.js';
import { ready, ScriptedSession } from './scripted-session.js';

const meta: Meta = { title: 'Checkout', component: 'crypto-checkout' };
export default meta;

/** A checkout with this snapshot and server time. */
function story(snapshot: SessionSnapshot, now = NOW, play?: StoryObj['play']): StoryObj {
  const render = () => {
    const session = new ScriptedSession(snapshot);
    session.nowMs = Date.parse(now);
    return html`<crypto-checkout
      locale="en-GB"
      resume-url="https://shop.example/pay#{checkout}"
      .session=${session}
    ></crypto-checkout>`;
  };
  return play ? { render, play } : { render };
}

const card = (canvas: HTMLElement) => inStory(canvas, 'crypto-checkout');

/** The actions of the payer, as the scripted session recorded them. */
function steps(canvas: HTMLElement): readonly string[] {
  const { session } = card(canvas);
  return session instanceof ScriptedSession ? session.steps : [];
}

async function did(canvas: HTMLElement, step: string): Promise<void> {
  await waitFor(() => steps(canvas).includes(step) || null, `The payer did not ${step}`);
}

async function search(canvas: HTMLElement, query: string): Promise<void> {
  const input = await find(card(canvas), 'input[type=search]');
  if (!(input instanceof HTMLInputElement)) return;
  input.value = query;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const problem: SessionProblem = { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' };
const withEmail: Checkout = { ...checkout, order: { ...checkout.order, emailRequired: true } };

export const Loading = story({ phase: 'loading' });
export const Choosing = story(ready(checkout));
export const ChoosingMoreTime = story(
  ready({ ...checkout, lifetimes: { usualMinutes: 30, longestMinutes: 300 } }),
);
export const ChoosingSearch = story(ready(checkout), NOW, ({ canvasElement }) =>
  search(canvasElement, 'sol'),
);
export const ChoosingNothingFound = story(ready(checkout), NOW, ({ canvasElement }) =>
  search(canvasElement, 'doge'),
);
export const ChoosingNetwork = story(ready(checkout), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '#row-0')).click();
});
export const ChoosingAgain = story(ready(checkoutIn('awaiting'), { changing: true }));
export const Email = story(ready(withEmail), NOW, async ({ canvasElement }) => {
  await search(canvasElement, 'usdt tron');
  (await find(card(canvasElement), '#row-0')).click();
  await find(card(canvasElement), '#email');
});
export const Creating = story(ready(checkout, { pending: { kind: 'invoice', currency: 'USDT_TRC20' } }));
export const Awaiting = story(ready(checkoutIn('awaiting')));
export const AwaitingCancel = story(ready(checkoutIn('awaiting')), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '[part~=cancel]')).click();
});
export const AwaitingOnPhone = story(ready(checkoutIn('awaiting')), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '#phone')).click();
  await find(card(canvasElement), '.hint');
});
export const AwaitingFromExchange = story(ready(checkoutIn('awaiting')), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '#exchange')).click();
  await find(card(canvasElement), '#fee');
});
export const AwaitingEnlarged = story(ready(checkoutIn('awaiting')), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '.enlarge')).click();
  await find(card(canvasElement), 'dialog[open]');
});
export const AwaitingCopied = story(ready(checkoutIn('awaiting')), NOW, async ({ canvasElement }) => {
  const copied = await copying(async () => {
    (await find(card(canvasElement), '[part=copy]')).click();
    await find(card(canvasElement), '[data-copied]');
  });
  if (copied.join() !== '50.12') throw new Error(`Copied was: ${copied.join()}`);
});
export const AwaitingSoon = story(ready(checkoutIn('awaiting', bitcoinInvoice)), '2026-11-21T13:07:08Z');
export const AwaitingRenewal = story(ready(checkoutIn('awaiting')), '2026-11-21T13:10:12Z');
export const AwaitingLastMinute = story(
  ready(
    checkoutIn('awaiting', {
      currency: 'ETH_BASE',
      address: ADDRESSES.ETH_BASE,
      amount: '0.013412345678901234',
      due: '0.013412345678901234',
    }),
  ),
  '2026-11-21T13:11:12Z',
);
export const AwaitingLongAddress = story(
  ready(checkoutIn('awaiting', { ...bitcoinInvoice, address: ADDRESSES.taproot })),
);
export const AwaitingTestMode = story(ready({ ...checkoutIn('awaiting'), testMode: true }));
export const AwaitingStale = story(ready(checkoutIn('awaiting'), { connection: 'trouble' }));
export const Checking = story(ready(checkoutIn('awaiting')), '2026-11-21T13:12:04Z');
export const Detected = story(ready(checkoutIn('detected')));
export const Processing = story(ready(checkoutIn('processing')));
export const Partial = story(ready(checkoutIn('partial')), '2026-11-21T13:00:52Z');
export const PartialDetected = story(ready(checkoutIn('partial', PART_DETECTED)), '2026-11-21T13:00:52Z');
export const UnderpaidDetected = story(
  ready({ ...checkoutIn('partial', PART_DETECTED), state: 'expired' }),
  '2026-11-21T13:12:30Z',
);
export const Paid = story(ready(checkoutIn('paid')));
export const Overpaid = story(ready(checkoutIn('overpaid')));
export const Late = story(ready({ ...checkoutIn('paid'), late: true }));
export const Expired = story(ready(checkoutIn('expired')), '2026-11-21T13:12:30Z');
export const Underpaid = story(ready({ ...checkoutIn('partial'), state: 'expired' }), '2026-11-21T13:12:30Z');
export const Canceled = story(ready(checkoutIn('canceled')));
export const ProblemWithAddress = story(ready(checkout, { problem }));
export const ProblemWithAddressOfAnotherNetwork = story(
  ready(checkoutIn('awaiting', { address: ADDRESSES.BTC, hostedPage: 'https://pay.example/INV' })),
);
/** The service states no amount for the invoice: the payer continues on its page. */
export const ProblemWithAmount = story(
  ready(
    checkoutIn('awaiting', { address: null, amount: null, due: null, hostedPage: 'https://pay.example/INV' }),
  ),
);
export const ProblemWithAmountAlone = story(
  ready(checkoutIn('awaiting', { address: null, amount: null, due: null })),
);
export const PaidBefore = story({ phase: 'failed', problem: { code: 'checkout_closed', retryable: false } });
export const PaidWithoutAmount = story(ready(checkoutIn('paid', { address: null, amount: null })));
export const UnderpaidWithoutAmount = story(
  ready({ ...checkoutIn('partial', { address: null, amount: null, due: null }), state: 'expired' }),
  '2026-11-21T13:12:30Z',
);
export const ProblemWithLink = story({
  phase: 'failed',
  problem: { code: 'order_expired', retryable: false },
});
export const ProblemNewLink = story(
  ready(checkoutIn('awaiting'), { problem: { code: 'new_link_required', retryable: false } }),
);
export const ProblemOpening = story({ phase: 'failed', problem: { code: 'offline', retryable: true } });

/** Each step of the payer reaches the session. */
export const StepChange = story(ready(checkoutIn('awaiting')), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '[part~=change]')).click();
  await did(canvasElement, 'change true');
  await find(card(canvasElement), 'input[type=search]');
});
export const StepCancel = story(ready(checkoutIn('awaiting')), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '[part~=cancel]')).click();
  (await find(card(canvasElement), '[role=group] > [part~=cancel]')).click();
  await did(canvasElement, 'cancel');
});
export const StepRetry = story(
  { phase: 'failed', problem: { code: 'offline', retryable: true } },
  NOW,
  async ({ canvasElement }) => {
    (await find(card(canvasElement), '[part~=button-primary]')).click();
    await did(canvasElement, 'refresh');
  },
);

const longName = 'Магазин «Северное сияние» и сыновья, <b>кофе</b>';
export const LongWords = story(
  ready({
    ...checkoutIn('awaiting'),
    shop: { name: longName },
    order: { ...checkout.order, id: '2026-11-21/0000000000000000042', amount: '4900', currency: 'RUB' },
  }),
);

/** A dialog over the page; on a small screen a sheet at its lower edge. */
function modal(snapshot: SessionSnapshot, play?: StoryObj['play']): StoryObj {
  const render = () =>
    html`<h1>Your order</h1>
      <crypto-checkout
        mode="modal"
        open
        locale="en-GB"
        resume-url="https://shop.example/pay#{checkout}"
        .session=${new ScriptedSession(snapshot)}
      ></crypto-checkout>`;
  return play ? { render, play } : { render };
}

export const Modal = modal(ready(checkoutIn('awaiting')));
export const ModalChoosing = modal(ready(checkout));
export const ModalProblem = modal({ phase: 'failed', problem });
export const ModalClosing = modal(ready(checkoutIn('detected')), async ({ canvasElement }) => {
  (await find(card(canvasElement), '.close')).click();
  await find(card(canvasElement), '#confirm-focus');
});

/** The shop's own texts; the buttons of the payer stay. */
function slots(snapshot: SessionSnapshot): StoryObj {
  return {
    render: () =>
      html`<crypto-checkout locale="en-GB" .session=${new ScriptedSession(snapshot)}>
        <p>Pay at the counter instead.</p>
        <div slot="header">Nordlys Coffee, since 1987</div>
        <div slot="footer">By paying you accept our <a href="#terms">terms</a>.</div>
        <p slot="success">Your recipe book: <a href="#book">download</a></p>
        <p slot="expired">You can also <a href="#card">pay by card</a>.</p>
        <p slot="error">Or call us: +47 77 00 00 00</p>
        <a slot="support" href="#chat">Chat</a>
      </crypto-checkout>`,
  };
}

export const SlotsChoosing = slots(ready(checkout));
export const SlotsPaid = slots(ready(checkoutIn('paid')));
export const SlotsExpired = slots(ready(checkoutIn('expired')));
export const SlotsProblem = slots(ready(checkout, { problem }));

export const Help = story(ready(checkoutIn('partial')), NOW, async ({ canvasElement }) => {
  (await find(card(canvasElement), '[part~=help]')).click();
  await find(card(canvasElement), '.facts');
});
export const ProblemWithHostedPage = story(
  ready(checkoutIn('awaiting', { hostedPage: 'https://pay.example/INV-8KQ2M4XZ' }), { problem }),
);

/** Returns to the shop automatically, for a payer who saw the payment arrive. */
export const Returning: StoryObj = {
  render: () =>
    html`<crypto-checkout
      locale="en-GB"
      return-after="600"
      .session=${new ScriptedSession(ready(checkoutIn('awaiting')))}
    ></crypto-checkout>`,
  play: async ({ canvasElement }) => {
    const element = card(canvasElement);
    await find(element, '[part~=help]');
    if (element.session instanceof ScriptedSession) element.session.show(ready(checkoutIn('paid')));
    await find(element, '[part~=keep-open]');
  },
};

const button = (disabled: boolean, words: string) =>
  html`<crypto-checkout-button
    locale="en-GB"
    ?disabled=${disabled}
    .session=${new ScriptedSession(ready(checkoutIn('awaiting')))}
    >${words}</crypto-checkout-button
  >`;

export const Button: StoryObj = {
  render: () =>
    html`<p><crypto-checkout-button order="A-1001" locale="en-GB"></crypto-checkout-button></p>
      <p>${button(false, 'Pay €49.00 with crypto')}</p>
      <p>${button(true, 'Pay €49.00 with crypto')}</p>`,
};

export const ButtonOpens: StoryObj = {
  render: () => button(false, 'Pay €49.00 with crypto'),
  play: async ({ canvasElement }) => {
    const element = canvasElement.querySelector<CryptoCheckoutButton>('crypto-checkout-button');
    if (!element) throw new Error('There is no button in this story');
    (await find(element, '[part=pay]')).click();
    await find(element, 'dialog[open]');
  },
};
