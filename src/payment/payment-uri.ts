import type { CurrencyCode } from './currencies.js';
import { isNative, jettonMaster } from './token-contracts.js';
import type { Payee, Transfer } from './transfer.js';
import { erc681, tonTransfer, transferOf } from './transfer.js';

export type { Payee } from './transfer.js';

/**
 * The payment URI of a currency, in its standard's form, or `null` where none is safe:
 * - `bitcoin:` is BIP-321, `litecoin:` has the same shape. Keys and scheme stay in lower case, since
 *   readers of the older BIP-21 drop `AMOUNT=`.
 * - The coins of EVM networks are ERC-681 with a value. Their tokens have none: several wallets have taken
 *   the token's contract for the recipient.
 * - SOL is a Solana Pay transfer request. Its tokens have none: a wallet has asked for a thousand times the
 *   amount.
 * - TON and USDT_TON are `ton://transfer/` links.
 * - TRON has no standard.
 *
 * @throws {CurrencyError} when `code` is not one of the payment currencies
 * @throws {AmountError} when the amount is not a positive decimal number, or finer than the coin
 */
export function paymentUri(code: CurrencyCode, payee: Payee): string | null {
  const jetton = jettonMaster(code);
  const transfer = transferOf(code, payee, jetton);
  const hasForm = isNative(code) || jetton !== null;
  return transfer === null || !hasForm ? null : uriOf(transfer);
}

function uriOf(transfer: Transfer): string | null {
  const { network, chainId, address, amount } = transfer;
  if (network === 'ton') return `ton://transfer/${tonTransfer(transfer)}`;
  if (network === 'tron') return null;
  if (chainId !== null) return `ethereum:${erc681(chainId, transfer)}`;
  // Bitcoin, Litecoin and Solana: the scheme is the name of the network.
  return `${network}:${address}?amount=${amount}`;
}
