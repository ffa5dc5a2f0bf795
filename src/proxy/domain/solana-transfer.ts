import {
  associatedAccount,
  isOnCurve,
  solanaBytes,
  solanaText,
} from '../../payment/addresses/solana-accounts.js';
import { type CurrencyCode, currencyOf, isConfirmed, isNative, tokenContract } from '../../payment/index.js';
import { mayBeSent, type SolanaTransfer } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { unconfirmedIn } from './payment-status.js';
import { displayableAddress, type CheckoutRecord } from './record.js';
import { ledgerOf } from './ledger.js';

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
    throw new ProblemError('transfer_conflict', 'No invoice on Solana awaits a payment. Read the checkout.');
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
 * Returns how the payee can be paid. Refuses every payee that is neither a wallet nor a token account of this mint: a program's
 * account would lose the money.
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
  // An account of the system program is no token account yet: anyone can send SOL to its address before it is created.
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
