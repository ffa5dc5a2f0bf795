import { withChecksum } from './evm.js';

const EVM = /^0x[\da-f]{40}$/i;
const SEGWIT = /^(?:bc|ltc)1[\da-z]+$/i;

/**
 * Whether two texts are one address: in hexadecimal (EVM) and in bech32 (BIP-173) the case of the letters says nothing
 * about the account. Takes any texts.
 */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (hasFreeCase(one) && one.toLowerCase() === other.toLowerCase());
}

/**
 * Returns every valid spelling of an address, for a search where only equal texts are found: in small letters, in
 * capitals and, for EVM, with the checksum of EIP-55. Any other text has one spelling.
 */
export function spellingsOf(address: string): readonly string[] {
  if (!hasFreeCase(address)) return [address];
  const small = address.toLowerCase();
  if (!EVM.test(address)) return [small, small.toUpperCase()];
  return [small, `0x${small.slice(2).toUpperCase()}`, withChecksum(small)];
}

function hasFreeCase(text: string): boolean {
  return EVM.test(text) || SEGWIT.test(text);
}
