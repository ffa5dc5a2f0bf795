import type { Clock } from '../proxy/base/clock.js';
import { readProposal } from '../proxy/domain/payout-tokens.js';
import { proposedPayout, serializePayout, type PayoutRecord } from '../proxy/domain/payout.js';
import type { Payout } from '../protocol/index.js';
import { bookForgottenPayout } from '../proxy/store/payout-changes.js';
import { saveJournalRefusal } from '../proxy/store/payout-journal.js';
import type { Store } from '../proxy/store/store.js';
import { checkJournal, findForgotten, saveHead } from './check-store.js';
import type { Journal, PastAttempt } from './journal.js';
import { withOutcome } from './payout-process.js';

interface BookingOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly testMode: boolean;
  /** The name in the audit log. */
  readonly person: string;
}

/** A payout that was booked, and whether its refund has it too. */
export interface BookedPayout {
  readonly payout: Payout;
  /** `false`: the store has forgotten the refund too, or the refund cannot be paid any more. */
  readonly isRefundBooked: boolean;
}

/**
 * Books the payouts of the journal that the store has forgotten, so that the payouts process sends again. Sends nothing.
 * @throws {PayoutsRefusedError} if the journal is not the newest
 */
export function bookJournal(
  journal: Pick<Journal, 'use'>,
  { store, clock, testMode, person }: BookingOptions,
): Promise<readonly BookedPayout[]> {
  return journal.use(async (content) => {
    const booked: BookedPayout[] = [];
    for (const attempt of await findForgotten(store, content, await checkJournal(store, content))) {
      const nowMs = clock.nowMs();
      const payout = payoutOf(attempt, nowMs);
      const actor = { person, action: 'payout.outcome', nowMs, testMode } as const;
      const isRefundBooked = await bookForgottenPayout(store, payout, actor);
      booked.push({ payout: serializePayout(payout), isRefundBooked });
    }
    await saveHead(store, content);
    await saveJournalRefusal(store.db, null);
    return booked;
  });
}

function payoutOf({ proposal, approvedBy, atMs, outcome }: PastAttempt, nowMs: number): PayoutRecord {
  const proposed = proposedPayout(readProposal(proposal, nowMs), proposal, atMs);
  const attempted = { ...proposed, approvedBy, approvedAtMs: atMs, attemptedAtMs: atMs };
  return withOutcome(attempted, outcome, nowMs);
}
