// The later piece of what the proxy serves: every step after the choice of a currency, and all other elements.
import { defineElement } from '../elements/base/define-element.js';
import { defineSteps as defineLaterSteps } from '../elements/crypto-checkout/later-steps.js';
import { CryptoDeposit } from '../elements/crypto-deposit/crypto-deposit.js';
import { CryptoStatusBadge } from '../elements/crypto-status-badge/crypto-status-badge.js';

export * from '../elements/crypto-checkout/later-steps.js';

export function defineSteps(): void {
  defineLaterSteps();
  defineElement('crypto-deposit', CryptoDeposit);
  defineElement('crypto-status-badge', CryptoStatusBadge);
}
