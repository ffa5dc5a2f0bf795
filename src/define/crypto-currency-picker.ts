import { defineElement } from '../elements/base/define-element.js';
import { CryptoCurrencyPicker } from '../elements/crypto-currency-picker/crypto-currency-picker.js';

defineElement('crypto-currency-picker', CryptoCurrencyPicker);

export { CryptoCurrencyPicker };
export type * from '../events/events.js';
export type * from '../dom/elements.js';
