import { fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import '../../src/define/crypto-currency-picker.js';
import type { CryptoCurrencyPicker } from '../../src/elements/crypto-currency-picker/crypto-currency-picker.js';
import type { CryptoCurrencyChangeEvent } from '../../src/events/events.js';
import { offersOf } from '../../stories/fixtures.js';
import { all, one, settled, words } from './checkout-fixture.js';

export const OFFERS = offersOf('BTC', 'USDT_TRC20', 'USDT_SOL', 'USDC_SOL', 'SOL', 'PYUSD_ERC20');

/** A storage of its own for every test, with this content. */
export function storageWith(text: string | null = null) {
  const written: [key: string, value: string][] = [];
  const storage = {
    getItem: (key: string) => (key === 'crypto-checkout:recent' ? (written.at(-1)?.[1] ?? text) : null),
    setItem: (key: string, value: string) => void written.push([key, value]),
  };
  return { storage, written };
}

/** A picker in a page, by default inline, and its selections. */
export async function openPicker(
  offers = OFFERS,
  { inline = true, recent = '' }: { inline?: boolean; recent?: string } = {},
) {
  const chosen: string[] = [];
  const { storage, written } = storageWith(recent);
  const element = await fixture<CryptoCurrencyPicker>(
    html`<crypto-currency-picker
      ?inline=${inline}
      .offers=${offers}
      .storage=${storage}
      @crypto-currency-change=${(event: CryptoCurrencyChangeEvent) => chosen.push(event.detail.currency)}
    ></crypto-currency-picker>`,
  );
  await settled(element);
  return { element, chosen, written };
}

export const rows = (element: Element) => all(element, '[role=option]');
export const options = (element: Element) => rows(element).map((option) => words(option.innerText));
export const search = (element: Element) => one(element, 'input');
export const popoverOf = (element: Element) => one(element, '[popover]');
export const isOpen = (element: Element) => popoverOf(element).matches(':popover-open');

/** Describes the focused element; a comparison of elements would print whole trees. */
export const focused = (element: Element) => element.shadowRoot?.activeElement?.id;

/** The active row for a screen reader. */
export const active = (element: Element) => {
  const id = element.shadowRoot?.activeElement?.getAttribute('aria-activedescendant');
  return id ? words(one(element, `#${id}`).innerText) : null;
};

export async function type(element: CryptoCurrencyPicker, text: string): Promise<void> {
  search(element).focus();
  await sendKeys({ type: text });
  await settled(element);
}

export async function press(element: CryptoCurrencyPicker, ...keys: string[]): Promise<void> {
  for (const key of keys) await sendKeys({ press: key });
  await settled(element);
}
