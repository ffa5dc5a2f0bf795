import type { CreatedInvoice } from '../../service/index.js';
import type { AlarmReason } from '../events/event.js';
import type { CheckoutRecord, IntendedInvoice, MadeInvoice } from '../checkouts/record.js';
import { findInvoice, nextSequence, withAlarm, withInvoice } from '../checkouts/record.js';

/** The first look is taken at once; if it fails or takes longer, the watcher takes the next one. */
export const FIRST_LOOK_MS = 2000;

/** What the service has made for an intent. */
export interface Answer {
  readonly intent: IntendedInvoice;
  readonly created: CreatedInvoice;
  /** What the payer goes back to when it may not be shown. */
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

/**
 * The service has made it; what is due is still to be asked. Told again, it changes nothing; where the intent has become
 * another invoice already, this one is watched beside it.
 */
export function withMade(
  record: CheckoutRecord,
  intent: IntendedInvoice,
  created: CreatedInvoice,
  nowMs: number,
): CheckoutRecord {
  if (isKnown(record, created)) return record;
  const known = findInvoice(record, intent.sequence);
  // The payer may have given up since the service was asked.
  const isCancelAsked = known?.isCancelAsked ?? false;
  const isTaken = known !== undefined && known.stage !== 'intended';
  const place = isTaken
    ? { sequence: nextSequence(record), isLive: false }
    : { sequence: intent.sequence, isLive: known?.isLive ?? false };
  const shop = { name: created.project?.name ?? null, logo: secureLink(created.project?.logo) };
  const made = toMade({ ...intent, ...place, isCancelAsked }, created, nowMs);
  return { ...withInvoice(record, { ...made, nextCheckAtMs: nowMs + FIRST_LOOK_MS }), shop };
}

/** Made, and not what was ordered: kept for its number, and never shown. */
export function withRejected(
  record: CheckoutRecord,
  { intent, created, formerCurrent }: Answer,
  alarm: AlarmReason,
  nowMs: number,
): CheckoutRecord {
  if (isKnown(record, created)) return record;
  const rejected: MadeInvoice = {
    ...toMade(withAlarm({ ...intent, isLive: false, isCancelAsked: false }, alarm), created, nowMs),
    stage: 'rejected',
  };
  const current = record.current === intent.sequence ? formerCurrent : record.current;
  return { ...withInvoice(record, rejected), current };
}

function isKnown({ invoices }: CheckoutRecord, { id }: CreatedInvoice): boolean {
  return invoices.some((invoice) => invoice.stage !== 'intended' && invoice.serviceId === id);
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
    trouble: null,
    hintedAtMs: null,
    nextCancelAtMs: intent.isCancelAsked ? nowMs : null,
  };
}

function secureLink(link: string | null | undefined): string | null {
  return link?.startsWith('https://') ? link : null;
}
