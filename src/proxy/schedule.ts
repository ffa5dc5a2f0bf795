import { isZeroAmount } from '../payment/index.js';
import type { Money } from './merge.js';
import { isMoneySeen, isPaid } from './merge.js';
import type { MadeInvoice, ShownInvoice } from './record.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A browser counts as looking on for so long after it has last asked. */
export const ATTENTION_MS = MINUTE_MS;
/** An address can still be paid after the deadline; it is watched for so much longer. */
const WATCH_AFTER_DEADLINE_MS = 24 * HOUR_MS;

const ATTENDED_MS = 2 * SECOND_MS;
const ATTENDED_CLOSED_MS = 15 * SECOND_MS;
const CLOSED_MS = 5 * MINUTE_MS;
/** Unattended ones are asked ever more rarely, by their age. */
const BY_AGE = [
  { youngerThanMs: 10 * MINUTE_MS, everyMs: 15 * SECOND_MS },
  { youngerThanMs: HOUR_MS, everyMs: MINUTE_MS },
  { youngerThanMs: 6 * HOUR_MS, everyMs: 3 * MINUTE_MS },
] as const;
const OLD_MS = 5 * MINUTE_MS;

type Watched = MadeInvoice | ShownInvoice;

/** `null` where the invoice has no deadline. */
export function watchedUntilMs({ expiresAtMs }: Watched): number | null {
  return expiresAtMs === null ? null : expiresAtMs + WATCH_AFTER_DEADLINE_MS;
}

/** When to look at an invoice again; `null` when nothing more is expected of it. */
export function nextCheckAtMs(invoice: Watched, isAttended: boolean, nowMs: number): number | null {
  if (invoice.stage === 'rejected') return null;
  const { money } = invoice;
  const isClosed = money.isClosed || isPaid(money);
  const untilMs = watchedUntilMs(invoice);
  const isEnding = (isClosed || money.settled === 'partial') && !isAwaited(money);
  if (isEnding && untilMs !== null && nowMs >= untilMs) return null;
  const everyMs = isClosed ? closedEveryMs(invoice, isAttended) : openEveryMs(invoice, isAttended, nowMs);
  return isClosed ? nowMs + everyMs : notPastDeadline(invoice, nowMs, everyMs);
}

/** A transfer that was seen and has not arrived is waited for, however long it takes. */
function isAwaited(money: Money): boolean {
  return money.settled === 'none' && isMoneySeen(money) && isZeroAmount(money.paid);
}

function closedEveryMs(invoice: Watched, isAttended: boolean): number {
  return isAttended && !isPaid(invoice.money) ? ATTENDED_CLOSED_MS : CLOSED_MS;
}

function openEveryMs(invoice: Watched, isAttended: boolean, nowMs: number): number {
  if (isAttended) return ATTENDED_MS;
  const ageMs = nowMs - invoice.createdAtMs;
  return BY_AGE.find(({ youngerThanMs }) => ageMs < youngerThanMs)?.everyMs ?? OLD_MS;
}

/** The deadline itself is a moment at which the service has news. */
function notPastDeadline({ expiresAtMs }: Watched, nowMs: number, everyMs: number): number {
  const nextMs = nowMs + everyMs;
  return expiresAtMs !== null && nowMs < expiresAtMs ? Math.min(nextMs, expiresAtMs + SECOND_MS) : nextMs;
}
