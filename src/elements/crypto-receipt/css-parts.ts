export const receiptParts =
  'message, illustration, title, text, sheet, summary, label, amount, network, network-icon, notice, progress-steps, progress-step, step-marker, step-duration, fact, fact-label, fact-value, transaction, icon';
