import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from './schema.js';

/**
 * The tables that a move copies. It omits the browser files: each process stores its own when it starts. A target on which a proxy
 * has only created the tables must count as empty.
 */
export type TableName = Exclude<keyof Schema, 'browser_files'>;
export type Row = Readonly<Record<string, unknown>>;

/** Rows per statement: PostgreSQL allows 65,535 parameters, and a row has about forty. */
const PAGE_ROWS = 500;

/** Row count and digest of a table: equal tables have equal values. */
export interface TableContents {
  readonly table: TableName;
  readonly rows: number;
  /** The sum of the SHA-256 of all rows in hexadecimal, independent of their order. */
  readonly digest: string;
}

const MODULUS = 1n << 256n;

export class TableDigest {
  #rows = 0;
  #sum = 0n;

  constructor(private readonly table: TableName) {}

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#sum = (this.#sum + digestOf(row)) % MODULUS;
    this.#rows += rows.length;
  }

  get total(): TableContents {
    return { table: this.table, rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') };
  }
}

function digestOf(row: Row): bigint {
  const fields = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return BigInt(`0x${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}`);
}

export async function countRows(db: Kysely<Schema>, table: TableName): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An alias that no column has. */
const ROW_ID = 'rowid in the file';

/** Reads all rows of a table of an SQLite file, in pages. */
export async function* rowsOfFile(
  tx: Transaction<Schema>,
  table: TableName,
): AsyncGenerator<readonly Row[], void, undefined> {
  for (let last = -1; ;) {
    const { rows } = await sql<Row & { readonly [ROW_ID]: number }>`
      select rowid as ${sql.ref(ROW_ID)}, * from ${sql.table(table)}
      where rowid > ${last} order by rowid limit ${PAGE_ROWS}`.execute(tx);
    const end = rows.at(-1);
    if (!end) return;
    last = end[ROW_ID];
    yield rows.map(({ [ROW_ID]: _, ...row }) => row);
  }
}

/** Reads all rows of a table of a PostgreSQL database, in pages and in any order. */
export async function* rowsOfDatabase(
  tx: Transaction<Schema>,
  table: TableName,
): AsyncGenerator<readonly Row[], void, undefined> {
  await sql`declare moved no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE_ROWS)} from moved`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close moved`.execute(tx);
}
