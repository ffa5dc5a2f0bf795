// Written by .config/build/dom-maps.ts: never edit by hand.

import type {
  CryptoReadyEvent,
  CryptoDepositReadyEvent,
  CryptoCurrencyChangeEvent,
  CryptoInvoiceCreatedEvent,
  CryptoStateChangeEvent,
  CryptoPaidEvent,
  CryptoOverpaidEvent,
  CryptoPartialEvent,
  CryptoExpiredEvent,
  CryptoCanceledEvent,
  CryptoErrorEvent,
  CryptoReturnEvent,
  CryptoCloseEvent,
} from '../events/events.js';
import type { CryptoCheckoutButton } from '../elements/crypto-checkout-button/crypto-checkout-button.js';
import type { CryptoCheckout } from '../elements/crypto-checkout/crypto-checkout.js';
import type { CryptoCopyField } from '../elements/crypto-copy-field/crypto-copy-field.js';
import type { CryptoCountdown } from '../elements/crypto-countdown/crypto-countdown.js';
import type { CryptoCurrencyPicker } from '../elements/crypto-currency-picker/crypto-currency-picker.js';
import type { CryptoDeposit } from '../elements/crypto-deposit/crypto-deposit.js';
import type { CryptoPaymentPanel } from '../elements/crypto-payment-panel/crypto-payment-panel.js';
import type { CryptoPaymentQr } from '../elements/crypto-payment-qr/crypto-payment-qr.js';
import type { CryptoReceipt } from '../elements/crypto-receipt/crypto-receipt.js';
import type { CryptoStatusBadge } from '../elements/crypto-status-badge/crypto-status-badge.js';

/** The events by their names. */
export interface CryptoEventMap {
  'crypto-ready': CryptoReadyEvent | CryptoDepositReadyEvent;
  'crypto-currency-change': CryptoCurrencyChangeEvent;
  'crypto-invoice-created': CryptoInvoiceCreatedEvent;
  'crypto-state-change': CryptoStateChangeEvent;
  'crypto-paid': CryptoPaidEvent;
  'crypto-overpaid': CryptoOverpaidEvent;
  'crypto-partial': CryptoPartialEvent;
  'crypto-expired': CryptoExpiredEvent;
  'crypto-canceled': CryptoCanceledEvent;
  'crypto-error': CryptoErrorEvent;
  'crypto-return': CryptoReturnEvent;
  'crypto-close': CryptoCloseEvent;
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-checkout-button': CryptoCheckoutButton;
    'crypto-checkout': CryptoCheckout;
    'crypto-copy-field': CryptoCopyField;
    'crypto-countdown': CryptoCountdown;
    'crypto-currency-picker': CryptoCurrencyPicker;
    'crypto-deposit': CryptoDeposit;
    'crypto-payment-panel': CryptoPaymentPanel;
    'crypto-payment-qr': CryptoPaymentQr;
    'crypto-receipt': CryptoReceipt;
    'crypto-status-badge': CryptoStatusBadge;
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the DOM's own maps are extended this way
  interface HTMLElementEventMap extends CryptoEventMap {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- events bubble to the document and the window
  interface GlobalEventHandlersEventMap extends CryptoEventMap {}
}
