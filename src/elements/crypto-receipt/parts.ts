/**
 * Parts of the receipt, for `exportparts` of the element around it.
 *
 * @csspart message - illustration, title and text
 * @csspart illustration - the round icon of an outcome or a problem
 * @csspart title - the title
 * @csspart text - the sentence below the title
 * @csspart sheet - the sheet with the facts
 * @csspart summary - amount and network
 * @csspart label - the label of a value or a field
 * @csspart amount - an amount with its coin
 * @csspart network - the name of a network with its icon
 * @csspart network-icon - the icon of a network
 * @csspart notice - a remark above the facts
 * @csspart progress-steps - the steps of a transaction
 * @csspart progress-step - one of them
 * @csspart step-marker - the circle before a step
 * @csspart step-duration - the typical duration of a step
 * @csspart fact - a row of a label and a value
 * @csspart fact-label - the label
 * @csspart fact-value - the value
 * @csspart transaction - the link to a transaction in an explorer
 * @csspart icon - an icon
 */
export const receiptParts =
  'message, illustration, title, text, sheet, summary, label, amount, network, network-icon, notice, progress-steps, progress-step, step-marker, step-duration, fact, fact-label, fact-value, transaction, icon';
