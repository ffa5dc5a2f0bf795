/** Stable CSS parts. */
export const qrParts = 'code, enlarge, enlarged, shrink';
