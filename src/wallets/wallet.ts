import type { CurrencyCode } from '../payment/index.js';

/** A kind of wallet in the browser. Each kind is found and called in its own way. */
export type WalletFamily = 'evm' | 'tron' | 'solana' | 'bitcoin' | 'ton';

/**
 * The interface of a provider, in a family that has several. `tron-link` and `tron-web` are older than TIP-1193. `sats-connect`,
 * `leather` and `unisat` each have their own methods.
 */
export type WalletDialect = 'tron-link' | 'tron-web' | 'sats-connect' | 'leather' | 'unisat';

/** A wallet that has announced itself. Its name and icon are claims that nothing proves. */
export interface BrowserWallet {
  readonly family: WalletFamily;
  readonly dialect?: WalletDialect;
  /** Plain text of at most 24 characters, without control and direction characters; `null` if it gives none. */
  readonly name: string | null;
  /** A data URI for `<img>`; `null` if it has none that is safe to show. */
  readonly icon: string | null;
  /** Its reverse domain name (EIP-6963), to distinguish wallets with the same name. Not proven. */
  readonly rdns?: string;
  /** Untrusted: only the module of its family reads it, through `guards.ts`. */
  readonly provider: unknown;
}

/** The transfer to ask for: currency, address and amount of the invoice. */
export interface TransferRequest {
  readonly currency: CurrencyCode;
  readonly address: string;
  /** The amount due, exact decimal text with at most the currency's decimals. */
  readonly amount: string;
}

/** The current step: the payer acts in the wallet, or the page reads from it. */
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
  /** The payee is a token account, so tokens are sent to it directly. */
  readonly isTokenAccount: boolean;
  /** The payee has no account for the token yet, so the payer also pays for one. */
  readonly createsAccount: boolean;
}

/** The checkout's side of a transfer. */
export interface TransferContext {
  /** Aborts when the payer stops waiting. A later answer of the wallet still settles the transfer. */
  readonly signal: AbortSignal;
  /**
   * `account`: the payer's address, once it is known; it stays in the page. `fee`: about what the wallet adds, such as
   * `≈ 0.0021 SOL`, if that is much, and the page cannot read whether the account has enough.
   */
  readonly onStep: (step: TransferStep, account: string | null, fee: string | null) => void;
  /**
   * Records at the proxy that a wallet is being asked, before the call that may send money. If it does not resolve with `true`, another
   * page was first, and nothing is sent. Account and network are read again between the two. So a transfer may still end as `blocked`
   * after the claim.
   */
  readonly claim: () => Promise<boolean>;
  /** Called at most once, with the outcome of a transfer whose wallet answers after `signal` was aborted. */
  readonly onLateResult: (result: TransferResult) => void;
  /** The server's time in milliseconds, because the payer's clock may be wrong. */
  readonly nowMs: () => number;
  /** Requests the state from the proxy; absent if the proxy does not provide it. `null`: money could be lost at the address. */
  readonly solanaState?: () => Promise<SolanaState | null>;
  /** The URL of the manifest for TON Connect; absent if the proxy has no public URL. */
  readonly tonManifest?: string;
}

/** Why a wallet was not asked to send. "It" is the wallet. */
export type TransferObstacle =
  /** It stayed on another network, or does not know this one. */
  | 'network'
  /** It names no account: it is locked. */
  | 'account'
  /** It already shows a window that waits for the payer. */
  | 'busy'
  /** The account or the network changed after the checks. */
  | 'changed'
  /** The token does not exist on this network as expected. */
  | 'token'
  /** It lacks a required method, or failed to answer. */
  | 'unsupported'
  /** Another page has asked a wallet for this payment. */
  | 'claimed'
  /** The address or the amount does not fit this currency. */
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
   * The balance is too low for `payment` or for `fee`. The fee is the wallet's estimate, a lower bound; `null` if there is none. Its
   * `available` is what remains after the payment.
   */
  | { readonly kind: 'short'; readonly payment: Funds; readonly fee: Funds | null }
  /** The wallet claims that it has sent the money. `transaction` is its claim; `null` if it is missing or has the wrong form. */
  | { readonly kind: 'sent'; readonly transaction: string | null }
  /** A wallet with several signers has proposed it. */
  | { readonly kind: 'proposed' }
  /** The money may have been sent: the wallet has not answered, or has failed in another way than by a refusal. */
  | { readonly kind: 'unknown' };
