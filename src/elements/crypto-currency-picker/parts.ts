/**
 * Parts of the picker, for `exportparts` of the element around it.
 *
 * @csspart trigger - the button that opens the list
 * @csspart popover - the surface around the list
 * @csspart back - the button to the coins
 * @csspart title - a title
 * @csspart text - the sentence below a title, or a note
 * @csspart message - the text of an empty search
 * @csspart field - the search field
 * @csspart input - an input
 * @csspart chip - a recent selection
 * @csspart list - the list
 * @csspart group - the heading of a group in the list
 * @csspart option - a row of the list
 * @csspart currency-icon - the icon of a coin
 * @csspart network-icon - the icon of a network
 * @csspart name - the name of a coin or network
 * @csspart hint - the second, quieter line
 * @csspart tag - a remark on a row
 * @csspart label - the label of the recent selections
 * @csspart button-quiet - a button or link without a border
 * @csspart icon - an icon
 */
export const pickerParts =
  'trigger, popover, back, title, text, message, field, input, chip, list, group, option, currency-icon, network-icon, name, hint, tag, label, button-quiet, icon';
