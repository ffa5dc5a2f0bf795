import { withChecksum } from './evm.js';

const EVM = /^0x[\da-f]{40}$/i;
const SEGWIT = /^(?:bc|ltc)1[\da-z]+$/i;

/** Tells whether two texts are one address: in hexadecimal (EVM) and bech32 (BIP 173), case does not matter. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (hasFreeCase(one) && one.toLowerCase() === other.toLowerCase());
}

/** Returns every spelling of an address, for a search by equal text: lower case, upper case and, for EVM, EIP-55. */
export function spellingsOf(address: string): readonly string[] {
  if (!hasFreeCase(address)) return [address];
  const small = address.toLowerCase();
  if (!EVM.test(address)) return [small, small.toUpperCase()];
  return [small, `0x${small.slice(2).toUpperCase()}`, withChecksum(small)];
}

function hasFreeCase(text: string): boolean {
  return EVM.test(text) || SEGWIT.test(text);
}
