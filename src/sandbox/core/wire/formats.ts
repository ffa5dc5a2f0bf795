import { LosslessNumber } from 'lossless-json';
import type { Currency } from '../../../payment/index.js';
import type { FeePayer } from '../ledger/quote.js';
import { fromUnits, unitsToUsd } from '../ledger/rates.js';

/** Replaces a missing URL or order id in several fields. */
export const NONE = 'None';

/**
 * Formats an amount as a JSON float with all digits (service doc, "Conventions"): `50` → `50.0`. Uses exponent notation below 0.0001:
 * `0.0000012` → `1.2e-06`.
 */
export function float(amount: string): LosslessNumber {
  const small = /^0\.(0{4,})(\d)(\d*)$/.exec(amount);
  if (!small) return new LosslessNumber(amount.includes('.') ? amount : `${amount}.0`);
  const [, zeros = '', first = '', rest = ''] = small;
  const exponent = String(zeros.length + 1).padStart(2, '0');
  return new LosslessNumber(`${first}${rest === '' ? '' : `.${rest}`}e-${exponent}`);
}

/** `{name, name_usd}` */
export function coinAmount(name: string, units: bigint, currency: Currency): object {
  return {
    [name]: float(fromUnits(units, currency.decimals)),
    [`${name}_usd`]: float(unitsToUsd(units, currency)),
  };
}

/** `YYYY-MM-DD HH:MI:SS.FFFFFF`, UTC. */
export function timestamp(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, -1).replace('T', ' ')}000`;
}

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
