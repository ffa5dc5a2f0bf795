import { defineElement } from '../elements/base/define-element.js';
import { CryptoPaymentQr } from '../elements/crypto-payment-qr/crypto-payment-qr.js';

defineElement('crypto-payment-qr', CryptoPaymentQr);

export { CryptoPaymentQr };
export type * from '../dom/elements.js';
