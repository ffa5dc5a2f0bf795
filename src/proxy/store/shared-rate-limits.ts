import { CompiledQuery, sql } from 'kysely';
import type { Store } from './store.js';

/** Counts that several processes share: what `rate-limiter-flexible` asks of a client of PostgreSQL. */
export interface SharedRateLimits {
  readonly table: string;
  /** @throws {Error} when there is no answer in time */
  query(statement: Statement): Promise<{ readonly rows: readonly unknown[] }>;
}

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

const TABLE = 'rate_limits';
/** Counting must not hold up a payer. */
const TIMEOUT_MS = 500;

/**
 * In a PostgreSQL store. Not among the migrations, since it holds nothing that has to be kept: it is empty again after a
 * crash of the database, which spares every count a write to its log.
 * @throws {Error} when the table is not there and cannot be made
 */
export async function openSharedRateLimits({ db }: Store): Promise<SharedRateLimits> {
  await sql`create unlogged table if not exists ${sql.table(TABLE)}
    (key varchar(255) primary key, points integer not null default 0, expire bigint)`
    .execute(db)
    .catch(() => sql`select 1 from ${sql.table(TABLE)} limit 1`.execute(db));
  return {
    table: TABLE,
    query: ({ text, values = [] }) => inTime(db.executeQuery(CompiledQuery.raw(text, [...values]))),
  };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
