export const copyFieldParts = 'copy, copy-text, input, icon';
