import { copyFieldParts } from '../crypto-copy-field/css-parts.js';
import { qrParts } from '../crypto-payment-qr/css-parts.js';

/** Parts of the panel and of the elements inside it, for `exportparts` of the element around it. */
export const panelParts = [
  'sheet, summary, label, fiat, amount, network, network-icon, progress, transaction, destination, qr, qr-caption, switch, address, notice, text, open-wallet, folded, popover, button, button-quiet, exchange-helper, field, input, icon, skeleton',
  ...[qrParts, copyFieldParts],
].join();
