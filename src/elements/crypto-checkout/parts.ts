import { countdownParts } from '../crypto-countdown/parts.js';
import { pickerParts } from '../crypto-currency-picker/parts.js';
import { panelParts } from '../crypto-payment-panel/parts.js';
import { receiptParts } from '../crypto-receipt/parts.js';

/**
 * Parts of the checkout and of the elements inside it, for `exportparts` of the button around it.
 *
 * @csspart card - the card
 * @csspart dialog - the dialog around the card
 * @csspart header - shop and price
 * @csspart shop-mark - the first letter of the shop
 * @csspart shop-name - the name of the shop
 * @csspart order - id and description of the order
 * @csspart total - the price
 * @csspart tag - a short label, such as "Test mode"
 * @csspart close - the button that closes the dialog
 * @csspart body - the content between header and footer
 * @csspart title - a title
 * @csspart text - the sentence below a title, or a note
 * @csspart message - title and text of a problem, with its illustration
 * @csspart illustration - the round icon of an outcome or a problem
 * @csspart sheet - the sheet with the facts
 * @csspart label - the label of a value or a field
 * @csspart fact - a row of a label and a value
 * @csspart fact-label - the label
 * @csspart fact-value - the value
 * @csspart network - the name of a network with its icon
 * @csspart network-icon - the icon of a network
 * @csspart field - the frame around an input
 * @csspart input - an input
 * @csspart error - the error message of a field
 * @csspart button - a button of full width
 * @csspart button-primary - the main button below the content
 * @csspart button-quiet - a button or link without a border
 * @csspart change - the button that changes the currency
 * @csspart cancel - a button that cancels, or keeps, the payment
 * @csspart back - the button to the previous step
 * @csspart help - the button or link to help
 * @csspart language - the language menu
 * @csspart footer - the last row: time or status, and a quiet button
 * @csspart status - the status text in the footer
 * @csspart keep-open - the button that keeps the page or the dialog
 * @csspart confirm-close - the button that closes the dialog while a payment is in flight
 * @csspart icon - an icon
 * @csspart skeleton - a placeholder while content loads
 */
export const checkoutParts = [
  'card, dialog, header, shop-mark, shop-name, order, total, close, body, error, button-primary, change, cancel, help, language, footer, status, keep-open, confirm-close',
  ...[countdownParts, pickerParts, panelParts, receiptParts],
].join();
