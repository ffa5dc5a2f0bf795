import type { FeePayer } from '../ledger/quote.js';
import { NONE } from './formats.js';

/** Values that all invoices of a sandbox share. */
export interface WireOptions {
  readonly testMode: boolean;
  readonly shopName: string;
  readonly feePaidBy: FeePayer;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
}

/** Service doc, "Project object". */
export function projectToWire({ shopName, failUrl, successUrl }: WireOptions): object {
  return { id: 1, name: shopName, fail: failUrl ?? NONE, success: successUrl ?? NONE, logo: null };
}
