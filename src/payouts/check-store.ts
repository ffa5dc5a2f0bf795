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

/** Journal and store do not match, so the process sends nothing. The message is for the log. */
export class PayoutsRefusedError extends Error {
  override readonly name = 'PayoutsRefusedError';

  constructor(
    /**
     * - `journal_outdated`: the store knows a newer journal, so this process cannot know what was sent
     * - `store_outdated`: the store has forgotten payouts of the journal, such as after a restored backup, so people may propose them again
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

/** What a store says about a payout that it has forgotten. Not `approved`: the process compares such a payout with the journal itself. */
const FORGOTTEN: StoredStates = new Set([undefined, 'proposed', 'declined', 'withdrawn', 'refused'] as const);
/** While the process refuses to send, it leaves an approved payout as it is, and nobody else can change one. */
const UNBOOKED: StoredStates = new Set([...FORGOTTEN, 'approved'] as const);

/**
 * Returns the payouts that were sent, or may have been, and that the store has forgotten: it does not know them, or as never sent.
 * Only lines that are not booked can be forgotten: a crash between journal and store also leaves some, but with their payouts.
 */
const findForgotten = (store: Store, journal: JournalContent, known: KnownJournal) =>
  findAttempts(store, journal, known, FORGOTTEN);

/** Returns the forgotten payouts, and those whose outcome the store has forgotten. */
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

/** Whether a journal was used with this store: a process without one refuses to send. */
export async function hasJournal({ db }: Store): Promise<boolean> {
  return ((await readJournalHead(db))?.head.lines ?? 0) > 0;
}

const UNKNOWN_JOURNAL: KnownJournal = { head: EMPTY_HEAD, bookedLines: 0, refusal: null };

/** @returns what the store knows about the journal @throws {PayoutsRefusedError} if the journal is not the newest */
export async function checkJournal({ db }: Store, journal: JournalContent): Promise<KnownJournal> {
  const known = (await readJournalHead(db)) ?? UNKNOWN_JOURNAL;
  if (journal.contains(known.head)) return known;
  const fields = { lines: journal.head.lines, newestLines: known.head.lines };
  throw new PayoutsRefusedError('journal_outdated', 'journal is not the newest, payouts refused', fields);
}

/**
 * @returns what the store knows about the journal
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
  /** What the store knew when the journal was checked: it may have been restored since. */
  readonly known: KnownJournal;
  /** Whether the store has all payouts of the journal. */
  readonly isBooked: boolean;
}

/**
 * Stores that this journal is the newest: from then on, an older copy is refused.
 * @returns what the store knows now
 * @throws {PayoutsRefusedError} if the store knows another journal, or another state of it, by now
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

/** How often a process that refuses to send records that it still does. */
const REFUSAL_RENEWAL_MS = 15 * SECOND_MS;

/** Records that a process refuses to send, for the staff's attention list. */
export async function saveRefusal({ db }: Store, clock: Clock): Promise<void> {
  const atMs = clock.nowMs();
  const refusal = (await readJournalHead(db))?.refusal;
  if (refusal && Math.abs(atMs - refusal.atMs) < REFUSAL_RENEWAL_MS) return;
  await saveJournalRefusal(db, { sinceMs: refusal?.sinceMs ?? atMs, atMs });
}
