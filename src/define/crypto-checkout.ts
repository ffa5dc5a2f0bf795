import { defineElement } from '../elements/define-element.js';
import { CryptoCheckout } from '../elements/crypto-checkout/crypto-checkout.js';
import './crypto-copy-field.js';
import './crypto-countdown.js';
import './crypto-currency-picker.js';
import './crypto-payment-panel.js';
import './crypto-receipt.js';

defineElement('crypto-checkout', CryptoCheckout);

export { CryptoCheckout };
export type * from '../events/events.js';
