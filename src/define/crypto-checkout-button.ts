import { CryptoCheckoutButton } from '../elements/crypto-checkout-button/crypto-checkout-button.js';
import { defineElement } from '../elements/base/define-element.js';

defineElement('crypto-checkout-button', CryptoCheckoutButton);

export { CryptoCheckoutButton };
export type * from '../events/events.js';
export type * from '../dom/elements.js';
