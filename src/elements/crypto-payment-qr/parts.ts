/** What a page may style in it. */
export const parts = 'code, enlarge, enlarged, shrink';
