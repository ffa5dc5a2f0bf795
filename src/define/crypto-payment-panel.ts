import { defineElement } from '../elements/define-element.js';
import { CryptoPaymentPanel } from '../elements/crypto-payment-panel/crypto-payment-panel.js';
import './crypto-copy-field.js';
import './crypto-payment-qr.js';

defineElement('crypto-payment-panel', CryptoPaymentPanel);

export { CryptoPaymentPanel };
