// What a template may write on the tags, and what svelte-check refuses. Compiled, never run.
import type { SvelteHTMLElements } from 'svelte/elements';

type Checkout = SvelteHTMLElements['crypto-checkout'];
type Page = SvelteHTMLElements['svelte:document'];
type Staff = SvelteHTMLElements['crypto-merchant'];
type Picker = SvelteHTMLElements['crypto-currency-picker'];

export const allowed: readonly Checkout[] = [
  { order: 'token', theme: 'dark', class: 'wide', id: 'checkout' },
  { 'return-after': 30, 'resume-url': '/pay#{checkout}' },
  { 'returnAfter': 30, 'oncrypto-paid': ({ detail }) => detail.orderId },
];

export const page: Page = { 'oncrypto-paid': ({ detail }) => detail.orderId };

export const picker: Picker = { offers: [{ code: 'BTC', available: true }], required: true };

export const staff: readonly Staff[] = [
  { 'session-url': '/staff-session', 'payout-url': '/sign-payout', 'theme': 'dark' },
  { 'oncrypto-merchant-count': ({ detail }) => detail.count.toFixed() },
  // @ts-expect-error -- the event counts, it names no checkout
  { 'oncrypto-merchant-count': ({ detail }) => detail.payment },
  // @ts-expect-error -- no such scope
  { scopes: ['payments:write'] },
];

export const refused: readonly Checkout[] = [
  // @ts-expect-error -- no such theme
  { theme: 'blue' },
  // @ts-expect-error -- an order is text
  { order: 1001 },
  // @ts-expect-error -- no number
  { 'return-after': 'soon' },
  // @ts-expect-error -- nothing was paid with this event
  { 'oncrypto-error': ({ detail }) => detail.orderId },
];

// @ts-expect-error -- the number of an order is its id
export const wrong: Page = { 'oncrypto-paid': ({ detail }) => detail.orderNumber };

// @ts-expect-error -- no such coin
export const unknown: Picker = { value: 'DOGGY' };
