import { CryptoCurrencyPicker } from '../crypto-currency-picker/crypto-currency-picker.js';
import { defineElement } from '../base/define-element.js';
import { CryptoCheckout } from './crypto-checkout.js';

/** Registers the checkout and what it begins with; the elements of later steps come with them. */
export function defineCheckout(): typeof CryptoCheckout {
  defineElement('crypto-currency-picker', CryptoCurrencyPicker);
  defineElement('crypto-checkout', CryptoCheckout);
  return CryptoCheckout;
}
