import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64urlnopad, bech32, createBase58check, hex } from '@scure/base';
import { isOnCurve } from '../../../payment/addresses/solana-accounts.js';
import { crc16 } from '../../../payment/addresses/ton.js';
import type { NetworkKey } from '../../../payment/index.js';

type Purpose = 'invoice' | 'address' | 'transaction' | 'wallet' | 'withdrawal';

export type Identifiers = ReturnType<typeof createIdentifiers>;

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const TRON_VERSION = 0x41;
/** A non-bounceable user-friendly address in the base workchain. */
const TON_HEADER = [0x51, 0];

/** Creates generators of ids and addresses. The same seed yields the same sequence. No address has a known key. */
export function createIdentifiers(seed: string) {
  const counters = new Map<Purpose, number>();
  /** Returns 32 bytes that are unpredictable without the seed. */
  const next = (purpose: Purpose): Uint8Array => {
    const count = (counters.get(purpose) ?? 0) + 1;
    counters.set(purpose, count);
    return sha256(new TextEncoder().encode(`${seed}\n${purpose}\n${count}`));
  };
  return {
    /** `INV-` and 8 characters (service doc, "Invoice", `uuid`). */
    invoiceId: () => `INV-${toIdCharacters(next('invoice'))}`,
    /** Counts separately: a rejected withdrawal must not change the next invoice id. */
    withdrawalId: () => `INV-${toIdCharacters(next('withdrawal'))}`,
    /** A UUID (RFC 9562, version 4). */
    walletId: () => toUuid(next('wallet')),
    address: (network: NetworkKey) => toAddress(network, next('address')),
    transactionId: (network: NetworkKey) => toTransactionId(network, next('transaction')),
  };
}

function toIdCharacters(bytes: Uint8Array): string {
  return [...bytes.subarray(0, 8)].map((byte) => ID_CHARACTERS.charAt(byte % ID_CHARACTERS.length)).join('');
}

function toUuid(bytes: Uint8Array): string {
  const digits = hex.encode(bytes.subarray(0, 16));
  // The version digit, and one of the four allowed variant digits.
  const marked = `${digits.slice(0, 12)}4${digits.slice(13, 16)}8${digits.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function toAddress(network: NetworkKey, bytes: Uint8Array): string {
  switch (network) {
    case 'bitcoin':
      return toSegwitV0('bc', bytes.subarray(0, 20));
    case 'litecoin':
      return toSegwitV0('ltc', bytes.subarray(0, 20));
    case 'tron':
      return createBase58check(sha256).encode(Uint8Array.of(TRON_VERSION, ...bytes.subarray(0, 20)));
    case 'solana':
      // About half of all values are on the curve. The others belong to programs, to which browser wallets refuse to pay.
      return isOnCurve(bytes) ? base58.encode(bytes) : toAddress(network, sha256(bytes));
    case 'ton': {
      const content = [...TON_HEADER, ...bytes];
      const checksum = crc16(content);
      return base64urlnopad.encode(Uint8Array.of(...content, checksum >> 8, checksum & 0xff));
    }
    case 'bsc':
    case 'ethereum':
    case 'arbitrum':
    case 'base':
    case 'optimism':
      // Lowercase has no checksum, as EIP-55 allows.
      return `0x${hex.encode(bytes.subarray(0, 20))}`;
  }
}

/** Returns the bech32 address of a version 0 witness program (BIP 173). */
export function toSegwitV0(prefix: string, program: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(program)]);
}

function toTransactionId(network: NetworkKey, bytes: Uint8Array): string {
  if (network === 'solana') return base58.encode(Uint8Array.of(...bytes, ...sha256(bytes)));
  const isUnprefixed = ['bitcoin', 'litecoin', 'tron', 'ton'].includes(network);
  return `${isUnprefixed ? '' : '0x'}${hex.encode(bytes)}`;
}
