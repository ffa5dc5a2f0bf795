import { CryptoCurrencyPicker } from '../crypto-currency-picker/crypto-currency-picker.js';
import { defineElement } from '../base/define-element.js';
import { CryptoCheckout } from './crypto-checkout.js';

/** Registers the checkout and the picker; the elements of later steps are registered with those steps. */
export function defineCheckout(): typeof CryptoCheckout {
  defineElement('crypto-currency-picker', CryptoCurrencyPicker);
  defineElement('crypto-checkout', CryptoCheckout);
  return CryptoCheckout;
}
