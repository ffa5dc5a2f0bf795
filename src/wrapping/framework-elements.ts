// Every public element, one constant each: a page carries only those that it uses.
import { CryptoCheckout } from '../elements/crypto-checkout/crypto-checkout.js';
import { defineCheckout } from '../elements/crypto-checkout/define.js';
import { CryptoCheckoutButton } from '../elements/crypto-checkout-button/crypto-checkout-button.js';
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
import type { WrappedElement } from './framework-wrapper.js';

export const checkout: WrappedElement<CryptoCheckout> = {
  tag: 'crypto-checkout',
  element: CryptoCheckout,
  define: defineCheckout,
};

export const checkoutButton: WrappedElement<CryptoCheckoutButton> = {
  tag: 'crypto-checkout-button',
  element: CryptoCheckoutButton,
  define: () => defineElement('crypto-checkout-button', CryptoCheckoutButton),
};

export const copyField: WrappedElement<CryptoCopyField> = {
  tag: 'crypto-copy-field',
  element: CryptoCopyField,
  define: () => defineElement('crypto-copy-field', CryptoCopyField),
};

export const countdown: WrappedElement<CryptoCountdown> = {
  tag: 'crypto-countdown',
  element: CryptoCountdown,
  define: () => defineElement('crypto-countdown', CryptoCountdown),
};

export const currencyPicker: WrappedElement<CryptoCurrencyPicker> = {
  tag: 'crypto-currency-picker',
  element: CryptoCurrencyPicker,
  define: () => defineElement('crypto-currency-picker', CryptoCurrencyPicker),
};

export const paymentPanel: WrappedElement<CryptoPaymentPanel> = {
  tag: 'crypto-payment-panel',
  element: CryptoPaymentPanel,
  define: definePaymentPanel,
};

export const paymentQr: WrappedElement<CryptoPaymentQr> = {
  tag: 'crypto-payment-qr',
  element: CryptoPaymentQr,
  define: () => defineElement('crypto-payment-qr', CryptoPaymentQr),
};

export const receipt: WrappedElement<CryptoReceipt> = {
  tag: 'crypto-receipt',
  element: CryptoReceipt,
  define: () => defineElement('crypto-receipt', CryptoReceipt),
};

export const statusBadge: WrappedElement<CryptoStatusBadge> = {
  tag: 'crypto-status-badge',
  element: CryptoStatusBadge,
  define: () => defineElement('crypto-status-badge', CryptoStatusBadge),
};

export const deposit: WrappedElement<CryptoDeposit> = {
  tag: 'crypto-deposit',
  element: CryptoDeposit,
  define: () => {
    for (const part of [copyField, currencyPicker, paymentQr]) part.define();
    defineElement('crypto-deposit', CryptoDeposit);
  },
};
