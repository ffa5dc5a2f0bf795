import {
  compareAmounts,
  currencyOf,
  walletName,
  type CurrencyCode,
  type NetworkKey,
  isConfirmed,
  isNative,
  tokenContract,
} from '../../payment/index.js';
import {
  mayBeSent,
  type TransferRequest,
  type TransferState,
  type SolanaTransfer,
  type TonManifest,
  type WalletSupport,
} from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { MINUTE_MS } from '../base/time.js';
import { unconfirmedIn } from './merge-status-reports.js';
import { type CheckoutRecord, type TransferRecord, displayableAddress } from './record.js';
import { ledgerOf, type CheckoutStatus } from './settlement.js';
import {
  associatedAccount,
  isOnCurve,
  solanaBytes,
  solanaText,
} from '../../payment/addresses/solana-accounts.js';

/** The states that may follow each state. A page may report an outcome late, or twice. */
const NEXT_STATES: Readonly<Record<TransferRecord['state'], readonly TransferRecord['state'][]>> = {
  asked: ['sent', 'proposed', 'unknown', 'refused'],
  unknown: ['sent', 'proposed', 'refused'],
  refused: ['sent', 'proposed', 'unknown'],
  proposed: ['sent'],
  sent: [],
};

/**
 * Time during which a requested transfer can be executed: at least twice the real limit, because clocks differ. A TRON
 * transaction expires after a minute, a Solana blockhash after 150 blocks. Pages set five minutes for TON wallets.
 */
const VALID_FOR_MS: Partial<Record<NetworkKey, number>> = {
  tron: 2 * MINUTE_MS,
  solana: 3 * MINUTE_MS,
  ton: 6 * MINUTE_MS,
};
/** The service detects an executed transfer within this time. */
const DETECTION_MS = 5 * MINUTE_MS;

const HASH = /^[\da-f]{64}$/i;
const EVM_HASH = /^0x[\da-f]{64}$/i;
/** The form of a transaction id. `null`: the id of a TON message does not identify a transaction. */
const TRANSACTION_IDS: Readonly<Record<NetworkKey, RegExp | null>> = {
  bitcoin: HASH,
  litecoin: HASH,
  tron: HASH,
  // 64 bytes in Base58.
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  ton: null,
  bsc: EVM_HASH,
  ethereum: EVM_HASH,
  arbitrum: EVM_HASH,
  base: EVM_HASH,
  optimism: EVM_HASH,
};

/** A transfer that the page displays, since the wallet may still send it or the service may still detect it. */
export interface OpenTransfer extends TransferRecord {
  readonly state: TransferState;
  /** When it stops being open; `null`: together with its invoice. */
  readonly endsAtMs: number | null;
}

/**
 * Returns the transfer of the displayed invoice until a payment is detected, `null` if there is none. The caller compares
 * `endsAtMs` with the time.
 */
export function openTransfer(
  { transfer }: CheckoutRecord,
  { state: checkoutState, invoice: settled }: CheckoutStatus,
): OpenTransfer | null {
  if (!transfer || !settled) return null;
  const { state } = transfer;
  const { invoice, received } = settled;
  if (!mayBeSent(checkoutState, { unconfirmed: unconfirmedIn(invoice) })) return null;
  if (state === 'refused' || transfer.invoice !== invoice.sequence) return null;
  if (compareAmounts(received, transfer.received) !== 0) return null;
  return { ...transfer, state, endsAtMs: endOf(transfer, invoice.currency) };
}

function endOf({ state, askedAtMs }: TransferRecord, currency: CurrencyCode): number | null {
  const validForMs = VALID_FOR_MS[currencyOf(currency).network.key];
  if (validForMs === undefined) return null;
  return askedAtMs + validForMs + (state === 'sent' ? DETECTION_MS : 0);
}

/**
 * Records that a page is about to call a wallet. Of several concurrent pages, only one succeeds.
 * @param nowMs by the service's clock, like `now` in the responses
 * @throws {ProblemError} `transfer_conflict` if the page does not know of the last transfer, displays another invoice, or does
 *   not know that a transaction waits for confirmation
 */
export function withTransferAsked(
  record: CheckoutRecord,
  { invoice: invoiceId, transfer: replaced, wallet }: TransferRequest,
  nowMs: number,
): CheckoutRecord {
  const { status } = ledgerOf(record);
  const { state, invoice: settled } = status;
  const unconfirmed = settled ? unconfirmedIn(settled.invoice) : [];
  if (!settled || !mayBeSent(state, { unconfirmed }) || settled.invoice.serviceId !== invoiceId)
    throw new ProblemError('transfer_conflict');
  const open = openTransfer(record, status);
  const isOpen = open !== null && (open.endsAtMs === null || open.endsAtMs > nowMs);
  if (isOpen && open.id !== replaced) throw new ProblemError('transfer_conflict');
  const transfer: TransferRecord = {
    id: (record.transfer?.id ?? 0) + 1,
    invoice: settled.invoice.sequence,
    state: 'asked',
    wallet: walletName(wallet ?? ''),
    transaction: null,
    askedAtMs: nowMs,
    received: settled.received,
  };
  return { ...record, transfer };
}

/**
 * Records the outcome of a transfer, unless a later state is known. A report that a replaced transfer was sent applies to the
 * last one.
 */
export function withTransferReport(
  record: CheckoutRecord,
  { state, invoice, transfer: id, transaction }: TransferRequest,
): CheckoutRecord {
  const known = record.transfer;
  const reported = record.invoices.find((one) => one.stage === 'open' && one.serviceId === invoice);
  if (!known || id === null || id > known.id || reported?.sequence !== known.invoice) return record;
  // The failure of a replaced transfer does not affect the last one.
  if (id < known.id && state !== 'sent' && state !== 'proposed') return record;
  if (!NEXT_STATES[known.state].includes(state)) return record;
  return {
    ...record,
    transfer: { ...known, state, transaction: transactionId(reported.currency, transaction) },
  };
}

function transactionId(currency: CurrencyCode, text: string | null | undefined): string | null {
  return text && TRANSACTION_IDS[currencyOf(currency).network.key]?.test(text) ? text : null;
}

type TokenProgram = 'token' | 'token-2022';

/** An account on Solana, with the first `ACCOUNT_BYTES` of its data. */
export interface SolanaAccount {
  /** The program that owns it, base58. */
  readonly owner: string;
  readonly data: Uint8Array;
}

export interface SolanaBlock {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

/** The payee of an invoice, and the addresses of the accounts that decide how it can be paid. */
export interface SolanaPayee {
  readonly address: string;
  /** `null` for SOL. */
  readonly mint: string | null;
  /** By token program; `null` for SOL. */
  readonly associated: Readonly<Record<TokenProgram, string>> | null;
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const TOKEN_PROGRAMS: Readonly<Record<TokenProgram, string>> = {
  'token': 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'token-2022': 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
};
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

// The layout of a token account: mint, owner, amount, delegate, state; with extensions, a byte for the type follows.
const KEY_BYTES = 32;
const STATE_OFFSET = 108;
const STATE_INITIALIZED = 1;
const TOKEN_ACCOUNT_BYTES = 165;
const TYPE_TOKEN_ACCOUNT = 2;
/** Number of bytes to read from an account's data. */
export const ACCOUNT_BYTES = TOKEN_ACCOUNT_BYTES + 1;

/**
 * Returns the payee of the current invoice.
 * @throws {ProblemError} `transfer_conflict` if no invoice in SOL or a confirmed token on Solana awaits a payment
 */
export function solanaPayee(record: CheckoutRecord): SolanaPayee {
  const { state, invoice: settled } = ledgerOf(record).status;
  const unconfirmed = settled ? unconfirmedIn(settled.invoice) : [];
  const invoice = settled && mayBeSent(state, { unconfirmed }) ? settled.invoice : null;
  const address = invoice && displayableAddress(invoice);
  if (invoice === null || address === null || !isPayable(invoice.currency))
    throw new ProblemError(
      'transfer_conflict',
      'No invoice on Solana awaits a payment. Read the checkout again.',
    );
  const mint = tokenContract(invoice.currency);
  return { address, mint, associated: mint === null ? null : associatedOf(address, mint) };
}

function isPayable(code: CurrencyCode): boolean {
  return (
    currencyOf(code).network.key === 'solana' &&
    isConfirmed(code) &&
    isNative(code) === (tokenContract(code) === null)
  );
}

function associatedOf(address: string, mint: string): SolanaPayee['associated'] {
  const accountFor = (token: string) => {
    const programs = { token: keyOf(token), associated: keyOf(ASSOCIATED_TOKEN_PROGRAM) };
    return solanaText(associatedAccount(keyOf(address), keyOf(mint), programs));
  };
  return {
    'token': accountFor(TOKEN_PROGRAMS.token),
    'token-2022': accountFor(TOKEN_PROGRAMS['token-2022']),
  };
}

function keyOf(text: string): Uint8Array {
  const bytes = solanaBytes(text);
  if (bytes === null) throw unsupported();
  return bytes;
}

/** Returns the addresses of the accounts to read: the payee's, and for a token also the mint and the associated accounts. */
export function accountsToRead({ address, mint, associated }: SolanaPayee): readonly string[] {
  if (mint === null || associated === null) return [address];
  return [address, mint, associated.token, associated['token-2022']];
}

/**
 * Returns the data for a transfer to the payee. Refuses a payee that is neither a wallet nor a token account of this mint: money
 * that is sent to the account of a program would be lost.
 * @param accounts by address; `null`: the account does not exist
 * @throws {ProblemError} `payee_unsupported`; `network_unavailable` if the network does not have the token
 */
export function solanaTransfer(
  payee: SolanaPayee,
  accounts: ReadonlyMap<string, SolanaAccount | null>,
  { blockhash, lastValidBlockHeight }: SolanaBlock,
): SolanaTransfer {
  const { address, mint, associated } = payee;
  const account = accounts.get(address) ?? null;
  const common = { address, blockhash, lastValidBlockHeight };
  if (mint === null || associated === null) {
    assertWallet(address, account);
    return { ...common, isTokenAccount: false, tokenProgram: null, createsAccount: false };
  }
  const name = programOf(accounts.get(mint) ?? null);
  const tokenProgram = TOKEN_PROGRAMS[name];
  const token = { mint, program: tokenProgram };
  if (account !== null && ownerOfTokens(account, token) !== null)
    return { ...common, isTokenAccount: true, tokenProgram, createsAccount: false };
  assertWallet(address, account);
  const target = accounts.get(associated[name]) ?? null;
  // An account of the system program is not a token account: anyone can send SOL to the address before it is created.
  const createsAccount = target === null || target.owner === SYSTEM_PROGRAM;
  if (!createsAccount && ownerOfTokens(target, token) !== address) throw unsupported();
  return { ...common, isTokenAccount: false, tokenProgram, createsAccount };
}

/**
 * Checks that an address is that of a wallet: it is a public key, and the system program owns its account, if that exists.
 * @throws {ProblemError} `payee_unsupported`
 */
function assertWallet(address: string, account: SolanaAccount | null): void {
  if (!isOnCurve(keyOf(address)) || (account !== null && account.owner !== SYSTEM_PROGRAM))
    throw unsupported();
}

/** Returns the token program of a mint. @throws {ProblemError} `network_unavailable` if the network does not have the mint */
function programOf(mint: SolanaAccount | null): TokenProgram {
  const names = ['token', 'token-2022'] as const;
  const program = names.find((name) => TOKEN_PROGRAMS[name] === mint?.owner);
  if (program !== undefined) return program;
  const cause = new Error('the mint of the token is missing. Check that solanaRpc is a node of mainnet');
  throw new ProblemError('network_unavailable', undefined, { cause });
}

/** Returns the owner of the tokens in an account; `null` if it cannot receive tokens of this mint. */
function ownerOfTokens(
  { owner, data }: SolanaAccount,
  { mint, program }: { readonly mint: string; readonly program: string },
): string | null {
  const isTokenAccount =
    data.length === TOKEN_ACCOUNT_BYTES ||
    (owner === TOKEN_PROGRAMS['token-2022'] && data[TOKEN_ACCOUNT_BYTES] === TYPE_TOKEN_ACCOUNT);
  // A frozen account rejects every transfer.
  if (owner !== program || !isTokenAccount || data[STATE_OFFSET] !== STATE_INITIALIZED) return null;
  if (solanaText(data.subarray(0, KEY_BYTES)) !== mint) return null;
  return solanaText(data.subarray(KEY_BYTES, 2 * KEY_BYTES));
}

function unsupported(): ProblemError {
  return new ProblemError('payee_unsupported');
}

/** Path below the base path. Only wallets load it, never pages. */
export const TON_MANIFEST_PATH = '/tonconnect-manifest.json';

/** The options that enable wallets in the browser. */
interface WalletSettings {
  /** Without a trailing slash. */
  readonly publicUrl?: string | undefined;
  readonly solanaRpc?: object | undefined;
  readonly shop: { readonly name?: string | undefined; readonly logo?: string | undefined };
}

/** Returns the wallets on Solana and TON that these options enable; `undefined`: none. */
export function walletSupport({ publicUrl, solanaRpc }: WalletSettings): WalletSupport | undefined {
  const solana = solanaRpc !== undefined;
  // The wallet loads the manifest over the internet, so it cannot reach a proxy on a developer's machine.
  if (publicUrl === undefined || !publicUrl.startsWith('https:')) return solana ? { solana } : undefined;
  return { solana, tonManifest: publicUrl + TON_MANIFEST_PATH };
}

/** Returns the manifest of the shop; `null` without a public URL. It never uses the `Host` header, which anyone can set. */
export function tonManifest({
  publicUrl,
  shop,
}: Pick<WalletSettings, 'publicUrl' | 'shop'>): TonManifest | null {
  if (publicUrl === undefined) return null;
  const { origin, host } = new URL(publicUrl);
  return { url: origin, name: shop.name ?? host, iconUrl: iconOf(shop.logo) ?? `${origin}/favicon.ico` };
}

/** Wallets show no SVG (TON Connect, "App manifest"). */
function iconOf(logo: string | undefined): string | null {
  return logo === undefined || /\.svgz?$/i.test(new URL(logo).pathname) ? null : logo;
}
