/** Stable CSS parts. */
export const copyFieldParts = 'copy, copy-text, input, icon';
