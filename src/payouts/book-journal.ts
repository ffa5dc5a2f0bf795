import type { Clock } from '../proxy/base/clock.js';
import { readProposal } from '../proxy/domain/staff-tokens.js';
import { proposedPayout, serializePayout, type PayoutRecord } from '../proxy/domain/payout.js';
import type { Payout } from '../protocol/index.js';
import { findRefundState } from '../proxy/store/admin-queries.js';
import { bookForgottenPayout, type Booking } from '../proxy/store/payout-changes.js';
import { findWithdrawalsOfPayouts } from '../proxy/store/payouts.js';
import { saveJournalRefusal } from '../proxy/store/payout-journal.js';
import type { Store } from '../proxy/store/store.js';
import { checkJournal, findUnbooked, saveHead } from './check-store.js';
import type { Journal, PastAttempt } from './journal.js';
import { withOutcome } from './payout-process.js';

interface BookingOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly testMode: boolean;
  /** Name in the audit log. */
  readonly person: string;
  /** Ids of payouts that may have refunded money that pays the order. */
  readonly includesPayment: ReadonlySet<string>;
  /** Ids of payouts to store without changing the ledger. */
  readonly leavesRefunds: ReadonlySet<string>;
}

export interface BookedPayout {
  readonly payout: Payout;
  readonly booking: Booking;
}

/** An option names a payout that is not missing from the store. */
export class NotMissingError extends Error {
  override readonly name = 'NotMissingError';

  constructor(readonly payout: string) {
    super(`payout ${payout} is not missing from the store`);
  }
}

/**
 * Books payouts of the journal that are missing from the store, or whose outcome is. Sends nothing. The payouts process resumes once the
 * ledger has the money of all of them.
 * @throws {PayoutsRefusedError} if the journal is not the newest
 * @throws {NotMissingError} if an id belongs to no missing payout; then nothing is booked
 */
export function bookJournal(
  journal: Pick<Journal, 'use'>,
  { store, clock, testMode, person, includesPayment, leavesRefunds }: BookingOptions,
): Promise<readonly BookedPayout[]> {
  return journal.use(async (content) => {
    const booked: BookedPayout[] = [];
    const checked = await checkJournal(store, content);
    // First of all: from now on, `checkJournal` rejects older copies.
    const known = await saveHead(store, { journal: content, known: checked, isBooked: false });
    const unbooked = await findUnbooked(store, content, known);
    const isMissing = new Set(unbooked.map(({ payout }) => payout));
    for (const id of [...includesPayment, ...leavesRefunds])
      if (!isMissing.has(id)) throw new NotMissingError(id);
    for (const attempt of await inBookingOrder(store, unbooked, includesPayment)) {
      const nowMs = clock.nowMs();
      const payout = payoutOf(await withoutTakenId(store, attempt), nowMs);
      const rules = {
        includesPayment: includesPayment.has(payout.id),
        leavesRefund: leavesRefunds.has(payout.id),
        isAttempted: (id: string) => content.pastAttempt(id) !== null,
      };
      const booking = await bookForgottenPayout(store, payout, rules, { person, nowMs, testMode });
      booked.push({ payout: serializePayout(payout), booking });
    }
    // Until then, the store counts as outdated.
    const isBooked = booked.every(({ booking }) => booking !== 'no money');
    if (isBooked) {
      await saveHead(store, { journal: content, known, isBooked });
      await saveJournalRefusal(store.db, null);
    }
    return booked;
  });
}

/** Removes the outcome of an attempt if staff have assigned its withdrawal to another payout meanwhile. */
async function withoutTakenId({ db }: Store, attempt: PastAttempt): Promise<PastAttempt> {
  const id = attempt.outcome?.serviceId ?? null;
  const isTaken = id !== null && (await findWithdrawalsOfPayouts(db, [id])).has(id);
  return isTaken ? { ...attempt, outcome: null } : attempt;
}

/**
 * Sorts attempts by their claim to the money: first those whose refunds the store still knows, last those that may have refunded money
 * that pays the order.
 */
async function inBookingOrder(
  { db }: Store,
  attempts: readonly PastAttempt[],
  includesPayment: ReadonlySet<string>,
): Promise<readonly PastAttempt[]> {
  const ranked: { readonly attempt: PastAttempt; readonly rank: number }[] = [];
  for (const attempt of attempts) {
    const { refund, payout } = attempt;
    const isKnown = refund !== null && (await findRefundState(db, refund.id)) !== undefined;
    ranked.push({ attempt, rank: isKnown ? 0 : includesPayment.has(payout) ? 2 : 1 });
  }
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ attempt }) => attempt);
}

function payoutOf({ proposal, approvedBy, atMs, outcome }: PastAttempt, nowMs: number): PayoutRecord {
  const proposed = proposedPayout(readProposal(proposal, nowMs), proposal, atMs);
  const attempted = { ...proposed, approvedBy, approvedAtMs: atMs, attemptedAtMs: atMs };
  return withOutcome(attempted, outcome, nowMs);
}
