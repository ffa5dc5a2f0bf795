import type { CurrencyCode } from './currencies.js';
import { isNative, jettonMaster } from './token-contracts.js';
import { erc681, type Payee, tonTransfer, type Transfer, transferOf } from './transfer.js';

export type { Payee } from './transfer.js';

/**
 * Returns the payment URI of a currency, or `null` if none is safe:
 * - `bitcoin:` follows BIP 321, `litecoin:` has the same form. Keys and scheme are in lower case, since readers of the older
 *   BIP 21 drop `AMOUNT=`.
 * - Coins of EVM networks follow ERC-681. Their tokens have no URI: several wallets sent to the token's contract.
 * - SOL is a Solana Pay transfer request. Its tokens have no URI: a wallet requested a thousand times the amount.
 * - TON and USDT_TON are `ton://transfer/` links.
 * - TRON has no standard.
 * @throws {CurrencyError} if `code` is not a payment currency
 * @throws {AmountError} if the amount is not a positive number, or has more decimals than the coin
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
