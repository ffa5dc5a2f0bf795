import type { CurrencyCode } from '../payment/index.js';

/** A kind of wallet in the browser, by the way to find and call it. */
export type WalletFamily = 'evm' | 'tron' | 'solana' | 'bitcoin' | 'ton';

/**
 * A way to call a provider, in a family that has several. `tron-link` and `tron-web` are older than TIP-1193; `sats-connect`,
 * `leather` and `unisat` have methods of their own.
 */
export type WalletDialect = 'tron-link' | 'tron-web' | 'sats-connect' | 'leather' | 'unisat';

/** A wallet that has announced itself. Its name and its picture are its own claims. */
export interface BrowserWallet {
  /** Unique within the page. */
  readonly id: string;
  readonly family: WalletFamily;
  readonly dialect?: WalletDialect;
  /** Plain text of at most 24 characters, without control and direction characters; `null` if it gives none. */
  readonly name: string | null;
  /** A data URI for `<img>`; `null` if it has none that is safe to show. */
  readonly icon: string | null;
  /** Its reverse domain name (EIP-6963), to distinguish two with one name. Not proven. */
  readonly rdns?: string;
  /** Hostile: only the module of its family reads it, in guards. */
  readonly provider: unknown;
}

/** The transfer to ask for: currency, address and amount of the invoice. */
export interface TransferRequest {
  readonly currency: CurrencyCode;
  readonly address: string;
  /** The amount due, exact decimal text with at most the currency's decimals. */
  readonly amount: string;
}

/** The current step: an action of the payer in the wallet, or a read. */
export type TransferStep = 'connecting' | 'switching' | 'adding' | 'checking' | 'confirming';

/** The needed amount and the balance of the wallet's account, exact decimal text. */
export interface Funds {
  readonly symbol: string;
  readonly needed: string;
  readonly available: string;
}

/** The recent state of Solana, from the proxy: `GET /checkouts/:id/solana`. */
export interface SolanaState {
  /** Base58. */
  readonly blockhash: string;
  /** The payee is a token account, which is paid into directly. */
  readonly isTokenAccount: boolean;
}

/** The checkout's side of a transfer. */
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
  /** Called at most once, with the outcome of a transfer whose wallet answers after `signal` was aborted. */
  readonly onLateResult: (result: TransferResult) => void;
  /** The server's clock, in milliseconds: that of a payer may be wrong. */
  readonly nowMs: () => number;
  /** Of the proxy; absent where it offers none. `null`: money could be lost at the address. */
  readonly solanaState?: () => Promise<SolanaState | null>;
  /** The URL of the manifest for TON Connect; absent where the proxy has no public URL. */
  readonly tonManifest?: string;
}

/** The reason why a wallet was not asked to send. */
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
  | { readonly kind: 'sent'; readonly transaction: string | null }
  /** A wallet with several signers has proposed it. */
  | { readonly kind: 'proposed' }
  /** It may have been sent: an error that is no refusal, or no answer. */
  | { readonly kind: 'unknown' };
