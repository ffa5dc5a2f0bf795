export interface AddressGroup {
  readonly text: string;
  /** To be compared with the address in the wallet. */
  readonly isMarked: boolean;
}

/**
 * Positions of the marked groups of four characters, of 60 bits at least: hexadecimal digits have 4 bits, those of bech32 5, and
 * those of Base58 nearly 6. Inside the address, since look-alikes are generated with the same start and end.
 */
const MARKED = [2, 4, 6];
const MARKED_HEXADECIMAL = [...MARKED, 8];

/** Splits an address into groups of four characters. The positions of the marked ones are the same for a whole network. */
export function addressGroups(address: string): readonly AddressGroup[] {
  const marked = address.startsWith('0x') ? MARKED_HEXADECIMAL : MARKED;
  const groups = address.match(/.{1,4}/g) ?? [];
  return groups.map((text, position) => ({ text, isMarked: marked.includes(position) }));
}
