import { currencyOf, exactAmount, isZeroAmount } from '../../payment/index.js';
import type { CreatedInvoice } from '../../service/index.js';
import type { AlarmReason } from './event.js';
import { hasPayment } from './payment-status.js';
import type { CheckoutRecord, CreationIntent, CreatedInvoiceRecord, DisplayedInvoice } from './record.js';
import { findInvoice, nextSequence, withAlarm, withInvoice } from './record.js';
import { withFailedLookup } from './intent.js';

/** The first look is taken at once; if it fails or takes longer, the watcher takes the next one. */
export const FIRST_POLL_DELAY_MS = 2000;

/** What the service has made for an intent. */
export interface CreationResult {
  readonly intent: CreationIntent;
  readonly created: CreatedInvoice;
  /** What the payer goes back to when it may not be shown. */
  readonly formerCurrent: number | null;
}

/** As if it had not been asked for. */
export function withoutIntent(
  record: CheckoutRecord,
  { sequence }: CreationIntent,
  formerCurrent: number | null,
): CheckoutRecord {
  const invoices = record.invoices.filter((invoice) => invoice.sequence !== sequence);
  return { ...record, invoices, current: record.current === sequence ? formerCurrent : record.current };
}

/**
 * The service has made it; what is due is still to be asked. Told again, it changes nothing; where the intent has become
 * another invoice already, this one is watched beside it.
 */
export function withCreatedInvoice(
  record: CheckoutRecord,
  intent: CreationIntent,
  created: CreatedInvoice,
  nowMs: number,
): CheckoutRecord {
  if (isKnown(record, created)) return record;
  const known = findInvoice(record, intent.sequence);
  // The payer may have given up since the service was asked.
  const isCancelAsked = known?.isCancelAsked ?? false;
  const sequence = placeOf(record, intent);
  const isLive = sequence === intent.sequence && (known?.isLive ?? false);
  const shop = { name: created.project?.name ?? null, logo: secureLink(created.project?.logo) };
  const made = toCreatedRecord({ ...intent, sequence, isLive, isCancelAsked }, created, nowMs);
  return { ...withInvoice(record, { ...made, nextCheckAtMs: nowMs + FIRST_POLL_DELAY_MS }), shop };
}

/**
 * The record with an invoice that was found in the list of the service for a creation whose answer was lost. The
 * information decides: an invoice that has money, although nobody was told its address, is another system's until a
 * person has looked. As long as there is no information the intent stays, and is looked for again.
 * @param look adds the information to a record
 */
export function withAdopted(
  record: CheckoutRecord,
  answer: CreationResult,
  look: (record: CheckoutRecord) => CheckoutRecord,
  nowMs: number,
): CheckoutRecord {
  const { intent, created } = answer;
  const made = withCreatedInvoice(record, intent, created, nowMs);
  if (made === record) return record;
  const looked = look(made);
  const invoice = createdRecordOf(looked, created);
  if (!invoice || (invoice.checkedAtMs === null && invoice.alarms.length === 0))
    return withFailedLookup(record, intent.sequence, { nowMs, retryAfterMs: 0 });
  if (hasPayment(invoice.money) || invoice.money.isPuzzling)
    return withRejectedInvoice(record, answer, 'adoption_in_doubt', nowMs);
  // The payer has given up meanwhile: it is canceled before it is shown.
  return invoice.nextCancelAtMs === null ? looked : made;
}

/** Made, and not what was ordered: kept for its number, and never shown. */
export function withRejectedInvoice(
  record: CheckoutRecord,
  { intent, created, formerCurrent }: CreationResult,
  alarm: AlarmReason,
  nowMs: number,
): CheckoutRecord {
  if (isKnown(record, created)) return record;
  const sequence = placeOf(record, intent);
  const rejected: CreatedInvoiceRecord = {
    ...toCreatedRecord(withAlarm({ ...intent, isLive: false, isCancelAsked: false }, alarm), created, nowMs),
    sequence,
    stage: 'rejected',
  };
  const current = record.current === sequence ? formerCurrent : record.current;
  return { ...withInvoice(record, rejected), current };
}

function isKnown(record: CheckoutRecord, created: CreatedInvoice): boolean {
  return createdRecordOf(record, created) !== undefined;
}

/** The invoice with the id that the service has given it. */
export function createdRecordOf(
  { invoices }: CheckoutRecord,
  { id }: CreatedInvoice,
): CreatedInvoiceRecord | DisplayedInvoice | undefined {
  return invoices.filter((invoice) => invoice.stage !== 'intended').find(({ serviceId }) => serviceId === id);
}

/** The place of the intent, or the next one where the intent has become another invoice already. */
function placeOf(record: CheckoutRecord, { sequence }: CreationIntent): number {
  const known = findInvoice(record, sequence);
  return known === undefined || known.stage === 'intended' ? sequence : nextSequence(record);
}

function toCreatedRecord(
  intent: CreationIntent,
  created: CreatedInvoice,
  nowMs: number,
): CreatedInvoiceRecord {
  return {
    ...intent,
    stage: 'made',
    serviceId: created.id,
    address: created.address,
    createdAtMs: created.createdAtMs ?? nowMs,
    expiresAtMs: created.expiresAtMs,
    fee: exactFee(created, intent),
    feePaidBy: created.feePaidBy === 'client' ? 'payer' : created.feePaidBy === 'merchant' ? 'shop' : null,
    hostedPage: secureLink(created.link),
    testMode: created.testMode,
    trouble: null,
    hintedAtMs: null,
    nextCancelAtMs: intent.isCancelAsked ? nowMs : null,
  };
}

/** The fee is shown to the payer: float noise and what is smaller than the coin's unit are rounded up. */
function exactFee({ fee }: CreatedInvoice, { currency }: CreationIntent): string | null {
  if (fee === null || isZeroAmount(fee)) return fee;
  return exactAmount(fee, currencyOf(currency).decimals).amount;
}

function secureLink(link: string | null | undefined): string | null {
  return link?.startsWith('https://') ? link : null;
}
