import { AmountError, exactAmount } from './amount.js';
import type { Currency, CurrencyCode } from './currencies.js';
import { currencyOf } from './currencies.js';
import { chainId, isConfirmed } from './token-contracts.js';

/** The recipient and the amount. Both are foreign text. */
export interface Payee {
  readonly address: string;
  /** Exact decimal text in the coin's own unit. */
  readonly amount: string;
}

/** A payment that a link can carry: every part is plain digits, or made of an address's letters. */
export interface Transfer {
  readonly network: Currency['network']['key'];
  /** EIP-155 chain id, `null` outside the EVM networks. */
  readonly chainId: number | null;
  /** Of a token; `null` for the coin of the network itself. */
  readonly contract: string | null;
  readonly address: string;
  readonly amount: string;
  /** The amount in the coin's smallest unit: an integer. */
  readonly baseUnits: string;
}

/** No `&`, `?`, `#`, `:`, space or line end: nothing that could become another part of a link. */
const ADDRESS = /^[\w-]{1,128}$/;
/** TEP-2 allows plain base64 too. */
const TON_ADDRESS = /^[\w+/-]{1,128}$/;

/** Is it made of nothing but the letters of an address? Its checksum is judged elsewhere. */
export function hasAddressLetters(code: CurrencyCode, address: string): boolean {
  return (currencyOf(code).network.key === 'ton' ? TON_ADDRESS : ADDRESS).test(address);
}

/**
 * The payment as a link can carry it, of a token with its `contract`, or `null` where none may: the address
 * is not made of an address's letters, or the contract or the decimals of the token are not confirmed.
 * @throws {CurrencyError} when `code` is not one of the payment currencies
 * @throws {AmountError} when the amount is not a positive decimal number, or finer than the coin
 */
export function transferOf(
  code: CurrencyCode,
  { address, amount }: Payee,
  contract: string | null,
): Transfer | null {
  const { network, decimals } = currencyOf(code);
  const exact = exactAmount(amount, decimals);
  if (exact.adjusted !== undefined) throw new AmountError('too_many_decimals', amount);
  if (!hasAddressLetters(code, address) || !isConfirmed(code)) return null;
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
 * What ERC-681 writes after `ethereum:`: always with the chain, since without it a wallet takes the one it
 * is on, and always with plain integers, since some readers know no exponent. Of a token, the contract is
 * the target and the payee a parameter.
 */
export function erc681(chain: number, { contract, address, baseUnits }: Erc681Parts): string {
  if (contract === null) return `${address}@${chain}?value=${baseUnits}`;
  return `${contract}@${chain}/transfer?address=${address}&uint256=${baseUnits}`;
}

type Erc681Parts = Pick<Transfer, 'contract' | 'address' | 'baseUnits'>;

/**
 * What stands after `transfer/` in TON links (docs.ton.org, deep links): nano units, or the jetton's
 * smallest unit.
 */
export function tonTransfer({ contract, address, baseUnits }: Transfer): string {
  return `${address}?${contract === null ? '' : `jetton=${contract}&`}amount=${baseUnits}`;
}
