import { copyFieldParts } from '../crypto-copy-field/parts.js';
import { qrParts } from '../crypto-payment-qr/parts.js';

/**
 * The parts of the panel and of what stands in it, for the element around it to hand on.
 *
 * @csspart slip - the whole sheet
 * @csspart sum - amount and network
 * @csspart top - the row above the amount
 * @csspart line - the row of the amount, and the one of the network
 * @csspart fiat - the price in the shop's currency
 * @csspart fee - who pays the transfer fee
 * @csspart label - the label of a value
 * @csspart amount - the amount to send
 * @csspart unit - its coin
 * @csspart network - the network's line
 * @csspart mark - the mark of a coin or network
 * @csspart received - what came so far
 * @csspart received-text - its words
 * @csspart progress - its bar
 * @csspart transaction - the link to a transfer in an explorer
 * @csspart where - code and address
 * @csspart qr - the plate of the code
 * @csspart under - the words or the switch below the code
 * @csspart to - the address with what stands around it
 * @csspart address - the address in groups of four
 * @csspart notice - the warning
 * @csspart bone - a skeleton line
 * @csspart open-wallet - the button that shows the wallets
 * @csspart wallets - the wallets
 * @csspart wallet - the link to one wallet
 * @csspart helper - what to type at an exchange
 * @csspart adds - the sum of amount and fee
 * @csspart add - one side of it
 * @csspart field - the frame around an input
 * @csspart fee-input - where the exchange's fee is typed
 * @csspart entry - what is to be typed at the exchange, or what is wrong with the fee
 * @csspart text - the sentence beside a code
 * @csspart switch - the switch between payment request and bare address
 * @csspart button - a button of full width
 * @csspart ways - the last row
 * @csspart way - a control in it
 * @csspart icon - an icon
 */
export const panelParts = [
  'slip, sum, top, line, fiat, fee, label, amount, unit, network, mark, received, received-text, progress, transaction, where, qr, under, to',
  'address, notice, bone, open-wallet, wallets, wallet, helper, adds, add, field, fee-input, entry, text, switch, button',
  'ways, way, icon',
  ...[qrParts, copyFieldParts],
].join();
