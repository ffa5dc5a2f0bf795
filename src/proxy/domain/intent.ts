import type { CurrencyCode } from '../../payment/index.js';
import { NO_MONEY } from './payment-status.js';
import type { CheckoutRecord, CreationIntent } from './record.js';
import { findInvoice, nextSequence, withInvoice } from './record.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS, SERVICE_DEADLINE_MS } from '../base/time.js';
import { settlementOf } from './settlement.js';

/** Until then the process that sends the creation works on it; after that, whoever finds it in the store. */
const CREATOR_LEASE_MS = SERVICE_DEADLINE_MS + 5 * SECOND_MS;
/** Between the looks into the list, which may be late; the first one is after the loss. */
const PAUSES_MS = [2, 5, 10, 20, 45].map((seconds) => seconds * SECOND_MS);
const MAX_PAUSE_MS = HOUR_MS;
/** A list that cannot be read is not asked again at once. */
const FAILED_LOOKUP_PAUSE_MS = 15 * SECOND_MS;

/** What must have happened before a creation is taken to have failed: so many empty looks, and so much time. */
const MIN_LOOKUPS = 3;
const ENOUGH_MS = SERVICE_DEADLINE_MS + MINUTE_MS;
/** Nobody still waits for an invoice that could not be made for so long. */
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** A lost creation is looked for so long, also after another one has taken its place. */
const SEARCH_MS = 24 * HOUR_MS;
/** And so often: a clock that is ahead for a moment does not end the search. They take half an hour. */
const MIN_LOOKUPS_BEFORE_FALLBACK = 10;

/**
 * Ids that the service could not give back as they are: it writes `None` for an absent `order_id` (service doc,
 * "Invoice"), and one that ends like `A-1.2` would be the number of the second invoice of order `A-1`.
 */
const AMBIGUOUS_ID = /^\s*(?:none|null)\s*$|\.\d+$/i;

/**
 * Returns the `order_id` under which the service knows an invoice of an order: no two invoices share one, whatever the
 * orders are called. The first invoice has the order's own id, unless that is ambiguous.
 */
export function serviceOrderId(orderId: string, sequence: number): string {
  return sequence === 1 && !AMBIGUOUS_ID.test(orderId) ? orderId : `${orderId}.${sequence}`;
}

/** The intent to make an invoice, to be stored before the service is asked. */
export function intentFor(checkout: CheckoutRecord, currency: CurrencyCode, nowMs: number): CreationIntent {
  const { order } = checkout;
  const sequence = nextSequence(checkout);
  return {
    stage: 'intended',
    sequence,
    orderId: serviceOrderId(order.id, sequence),
    currency,
    price: { amount: order.amount, currency: order.currency },
    isLive: true,
    isCancelAsked: false,
    money: NO_MONEY,
    alarms: [],
    nextCheckAtMs: null,
    checkedAtMs: null,
    intendedAtMs: nowMs,
    nextLookAtMs: nowMs + CREATOR_LEASE_MS,
    looks: 0,
  };
}

/** The intent that a change has added. */
export function newIntent(before: CheckoutRecord, after: CheckoutRecord): CreationIntent | undefined {
  return after.invoices.find(
    (invoice): invoice is CreationIntent =>
      invoice.stage === 'intended' && !findInvoice(before, invoice.sequence),
  );
}

/** The answer to the creation was lost: from now on the invoice is looked for. */
export function withUnknownOutcome(record: CheckoutRecord, sequence: number, nowMs: number): CheckoutRecord {
  const intent = searched(record, sequence);
  return intent ? withInvoice(record, { ...intent, nextLookAtMs: nowMs + pauseMs(intent) }) : record;
}

/** The list could not be read: this says nothing about the invoice. */
export function withFailedLookup(
  record: CheckoutRecord,
  sequence: number,
  { nowMs, retryAfterMs }: { readonly nowMs: number; readonly retryAfterMs: number },
): CheckoutRecord {
  const intent = searched(record, sequence);
  if (!intent) return record;
  const waitMs = Math.max(FAILED_LOOKUP_PAUSE_MS, pauseMs(intent), retryAfterMs);
  return withInvoice(record, { ...intent, nextLookAtMs: nowMs + waitMs });
}

/**
 * The whole list was read, and the invoice is not in it. After enough looks and enough time the creation is taken to
 * have failed, and another intent takes its place, once: what fails twice is left to the payer, who may choose again.
 *
 * That can never be certain, since a slow service may still make the first one. So the new intent has an `order_id` of
 * its own, and the old one is looked for on until a day has passed: what turns up late is told apart, and is watched
 * like any other invoice that the payer has left.
 */
export function withEmptyLookup(record: CheckoutRecord, sequence: number, nowMs: number): CheckoutRecord {
  const intent = searched(record, sequence);
  if (!intent) return record;
  const ageMs = nowMs - intent.intendedAtMs;
  const looked = { ...intent, looks: intent.looks + 1 };
  const isFailed = looked.looks >= MIN_LOOKUPS && ageMs >= ENOUGH_MS;
  const isLive = intent.isLive && !isFailed;
  const next = { ...looked, isLive };
  const isOver = ageMs >= SEARCH_MS && looked.looks >= MIN_LOOKUPS_BEFORE_FALLBACK;
  const nextLookAtMs = isOver ? null : nowMs + pauseMs(next);
  const after = withInvoice(record, { ...next, nextLookAtMs });
  return isLive || record.current !== sequence ? after : withSuccessor(after, intent, ageMs, nowMs);
}

/** What the payer goes back to when this invoice cannot be had. */
export function fallbackOf(record: CheckoutRecord, sequence: number): number | null {
  const shown = record.invoices.filter((invoice) => invoice.stage === 'shown');
  return shown.findLast((invoice) => invoice.sequence !== sequence)?.sequence ?? null;
}

function withSuccessor(
  record: CheckoutRecord,
  { sequence, currency, isCancelAsked }: CreationIntent,
  ageMs: number,
  nowMs: number,
): CheckoutRecord {
  const lost = record.invoices.filter(
    (invoice) => invoice.stage === 'intended' && invoice.currency === currency,
  );
  const isWanted =
    !isCancelAsked && settlementOf(record).standing.state === 'creating' && ageMs < MAX_WAIT_MS;
  if (!isWanted || lost.length > 1) return { ...record, current: fallbackOf(record, sequence) };
  const successor = intentFor(record, currency, nowMs);
  return { ...withInvoice(record, successor), current: successor.sequence };
}

function searched(record: CheckoutRecord, sequence: number): CreationIntent | undefined {
  const invoice = findInvoice(record, sequence);
  return invoice?.stage === 'intended' && invoice.nextLookAtMs !== null ? invoice : undefined;
}

/** A payer waits for a live one. */
function pauseMs({ looks, isLive }: CreationIntent): number {
  const pause = PAUSES_MS[looks];
  if (pause !== undefined) return pause;
  if (isLive) return MINUTE_MS;
  return Math.min(MAX_PAUSE_MS, MINUTE_MS * 2 ** Math.min(looks - PAUSES_MS.length, 10));
}
