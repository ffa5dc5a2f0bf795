import type { InferResult, Kysely } from 'kysely';
import type { PollTimes } from '../domain/serialize-checkout.js';
import type { SyncReader } from './engine/engine.js';
import type { Schema } from './schema.js';

/** The fields that change whenever the displayed checkout changes. */
export interface VersionStamp {
  readonly version: number;
  readonly lastSeenAtMs: number;
  /** The fields of the displayed invoice that change without the version; `null`: no invoice is displayed. */
  readonly invoice: PollTimes | null;
}

/** A sequence that no invoice has. */
const NO_SEQUENCE = 0;

export type VersionReader = ReturnType<typeof createVersionReader>;

/** Reads the version stamp of a checkout and of an invoice, with one statement, which is compiled once. */
export function createVersionReader(db: Kysely<Schema>, syncReader: SyncReader | null) {
  const query = db
    .selectFrom('checkouts')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.checkout_id', '=', 'checkouts.id').on('invoices.sequence', '=', NO_SEQUENCE),
    )
    .select(['checkouts.version', 'checkouts.last_seen_at'])
    .select(['invoices.next_poll_at', 'invoices.checked_at', 'invoices.poll_failure'])
    .where('checkouts.id', '=', '')
    .compile();
  type Row = InferResult<typeof query>[number];
  const toStamp = (row: Row, sequence: number | null): VersionStamp => ({
    version: row.version,
    lastSeenAtMs: row.last_seen_at,
    invoice:
      sequence === null
        ? null
        : { nextPollAtMs: row.next_poll_at, checkedAtMs: row.checked_at, pollFailure: row.poll_failure },
  });
  const parametersFor = (id: string, sequence: number | null) => [sequence ?? NO_SEQUENCE, id];
  return {
    async readVersionStamp(id: string, sequence: number | null): Promise<VersionStamp | undefined> {
      const { rows } = await db.executeQuery<Row>({ ...query, parameters: parametersFor(id, sequence) });
      return rows[0] && toStamp(rows[0], sequence);
    },
    /** While this number stays the same, every version stamp that was read since is current. */
    stamp: () => syncReader?.stamp(),
  };
}
