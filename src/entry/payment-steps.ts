// The second code that the proxy serves to a page: every step after the currency choice, and all other elements.
import { defineElement } from '../elements/base/define-element.js';
import { defineSteps as defineCheckoutSteps } from '../elements/crypto-checkout/lazy-steps.js';
import { CryptoDeposit } from '../elements/crypto-deposit/crypto-deposit.js';
import { CryptoStatusBadge } from '../elements/crypto-status-badge/crypto-status-badge.js';

export { drawQrCode } from '../adapters/qr-code.js';
export * from '../elements/crypto-checkout/lazy-steps.js';

export function defineSteps(): void {
  defineCheckoutSteps();
  defineElement('crypto-deposit', CryptoDeposit);
  defineElement('crypto-status-badge', CryptoStatusBadge);
}
