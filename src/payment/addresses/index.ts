import { CURRENCY_CODES, currencyOf, type CurrencyCode, type NetworkKey } from '../currencies.js';
import { knownContracts } from '../token-contracts.js';
import { readEvm } from './evm.js';
import type { AddressFault, AddressReader } from './address-result.js';
import { readSolana } from './solana.js';
import { readTon } from './ton.js';
import { readTron } from './tron.js';
import { readBitcoin, readLitecoin } from './utxo.js';

export type { AddressFault } from './address-result.js';
export { isSameAddress, spellingsOf } from './spelling.js';

export type AddressCheck =
  { readonly valid: true } | { readonly valid: false; readonly reason: AddressFault };

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
 * address unchanged. A valid address may still belong to another person.
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

/** Checks the contracts of the whole family: nobody owns an EVM contract's address on another network. */
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
