/**
 * Whether two names are spellings of one name, which identifies one person. Two people approve a payout, so spellings that look alike
 * must not pass as two people. Ignores Unicode form and compatibility forms (NFKC), letter case, white space at both ends, its kind
 * and its number, and characters without a visible form.
 */
export function isSamePerson(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}

function canonicalName(name: string): string {
  const visible = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const spaced = visible.replaceAll(/\s+/g, ' ').trim();
  // Upper case first: "ß" and "SS", or the two forms of "σ", have one upper case, but two lower cases.
  return spaced.toUpperCase().toLowerCase().normalize('NFKC');
}
