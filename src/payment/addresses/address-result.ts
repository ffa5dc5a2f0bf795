/**
 * Why an address must not be shown to a payer. A closed set:
 *
 * - `empty`: no text at all.
 * - `form`: not the spelling that payers copy on this network: wrong characters, length or letter case
 *   (BIP-173 forbids mixed case), blanks around it, a private key, a payment URI, TRON's hex, TON's raw form.
 * - `checksum`: well formed, but the check digits do not fit (base58check, BIP-173, BIP-350, EIP-55, TEP-2).
 * - `network`: whole and right, but of another main network (its version byte, prefix or TON workchain).
 * - `testnet`: whole and right, but of a test network.
 * - `witness_version`: a SegWit address without a spending rule of today: anything but version 0 and the
 *   32-byte version 1 (BIP-341). BIP-350 calls the others valid, but any miner may take the money.
 * - `token_contract`: the contract, mint or jetton master of one of our tokens: money sent there is lost.
 * - `reserved`: an account that nobody holds a key to: zero, precompiles, programs, system contracts.
 */
export type AddressFault =
  'empty' | 'form' | 'checksum' | 'network' | 'testnet' | 'witness_version' | 'token_contract' | 'reserved';

/** What a text says on one network: the account it names, spelled in one way only, or why it names none. */
export type AddressResult =
  | { readonly account: string; readonly reserved: boolean }
  | { readonly fault: Exclude<AddressFault, 'empty' | 'token_contract' | 'reserved'> };

export type AddressReader = (text: string) => AddressResult;
