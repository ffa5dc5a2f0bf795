import { CryptoCopyField } from '../crypto-copy-field/crypto-copy-field.js';
import { CryptoPaymentQr } from '../crypto-payment-qr/crypto-payment-qr.js';
import { defineElement } from '../base/define-element.js';
import { CryptoPaymentPanel } from './crypto-payment-panel.js';

export function definePaymentPanel(): void {
  defineElement('crypto-copy-field', CryptoCopyField);
  defineElement('crypto-payment-qr', CryptoPaymentQr);
  defineElement('crypto-payment-panel', CryptoPaymentPanel);
}
