import { AmountError, exactAmount } from './amount.js';
import { type Currency, type CurrencyCode, currencyOf } from './currencies.js';
import { chainId, isConfirmed } from './token-contracts.js';

/** Recipient and amount, both untrusted text. */
export interface Payee {
  readonly address: string;
  /** Exact decimal text in the coin. */
  readonly amount: string;
}

/** A payment for links: every part consists of digits or characters of an address. */
export interface Transfer {
  readonly network: Currency['network']['key'];
  /** EIP-155 chain id, `null` outside the EVM networks. */
  readonly chainId: number | null;
  /** `null` for a native coin. */
  readonly contract: string | null;
  readonly address: string;
  readonly amount: string;
  /** Integer in the coin's smallest unit. */
  readonly baseUnits: string;
}

/** No character that could start another part of a link. */
const ADDRESS = /^[\w-]{1,128}$/;
/** TEP-2 allows plain base64 too. */
const TON_ADDRESS = /^[\w+/-]{1,128}$/;

/** Returns whether the text consists of characters of an address. Does not check the checksum. */
export function hasAddressCharacters(code: CurrencyCode, address: string): boolean {
  return (currencyOf(code).network.key === 'ton' ? TON_ADDRESS : ADDRESS).test(address);
}

/**
 * Returns the payment for a link, or `null` if the address is invalid, or contract or decimals of the token are not
 * confirmed.
 * @throws {CurrencyError} if `code` is not a payment currency
 * @throws {AmountError} if the amount is not a positive number, or has more decimals than the coin
 */
export function transferOf(
  code: CurrencyCode,
  { address, amount }: Payee,
  contract: string | null,
): Transfer | null {
  const { network, decimals } = currencyOf(code);
  const exact = exactAmount(amount, decimals);
  if (exact.adjusted !== undefined) throw new AmountError('too_many_decimals', amount);
  if (!hasAddressCharacters(code, address) || !isConfirmed(code)) return null;
  return {
    network: network.key,
    chainId: chainId(code),
    contract,
    address: network.key === 'ton' ? address.replaceAll('+', '-').replaceAll('/', '_') : address,
    amount: exact.amount,
    baseUnits: exact.baseUnits,
  };
}

/**
 * Returns the part after `ethereum:` (ERC-681). It names the chain, since a wallet would otherwise use its current one, and
 * uses plain integers, since some readers do not support exponents.
 */
export function erc681(
  chain: number,
  { contract, address, baseUnits }: Pick<Transfer, 'contract' | 'address' | 'baseUnits'>,
): string {
  if (contract === null) return `${address}@${chain}?value=${baseUnits}`;
  return `${contract}@${chain}/transfer?address=${address}&uint256=${baseUnits}`;
}

/** Returns the part after `transfer/` in TON links (docs.ton.org, deep links). Amounts are in the smallest unit. */
export function tonTransfer({ contract, address, baseUnits }: Transfer): string {
  return `${address}?${contract === null ? '' : `jetton=${contract}&`}amount=${baseUnits}`;
}
