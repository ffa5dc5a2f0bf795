import type { CheckoutEventName, DepositEventName, PickerEventName } from '../wrapping/framework-wrapper.js';

export const CHECKOUT_EVENTS = {
  onReady: 'crypto-ready',
  onCurrencyChange: 'crypto-currency-change',
  onInvoiceCreated: 'crypto-invoice-created',
  onStateChange: 'crypto-state-change',
  onPaid: 'crypto-paid',
  onOverpaid: 'crypto-overpaid',
  onPartial: 'crypto-partial',
  onExpired: 'crypto-expired',
  onCanceled: 'crypto-canceled',
  onError: 'crypto-error',
  onClose: 'crypto-close',
  onReturn: 'crypto-return',
} as const satisfies Readonly<Record<string, CheckoutEventName>>;

export const DEPOSIT_EVENTS = {
  onReady: 'crypto-ready',
  onCurrencyChange: 'crypto-currency-change',
  onError: 'crypto-error',
} as const satisfies Readonly<Record<string, DepositEventName>>;

/** React 18 does not listen to `change` on custom elements. */
export const PICKER_EVENTS = {
  onCurrencyChange: 'crypto-currency-change',
  onChange: 'change',
} as const satisfies Readonly<Record<string, PickerEventName | 'change'>>;
