export interface AddressGroup {
  readonly text: string;
  /** The payer compares this group with the address in the wallet. */
  readonly isMarked: boolean;
}

/**
 * Positions of the marked groups of four characters. Together they have at least 60 bits: a character has 4 bits in
 * hexadecimal, 5 in bech32 and nearly 6 in Base58. They are inside the address, since attackers generate look-alikes with the
 * same start and end.
 */
const MARKED = [2, 4, 6];
const MARKED_HEXADECIMAL = [...MARKED, 8];

/** Splits an address into groups of four characters. The positions of the marked ones are the same for a whole network. */
export function addressGroups(address: string): readonly AddressGroup[] {
  const marked = address.startsWith('0x') ? MARKED_HEXADECIMAL : MARKED;
  const groups = address.match(/.{1,4}/g) ?? [];
  return groups.map((text, position) => ({ text, isMarked: marked.includes(position) }));
}
