/** Stable CSS parts. */
export const qrParts = 'code, qr-dialog, qr-close';
