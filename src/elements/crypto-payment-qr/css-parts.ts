export const qrParts = 'code, qr-dialog, qr-close';
