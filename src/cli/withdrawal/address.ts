import type { CurrencyCode } from '../../payment/index.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { AddressFault } from '../../payment/addresses/index.js';
import { validateAddress } from '../../payment/addresses/index.js';
import { CommandError, EXIT } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';

type FaultMessage = (network: string) => string;

const FAULT_MESSAGES: Readonly<Record<AddressFault, FaultMessage>> = {
  empty: () => 'it is empty. Use the address that the recipient shows.',
  form: (network) => `it is not an address on ${network}. Copy it again from the recipient, without spaces.`,
  checksum: () => 'its checksum does not match, so a character is wrong. Copy it again instead of typing it.',
  network: (network) =>
    `it belongs to another network than ${network}. Ask the recipient for an address there, or choose the other currency.`,
  testnet: (network) =>
    `it is for a test network. Ask the recipient for an address on the main ${network} network.`,
  witness_version: () =>
    'nobody can spend from addresses of this kind yet. Ask the recipient for another address.',
  token_contract: () =>
    "it is a token's own contract, and money sent there is lost. Ask the recipient for the address of a wallet.",
  reserved: () =>
    'nobody holds a key to this account, and money sent there is lost. Ask the recipient for another address.',
};

/** @throws {CommandError} with the reason if nothing may be sent to the address */
export function checkRecipient(currency: CurrencyCode, address: string): void {
  const check = validateAddress(currency, address);
  if (check.valid) return;
  const words = FAULT_MESSAGES[check.reason](networkLabel(currencyOf(currency).network));
  throw new CommandError(
    `the address "${escapeControlCharacters(address.slice(0, 100))}" cannot be used: ${words}`,
    EXIT.usage,
  );
}

/** Splits an address into groups of four for comparison by eye; omits nothing. */
export function groupAddress(address: string): string {
  return (address.match(/.{1,4}/g) ?? []).join(' ');
}
