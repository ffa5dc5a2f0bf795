import type { NetworkKey } from '../../../payment/index.js';
import {
  concat,
  crc16,
  sha256,
  toBase58,
  toBase58Check,
  toBase64Url,
  toHex,
  toSegwitV0,
} from './encodings.js';

type Purpose = 'invoice' | 'address' | 'transaction' | 'wallet' | 'withdrawal';

/** What the sandbox names. The same seed gives the same names in the same order; nobody holds a key to an address. */
export interface Identifiers {
  /** `INV-` and 8 characters ("Invoice", `uuid`). */
  invoiceId(): Promise<string>;
  /** Of the same form, in a row of its own: a withdrawal that is refused moves no invoice's id. */
  withdrawalId(): Promise<string>;
  /** A UUID (RFC 9562, version 4). */
  walletId(): Promise<string>;
  address(network: NetworkKey): Promise<string>;
  transactionId(network: NetworkKey): Promise<string>;
}

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const TRON_VERSION = 0x41;
/** A user-friendly address that does not bounce, in the base workchain. */
const TON_HEADER = Uint8Array.of(0x51, 0);

export function createIdentifiers(seed: string): Identifiers {
  const counters: Record<Purpose, number> = {
    invoice: 0,
    address: 0,
    transaction: 0,
    wallet: 0,
    withdrawal: 0,
  };
  /** 32 bytes that nobody could guess without the seed. */
  const next = (purpose: Purpose): Promise<Uint8Array<ArrayBuffer>> => {
    counters[purpose] += 1;
    return sha256(new TextEncoder().encode(`${seed}\n${purpose}\n${counters[purpose]}`));
  };
  return {
    invoiceId: async () => `INV-${toIdCharacters(await next('invoice'))}`,
    withdrawalId: async () => `INV-${toIdCharacters(await next('withdrawal'))}`,
    walletId: async () => toUuid(await next('wallet')),
    address: async (network) => toAddress(network, await next('address')),
    transactionId: async (network) => toTransactionId(network, await next('transaction')),
  };
}

function toIdCharacters(bytes: Uint8Array): string {
  return [...bytes.subarray(0, 8)].map((byte) => ID_CHARACTERS.charAt(byte % ID_CHARACTERS.length)).join('');
}

function toUuid(bytes: Uint8Array): string {
  const hex = toHex(bytes.subarray(0, 16));
  // The version digit, and a variant digit of the four that are allowed.
  const digits = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function toAddress(network: NetworkKey, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  switch (network) {
    case 'bitcoin':
      return toSegwitV0('bc', bytes.subarray(0, 20));
    case 'litecoin':
      return toSegwitV0('ltc', bytes.subarray(0, 20));
    case 'tron':
      return toBase58Check(concat(Uint8Array.of(TRON_VERSION), bytes.subarray(0, 20)));
    case 'solana':
      return toBase58(bytes);
    case 'ton':
      return toBase64Url(concat(TON_HEADER, bytes, crc16(concat(TON_HEADER, bytes))));
    default:
      // All lower case: a form without a checksum, which EIP-55 allows.
      return `0x${toHex(bytes.subarray(0, 20))}`;
  }
}

async function toTransactionId(network: NetworkKey, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  switch (network) {
    case 'bitcoin':
    case 'litecoin':
    case 'tron':
    case 'ton':
      return toHex(bytes);
    case 'solana':
      return toBase58(concat(bytes, await sha256(bytes)));
    default:
      return `0x${toHex(bytes)}`;
  }
}
