// A Solana transaction in the legacy format: signatures, header, accounts, blockhash, instructions.
import { associatedAccount, solanaBytes } from '../payment/addresses/solana-accounts.js';

function program(address: string): Uint8Array {
  const bytes = solanaBytes(address);
  if (bytes === null) throw new Error(`"${address}" is not a program. Correct it.`);
  return bytes;
}

const SYSTEM = new Uint8Array(32);
const SIGNATURE_BYTES = 64;

/** A 64-bit number, low byte first. */
function u64(units: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, units, true);
  return bytes;
}

interface Instruction {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: readonly number[];
}

interface Message {
  /** Number of read-only accounts, which are at the end of the list. The first account signs. */
  readonly readOnly: number;
  readonly accounts: readonly Uint8Array[];
  readonly blockhash: Uint8Array;
  readonly instructions: readonly Instruction[];
}

/** All lengths are below 128, so one byte is enough for each. */
function write({ readOnly, accounts, blockhash, instructions }: Message): Uint8Array {
  return Uint8Array.from([
    ...[1, ...new Uint8Array(SIGNATURE_BYTES)],
    ...[1, 0, readOnly],
    ...[accounts.length, ...accounts.flatMap((account) => [...account])],
    ...blockhash,
    instructions.length,
    ...instructions.flatMap(({ program, accounts: used, data }) => [
      ...[program, used.length, ...used],
      ...[data.length, ...data],
    ]),
  ]);
}

export interface CoinTransfer {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly units: bigint;
  readonly blockhash: Uint8Array;
}

/** Returns an unsigned transaction with one instruction of the system program: transfer. */
export function coinTransfer({ from, to, units, blockhash }: CoinTransfer): Uint8Array {
  return write({
    readOnly: 1,
    accounts: [from, to, SYSTEM],
    blockhash,
    instructions: [{ program: 2, accounts: [0, 1], data: [2, 0, 0, 0, ...u64(units)] }],
  });
}

export interface TokenTransfer extends CoinTransfer {
  readonly mint: Uint8Array;
  readonly decimals: number;
  /** Whether the mint belongs to Token-2022. */
  readonly isToken2022: boolean;
  /** Whether `to` is a token account, not the owner of one. */
  readonly isTokenAccount: boolean;
}

/** `transferChecked` fails if mint or decimals differ. */
const TRANSFER_CHECKED = 12;
/** Creates the payee's token account. Also succeeds if it exists. */
const CREATE_IDEMPOTENT = 1;

/** Returns an unsigned transaction that transfers tokens into the payee's token account, and creates that account if needed. */
export function tokenTransfer(transfer: TokenTransfer): Uint8Array {
  const { from, to, mint, units, decimals, blockhash } = transfer;
  const token = program(
    transfer.isToken2022
      ? 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
      : 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  );
  const associated = program('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
  const source = associatedAccount(from, mint, { token, associated });
  const data = [TRANSFER_CHECKED, ...u64(units), decimals];
  if (transfer.isTokenAccount)
    return write({
      readOnly: 2,
      accounts: [from, source, to, mint, token],
      blockhash,
      instructions: [{ program: 4, accounts: [1, 3, 2, 0], data }],
    });
  const target = associatedAccount(to, mint, { token, associated });
  return write({
    readOnly: 5,
    accounts: [from, source, target, to, mint, SYSTEM, token, associated],
    blockhash,
    instructions: [
      { program: 7, accounts: [0, 2, 3, 4, 5, 6], data: [CREATE_IDEMPOTENT] },
      { program: 6, accounts: [1, 4, 2, 0], data },
    ],
  });
}
