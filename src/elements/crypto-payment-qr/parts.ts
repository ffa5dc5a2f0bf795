/** What a page may style in it. */
export const qrParts = 'code, enlarge, enlarged, shrink';
