import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.js';
import { isPaid, unconfirmedIn } from './merge-status-reports.js';
import type { ExistingInvoice } from './record.js';

/** Pause between the rounds of background work. */
export const TICK_MS = 500;

/** Service doc, "Limits": at most 100 identifiers per information request. */
export const BATCH_SIZE = 100;

/** An invoice that was polled more recently does not fill a free place in a batch. */
export const MIN_POLL_AGE_MS = SECOND_MS;

/** How long after its last request a page counts as connected. */
export const CONNECTED_PAGE_TTL_MS = MINUTE_MS;
/** How often stream subscribers are recorded: three times per `CONNECTED_PAGE_TTL_MS`. */
export const RECORD_SUBSCRIBERS_INTERVAL_MS = 20 * SECOND_MS;

/**
 * Poll interval of an open invoice with a connected page. The median delay until the page displays a payment is half the
 * interval, and must stay below 3 s. An interval of 2 s nearly doubles the number of calls (`npm run bench -- polling`).
 */
const ACTIVE_POLL_MS = 4 * SECOND_MS;
/** An immediate poll also includes the invoices that are due within this time, which saves places in the next round. */
export const PREFETCH_MS = SECOND_MS;
/** Poll interval of an invoice that closed unpaid, with a connected page. */
const CLOSED_POLL_WITH_PAGE_MS = 15 * SECOND_MS;
/**
 * Poll interval of a closed invoice without a connected page: half the time since its deadline, or half the age of a paid
 * one, within these limits. Late payments usually arrive soon after the deadline. The closed invoices of a day outnumber the
 * open ones a hundred to one (`npm run bench -- polling`).
 */
const CLOSED_POLL_MS = { min: 5 * MINUTE_MS, max: 3 * HOUR_MS } as const;
/** The longest poll interval. */
export const MAX_INTERVAL_MS = CLOSED_POLL_MS.max;
/** Poll intervals of open invoices without a connected page, by age. */
const BY_AGE = [
  { youngerThanMs: 10 * MINUTE_MS, everyMs: 15 * SECOND_MS },
  { youngerThanMs: HOUR_MS, everyMs: MINUTE_MS },
  { youngerThanMs: 6 * HOUR_MS, everyMs: 3 * MINUTE_MS },
] as const;
const OLDEST_POLL_MS = 5 * MINUTE_MS;
/** Poll interval after the monitoring window, for open invoices and unconfirmed transactions. */
const SLOW_POLL_MS = HOUR_MS;
/** Regular polling ends this long after the deadline. A postback still triggers another poll. */
const SLOW_MONITORING_MS = 30 * DAY_MS;
/** Poll interval without a usable response: half the time since the last usable one, within these limits. */
const UNANSWERED_POLL_MS = { min: 15 * SECOND_MS, max: HOUR_MS } as const;

/** Delays of additional polls after a hint: the first status response may not contain the change yet. */
const AFTER_HINT_MS = [2, 5, 15].map((seconds) => seconds * SECOND_MS);
/** Hints within this time count as one. */
export const HINT_MERGE_MS = 2 * SECOND_MS;

/** Maximum number of calls in one isolation round, and of quarantined invoices in it. */
export const MAX_ISOLATION_CALLS = 20;
export const MAX_QUARANTINED_PER_ROUND = 5;
/** Pause between isolation rounds. */
export const ISOLATION_TICK_MS = 2 * SECOND_MS;

/** Input of the poll schedule besides the invoice. */
export interface PollPriority {
  readonly hasConnectedPage: boolean;
  readonly nowMs: number;
  /** Monitoring window after the deadline. */
  readonly monitoringMs: number;
}

/** Returns the end of the monitoring window, `null` for an invoice without a deadline. */
export function monitoredUntilMs(
  { expiresAtMs }: Pick<ExistingInvoice, 'expiresAtMs'>,
  monitoringMs: number,
): number | null {
  return expiresAtMs === null ? null : expiresAtMs + monitoringMs;
}

/**
 * Returns when the next poll is due, `null` if polling ends.
 * First poll, and lookup of an invoice whose creation has an unknown outcome: `creation.ts`.
 */
export function scheduleNextPoll(invoice: ExistingInvoice, priority: PollPriority): number | null {
  if (invoice.stage === 'rejected') return null;
  const everyMs = intervalMs(invoice, priority);
  const { nowMs } = priority;
  const { expiresAtMs, hintedAtMs } = invoice;
  // At the deadline the service closes an unpaid invoice.
  const deadline = expiresAtMs === null ? [] : [expiresAtMs + SECOND_MS];
  const regular = everyMs === null ? [] : [nowMs + everyMs, ...deadline];
  const hinted = hintedAtMs === null ? [] : AFTER_HINT_MS.map((ms) => hintedAtMs + ms);
  const moments = [...regular, ...hinted].filter((atMs) => atMs > nowMs);
  return moments.length === 0 ? null : Math.min(...moments);
}

function intervalMs(invoice: ExistingInvoice, priority: PollPriority): number | null {
  const { money, createdAtMs, expiresAtMs, checkedAtMs } = invoice;
  const { nowMs, monitoringMs, hasConnectedPage } = priority;
  const isClosed = money.isClosed || isPaid(money);
  const deadlineMs = expiresAtMs ?? createdAtMs;
  const isPending = unconfirmedIn(invoice).length > 0;
  if (nowMs >= deadlineMs + Math.max(SLOW_MONITORING_MS, monitoringMs)) return null;
  if (expiresAtMs !== null && nowMs >= expiresAtMs + monitoringMs) {
    const isEnded = (isClosed || money.level === 'partial') && !isPending;
    return isEnded ? null : SLOW_POLL_MS;
  }
  if (invoice.pollFailure !== null) return backoff(nowMs - (checkedAtMs ?? createdAtMs), UNANSWERED_POLL_MS);
  if (!isClosed) return hasConnectedPage ? ACTIVE_POLL_MS : openEveryMs(nowMs - createdAtMs);
  if (hasConnectedPage && !isPaid(money)) return CLOSED_POLL_WITH_PAGE_MS;
  // The payer is waiting for the confirmation.
  if (isPending) return CLOSED_POLL_MS.min;
  return backoff(nowMs - (isPaid(money) ? createdAtMs : deadlineMs), CLOSED_POLL_MS);
}

/** Returns the pause before the next attempt: half the elapsed time, within the limits. */
export function backoff(
  timeMs: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  return Math.min(max, Math.max(min, Math.floor(timeMs / 2)));
}

function openEveryMs(ageMs: number): number {
  return BY_AGE.find(({ youngerThanMs }) => ageMs < youngerThanMs)?.everyMs ?? OLDEST_POLL_MS;
}
