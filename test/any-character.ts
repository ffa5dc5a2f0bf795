import fc from 'fast-check';

/** Any character. The unit `binary` of fast-check builds a table of all of them, which takes each process a second. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));
