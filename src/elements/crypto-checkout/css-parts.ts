import { countdownParts } from '../crypto-countdown/css-parts.js';
import { pickerParts } from '../crypto-currency-picker/css-parts.js';
import { panelParts } from '../crypto-payment-panel/css-parts.js';
import { receiptParts } from '../crypto-receipt/css-parts.js';

/** Parts of the checkout and of the elements inside it, for `exportparts` of the button around it. */
export const checkoutParts = [
  'card, dialog, header, shop-mark, shop-name, order, total, close, body, wallet, wallet-icon, refund, error, button-primary, change, cancel, help, language, footer, status, keep-open, confirm-close',
  ...[countdownParts, pickerParts, panelParts, receiptParts],
].join();
