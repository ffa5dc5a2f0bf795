import type { CurrencyCode } from '../payment/index.js';

/** How a wallet in the browser is found and called. */
export type WalletFamily = 'evm' | 'tron' | 'solana' | 'bitcoin' | 'ton';

/**
 * Where a family has several ways to call a provider. `tron-link` and `tron-web` are older than TIP-1193; `sats-connect`,
 * `leather` and `unisat` have methods of their own.
 */
export type WalletDialect = 'tron-link' | 'tron-web' | 'sats-connect' | 'leather' | 'unisat';

/** A wallet that has announced itself. Its name and its picture are its own claims. */
export interface BrowserWallet {
  /** Unique within the page. */
  readonly id: string;
  readonly family: WalletFamily;
  readonly dialect?: WalletDialect;
  /** Plain text of at most 24 characters, without control and direction characters. */
  readonly name: string;
  /** A data URI for `<img>`; `null` if it has none that is safe to show. */
  readonly icon: string | null;
  /** Its reverse domain name (EIP-6963), to tell two of one name apart. A claim too. */
  readonly rdns?: string;
  /** Hostile: only the module of its family reads it, in guards. */
  readonly provider: unknown;
}

/** What is to be transferred: currency, address and amount of the invoice. */
export interface TransferRequest {
  readonly currency: CurrencyCode;
  readonly address: string;
  /** The amount due, exact decimal text with at most the currency's decimals. */
  readonly amount: string;
}

/** What the payer has to do in the wallet now, or what is being read. */
export type TransferStep = 'connecting' | 'switching' | 'adding' | 'checking' | 'confirming';

/** What the wallet's account holds of what is needed, exact decimal text. */
export interface Funds {
  readonly symbol: string;
  readonly needed: string;
  readonly available: string;
}

/** What the recent state of Solana is, from the proxy: `GET /checkouts/:id/solana`. */
export interface SolanaState {
  /** Base58. */
  readonly blockhash: string;
  /** The payee is a token account, which is paid into directly. */
  readonly isTokenAccount: boolean;
}

/** What a transfer needs from the checkout. */
export interface TransferContext {
  /** Aborted when the payer stops waiting. What the wallet answers later still settles the transfer. */
  readonly signal: AbortSignal;
  /** `account`: the payer's address, once it is known; it stays in the page. */
  readonly onStep: (step: TransferStep, account: string | null) => void;
  /**
   * Records at the proxy that a wallet is being asked, before the call that may send money. Without `true`, nothing is sent:
   * another screen was first. Account and network are read once more between the two, so a transfer may still end as `blocked`
   * after it.
   */
  readonly claim: () => Promise<boolean>;
  /** What became of a transfer that the wallet was asked for, where it answers after `signal` was aborted. At most once. */
  readonly onLateResult: (result: TransferResult) => void;
  /** Of the proxy; absent where it offers none. */
  readonly solanaState?: () => Promise<SolanaState>;
  /** The URL of the manifest for TON Connect; absent where the proxy has no public URL. */
  readonly tonManifest?: string;
}

/** Why a wallet was not asked to send. */
export type TransferObstacle =
  /** It stayed on another network, or does not know this one. */
  | 'network'
  /** It names no account: it is locked. */
  | 'account'
  /** It already shows a window that waits for the payer. */
  | 'busy'
  /** The account or the network changed after the checks. */
  | 'changed'
  /** The token is not on this network as it should be. */
  | 'token'
  /** It lacks what is needed, or failed to answer. */
  | 'unsupported'
  /** Another screen has asked a wallet for this payment. */
  | 'claimed'
  /** Address or amount are not of this currency. */
  | 'invalid'
  /** The proxy did not answer, or a module of this page did not load. */
  | 'offline'
  /** The payer stopped waiting before anything was asked. */
  | 'stopped';

/** `refused`, `blocked` and `short`: nothing was sent. The checkout releases what `claim` may have recorded. */
export type TransferResult =
  /** The payer refused. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'blocked'; readonly obstacle: TransferObstacle }
  /**
   * `payment` or `fee` is what is missing. The fee is the wallet's estimate, a lower bound; `null` if there is none. What is
   * available for it is what the payment leaves.
   */
  | { readonly kind: 'short'; readonly payment: Funds; readonly fee: Funds | null }
  /** The wallet says that it sent it. `transaction` is its claim, `null` if it has none of the right form. */
  | { readonly kind: 'sent'; readonly transaction: string | null; readonly validForMs: number | null }
  /** A wallet with several signers has proposed it. */
  | { readonly kind: 'proposed' }
  /**
   * It may have been sent: an error that is no refusal, or no answer. `validForMs`: for how long it can still be executed;
   * `null` if no end is known.
   */
  | { readonly kind: 'unknown'; readonly validForMs: number | null };
