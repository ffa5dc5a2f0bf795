// The first piece of what the proxy serves: a checkout up to the choice of a currency, and the button that opens one.
import { type EarlyRequest, keepEarlyRequests } from '../checkout/early-requests.js';
import { defineElement } from '../elements/base/define-element.js';
import { CryptoCheckoutButton } from '../elements/crypto-checkout-button/crypto-checkout-button.js';
import { defineCheckout } from '../elements/crypto-checkout/define.js';

/** Elements that a page may also use alone. */
const OTHERS = [
  ...['crypto-copy-field', 'crypto-countdown', 'crypto-deposit', 'crypto-payment-panel'],
  ...['crypto-payment-qr', 'crypto-receipt', 'crypto-status-badge'],
];

/** Registers the elements. @param requests the first requests of the checkouts in the page, already sent */
export function start(requests: readonly EarlyRequest[]): void {
  keepEarlyRequests(requests);
  defineCheckout();
  defineElement('crypto-checkout-button', CryptoCheckoutButton);
  if (document.querySelector(OTHERS.join())) void import('../define/all.js');
}
