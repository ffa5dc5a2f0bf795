import { base58 } from '@scure/base';
import type { AddressResult } from './address-result.js';

/** 32 bytes take 32 to 44 characters. */
const FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const KEY_BYTES = 32;

/** Programs and sysvars of the runtime and the incinerator end in `1`s; a key pair practically never does. */
const OF_THE_RUNTIME = /1{10}$/;
const PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  // The mint of wrapped SOL.
  'So11111111111111111111111111111111111111112',
];

/** Parses 32 bytes in base58 (Solana documents, "Accounts"), a form without a checksum. */
export function parseSolana(text: string): AddressResult {
  if (!FORM.test(text) || base58.decode(text).length !== KEY_BYTES) return { fault: 'form' };
  return { account: text, reserved: OF_THE_RUNTIME.test(text) || PROGRAMS.includes(text) };
}
