import { currencyOf, exactAmount, isZeroAmount } from '../../payment/index.js';
import type { CreatedInvoice } from '../../service/index.js';
import type { ReviewReason } from '../../protocol/index.js';
import { hasPayment } from './payment-status.js';
import type { CheckoutRecord, CreationIntent, CreatedInvoiceRecord, ExistingInvoice } from './record.js';
import { findInvoice, unlessBeforeCreation, nextSequence, withReview, withInvoice } from './record.js';
import { withFailedLookup } from './intent.js';
import type { PresentTime } from '../base/clock.js';
import { MINUTE_MS } from '../base/time.js';

/** A new invoice is polled immediately. If that fails or takes longer than this, the poller takes over. */
export const FIRST_POLL_DELAY_MS = 2000;

/** How long the service may answer without a usable status before an invoice from its list is no longer adopted. */
const STATUS_TIMEOUT_MS = MINUTE_MS;

/** A created invoice whose test mode is known. */
type KnownModeInvoice = CreatedInvoice & Pick<ExistingInvoice, 'testMode'>;

/** An invoice that the service created for an intent. */
export interface CreationResult {
  readonly intent: CreationIntent;
  readonly created: KnownModeInvoice;
  /** Sequence of the invoice to display if this one is rejected. */
  readonly formerCurrent: number | null;
}

/** Removes an intent whose invoice was definitely not created. */
export function withoutIntent(
  record: CheckoutRecord,
  { sequence }: CreationIntent,
  formerCurrent: number | null,
): CheckoutRecord {
  const invoices = record.invoices.filter((invoice) => invoice.sequence !== sequence);
  return { ...record, invoices, current: record.current === sequence ? formerCurrent : record.current };
}

/**
 * Replaces the intent with the created invoice, whose amount due is still unknown. Idempotent. If the intent has already
 * become another invoice, this one is added and polled as well.
 */
export function withCreatedInvoice(
  record: CheckoutRecord,
  intent: CreationIntent,
  created: KnownModeInvoice,
  time: PresentTime,
): CheckoutRecord {
  if (createdRecordOf(record, { intent, created })) return record;
  const known = findInvoice(record, intent.sequence);
  // The payer may have canceled while the invoice was being created.
  const isCancelRequested = known?.isCancelRequested ?? false;
  const sequence = sequenceFor(record, intent);
  const isLive = sequence === intent.sequence && (known?.isLive ?? false);
  const shop = { name: created.project?.name ?? null };
  const invoice = toCreatedRecord({ ...intent, sequence, isLive, isCancelRequested }, created, time);
  return { ...withInvoice(record, { ...invoice, nextPollAtMs: time.nowMs + FIRST_POLL_DELAY_MS }), shop };
}

/**
 * Adopts an invoice that was found in the service's list after the outcome of its creation was unknown. Its status
 * decides: an invoice that was paid although no payer received its address probably belongs to another system, and is
 * rejected until a person has reviewed it. Without a status the intent stays and is looked up again; if the service answers without a
 * usable status for too long, the invoice is rejected as well, so that the payer can choose again.
 * @param applyStatus applies the status response to a record
 */
export function withAdopted(
  record: CheckoutRecord,
  result: CreationResult,
  applyStatus: (record: CheckoutRecord) => CheckoutRecord,
  time: PresentTime,
): CheckoutRecord {
  const { intent, created } = result;
  const withCreated = withCreatedInvoice(record, intent, created, time);
  if (withCreated === record) return record;
  const updated = applyStatus(withCreated);
  const invoice = createdRecordOf(updated, result);
  if (!invoice || (invoice.checkedAtMs === null && invoice.reviewReasons.length === 0)) {
    const isAnswered = invoice !== undefined && invoice.pollFailure !== null;
    return isAnswered && time.serviceNowMs - intent.intendedAtMs >= STATUS_TIMEOUT_MS
      ? withRejectedInvoice(record, result, 'adoption_in_doubt', time)
      : withFailedLookup(record, intent.sequence, { nowMs: time.nowMs, retryAfterMs: 0 });
  }
  if (hasPayment(invoice.money) || invoice.money.hasUnknownStatus)
    return withRejectedInvoice(record, result, 'adoption_in_doubt', time);
  // The payer canceled meanwhile: cancel the invoice before it is displayed.
  return invoice.nextCancelAtMs === null ? updated : withCreated;
}

/** Records an invoice that does not match the order. It keeps its `order_id` reserved and is never displayed. */
export function withRejectedInvoice(
  record: CheckoutRecord,
  { intent, created, formerCurrent }: CreationResult,
  reviewReason: ReviewReason,
  time: PresentTime,
): CheckoutRecord {
  if (createdRecordOf(record, { intent, created })) return record;
  const sequence = sequenceFor(record, intent);
  const hidden = withReview({ ...intent, sequence, isLive: false, isCancelRequested: false }, reviewReason);
  const rejected: ExistingInvoice = { ...toCreatedRecord(hidden, created, time), stage: 'rejected' };
  const current = record.current === sequence ? formerCurrent : record.current;
  return { ...withInvoice(record, rejected), current };
}

/** Returns the invoice that an intent has become. Another invoice of the checkout with the same id is not meant. */
export function createdRecordOf(
  { invoices }: CheckoutRecord,
  { intent, created }: Pick<CreationResult, 'intent' | 'created'>,
): ExistingInvoice | undefined {
  return invoices
    .filter((invoice) => invoice.stage !== 'creating')
    .find(({ serviceId, orderId }) => serviceId === created.id && orderId === intent.orderId);
}

/** Returns the sequence of the intent, or the next free one if the intent has already become another invoice. */
function sequenceFor(record: CheckoutRecord, { sequence }: CreationIntent): number {
  const known = findInvoice(record, sequence);
  return known === undefined || known.stage === 'creating' ? sequence : nextSequence(record);
}

function toCreatedRecord(
  intent: CreationIntent,
  created: KnownModeInvoice,
  time: PresentTime,
): CreatedInvoiceRecord {
  const createdAtMs = created.createdAtMs ?? time.serviceNowMs;
  return {
    ...intent,
    stage: 'created',
    serviceId: created.id,
    address: created.address,
    amount: null,
    createdAtMs,
    expiresAtMs: unlessBeforeCreation(created.expiresAtMs, { createdAtMs }),
    fee: exactFee(created, intent),
    feePaidBy: created.feePaidBy === 'client' ? 'payer' : created.feePaidBy === 'merchant' ? 'shop' : null,
    hostedPage: created.link?.startsWith('https://') ? created.link : null,
    testMode: created.testMode,
    pollFailure: null,
    hintedAtMs: null,
    nextCancelAtMs: intent.isCancelRequested ? time.nowMs : null,
  };
}

/** Returns the fee rounded up to the coin's unit, which also removes float noise. */
function exactFee({ fee }: CreatedInvoice, { currency }: CreationIntent): string | null {
  if (fee === null || isZeroAmount(fee)) return fee;
  return exactAmount(fee, currencyOf(currency).decimals).amount;
}
