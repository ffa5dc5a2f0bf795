import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { SessionProblem, SessionSnapshot } from '../src/checkout/session.js';
import '../src/define/crypto-checkout.js';
import type { CryptoCheckout } from '../src/elements/crypto-checkout/crypto-checkout.js';
import type { Checkout } from '../src/protocol/index.js';
import { ADDRESSES, bitcoinInvoice, checkout, checkoutIn, NOW } from './fixtures.js';
import { ready, ScriptedSession } from './scripted-session.js';

const meta: Meta = { title: 'Checkout', component: 'crypto-checkout' };
export default meta;

/** What a session shows, and the server's time in it. */
function story(snapshot: SessionSnapshot, now = NOW, play?: StoryObj['play']): StoryObj {
  const render = () => {
    const session = new ScriptedSession(snapshot);
    session.nowMs = Date.parse(now);
    return html`<crypto-checkout locale="en-GB" .session=${session}></crypto-checkout>`;
  };
  return play ? { render, play } : { render };
}

function card(canvas: HTMLElement): CryptoCheckout {
  const element = canvas.querySelector('crypto-checkout');
  if (!element) throw new Error('There is no checkout in this story');
  return element;
}

/** The first part of that kind in the card or in the elements inside it. */
async function find(root: Element, selector: string): Promise<HTMLElement> {
  for (let tries = 0; tries < 50; tries += 1) {
    const found = deep(root, selector);
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`There is no ${selector}`);
}

function deep(root: Element, selector: string): HTMLElement | null {
  const inside = [...(root.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])];
  for (const element of inside) {
    const found = element.matches(selector) ? element : deep(element, selector);
    if (found) return found;
  }
  return null;
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
  (await find(card(canvasElement), '[part=cancel]')).click();
});
export const AwaitingSoon = story(ready(checkoutIn('awaiting', bitcoinInvoice)), '2026-11-21T13:07:08Z');
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
export const Paid = story(ready(checkoutIn('paid')));
export const Overpaid = story(ready(checkoutIn('overpaid')));
export const Late = story(ready({ ...checkoutIn('paid'), late: true }));
export const Expired = story(ready(checkoutIn('expired')), '2026-11-21T13:12:30Z');
export const ExpiredWithMoney = story(
  ready({ ...checkoutIn('partial'), state: 'expired' }),
  '2026-11-21T13:12:30Z',
);
export const Canceled = story(ready(checkoutIn('canceled')));
export const ProblemWithAddress = story(ready(checkout, { problem }));
export const ProblemWithLink = story({
  phase: 'failed',
  problem: { code: 'order_expired', retryable: false },
});
export const ProblemOpening = story({ phase: 'failed', problem: { code: 'offline', retryable: true } });

const longName = 'Магазин «Северное сияние» и сыновья, <b>кофе</b>';
export const LongWords = story(
  ready({
    ...checkoutIn('awaiting'),
    shop: { name: longName },
    order: { ...checkout.order, id: '2026-11-21/0000000000000000042', amount: '4900', currency: 'RUB' },
  }),
);
