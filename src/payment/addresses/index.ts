import { CURRENCY_CODES, currencyOf, type CurrencyCode, type NetworkKey } from '../currencies.js';
import { knownContracts } from '../token-contracts.js';
import { readEvm, withChecksum } from './evm.js';
import type { AddressFault, AddressReader } from './address-result.js';
import { readSolana } from './solana.js';
import { readTon } from './ton.js';
import { readTron } from './tron.js';
import { readBitcoin, readLitecoin } from './utxo.js';

export type { AddressFault } from './address-result.js';

export type AddressCheck =
  | { readonly valid: true }
  | { readonly valid: false; readonly reason: AddressFault };

/** No address is longer (BIP 173). */
const MAX_CHARACTERS = 90;

const READERS: Readonly<Record<NetworkKey, AddressReader>> = {
  bitcoin: readBitcoin,
  litecoin: readLitecoin,
  tron: readTron,
  solana: readSolana,
  ton: readTon,
  bsc: readEvm,
  ethereum: readEvm,
  arbitrum: readEvm,
  base: readEvm,
  optimism: readEvm,
};

/**
 * Validates an address for a currency: form, checksum if there is one, main network, a spendable account, and none of the
 * contracts of the 40 currencies. Accepts any text and never throws. It trims and changes nothing, since the payer sees the
 * address unchanged. A valid address may still belong to another person. Whether the address is shown: see `displayableAddress`
 * of the proxy and `payable.ts` of the elements.
 */
export function validateAddress(code: CurrencyCode, address: string): AddressCheck {
  const reason = faultOf(readerOf(code), address);
  return reason === null ? { valid: true } : { valid: false, reason };
}

function faultOf(read: AddressReader, address: string): AddressFault | null {
  if (address === '') return 'empty';
  if (address.length > MAX_CHARACTERS) return 'form';
  const reading = read(address);
  if ('fault' in reading) return reading.fault;
  if (isTokenContract(read, reading.account)) return 'token_contract';
  return reading.reserved ? 'reserved' : null;
}

/** Checks the contracts of the whole family: no one owns an EVM contract's address on another network. */
function isTokenContract(read: AddressReader, account: string): boolean {
  return CURRENCY_CODES.filter((code) => readerOf(code) === read)
    .flatMap(knownContracts)
    .some((contract) => {
      const reading = read(contract);
      return 'account' in reading && reading.account === account;
    });
}

function readerOf(code: CurrencyCode): AddressReader {
  return READERS[currencyOf(code).network.key];
}

const EVM = /^0x[\da-f]{40}$/i;
const SEGWIT = /^(?:bc|ltc)1[\da-z]+$/i;

/** Returns whether two texts are one address: in hexadecimal (EVM) and bech32 (BIP 173), case does not matter. */
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
