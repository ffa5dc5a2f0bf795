import { CompiledQuery, sql } from 'kysely';
import { withTimeout } from '../base/async.js';
import type { Store } from './store.js';

/** Rate limit counters that several processes share, as the PostgreSQL client that `rate-limiter-flexible` requires. */
export interface SharedRateLimits {
  readonly table: string;
  /** @throws {Error} if the database does not respond in time */
  query(statement: Statement): Promise<{ readonly rows: readonly unknown[] }>;
}

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

const TABLE = 'rate_limits';
/** Counting must not delay a payer. */
const TIMEOUT_MS = 500;

/**
 * Opens the counters in a PostgreSQL store. No migration creates their table, because it contains nothing durable. The table is
 * unlogged: counting writes no log, and a database crash empties it.
 * @throws {Error} if the table is missing and cannot be created
 */
export async function openSharedRateLimits({ db }: Store): Promise<SharedRateLimits> {
  await sql`create unlogged table if not exists ${sql.table(TABLE)}
    (key varchar(255) primary key, points integer not null default 0, expire bigint)`
    .execute(db)
    .catch(() => sql`select 1 from ${sql.table(TABLE)} limit 1`.execute(db));
  return {
    table: TABLE,
    async query({ text, values = [] }) {
      const result = db.executeQuery(CompiledQuery.raw(text, [...values]));
      if (await withTimeout(TIMEOUT_MS, result)) return result;
      throw new Error(`rate limit store did not respond within ${TIMEOUT_MS} ms`);
    },
  };
}
