/**
 * Why an address must not be displayed:
 * - `empty`: empty text.
 * - `form`: wrong characters, length or case, spaces, a private key, a payment URI, TRON's hex, TON's raw form.
 * - `checksum`: well formed, but with a wrong checksum (base58check, BIP 173, BIP 350, EIP-55, TEP-2).
 * - `network`: valid on another main network.
 * - `testnet`: valid on a test network.
 * - `witness_version`: SegWit without a spending rule: anything but version 0 and the 32-byte version 1 (BIP 341). BIP 350
 *   calls the others valid, but any miner may take the money.
 * - `token_contract`: contract, mint or jetton master of a supported token: money sent there is lost.
 * - `reserved`: an account without a key: zero, precompiles, programs, system contracts.
 */
export type AddressFault =
  | 'empty'
  | 'form'
  | 'checksum'
  | 'network'
  | 'testnet'
  | 'witness_version'
  | 'token_contract'
  | 'reserved';

/** The account in canonical form, or the fault. */
export type AddressResult =
  | { readonly account: string; readonly reserved: boolean }
  | { readonly fault: Exclude<AddressFault, 'empty' | 'token_contract' | 'reserved'> };

export type AddressParser = (text: string) => AddressResult;
