/** Stable CSS parts. */
export const receiptParts =
  'said, figure, icon, title, text, slip, sum, line, label, amount, unit, network, mark, notice, track, ' +
  'track-step, dot, takes, facts, fact, fact-label, fact-value, transfer, transaction';
