// Every public element, one constant each: a page carries only those that it uses.
import { CryptoCopyField } from '../elements/crypto-copy-field/crypto-copy-field.js';
import { CryptoCountdown } from '../elements/crypto-countdown/crypto-countdown.js';
import { CryptoCurrencyPicker } from '../elements/crypto-currency-picker/crypto-currency-picker.js';
import { CryptoDeposit } from '../elements/crypto-deposit/crypto-deposit.js';
import { CryptoPaymentPanel } from '../elements/crypto-payment-panel/crypto-payment-panel.js';
import { definePaymentPanel } from '../elements/crypto-payment-panel/define.js';
import { CryptoPaymentQr } from '../elements/crypto-payment-qr/crypto-payment-qr.js';
import { CryptoReceipt } from '../elements/crypto-receipt/crypto-receipt.js';
import { CryptoStatusBadge } from '../elements/crypto-status-badge/crypto-status-badge.js';
import { defineElement } from '../elements/base/define-element.js';
import { wrapElement } from './framework-wrapper.js';

export { checkout, checkoutButton } from './checkout-elements.js';
export const copyField = /* @__PURE__ */ wrapElement('crypto-copy-field', CryptoCopyField);
export const countdown = /* @__PURE__ */ wrapElement('crypto-countdown', CryptoCountdown);
export const currencyPicker = /* @__PURE__ */ wrapElement('crypto-currency-picker', CryptoCurrencyPicker);
export const paymentPanel = /* @__PURE__ */ wrapElement(
  'crypto-payment-panel',
  CryptoPaymentPanel,
  definePaymentPanel,
);
export const paymentQr = /* @__PURE__ */ wrapElement('crypto-payment-qr', CryptoPaymentQr);
export const receipt = /* @__PURE__ */ wrapElement('crypto-receipt', CryptoReceipt);
export const statusBadge = /* @__PURE__ */ wrapElement('crypto-status-badge', CryptoStatusBadge);
export const deposit = /* @__PURE__ */ wrapElement('crypto-deposit', CryptoDeposit, () => {
  for (const part of [copyField, currencyPicker, paymentQr]) part.define();
  defineElement('crypto-deposit', CryptoDeposit);
});
