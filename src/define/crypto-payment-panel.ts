import { definePaymentPanel } from '../elements/crypto-payment-panel/define.js';

definePaymentPanel();

export { CryptoPaymentPanel } from '../elements/crypto-payment-panel/crypto-payment-panel.js';
export type * from '../dom/elements.js';
