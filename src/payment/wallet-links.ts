import type { CurrencyCode, NetworkKey } from './currencies.js';
import { tokenContract } from './token-contracts.js';
import { erc681, type Payee, tonTransfer, type Transfer, transferOf } from './transfer.js';

/** Names of the wallets with links, the most common first. */
export const WALLET_NAMES = { metamask: 'MetaMask', keeper: 'Keeper', trust: 'Trust Wallet' } as const;

export type Wallet = keyof typeof WALLET_NAMES;

/** A link that opens the wallet on the same phone with the payment filled in. */
export interface WalletLink {
  readonly wallet: Wallet;
  /** Always `https:`, on the wallet's own host. */
  readonly href: string;
}

/** Coin ids of Trust Wallet (wallet-core, registry.json). */
const TRUST_COIN_IDS = {
  bitcoin: 0,
  litecoin: 2,
  ethereum: 60,
  tron: 195,
  solana: 501,
  ton: 607,
  base: 8453,
  optimism: 10000070,
  arbitrum: 10042221,
  bsc: 20000714,
} as const satisfies Record<NetworkKey, number>;

/** From 10^21 on, MetaMask's parser (eth-url-parser 1.x) writes `1e+21`. */
const METAMASK_MAX_DIGITS = 21;

/**
 * Returns links for the wallets that support the currency. Empty if contract or decimals are not confirmed, or the address
 * has characters that no address has. Does not check the address: see `validateAddress`.
 * @throws {CurrencyError} if `code` is not a payment currency
 * @throws {AmountError} if the amount is not a positive number, or has more decimals than the coin
 */
export function walletLinks(code: CurrencyCode, payee: Payee): readonly WalletLink[] {
  const transfer = transferOf(code, payee, tokenContract(code));
  if (transfer === null) return [];
  const links = [
    { wallet: 'metamask', href: metamask(transfer) },
    { wallet: 'keeper', href: keeper(transfer) },
    { wallet: 'trust', href: trust(transfer) },
  ] as const;
  return links.flatMap(({ wallet, href }) => (href === null ? [] : [{ wallet, href }]));
}

/** docs.metamask.io, "Use deeplinks". */
function metamask(transfer: Transfer): string | null {
  const { chainId, baseUnits } = transfer;
  if (chainId === null || baseUnits.length > METAMASK_MAX_DIGITS) return null;
  return `https://link.metamask.io/send/${erc681(chainId, transfer)}`;
}

/** Keeper, once Tonkeeper: its documentation, "Deep links". */
function keeper(transfer: Transfer): string | null {
  return transfer.network === 'ton' ? `https://app.keeperwallet.com/transfer/${tonTransfer(transfer)}` : null;
}

/** developer.trustwallet.com, "Deep linking". Not for tokens on Solana: it mistook their decimals (wallet-core #4860). */
function trust({ network, contract, address, amount }: Transfer): string | null {
  if (network === 'solana' && contract !== null) return null;
  const asset = `c${TRUST_COIN_IDS[network]}${contract === null ? '' : `_t${contract}`}`;
  return `https://link.trustwallet.com/send?asset=${asset}&address=${address}&amount=${amount}`;
}
