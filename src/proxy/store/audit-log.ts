import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AuditAction } from '../../protocol/index.js';
import type { AuditRow, Schema } from './schema.js';
import type { Store } from './store.js';
import type { StoreTransaction } from './store-transaction.js';

/** An action of a person on the shop's staff. */
export interface AuditedAction {
  readonly atMs: number;
  readonly person: string;
  readonly action: AuditAction;
  /** The id of the checkout, event or payout. */
  readonly subject: string;
  /** The subject before and after the action, as JSON values; `null`: it did not exist. */
  readonly before: object | null;
  readonly after: object | null;
}

const LOCK = 'audit log';
/** The previous hash of the first entry. */
const NO_ENTRY = '0'.repeat(64);
const PAGE_ROWS = 500;

/**
 * Appends an entry in the transaction of the change that it describes. Each hash includes the previous one: `verifyAuditLog`
 * detects a changed or missing entry.
 */
export async function appendAudit(transaction: StoreTransaction, action: AuditedAction): Promise<void> {
  await transaction.lock(LOCK);
  const { tx } = transaction;
  const last = await tx
    .selectFrom('audit_log')
    .select(['number', 'hash'])
    .where('number', '>', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = {
    number: Number(last?.number ?? 0) + 1,
    at: action.atMs,
    person: action.person,
    action: action.action,
    subject: action.subject,
    before: action.before && JSON.stringify(action.before),
    after: action.after && JSON.stringify(action.after),
  };
  const hash = hashOf(last?.hash ?? NO_ENTRY, entry);
  await tx
    .insertInto('audit_log')
    .values({ ...entry, hash })
    .execute();
}

function hashOf(previous: string, entry: Omit<AuditRow, 'hash'>): string {
  const { number, at, person, action, subject, before, after } = entry;
  const text = JSON.stringify([previous, number, at, person, action, subject, before, after]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Deletes up to `limit` entries before a time. Keeps the last of them without its content: `verifyAuditLog` needs its hash to
 * check the next entry.
 * @returns the number of deleted entries
 */
export function removeAuditEntries(
  store: Store,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  return store.transaction(async (transaction) => {
    await transaction.lock(LOCK);
    const { tx } = transaction;
    const first = await tx
      .selectFrom('audit_log')
      .select(['number', 'at'])
      .where('number', '>', 0)
      .orderBy('number')
      .limit(limit + 1)
      .execute();
    const end = first.findIndex(({ at }) => at >= beforeMs);
    const last = (end === -1 ? first : first.slice(0, end)).at(-1);
    if (!last) return 0;
    const { numDeletedRows } = await tx
      .deleteFrom('audit_log')
      .where('number', '<', last.number)
      .executeTakeFirst();
    await tx.updateTable('audit_log').set(WITHOUT_CONTENT).where('number', '=', last.number).execute();
    return Number(numDeletedRows);
  });
}

/** No person has an empty name. */
const WITHOUT_CONTENT = { person: '', subject: '', before: null, after: null } as const;

/** Lists entries newest first. */
export function listAuditEntries(
  db: Kysely<Schema>,
  { subject, before = Number.MAX_SAFE_INTEGER, limit }: AuditFilter,
): Promise<readonly AuditRow[]> {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .where('number', '<', before)
    .where('person', '!=', WITHOUT_CONTENT.person);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  return query.orderBy('number', 'desc').limit(limit).execute();
}

export interface AuditFilter {
  readonly subject?: string | undefined;
  /** Only entries with a lower number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The result of verifying the whole log. */
export interface AuditCheck {
  readonly entries: number;
  /** The number of the first entry that was changed, or that follows a missing one; `null`: none. */
  readonly brokenAt: number | null;
  /** The hash of the newest entry. Store a copy elsewhere to detect later whether entries at the end were deleted. */
  readonly hash: string;
}

/** Recomputes all hashes. */
export async function verifyAuditLog(db: Kysely<Schema>): Promise<AuditCheck> {
  let previous = { number: 0, hash: NO_ENTRY };
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('number', '>', previous.number)
      .orderBy('number')
      .limit(PAGE_ROWS)
      .execute();
    for (const row of rows) {
      const number = Number(row.number);
      // The last entry that retention has deleted, without its content.
      if (previous.number === 0 && row.person === WITHOUT_CONTENT.person) {
        previous = { number, hash: row.hash };
        continue;
      }
      const isNext = number === previous.number + 1;
      const found = { ...row, number, at: Number(row.at) };
      if (!isNext || hashOf(previous.hash, found) !== row.hash)
        return { entries: previous.number, brokenAt: number, hash: previous.hash };
      previous = { number, hash: row.hash };
    }
    if (rows.length < PAGE_ROWS) return { entries: previous.number, brokenAt: null, hash: previous.hash };
  }
}
