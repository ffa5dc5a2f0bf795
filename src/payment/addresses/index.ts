import { CURRENCY_CODES, currencyOf, type CurrencyCode, type NetworkKey } from '../currencies.js';
import { knownContracts } from '../token-contracts.js';
import { parseEvm, withChecksum } from './evm.js';
import type { AddressFault, AddressParser } from './address-result.js';
import { parseSolana } from './solana.js';
import { parseTon } from './ton.js';
import { parseTron } from './tron.js';
import { parseBitcoin, parseLitecoin } from './utxo.js';

export type { AddressFault } from './address-result.js';

export type AddressCheck =
  | { readonly valid: true }
  | { readonly valid: false; readonly reason: AddressFault };

/** No address is longer (BIP 173). */
const MAX_CHARACTERS = 90;

const PARSERS: Readonly<Record<NetworkKey, AddressParser>> = {
  bitcoin: parseBitcoin,
  litecoin: parseLitecoin,
  tron: parseTron,
  solana: parseSolana,
  ton: parseTon,
  bsc: parseEvm,
  ethereum: parseEvm,
  arbitrum: parseEvm,
  base: parseEvm,
  optimism: parseEvm,
};

/**
 * Validates an address for a currency: form, checksum if there is one, main network, a spendable account, and none of the
 * contracts of the 40 currencies. Accepts any text and never throws. It trims and changes nothing, since the payer sees the
 * address unchanged. A valid address may still belong to another person. Whether the address is shown: see `displayableAddress`
 * of the proxy and `payable.ts` of the elements.
 */
export function validateAddress(code: CurrencyCode, address: string): AddressCheck {
  const reason = faultOf(parserOf(code), address);
  return reason === null ? { valid: true } : { valid: false, reason };
}

function faultOf(parse: AddressParser, address: string): AddressFault | null {
  if (address === '') return 'empty';
  if (address.length > MAX_CHARACTERS) return 'form';
  const parsed = parse(address);
  if ('fault' in parsed) return parsed.fault;
  if (isTokenContract(parse, parsed.account)) return 'token_contract';
  return parsed.reserved ? 'reserved' : null;
}

/** Returns the names of the networks on which an address is valid. */
export function networksOf(address: string): readonly string[] {
  const codes = CURRENCY_CODES.filter((code) => validateAddress(code, address).valid);
  return [...new Set(codes.map((code) => currencyOf(code).network.name))];
}

/** Checks the contracts of the whole family: no one owns an EVM contract's address on another network. */
function isTokenContract(parse: AddressParser, account: string): boolean {
  return CURRENCY_CODES.filter((code) => parserOf(code) === parse)
    .flatMap(knownContracts)
    .some((contract) => {
      const parsed = parse(contract);
      return 'account' in parsed && parsed.account === account;
    });
}

function parserOf(code: CurrencyCode): AddressParser {
  return PARSERS[currencyOf(code).network.key];
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
