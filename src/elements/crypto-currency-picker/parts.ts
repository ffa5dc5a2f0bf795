/**
 * The parts of the picker, for the element around it to hand on.
 *
 * @csspart trigger - the button that opens the list
 * @csspart popover - the sheet around the list
 * @csspart step - the row of the question, with the way back
 * @csspart title - the title: the question, or what came of the payment
 * @csspart text - the sentence below a title
 * @csspart search - the search field
 * @csspart search-input - what is typed into it
 * @csspart clear - the button that empties it
 * @csspart recent - what was chosen before
 * @csspart label - the words before them
 * @csspart chip - one of them
 * @csspart list - the list
 * @csspart group - the heading of a group in the list
 * @csspart options - one such group
 * @csspart option - a coin, pair or network
 * @csspart option-text - its name and what is said of it
 * @csspart name - its name
 * @csspart hint - the words beside or below the name
 * @csspart tag - a short remark on it
 * @csspart mark - the mark of a coin or network
 * @csspart marks - the marks of the networks of a coin
 * @csspart icon - an icon
 * @csspart empty - what is said when the search finds nothing
 * @csspart show-all - the button that shows everything again
 * @csspart back - the way back to the coins
 */
export const pickerParts =
  'trigger, popover, step, title, text, search, search-input, clear, recent, label, chip, list, group, options, option, ' +
  'option-text, name, hint, tag, mark, marks, icon, empty, show-all, back';
