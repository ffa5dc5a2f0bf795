/** What a page may style in it. */
export const copyFieldParts = 'copy, copy-text, copy-input, icon';
