export * from './crypto-checkout.js';
export * from './crypto-copy-field.js';
export * from './crypto-countdown.js';
export * from './crypto-currency-picker.js';
export * from './crypto-payment-panel.js';
export * from './crypto-payment-qr.js';
export * from './crypto-receipt.js';
export * from './crypto-status-badge.js';
