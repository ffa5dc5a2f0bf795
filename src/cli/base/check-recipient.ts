import { type AddressFault, validateAddress } from '../../payment/addresses/index.js';
import { currencyOf, networkLabel, type CurrencyCode } from '../../payment/index.js';
import { CommandError, EXIT } from './exit.js';
import { escapeControlCharacters } from './output.js';

/** Checks the address for its network. @throws {CommandError} with the reason if nothing may be sent to it */
export function checkRecipient(currency: CurrencyCode, address: string): void {
  const check = validateAddress(currency, address);
  if (check.valid) return;
  const fault = FAULT_MESSAGES[check.reason](networkLabel(currencyOf(currency).network));
  throw new CommandError(
    `the address "${escapeControlCharacters(address.slice(0, 100))}" cannot be used: ${fault}`,
    EXIT.usage,
  );
}

const FAULT_MESSAGES: Readonly<Record<AddressFault, (network: string) => string>> = {
  empty: () => 'it is empty. Use the address that the recipient shows.',
  form: (network) => `it is not an address on ${network}. Copy it again from the recipient, without spaces.`,
  checksum: () => 'its checksum does not match, so a character is wrong. Copy it again instead of typing it.',
  network: (network) =>
    `it belongs to another network than ${network}. Ask the recipient for an address there, or choose the other currency.`,
  testnet: (network) =>
    `it is for a test network. Ask the recipient for an address on the main ${network} network.`,
  witness_version: () =>
    'no wallet can spend from addresses of this kind yet. Ask the recipient for another address.',
  token_contract: () =>
    "it is a token's own contract, and money sent there is lost. Ask the recipient for the address of a wallet.",
  reserved: () =>
    'no one has the key to this account, so money sent there is lost. Ask the recipient for another address.',
};
