export { CryptoCheckout } from './elements/crypto-checkout/crypto-checkout.js';
export { CryptoCheckoutButton } from './elements/crypto-checkout-button/crypto-checkout-button.js';
export { openCheckout } from './elements/crypto-checkout/open-checkout.js';
export type {
  CheckoutResult,
  CheckoutHandle,
  OpenCheckoutOptions,
} from './elements/crypto-checkout/open-checkout.js';
export type { Appearance } from './styles/appearance.js';
export { CryptoCopyField } from './elements/crypto-copy-field/crypto-copy-field.js';
export { CryptoCountdown } from './elements/crypto-countdown/crypto-countdown.js';
export { CryptoCurrencyPicker } from './elements/crypto-currency-picker/crypto-currency-picker.js';
export { CryptoDeposit } from './elements/crypto-deposit/crypto-deposit.js';
export { CryptoPaymentPanel } from './elements/crypto-payment-panel/crypto-payment-panel.js';
export { CryptoPaymentQr } from './elements/crypto-payment-qr/crypto-payment-qr.js';
export { CryptoReceipt } from './elements/crypto-receipt/crypto-receipt.js';
export type { OutcomeKind } from './checkout/screen-kinds.js';
export { CryptoStatusBadge } from './elements/crypto-status-badge/crypto-status-badge.js';
export type { BadgeState } from './elements/crypto-status-badge/crypto-status-badge.js';
export { setMessages } from './i18n/set-messages.js';
export type { MessageOverrides, Messages } from './i18n/index.js';
export * from './events/events.js';
export type * from './dom/elements.js';
export { createCheckoutSession, createDepositSession } from './checkout/index.js';
export type {
  CheckoutSession,
  CheckoutSessionOptions,
  DepositSession,
  DepositSessionOptions,
  DepositSnapshot,
  SessionProblem,
  SessionSnapshot,
} from './checkout/index.js';
export type * from './protocol/index.js';
export type { CurrencyCode } from './payment/index.js';
