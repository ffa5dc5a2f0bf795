import { defineElement } from '../elements/base/define-element.js';
import { CryptoReceipt } from '../elements/crypto-receipt/crypto-receipt.js';

defineElement('crypto-receipt', CryptoReceipt);

export { CryptoReceipt };
export type * from '../dom/elements.js';
