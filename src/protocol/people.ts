/**
 * Whether two names are spellings of one name, which identifies one person. Two people approve a payout, so such spellings must not
 * pass as two people. Ignores Unicode form and compatibility forms (NFKC), letter case, blanks at both ends, their kind and their
 * number, the kind of apostrophes and hyphens, and characters without a visible form. Letters of two scripts that look alike, such as Latin and Greek "A", differ.
 */
export function isSamePerson(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}

/** Characters that are drawn as a blank but are no white space: fillers of Hangul, a braille cell without dots, a null notehead. */
const BLANK_LETTERS = /[\u115f\u1160\u2800\u{1d159}]/gu;

/** Format characters, and a number joiner of Brahmi, which has no such property. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u{1107f}]/gu;
const APOSTROPHES = /[\u2018\u2019\u02bc\u2032]/gu;
const HYPHENS = /[\p{Pd}\u2212]/gu;

function canonicalName(name: string): string {
  const withSpaces = name.normalize('NFKC').replaceAll(BLANK_LETTERS, ' ');
  const visible = withSpaces.replaceAll(INVISIBLE, '');
  const folded = visible.replaceAll(APOSTROPHES, "'").replaceAll(HYPHENS, '-');
  const spaced = folded.replaceAll(/\s+/g, ' ').trim();
  // Upper case first: "ß" and "SS", or the two forms of "σ", have one upper case, but two lower cases.
  return spaced.toUpperCase().toLowerCase().normalize('NFKC');
}
