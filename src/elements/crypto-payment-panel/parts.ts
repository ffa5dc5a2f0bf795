import { copyFieldParts } from '../crypto-copy-field/parts.js';
import { qrParts } from '../crypto-payment-qr/parts.js';

/**
 * Parts of the panel and of the elements inside it, for `exportparts` of the element around it.
 *
 * @csspart sheet - the sheet inside the card
 * @csspart summary - amount and network
 * @csspart label - the label of a value or a field
 * @csspart fiat - the price in the shop's currency
 * @csspart amount - an amount with its coin
 * @csspart network - the name of a network with its icon
 * @csspart network-icon - the icon of a network
 * @csspart progress - the progress bar of a partial payment
 * @csspart transaction - the link to a transaction in an explorer
 * @csspart destination - QR code and address
 * @csspart qr - the white square of a QR code
 * @csspart qr-caption - the text or the switch below the QR code
 * @csspart switch - the switch between payment request and address alone
 * @csspart address - the address in groups of four
 * @csspart notice - the warning
 * @csspart text - a sentence
 * @csspart open-wallet - the main button beside the address
 * @csspart popover - the menu of wallets
 * @csspart button - a button of full width
 * @csspart button-quiet - a button or link without a border
 * @csspart exchange-helper - the calculator for an exchange
 * @csspart field - the frame around an input
 * @csspart input - an input
 * @csspart icon - an icon
 * @csspart skeleton - a placeholder while content loads
 */
export const panelParts = [
  'sheet, summary, label, fiat, amount, network, network-icon, progress, transaction, destination, qr, qr-caption, switch, address, notice, text, open-wallet, popover, button, button-quiet, exchange-helper, field, input, icon, skeleton',
  ...[qrParts, copyFieldParts],
].join();
