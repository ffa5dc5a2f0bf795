import { CryptoCopyField } from '../crypto-copy-field/crypto-copy-field.js';
import { CryptoCountdown } from '../crypto-countdown/crypto-countdown.js';
import { CryptoCurrencyPicker } from '../crypto-currency-picker/crypto-currency-picker.js';
import { CryptoPaymentPanel } from '../crypto-payment-panel/crypto-payment-panel.js';
import { CryptoPaymentQr } from '../crypto-payment-qr/crypto-payment-qr.js';
import { CryptoReceipt } from '../crypto-receipt/crypto-receipt.js';
import { defineElement } from '../define-element.js';
import { CryptoCheckout } from './crypto-checkout.js';

/** Registers the checkout with all that it is made of. */
export function defineCheckout(): typeof CryptoCheckout {
  defineElement('crypto-copy-field', CryptoCopyField);
  defineElement('crypto-countdown', CryptoCountdown);
  defineElement('crypto-currency-picker', CryptoCurrencyPicker);
  defineElement('crypto-payment-qr', CryptoPaymentQr);
  defineElement('crypto-payment-panel', CryptoPaymentPanel);
  defineElement('crypto-receipt', CryptoReceipt);
  defineElement('crypto-checkout', CryptoCheckout);
  return CryptoCheckout;
}
