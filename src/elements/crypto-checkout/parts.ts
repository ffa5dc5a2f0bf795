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
 * @csspart order - what is paid for
 * @csspart order-id - its number and what it is
 * @csspart price - the price, and below it whether it is a test
 * @csspart total - the price
 * @csspart test-mode - says that no real money moves
 * @csspart stage - what changes
 * @csspart step - the row of a title, with the way back
 * @csspart title - the title of a step or of what came
 * @csspart text - the sentence below it
 * @csspart said - figure, title and sentence of a problem
 * @csspart figure - the round icon
 * @csspart slip - the sheet with the facts
 * @csspart slip-foot - the row below them
 * @csspart facts - the rows
 * @csspart fact - one of them
 * @csspart fact-label - what it is
 * @csspart fact-value - its value
 * @csspart network - a network with its mark
 * @csspart mark - the mark of a network
 * @csspart label - what a figure is
 * @csspart icon - an icon
 * @csspart bone - what holds the place of something that is still made
 * @csspart change-note - what changing the coin means
 * @csspart foot - time or state, and one quiet action
 * @csspart status - the words in the foot
 * @csspart stay - the button that keeps the page or the dialog
 * @csspart close-now - the button that closes although a payment is on its way
 * @csspart help - the button or link to help
 * @csspart pair - the two controls beside a connection that does not work
 * @csspart try-now - the button that asks the server now
 * @csspart ways - the row of quiet actions
 * @csspart cancel - a button of giving up
 * @csspart change - the button to another coin
 * @csspart back - the button to the step before
 * @csspart email - the step that asks for an e-mail address
 * @csspart email-entry - the address with its label
 * @csspart email-input - where it is typed
 * @csspart field - the frame around an input
 * @csspart wrong - what is wrong with what was typed
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
