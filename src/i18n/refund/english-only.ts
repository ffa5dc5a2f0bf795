import type { RefundMessages } from '../en.js';

/** Replaces catalogs.ts in the single-file build, which has one language. */
export const REFUND_CATALOGS: Readonly<Record<string, () => Promise<{ readonly refund: RefundMessages }>>> =
  {};
