import { defineElement } from '../elements/base/define-element.js';
import { CryptoDeposit } from '../elements/crypto-deposit/crypto-deposit.js';
import './crypto-copy-field.js';
import './crypto-currency-picker.js';
import './crypto-payment-qr.js';

defineElement('crypto-deposit', CryptoDeposit);

export { CryptoDeposit };
export type * from '../events/events.js';
export type * from '../dom/elements.js';
