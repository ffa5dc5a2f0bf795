import { definePaymentPanel } from '../elements/crypto-payment-panel/family.js';

definePaymentPanel();

export { CryptoPaymentPanel } from '../elements/crypto-payment-panel/crypto-payment-panel.js';
