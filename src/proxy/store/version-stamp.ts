import type { InferResult, Kysely } from 'kysely';
import type { MaybeAsync } from '../base/map-maybe-async.js';
import type { PollTimes } from '../domain/serialize-checkout.js';
import type { SyncReader } from './engine/engine.js';
import type { Schema } from './schema.js';

/** All of a checkout that a page sees and that may have changed since it was last read. */
export interface VersionStamp {
  readonly version: number;
  readonly lastSeenAtMs: number;
  /** What of the invoice that is shown changes without the version; `null`: there is none. */
  readonly invoice: PollTimes | null;
}

/** No invoice has it. */
const NONE = 0;

export type VersionReader = ReturnType<typeof createVersionReader>;

/** Reads the version stamp of a checkout and of an invoice, with one statement, which is compiled once. */
export function createVersionReader(db: Kysely<Schema>, syncReader: SyncReader | null) {
  const query = db
    .selectFrom('checkouts')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.checkout_id', '=', 'checkouts.id').on('invoices.sequence', '=', NONE),
    )
    .select(['checkouts.version', 'checkouts.looked_at_ms'])
    .select(['invoices.next_check_at_ms', 'invoices.checked_at_ms', 'invoices.trouble'])
    .where('checkouts.id', '=', '')
    .compile();
  type Row = InferResult<typeof query>[number];
  const toStamp = (row: Row, sequence: number | null): VersionStamp => ({
    version: row.version,
    lastSeenAtMs: row.looked_at_ms,
    invoice:
      sequence === null
        ? null
        : { nextPollAtMs: row.next_check_at_ms, checkedAtMs: row.checked_at_ms, pollFailure: row.trouble },
  });
  const parametersFor = (id: string, sequence: number | null) => [sequence ?? NONE, id];
  const readLater = async (id: string, sequence: number | null) => {
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: parametersFor(id, sequence) });
    return rows[0] && toStamp(rows[0], sequence);
  };
  return {
    /** Returns immediately if the engine can read synchronously. */
    read(id: string, sequence: number | null): MaybeAsync<VersionStamp | undefined> {
      const row = syncReader?.row<Row>(query.sql, parametersFor(id, sequence));
      return row ? toStamp(row, sequence) : readLater(id, sequence);
    },
    /** While it returns the same number, so does every stamp that was read since. */
    stamp: () => syncReader?.stamp(),
  };
}
