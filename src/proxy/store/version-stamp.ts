import type { CompiledQuery, Kysely } from 'kysely';
import type { MaybeAsync } from '../base/map-maybe-async.js';
import type { SyncReader } from './engine/engine.js';
import type { Schema } from './schema.js';

/** All of a checkout that a page sees and that may have changed since it was last read. */
export interface VersionStamp {
  readonly version: number;
  readonly lastSeenAtMs: number;
  /** What of the invoice that is shown changes without the version; `null`: there is none. */
  readonly invoice: {
    readonly nextCheckAtMs: number | null;
    readonly checkedAtMs: number | null;
    readonly trouble: string | null;
  } | null;
}

/** No invoice has it. */
const NONE = 0;

/** Reads the version stamp of a checkout and of its invoice with this sequence. */
export interface VersionReader {
  /** Returns immediately if the engine can read synchronously. */
  readonly read: (id: string, sequence: number | null) => MaybeAsync<VersionStamp | undefined>;
  /** As long as it says the same number, so does every pulse that was asked for since. */
  readonly stamp: () => number | undefined;
}

/** With one statement, which is made once. */
export function createVersionReader(db: Kysely<Schema>, atOnce: SyncReader | null): VersionReader {
  const query = versionQuery(db);
  const parameters = (id: string, sequence: number | null) => [sequence ?? NONE, id];
  const later = async (id: string, sequence: number | null) => {
    const { rows } = await db.executeQuery<VersionRow>({ ...query, parameters: parameters(id, sequence) });
    return rows[0] && toVersionStamp(rows[0], sequence);
  };
  return {
    read(id, sequence) {
      const row = atOnce?.row<VersionRow>(query.sql, parameters(id, sequence));
      return row ? toVersionStamp(row, sequence) : later(id, sequence);
    },
    stamp: () => atOnce?.stamp(),
  };
}

function toVersionStamp(row: VersionRow, sequence: number | null): VersionStamp {
  const { version, looked_at_ms: lastSeenAtMs, next_check_at_ms: nextCheckAtMs } = row;
  const invoice = { nextCheckAtMs, checkedAtMs: row.checked_at_ms, trouble: row.trouble };
  return { version, lastSeenAtMs, invoice: sequence === null ? null : invoice };
}

interface VersionRow {
  readonly version: number;
  readonly looked_at_ms: number;
  readonly next_check_at_ms: number | null;
  readonly checked_at_ms: number | null;
  readonly trouble: string | null;
}

function versionQuery(db: Kysely<Schema>): CompiledQuery<VersionRow> {
  return db
    .selectFrom('checkouts')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.checkout_id', '=', 'checkouts.id').on('invoices.sequence', '=', NONE),
    )
    .select(['checkouts.version', 'checkouts.looked_at_ms'])
    .select(['invoices.next_check_at_ms', 'invoices.checked_at_ms', 'invoices.trouble'])
    .where('checkouts.id', '=', '')
    .compile();
}
