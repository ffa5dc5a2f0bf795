import type { CurrencyCode } from '../../payment/index.js';
import { NO_MONEY } from '../checkouts/merge.js';
import type { CheckoutRecord, IntendedInvoice } from '../checkouts/record.js';
import { findInvoice, nextSequence, withInvoice } from '../checkouts/record.js';
import { SERVICE_DEADLINE_MS } from '../upstream/service-calls.js';
import { standingOf } from '../checkouts/state.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Until then the process that sends the creation works on it; after that, whoever finds it in the store. */
const OWN_WORK_MS = SERVICE_DEADLINE_MS + 5 * SECOND_MS;
/** Between the looks into the list, which may be late; the first one is after the loss. */
const PAUSES_MS = [2, 5, 10, 20, 45].map((seconds) => seconds * SECOND_MS);
const LONGEST_PAUSE_MS = HOUR_MS;
/** A list that cannot be read is not asked again at once. */
const FAILED_LOOK_PAUSE_MS = 15 * SECOND_MS;

/** What must have happened before a creation is taken to have failed: so many empty looks, and so much time. */
const ENOUGH_LOOKS = 3;
const ENOUGH_MS = SERVICE_DEADLINE_MS + MINUTE_MS;
/** Nobody still waits for an invoice that could not be made for so long. */
const PATIENCE_MS = 15 * MINUTE_MS;
/** A lost creation is looked for so long, also after another one has taken its place. */
const SEARCH_MS = 24 * HOUR_MS;

/** The intent to make an invoice, to be stored before the service is asked. */
export function intentFor(checkout: CheckoutRecord, currency: CurrencyCode, nowMs: number): IntendedInvoice {
  const { order } = checkout;
  const sequence = nextSequence(checkout);
  return {
    stage: 'intended',
    sequence,
    orderId: sequence === 1 ? order.id : `${order.id}.${sequence}`,
    currency,
    price: { amount: order.amount, currency: order.currency },
    isLive: true,
    isCancelAsked: false,
    money: NO_MONEY,
    alarms: [],
    nextCheckAtMs: null,
    checkedAtMs: null,
    intendedAtMs: nowMs,
    nextLookAtMs: nowMs + OWN_WORK_MS,
    looks: 0,
  };
}

/** The intent that a change has added. */
export function newIntent(before: CheckoutRecord, after: CheckoutRecord): IntendedInvoice | undefined {
  return after.invoices.find(
    (invoice): invoice is IntendedInvoice =>
      invoice.stage === 'intended' && !findInvoice(before, invoice.sequence),
  );
}

/** The answer to the creation was lost: from now on the invoice is looked for. */
export function withLostAnswer(record: CheckoutRecord, sequence: number, nowMs: number): CheckoutRecord {
  const intent = searched(record, sequence);
  return intent ? withInvoice(record, { ...intent, nextLookAtMs: nowMs + pauseMs(intent) }) : record;
}

/** The list could not be read: this says nothing about the invoice. */
export function withFailedLook(
  record: CheckoutRecord,
  sequence: number,
  { nowMs, retryAfterMs }: { readonly nowMs: number; readonly retryAfterMs: number },
): CheckoutRecord {
  const intent = searched(record, sequence);
  if (!intent) return record;
  const waitMs = Math.max(FAILED_LOOK_PAUSE_MS, pauseMs(intent), retryAfterMs);
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
export function withEmptyLook(record: CheckoutRecord, sequence: number, nowMs: number): CheckoutRecord {
  const intent = searched(record, sequence);
  if (!intent) return record;
  const ageMs = nowMs - intent.intendedAtMs;
  const looked = { ...intent, looks: intent.looks + 1 };
  const isFailed = ageMs >= SEARCH_MS || (looked.looks >= ENOUGH_LOOKS && ageMs >= ENOUGH_MS);
  const isLive = intent.isLive && !isFailed;
  const next = { ...looked, isLive };
  const nextLookAtMs = ageMs >= SEARCH_MS ? null : nowMs + pauseMs(next);
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
  { sequence, currency, isCancelAsked }: IntendedInvoice,
  ageMs: number,
  nowMs: number,
): CheckoutRecord {
  const lost = record.invoices.filter(
    (invoice) => invoice.stage === 'intended' && invoice.currency === currency,
  );
  const isWanted = !isCancelAsked && standingOf(record).state === 'creating' && ageMs < PATIENCE_MS;
  if (!isWanted || lost.length > 1) return { ...record, current: fallbackOf(record, sequence) };
  const successor = intentFor(record, currency, nowMs);
  return { ...withInvoice(record, successor), current: successor.sequence };
}

function searched(record: CheckoutRecord, sequence: number): IntendedInvoice | undefined {
  const invoice = findInvoice(record, sequence);
  return invoice?.stage === 'intended' && invoice.nextLookAtMs !== null ? invoice : undefined;
}

/** A payer waits for a live one. */
function pauseMs({ looks, isLive }: IntendedInvoice): number {
  const pause = PAUSES_MS[looks];
  if (pause !== undefined) return pause;
  if (isLive) return MINUTE_MS;
  return Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** Math.min(looks - PAUSES_MS.length, 10));
}
