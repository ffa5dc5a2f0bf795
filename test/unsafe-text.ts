import fc from 'fast-check';

/** A character that no text of a person needs: it hides or reorders what is read, and PostgreSQL stores no U+0000. */
export const unsafeCharacter = fc.oneof(
  fc.constantFrom('\0', '\b', '\v', '\f', '\u001b', '\u007f', '\u0085', '\u009f'),
  fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff'),
  fc.constantFrom('\u202a', '\u202b', '\u202c', '\u202d', '\u202e'),
  fc.constantFrom('\u2066', '\u2067', '\u2068', '\u2069'),
);

/** A text with such a character somewhere in it. */
export const unsafeText = fc
  .tuple(fc.constantFrom('', 'A-1', ' '), unsafeCharacter, fc.constantFrom('', '1@shop.example', ' '))
  .map((parts) => parts.join(''));
