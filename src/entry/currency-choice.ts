// The first code that the proxy serves to a page: the checkout up to the currency choice, and the button that opens a checkout.
import { toIcons } from '../adapters/coin-icon.js';
import type * as Drawings from '../adapters/icons/drawings.js';
import { type EarlyRequest, keepEarlyRequests } from '../checkout/early-requests.js';
import { defineElement } from '../elements/base/define-element.js';
import { CryptoCheckoutButton } from '../elements/crypto-checkout-button/crypto-checkout-button.js';
import { CryptoCheckout } from '../elements/crypto-checkout/crypto-checkout.js';
import { defineCheckout } from '../elements/crypto-checkout/define.js';
import { loadSteps } from '../elements/crypto-checkout/lazy-steps-controller.js';
import { useIcons } from '../elements/parts/currency-icon.js';

/** Elements that a page may also use on their own. They come with `payment-steps.ts`. */
const OTHERS = [
  ...['crypto-copy-field', 'crypto-countdown', 'crypto-deposit', 'crypto-payment-panel'],
  ...['crypto-payment-qr', 'crypto-receipt', 'crypto-status-badge'],
];

/** A press on a row of the currency list, in a checkout that a server rendered. */
export interface Press {
  readonly tag: HTMLElement;
  readonly key: string;
}

/**
 * Registers the elements.
 * @param requests the first requests of the checkouts in the page, already sent
 * @param lastPress returns the last press of the payer, if any
 * @param drawings the icons if they have already loaded, so that the first rows need no skeleton; otherwise `null`
 */
export async function start(
  requests: readonly EarlyRequest[],
  lastPress: () => Press | null,
  drawings: typeof Drawings | null,
): Promise<void> {
  keepEarlyRequests(requests);
  if (drawings) useIcons(toIcons(drawings));
  defineCheckout();
  defineElement('crypto-checkout-button', CryptoCheckoutButton);
  // If this fails, it is loaded again when a checkout needs it.
  if (document.querySelector(OTHERS.join())) loadSteps().catch(() => undefined);
  await customElements.whenDefined('crypto-currency-picker');
  const press = lastPress();
  if (press) await repeat(press);
}

/** Repeats a press in the list that replaced the rendered one. */
async function repeat({ tag, key }: Press): Promise<void> {
  if (!(tag instanceof CryptoCheckout)) return;
  await tag.updateComplete;
  const picker = tag.shadowRoot?.querySelector('crypto-currency-picker');
  await picker?.updateComplete;
  const rows = [...(picker?.shadowRoot?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  rows.find(({ dataset }) => dataset['key'] === key)?.click();
}
