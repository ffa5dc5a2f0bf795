import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.js';
import { isZeroAmount } from '../../payment/index.js';
import type { PaymentStatus } from './payment-status.js';
import { hasPayment, isPaid } from './payment-status.js';
import type { CreatedInvoiceRecord, DisplayedInvoice } from './record.js';

/** Between the end of a round and the next. Short, since due times are compared with a clock that may be moved. */
export const TICK_MS = 500;

/** "Limits": at most 100 identifiers per information request. */
export const BATCH_SIZE = 100;

/** One that was looked at since then takes no spare place in a call. */
export const JUST_NOW_MS = SECOND_MS;

/** A browser counts as looking on for so long after it has last asked. */
export const SUBSCRIBER_TTL_MS = MINUTE_MS;
/** That somebody listens to a stream is noted so often: a third of what it is worth. */
export const RECORD_SUBSCRIBERS_MS = 20 * SECOND_MS;

/**
 * An open invoice that somebody looks at. A payment is then on the screen after half of it, the median, which is to be
 * less than 3 s; asked every 2 s, the service has nearly twice the calls. `npm run bench -- watching` has both figures.
 */
const ACTIVE_POLL_MS = 4 * SECOND_MS;
/**
 * A call that is made for one invoice takes along what is due so soon: it saves the next round the place, and few are
 * asked about much earlier than need be.
 */
export const SOON_MS = SECOND_MS;
/** One that was closed unpaid, while somebody still looks. */
const ATTENDED_CLOSED_MS = 15 * SECOND_MS;
/**
 * A closed one that nobody looks at: after half of the time since its deadline, within these limits; a paid one, from
 * which hardly more is to be expected, after half of its age. Money that is late comes soon after the deadline, as a
 * rule; and those of a day are a hundred times as many as those that are open. `npm run bench -- watching` has the figures.
 */
const CLOSED_MS = { least: 5 * MINUTE_MS, most: 3 * HOUR_MS } as const;
/** No other pause between two looks at an invoice is longer. */
export const MAX_INTERVAL_MS = CLOSED_MS.most;
/** Open ones that nobody looks at are asked ever more rarely, by their age. */
const BY_AGE = [
  { youngerThanMs: 10 * MINUTE_MS, everyMs: 15 * SECOND_MS },
  { youngerThanMs: HOUR_MS, everyMs: MINUTE_MS },
  { youngerThanMs: 6 * HOUR_MS, everyMs: 3 * MINUTE_MS },
] as const;
const OLD_MS = 5 * MINUTE_MS;
/** After its watch: what the service still calls open, or a transfer that was seen and never arrived. */
const SLOW_MS = HOUR_MS;
/** The slow watch ends so long after the deadline, whatever has been seen; what was seen stays. */
const SLOW_MONITORING_MS = 30 * DAY_MS;
/** What gets no usable answer is asked again after half of the time that it has had none, within these limits. */
const UNANSWERED_MS = { least: 15 * SECOND_MS, most: HOUR_MS } as const;

/** After a hint, besides at once: what the hint speaks of may not be in the information yet. */
const AFTER_HINT_MS = [2, 5, 15].map((seconds) => seconds * SECOND_MS);
/** Hints that follow one another within this time are one. */
export const ONE_HINT_MS = 2 * SECOND_MS;

/** In one round of those that break their calls: so many calls, of which so many for single known ones. */
export const ISOLATION_CALLS = { most: 20, single: 5 } as const;
/** Between two rounds of them. */
export const ISOLATION_TICK_MS = 2 * SECOND_MS;

/** While there is trouble, streams are told so often which checkouts have grown stale. */
export const OUTAGE_NOTICE_MS = 5 * SECOND_MS;

/** Calls that run when the proxy stops may end by themselves within this time; then they are cut. */
export const SHUTDOWN_GRACE_MS = 5 * SECOND_MS;

/** Old checkouts are removed so often, so many in one transaction. */
export const REMOVAL_INTERVAL_MS = HOUR_MS;
export const REMOVAL_BATCH_SIZE = 50;

type PolledRecord = CreatedInvoiceRecord | DisplayedInvoice;

/** What decides about the next look besides the invoice. */
export interface PollPriority {
  readonly isAttended: boolean;
  readonly nowMs: number;
  /** An address can still be paid after the deadline; it is watched for so much longer. */
  readonly graceMs: number;
}

/** `null` where the invoice has no deadline. */
export function monitoredUntilMs(
  { expiresAtMs }: Pick<PolledRecord, 'expiresAtMs'>,
  graceMs: number,
): number | null {
  return expiresAtMs === null ? null : expiresAtMs + graceMs;
}

/** When to look at an invoice again; `null` when nothing more is expected of it. */
export function nextPollAtMs(invoice: PolledRecord, attention: PollPriority): number | null {
  if (invoice.stage === 'rejected') return null;
  const everyMs = intervalMs(invoice, attention);
  const { nowMs } = attention;
  const regular = everyMs === null ? [] : [nowMs + everyMs, ...deadlineOf(invoice)];
  const moments = [...regular, ...withPollHint(invoice)].filter((atMs) => atMs > nowMs);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** A transfer that was seen and has not arrived. */
export function hasPendingTransaction(money: PaymentStatus): boolean {
  return money.settled === 'none' && hasPayment(money) && isZeroAmount(money.paid);
}

/** The deadline itself is a moment at which the service has news. */
function deadlineOf({ expiresAtMs }: PolledRecord): readonly number[] {
  return expiresAtMs === null ? [] : [expiresAtMs + SECOND_MS];
}

function withPollHint({ hintedAtMs }: PolledRecord): readonly number[] {
  return hintedAtMs === null ? [] : AFTER_HINT_MS.map((ms) => hintedAtMs + ms);
}

function intervalMs(invoice: PolledRecord, attention: PollPriority): number | null {
  const { money, createdAtMs, expiresAtMs, checkedAtMs } = invoice;
  const { nowMs, graceMs, isAttended } = attention;
  const isClosed = money.isClosed || isPaid(money);
  const deadlineMs = expiresAtMs ?? createdAtMs;
  if (nowMs >= deadlineMs + Math.max(SLOW_MONITORING_MS, graceMs)) return null;
  if (expiresAtMs !== null && nowMs >= expiresAtMs + graceMs) {
    const isEnded = (isClosed || money.settled === 'partial') && !hasPendingTransaction(money);
    return isEnded ? null : SLOW_MS;
  }
  if (invoice.trouble !== null) return halfOf(nowMs - (checkedAtMs ?? createdAtMs), UNANSWERED_MS);
  if (!isClosed) return isAttended ? ACTIVE_POLL_MS : openEveryMs(nowMs - createdAtMs);
  if (isAttended && !isPaid(money)) return ATTENDED_CLOSED_MS;
  // Its payer waits for a transfer that is under way.
  if (hasPendingTransaction(money)) return CLOSED_MS.least;
  return halfOf(nowMs - (isPaid(money) ? createdAtMs : deadlineMs), CLOSED_MS);
}

function halfOf(timeMs: number, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.min(most, Math.max(least, Math.floor(timeMs / 2)));
}

function openEveryMs(ageMs: number): number {
  return BY_AGE.find(({ youngerThanMs }) => ageMs < youngerThanMs)?.everyMs ?? OLD_MS;
}
