import type { CurrencyCode } from '../../payment/index.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { AddressFault } from '../../payment/addresses/index.js';
import { validateAddress } from '../../payment/addresses/index.js';
import { CommandError, EXIT } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';

type FaultMessage = (network: string) => string;

const FAULT_MESSAGES: Readonly<Record<AddressFault, FaultMessage>> = {
  empty: () => 'it is empty: give the address that the recipient shows',
  form: (network) =>
    `it does not look like an address on ${network}: copy it again, alone and without blanks, from the recipient`,
  checksum: () => 'its check digits do not fit, so that a character is wrong: copy it again, do not type it',
  network: (network) =>
    `it belongs to another network than ${network}: ask the recipient for one there, or choose the other currency`,
  testnet: (network) => `it is for a test network: ask the recipient for one on the main ${network} network`,
  witness_version: () =>
    'it is of a kind that nobody can spend from yet: ask the recipient for another address',
  token_contract: () =>
    "it is a token's own contract: what is sent there is lost. Ask the recipient for a wallet's address",
  reserved: () => 'it is an account that nobody holds a key to: what is sent there is lost',
};

/** @throws {CommandError} that says in words why nothing may be sent there */
export function checkRecipient(currency: CurrencyCode, address: string): void {
  const check = validateAddress(currency, address);
  if (check.valid) return;
  const words = FAULT_MESSAGES[check.reason](networkLabel(currencyOf(currency).network));
  throw new CommandError(
    `the address "${escapeControlCharacters(address.slice(0, 100))}" cannot be used: ${words}`,
    EXIT.usage,
  );
}

/** For the eye, which compares it with another: nothing is left out. */
export function groupAddress(address: string): string {
  return (address.match(/.{1,4}/g) ?? []).join(' ');
}
