/**
 * Whether two names are spellings of one name, which identifies one person. A payout needs two people, and two spellings must not
 * count as two people. Ignores Unicode normalization and compatibility forms (NFKC), letter case, leading and trailing blanks,
 * the kind and number of blanks, the kind of apostrophes and hyphens, and invisible characters. Distinguishes similar letters of
 * different scripts, such as Latin and Greek "A".
 */
export function isSamePerson(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}

/** Characters that look blank but are not white space: Hangul fillers, a braille cell without dots, a null notehead. */
const BLANK_LETTERS = /[\u115f\u1160\u2800\u{1d159}]/gu;

/** Format characters, and the Brahmi number joiner, which lacks that property. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u{1107f}]/gu;
const APOSTROPHES = /[\u2018\u2019\u02bc\u2032]/gu;
const HYPHENS = /[\p{Pd}\u2212]/gu;

function canonicalName(name: string): string {
  const withSpaces = name.normalize('NFKC').replaceAll(BLANK_LETTERS, ' ');
  const visible = withSpaces.replaceAll(INVISIBLE, '');
  const folded = visible.replaceAll(APOSTROPHES, "'").replaceAll(HYPHENS, '-');
  const spaced = folded.replaceAll(/\s+/g, ' ').trim();
  // Upper case first: "ß" and "SS", and the two forms of "σ", have the same upper case, but different lower cases.
  return spaced.toUpperCase().toLowerCase().normalize('NFKC');
}
