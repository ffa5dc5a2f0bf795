import { NO_PAYMENT } from '../../../src/proxy/domain/merge-status-reports.js';
import type { DisplayedInvoice } from '../../../src/proxy/domain/record.js';
import { scheduleNextPoll } from '../../../src/proxy/domain/poll-schedule.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const MONITORING_MS = 24 * HOUR_MS;

/** The known state of an invoice after a poll. */
export interface Known {
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly isPaid: boolean;
  readonly isClosed: boolean;
}

/** The next poll time; `null`: never. */
export type Policy = (known: Known, hasConnectedPage: boolean, nowMs: number) => number | null;

const PLAIN: DisplayedInvoice = {
  ...{ stage: 'open', sequence: 1, orderId: 'A-1', currency: 'BTC', serviceId: 'INV-00000001' },
  price: { amount: '49.00', currency: 'EUR' },
  intendedAtMs: 0,
  ...{
    isLive: true,
    isCancelRequested: false,
    money: NO_PAYMENT,
    movements: [],
    reviewReasons: [],
    viewer: null,
    nextPollAtMs: null,
  },
  ...{ checkedAtMs: null, createdAtMs: 0, expiresAtMs: 0, fee: null, feePaidBy: null, hostedPage: null },
  ...{
    testMode: false,
    pollFailure: null,
    hintedAtMs: null,
    nextCancelAtMs: null,
    address: 'a',
    amount: '1',
  },
};
const CLOSED = { ...NO_PAYMENT, isClosed: true };
const PAID = { ...NO_PAYMENT, level: 'paid', paid: '1' } as const;

/** The proxy's own. */
export const ours: Policy = ({ createdAtMs, expiresAtMs, isPaid, isClosed }, hasConnectedPage, nowMs) => {
  const money = isPaid ? PAID : isClosed ? CLOSED : NO_PAYMENT;
  const invoice = { ...PLAIN, createdAtMs, expiresAtMs, money };
  return scheduleNextPoll(invoice, { hasConnectedPage, nowMs, monitoringMs: MONITORING_MS });
};

interface Step {
  readonly youngerThanMs: number;
  readonly everyMs: number;
}

/** Alternative constants to those of the proxy. */
export interface Constants {
  /** By age. */
  readonly attended: readonly Step[];
  readonly unattended: readonly Step[];
  readonly attendedClosedMs: number;
  /** A closed or paid one: after this part of the time since its deadline, or of its age, within limits. */
  readonly closed: { readonly part: number; readonly leastMs: number; readonly mostMs: number };
}

export const steps = (...pairs: readonly (readonly [minutes: number, seconds: number])[]): readonly Step[] =>
  pairs.map(([minutes, seconds]) => ({
    youngerThanMs: minutes * MINUTE_MS,
    everyMs: seconds * SECOND_MS,
  }));

const everyMsOf = (by: readonly Step[], ageMs: number) =>
  by.find(({ youngerThanMs }) => ageMs < youngerThanMs)?.everyMs ?? 5 * MINUTE_MS;

/** The law of `scheduleNextPoll` with other constants, as far as the simulated invoices need it. */
export function policyOf({ attended, unattended, attendedClosedMs, closed }: Constants): Policy {
  return ({ createdAtMs, expiresAtMs, isPaid, isClosed }, hasConnectedPage, nowMs) => {
    const isOver = isPaid || isClosed;
    if (nowMs >= expiresAtMs + MONITORING_MS) return isOver ? null : nowMs + HOUR_MS;
    const ageMs = nowMs - createdAtMs;
    const sinceMs = nowMs - (isPaid ? createdAtMs : expiresAtMs);
    const closedMs = Math.min(closed.mostMs, Math.max(closed.leastMs, Math.floor(sinceMs * closed.part)));
    const openMs = everyMsOf(hasConnectedPage ? attended : unattended, ageMs);
    const isAttendedClosed = isClosed && hasConnectedPage && !isPaid;
    const nextMs = nowMs + (isAttendedClosed ? attendedClosedMs : isOver ? closedMs : openMs);
    const newsAtMs = expiresAtMs + SECOND_MS;
    return newsAtMs > nowMs ? Math.min(nextMs, newsAtMs) : nextMs;
  };
}

/** Polls every open one every three seconds, with or without a page; closed ones as the proxy does. */
export const allAlike: Policy = (known, hasConnectedPage, nowMs) => {
  if (known.isPaid || known.isClosed) return ours(known, hasConnectedPage, nowMs);
  return nowMs + 3 * SECOND_MS;
};
