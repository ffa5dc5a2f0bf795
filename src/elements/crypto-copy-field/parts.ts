/** What a page may style in it. */
export const parts = 'copy, copy-text, copy-input, icon';
