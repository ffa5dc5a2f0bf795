/** Stable CSS parts. */
export const copyFieldParts = 'copy, copy-text, copy-input, icon';
