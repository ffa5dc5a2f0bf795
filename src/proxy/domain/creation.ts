import { type CurrencyCode, currencyOf, exactAmount, isZeroAmount } from '../../payment/index.js';
import { NO_PAYMENT, hasPayment } from './merge-status-reports.js';
import {
  type CheckoutRecord,
  type CreationIntent,
  findInvoice,
  nextSequence,
  withInvoice,
  type CreatedInvoiceRecord,
  type ExistingInvoice,
  unlessBeforeCreation,
  withReview,
} from './record.js';
import type { PresentTime } from '../base/clock.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS, SERVICE_DEADLINE_MS } from '../base/time.js';
import { ledgerOf } from './settlement.js';
import type { CreatedInvoice } from '../../service/index.js';
import type { ReviewReason } from '../../protocol/index.js';

/** Lease of the process that sends the create call. When it expires, any process may reconcile the intent. */
const CREATOR_LEASE_MS = SERVICE_DEADLINE_MS + 5 * SECOND_MS;
/** Delays before each lookup in the service's list, which may lag behind. The first follows the failed create call. */
const LOOKUP_DELAYS_MS = [2, 5, 10, 20, 45].map((seconds) => seconds * SECOND_MS);
const MAX_LOOKUP_DELAY_MS = HOUR_MS;
/** Minimum delay after the list could not be read. */
const MIN_RETRY_DELAY_MS = 15 * SECOND_MS;

/** A create call counts as failed after this number of empty lookups and this time. */
const MIN_LOOKUPS = 3;
const MIN_SEARCH_MS = SERVICE_DEADLINE_MS + MINUTE_MS;
/** After this time the payer no longer waits, and the proxy does not repeat the create call. */
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** Maximum duration of the lookups for an intent, even after a successor has replaced it. */
const MAX_SEARCH_MS = 24 * HOUR_MS;
/** A clock that is ahead for a moment must not end the search: this number of lookups takes half an hour. */
const MIN_LOOKUPS_BEFORE_END = 10;

/**
 * Order ids that are ambiguous as `order_id`. The service writes `None` for an absent one (service doc, "Invoice"), and
 * `A-1.2` is the second invoice of order `A-1`.
 */
const AMBIGUOUS_ID = /^\s*(?:none|null)\s*$|\.\d+$/i;

/**
 * Returns the `order_id` of an invoice at the service, unique for any set of order ids. The first invoice has the order's
 * own id, unless that is ambiguous.
 */
export function serviceOrderId(orderId: string, sequence: number): string {
  return sequence === 1 && !AMBIGUOUS_ID.test(orderId) ? orderId : `${orderId}.${sequence}`;
}

/** Returns the intent to create an invoice. Store it before the create call. */
export function intentFor(
  checkout: CheckoutRecord,
  currency: CurrencyCode,
  { nowMs, serviceNowMs }: PresentTime,
): CreationIntent {
  const { order } = checkout;
  const sequence = nextSequence(checkout);
  return {
    stage: 'creating',
    sequence,
    orderId: serviceOrderId(order.id, sequence),
    currency,
    price: { amount: order.amount, currency: order.currency },
    isLive: true,
    isCancelRequested: false,
    money: NO_PAYMENT,
    movements: [],
    reviewReasons: [],
    viewer: null,
    nextPollAtMs: null,
    checkedAtMs: null,
    intendedAtMs: serviceNowMs,
    nextLookupAtMs: nowMs + CREATOR_LEASE_MS,
    lookups: 0,
  };
}

/** Returns the intent that a change has added; `undefined` if it added none. */
export function newIntent(before: CheckoutRecord, after: CheckoutRecord): CreationIntent | undefined {
  return after.invoices.find(
    (invoice): invoice is CreationIntent =>
      invoice.stage === 'creating' && !findInvoice(before, invoice.sequence),
  );
}

/** Schedules lookups of an invoice whose create call has an unknown outcome. */
export function withUnknownOutcome(
  record: CheckoutRecord,
  sequence: number,
  { nowMs, serviceNowMs }: PresentTime,
): CheckoutRecord {
  const intent = findPending(record, sequence, serviceNowMs);
  return intent ? withInvoice(record, { ...intent, nextLookupAtMs: nowMs + lookupDelayMs(intent) }) : record;
}

/** Postpones the lookup because the list could not be read. */
export function withFailedLookup(
  record: CheckoutRecord,
  sequence: number,
  pause: { readonly nowMs: number; readonly serviceNowMs?: number; readonly retryAfterMs: number },
): CheckoutRecord {
  const intent = findPending(record, sequence, pause.serviceNowMs);
  if (!intent) return record;
  const waitMs = Math.max(MIN_RETRY_DELAY_MS, lookupDelayMs(intent), pause.retryAfterMs);
  return withInvoice(record, { ...intent, nextLookupAtMs: pause.nowMs + waitMs });
}

/**
 * Records that the complete list does not contain the invoice. After enough lookups and time the create call counts as
 * failed, and a successor replaces the intent, once. After a second failure the payer must choose again.
 *
 * A slow service may still create the first invoice. Therefore the successor has its own `order_id`, and the first intent
 * is looked up for a day. An invoice that appears late is distinguishable, and is polled like any abandoned invoice.
 */
export function withEmptyLookup(record: CheckoutRecord, sequence: number, time: PresentTime): CheckoutRecord {
  const { nowMs, serviceNowMs } = time;
  const intent = findPending(record, sequence, serviceNowMs);
  if (!intent) return record;
  const ageMs = serviceNowMs - intent.intendedAtMs;
  const counted = { ...intent, lookups: intent.lookups + 1 };
  const isFailed = counted.lookups >= MIN_LOOKUPS && ageMs >= MIN_SEARCH_MS;
  const isLive = intent.isLive && !isFailed;
  const next = { ...counted, isLive };
  const isSearchOver = ageMs >= MAX_SEARCH_MS && counted.lookups >= MIN_LOOKUPS_BEFORE_END;
  const nextLookupAtMs = isSearchOver ? null : nowMs + lookupDelayMs(next);
  const after = withInvoice(record, { ...next, nextLookupAtMs });
  return isLive || record.current !== sequence ? after : withSuccessor(after, intent, ageMs, time);
}

/** Returns the sequence of the invoice to display if this one cannot be created. */
export function fallbackOf(record: CheckoutRecord, sequence: number): number | null {
  const displayed = record.invoices.filter((invoice) => invoice.stage === 'open');
  return displayed.findLast((invoice) => invoice.sequence !== sequence)?.sequence ?? null;
}

function withSuccessor(
  record: CheckoutRecord,
  { sequence, currency, isCancelRequested }: CreationIntent,
  ageMs: number,
  time: PresentTime,
): CheckoutRecord {
  const unresolved = record.invoices.filter(
    (invoice) => invoice.stage === 'creating' && invoice.currency === currency,
  );
  const isNeeded = !isCancelRequested && ledgerOf(record).status.state === 'creating' && ageMs < MAX_WAIT_MS;
  if (!isNeeded || unresolved.length > 1) return { ...record, current: fallbackOf(record, sequence) };
  const successor = intentFor(record, currency, time);
  return { ...withInvoice(record, successor), current: successor.sequence };
}

/**
 * Returns the intent if a lookup for it is scheduled. Limits `intendedAtMs` to the present: a wrong clock may have set a future
 * time.
 */
function findPending(
  record: CheckoutRecord,
  sequence: number,
  serviceNowMs = Infinity,
): CreationIntent | undefined {
  const invoice = findInvoice(record, sequence);
  if (invoice?.stage !== 'creating' || invoice.nextLookupAtMs === null) return undefined;
  return { ...invoice, intendedAtMs: Math.min(invoice.intendedAtMs, serviceNowMs) };
}

/** Returns the delay before the next lookup: constant for a live intent, for which a payer may be waiting. */
function lookupDelayMs({ lookups, isLive }: CreationIntent): number {
  const delayMs = LOOKUP_DELAYS_MS[lookups];
  if (delayMs !== undefined) return delayMs;
  if (isLive) return MINUTE_MS;
  return Math.min(MAX_LOOKUP_DELAY_MS, MINUTE_MS * 2 ** Math.min(lookups - LOOKUP_DELAYS_MS.length, 10));
}

/** A new invoice is polled immediately. If that fails or takes longer than this, the poller takes over. */
export const FIRST_POLL_DELAY_MS = 2000;

/** If the service returns no usable status for this long, an invoice from its list is not adopted. */
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
 * Adopts an invoice that was found in the service's list after the outcome of its creation was unknown. Its status decides. If it
 * is paid although no payer received its address, it probably belongs to another system: it is rejected, and a person must review
 * it. Without a usable status the intent stays, and is looked up again. If that takes too long, the invoice is rejected as well,
 * and the payer can choose again.
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
    const hasResponse = invoice !== undefined && invoice.pollFailure !== null;
    return hasResponse && time.serviceNowMs - intent.intendedAtMs >= STATUS_TIMEOUT_MS
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

/** Returns the created invoice of the intent: its `order_id` must match, too. `undefined` if it is not recorded yet. */
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
