import type { CurrencyCode } from '../../payment/index.js';
import { NO_PAYMENT } from './payment-status.js';
import type { CheckoutRecord, CreationIntent } from './record.js';
import { findInvoice, nextSequence, withInvoice } from './record.js';
import type { PresentTime } from '../base/clock.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS, SERVICE_DEADLINE_MS } from '../base/time.js';
import { ledgerOf } from './ledger.js';

/** Lease of the process that sends the create call. After it any process may reconcile the intent. */
const CREATOR_LEASE_MS = SERVICE_DEADLINE_MS + 5 * SECOND_MS;
/** Delays before each lookup in the service's list, which may lag behind. The first follows the failed create call. */
const LOOKUP_DELAYS_MS = [2, 5, 10, 20, 45].map((seconds) => seconds * SECOND_MS);
const MAX_LOOKUP_DELAY_MS = HOUR_MS;
/** Minimum delay after the list could not be read. */
const MIN_RETRY_DELAY_MS = 15 * SECOND_MS;

/** A create call counts as failed after this number of empty lookups and this time. */
const MIN_LOOKUPS = 3;
const MIN_SEARCH_MS = SERVICE_DEADLINE_MS + MINUTE_MS;
/** After this time the payer no longer waits, and the create call is not repeated. */
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** How long an intent is looked up, even after a successor has replaced it. */
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

/** Returns the intent that a change has added, if any. */
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
 * Returns the intent if a lookup of it is scheduled. Limits its time to the present, since a wrong clock may have given it a
 * future one.
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
