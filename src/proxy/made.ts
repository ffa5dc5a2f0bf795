import type { CreatedInvoice } from '../service/index.js';
import type { CheckoutRecord, IntendedInvoice, MadeInvoice } from './record.js';
import { findInvoice, withInvoice } from './record.js';

/** The first look is taken at once; if it fails, the watcher takes the next one. */
const FIRST_LOOK_MS = 2000;

/** An answer that is not what was ordered. */
export interface Rejected {
  readonly intent: IntendedInvoice;
  readonly created: CreatedInvoice;
  readonly formerCurrent: number | null;
}

/** As if it had not been asked for. */
export function withoutIntent(
  record: CheckoutRecord,
  { sequence }: IntendedInvoice,
  formerCurrent: number | null,
): CheckoutRecord {
  const invoices = record.invoices.filter((invoice) => invoice.sequence !== sequence);
  return { ...record, invoices, current: record.current === sequence ? formerCurrent : record.current };
}

/** The service has made it; what is due is still to be asked. */
export function withMade(
  record: CheckoutRecord,
  intent: IntendedInvoice,
  created: CreatedInvoice,
  nowMs: number,
): CheckoutRecord {
  const known = findInvoice(record, intent.sequence);
  const shop = { name: created.project?.name ?? null, logo: secureLink(created.project?.logo) };
  const made = toMade({ ...intent, isLive: known?.isLive ?? false }, created, nowMs);
  return { ...withInvoice(record, { ...made, nextCheckAtMs: nowMs + FIRST_LOOK_MS }), shop };
}

/** Made, and not what was ordered: kept for its number, and never shown. */
export function withRejected(
  record: CheckoutRecord,
  { intent, created, formerCurrent }: Rejected,
  nowMs: number,
): CheckoutRecord {
  const rejected: MadeInvoice = {
    ...toMade({ ...intent, isLive: false }, created, nowMs),
    stage: 'rejected',
  };
  const current = record.current === intent.sequence ? formerCurrent : record.current;
  return { ...withInvoice(record, rejected), current };
}

function toMade(intent: IntendedInvoice, created: CreatedInvoice, nowMs: number): MadeInvoice {
  return {
    ...intent,
    stage: 'made',
    serviceId: created.id,
    address: created.address,
    createdAtMs: created.createdAtMs ?? nowMs,
    expiresAtMs: created.expiresAtMs,
    fee: created.fee,
    feePaidBy: created.feePaidBy === 'client' ? 'payer' : created.feePaidBy === 'merchant' ? 'shop' : null,
    hostedPage: secureLink(created.link),
    testMode: created.testMode,
  };
}

function secureLink(link: string | null | undefined): string | null {
  return link?.startsWith('https://') ? link : null;
}
