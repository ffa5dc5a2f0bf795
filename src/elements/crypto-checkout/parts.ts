import { countdownParts } from '../crypto-countdown/parts.js';
import { pickerParts } from '../crypto-currency-picker/parts.js';
import { panelParts } from '../crypto-payment-panel/parts.js';
import { receiptParts } from '../crypto-receipt/parts.js';

/**
 * The parts of the checkout and of what stands in it, for the button around it to hand on.
 *
 * @csspart dialog - the dialog around the card
 * @csspart card - the card
 * @csspart close - closes the dialog
 * @csspart head - shop and price
 * @csspart shop-mark - the first letter of the shop
 * @csspart shop - shop and order
 * @csspart shop-name - the name of the shop
 * @csspart order - description of the order
 * @csspart order-id - its id and description
 * @csspart price - the price, and below it whether it is a test
 * @csspart total - the price
 * @csspart test-mode - marks test mode: no real money moves
 * @csspart stage - the part that changes
 * @csspart step - the row of a title, with the way back
 * @csspart title - the title of a step or an outcome
 * @csspart text - the sentence below it
 * @csspart said - illustration, title and sentence of a problem
 * @csspart figure - the round icon
 * @csspart slip - the sheet with the facts
 * @csspart slip-foot - the row below them
 * @csspart facts - the rows
 * @csspart fact - one of them
 * @csspart fact-label - its label
 * @csspart fact-value - its value
 * @csspart network - a network with its icon
 * @csspart mark - the icon of a network
 * @csspart label - the label of a value
 * @csspart icon - an icon
 * @csspart bone - a skeleton line
 * @csspart change-note - the note on changing the currency
 * @csspart foot - time or status, and one quiet action
 * @csspart status - the status text in the footer
 * @csspart stay - the button that keeps the page or the dialog
 * @csspart close-now - the button that closes while a payment is in flight
 * @csspart help - the button or link to help
 * @csspart pair - the two controls beside a connection problem
 * @csspart try-now - the button that checks for updates now
 * @csspart ways - the row of quiet actions
 * @csspart cancel - a cancel button
 * @csspart change - the button that changes the currency
 * @csspart back - the button to the step before
 * @csspart email - the step that asks for an email address
 * @csspart email-entry - the address with its label
 * @csspart email-input - its input
 * @csspart field - the frame around an input
 * @csspart wrong - the error message of the input
 * @csspart language - the choice of a language
 * @csspart language-menu - the native menu in it
 * @csspart actions - the row of the buttons at the end
 * @csspart button - a button of full width
 * @csspart button-primary - the main one
 * @csspart hosted-page - the link to the payment service's own page
 */
export const checkoutParts = [
  'dialog, card, close, head, shop-mark, shop, shop-name, order, order-id, price, total, test-mode, stage, foot, status',
  'stay, close-now, help, pair, try-now, ways, cancel, change, back, email, email-entry, email-input, field, wrong, language, language-menu, actions',
  'button, button-primary, hosted-page, change-note, slip-foot',
  ...[countdownParts, pickerParts, panelParts, receiptParts],
].join();
