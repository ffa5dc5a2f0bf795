import {
  EMPTY_HEAD,
  readJournalHead,
  saveJournalHead,
  saveJournalRefusal,
  type KnownJournal,
} from '../proxy/store/payout-journal.js';
import { findPayoutStates } from '../proxy/store/payouts.js';
import type { Store } from '../proxy/store/store.js';
import type { Clock } from '../proxy/base/clock.js';
import { SECOND_MS } from '../proxy/base/time.js';
import type { PayoutState } from '../protocol/index.js';
import type { JournalContent, PastAttempt } from './journal.js';

/** Journal and store do not match, so the process refuses to send. The message is for the log. */
export class PayoutsRefusedError extends Error {
  override readonly name = 'PayoutsRefusedError';

  constructor(
    /**
     * - `journal_outdated`: the store has seen a newer journal, so this process cannot know what was sent
     * - `store_outdated`: payouts of the journal are missing from the store, for example after a restore: staff may propose them again
     */
    readonly alert: 'journal_outdated' | 'store_outdated',
    message: string,
    readonly fields: object = {},
  ) {
    super(message);
  }
}

/** The state of a payout in the store; `undefined` if the store does not know it. */
type StoredStates = ReadonlySet<PayoutState | undefined>;

/** The states of a payout that the store has forgotten. Not `approved`: the process compares an approved payout with the journal. */
const FORGOTTEN: StoredStates = new Set([undefined, 'proposed', 'declined', 'withdrawn', 'refused'] as const);
/** Adds `approved`: while the process refuses to send, an approved payout does not change. */
const UNBOOKED: StoredStates = new Set([...FORGOTTEN, 'approved'] as const);

/**
 * Returns the forgotten payouts: the journal has an attempt that may have sent them, and the store does not have them, or has them as
 * not sent. Checks only lines that are not booked. A crash between journal and store also leaves such lines, but the store has their
 * payouts.
 */
const findForgotten = (store: Store, journal: JournalContent, known: KnownJournal) =>
  findAttempts(store, journal, known, FORGOTTEN);

/** Returns the forgotten payouts, and the payouts whose outcome is missing from the store. */
export const findUnbooked = (store: Store, journal: JournalContent, known: KnownJournal) =>
  findAttempts(store, journal, known, UNBOOKED);

async function findAttempts(
  { db }: Store,
  journal: JournalContent,
  { bookedLines }: KnownJournal,
  included: StoredStates,
): Promise<readonly PastAttempt[]> {
  const attempts = journal.attemptsAfter(bookedLines);
  const states = await findPayoutStates(
    db,
    attempts.map(({ payout }) => payout),
  );
  return attempts.filter(({ payout }) => included.has(states.get(payout)));
}

/** Returns whether this store was used with a journal. */
export async function hasJournal({ db }: Store): Promise<boolean> {
  return ((await readJournalHead(db))?.head.lines ?? 0) > 0;
}

const UNKNOWN_JOURNAL: KnownJournal = { head: EMPTY_HEAD, bookedLines: 0, refusal: null };

/** Returns what the store knows about the journal. @throws {PayoutsRefusedError} if the journal is not the newest */
export async function checkJournal({ db }: Store, journal: JournalContent): Promise<KnownJournal> {
  const known = (await readJournalHead(db)) ?? UNKNOWN_JOURNAL;
  if (journal.contains(known.head)) return known;
  const fields = { lines: journal.head.lines, newestLines: known.head.lines };
  throw new PayoutsRefusedError('journal_outdated', 'journal is not the newest, payouts refused', fields);
}

/**
 * Returns what the store knows about the journal.
 * @throws {PayoutsRefusedError} if the journal is not the newest, or the store has forgotten payouts
 */
export async function checkStore(store: Store, journal: JournalContent): Promise<KnownJournal> {
  const known = await checkJournal(store, journal);
  const forgotten = await findForgotten(store, journal, known);
  if (forgotten.length === 0) return known;
  const payoutIds = forgotten.map(({ payout }) => payout);
  throw new PayoutsRefusedError('store_outdated', 'store has forgotten payouts, payouts refused', {
    payoutIds,
  });
}

interface CheckedJournal {
  readonly journal: JournalContent;
  /** What the store knew when the journal was checked. It may have been restored since. */
  readonly known: KnownJournal;
  /** Whether the store has all payouts of the journal. */
  readonly isBooked: boolean;
}

/**
 * Stores this journal as the newest. From then on, `checkJournal` rejects older copies.
 * @returns what the store knows now
 * @throws {PayoutsRefusedError} if another process has stored another journal, or another state of it, meanwhile
 */
export async function saveHead(
  { db }: Store,
  { journal: { head }, known, isBooked }: CheckedJournal,
): Promise<KnownJournal> {
  const bookedLines = isBooked ? head.lines : known.bookedLines;
  if (head.lines === known.head.lines && bookedLines === known.bookedLines) return known;
  const before = known === UNKNOWN_JOURNAL ? null : known;
  if (await saveJournalHead(db, before, head, bookedLines)) return { ...known, head, bookedLines };
  throw new PayoutsRefusedError('journal_outdated', 'another process uses another journal, payouts refused');
}

/** Interval at which a process that refuses to send renews its record. */
const REFUSAL_RENEWAL_MS = 15 * SECOND_MS;

/** Records that a process refuses to send, for the staff's attention list. */
export async function saveRefusal({ db }: Store, clock: Clock): Promise<void> {
  const atMs = clock.nowMs();
  const refusal = (await readJournalHead(db))?.refusal;
  if (refusal && Math.abs(atMs - refusal.atMs) < REFUSAL_RENEWAL_MS) return;
  await saveJournalRefusal(db, { sinceMs: refusal?.sinceMs ?? atMs, atMs });
}
