/** Of the package; for the details that a payer sends to the shop. */
export const VERSION = '0.1.0';
