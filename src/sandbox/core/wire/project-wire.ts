import type { FeePayer } from '../ledger/quote.js';
import { NONE } from './formats.js';

/** What is the same in every invoice of a sandbox. */
export interface WireOptions {
  readonly testMode: boolean;
  readonly shopName: string;
  readonly feePaidBy: FeePayer;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
}

/** "Project object". */
export function projectToWire({ shopName, failUrl, successUrl }: WireOptions): object {
  return { id: 1, name: shopName, fail: failUrl ?? NONE, success: successUrl ?? NONE, logo: null };
}
