import { Kysely, sql, type Transaction } from 'kysely';
import { migrateStore, schemaStatus } from './migrations.js';
import { openStoreForAdmin } from './admin-queries.js';
import { isDatabaseUrl, describeDatabase, postgresEngine } from './engine/postgres.js';
import type { Schema } from './schema.js';
import { StoreError } from './engine/store-error.js';
import { createHash } from 'node:crypto';

export interface StoreMove {
  /** The path of the SQLite file. */
  readonly from: string;
  /** The URL of the PostgreSQL database. */
  readonly to: string;
  /** Aborts the move: the target then has no rows. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  readonly table: TableName;
  readonly rows: number;
  readonly of: number;
}

/** The outcome of the commit is unknown: its response was lost. */
export class MoveOutcomeUnknownError extends Error {
  override readonly name = 'MoveOutcomeUnknownError';
}

/** The tables to copy, each after the tables that it references. Built from a record: the compiler reports a missing table. */
export const TABLES = keysOf({
  ...{ checkouts: 0, invoices: 0, movements: 0, decisions: 0, refunds: 0, transfers: 0 },
  ...{ payment_transactions: 0, events: 0, delivery_queues: 0, deposit_addresses: 0, deposits: 0 },
  ...{ tombstones: 0, payouts: 0, payout_turns: 0, payout_journal: 0, audit_log: 0 },
});

function keysOf(tables: Readonly<Record<TableName, 0>>): readonly TableName[] {
  return Object.keys(tables).filter((name): name is TableName => Object.hasOwn(tables, name));
}

/** Counts the rows that a move would copy. A proxy may be running. @throws {Error} as `moveStore` */
export async function planMove(move: Pick<StoreMove, 'from' | 'to'>): Promise<readonly MoveProgress[]> {
  const { from, to } = move;
  const stores = await openBoth(from, to);
  const { source, target, hasTables } = stores;
  try {
    if (hasTables) await target.transaction().execute((tx) => assertEmpty(tx, to));
    const counts: MoveProgress[] = [];
    for (const table of TABLES) counts.push({ table, rows: 0, of: await countRows(source, table) });
    return counts;
  } finally {
    await closeStores(stores);
  }
}

/**
 * Copies an SQLite store into an empty PostgreSQL store in one transaction, and compares both before the commit. Only reads the
 * file, which no other process may have open.
 * @returns the contents of both stores
 * @throws {Error} if the move is not possible or the stores differ; the target has no rows
 * @throws {MoveOutcomeUnknownError} if the response to the commit was lost
 */
export async function moveStore(move: StoreMove): Promise<readonly TableContents[]> {
  const stores = await openBoth(move.from, move.to);
  try {
    return await withExclusiveLock(stores.source, move.from, (tx) => writeRows(tx, stores, move));
  } finally {
    await closeStores(stores);
  }
}

async function writeRows(
  from: Transaction<Schema>,
  { target, engine, hasTables }: BothStores,
  move: StoreMove,
): Promise<readonly TableContents[]> {
  if (!hasTables) await migrateStore(target, engine);
  let isWritten = false;
  try {
    return await target.transaction().execute(async (to) => {
      await assertEmpty(to, move.to);
      const moved = await copyTables(from, to, move);
      isWritten = true;
      return moved;
    });
  } catch (error) {
    if (!isWritten) throw error;
    throw new MoveOutcomeUnknownError(
      'The outcome of the move is unknown: the connection was lost during the commit. Compare both stores.',
      { cause: error },
    );
  }
}

type BothStores = Awaited<ReturnType<typeof openBoth>>;

/** @returns the stores, and whether the target has its tables */
async function openBoth(from: string, to: string) {
  if (isDatabaseUrl(from)) throw new StoreError('to move is not an SQLite file', 'Pass the path of one');
  const engine = await postgresEngine(to);
  const target = new Kysely<Schema>({ dialect: engine.migrationDialect ?? engine.dialect });
  try {
    await sql`select 1`.execute(target);
    const status = await schemaStatus(target);
    if (status === 'older' || status === 'newer') {
      const [problem, remedy] = SCHEMA_PROBLEMS[status];
      throw new StoreError(`"${describeDatabase(to)}" ${problem}`, remedy);
    }
    return { source: (await openStoreForAdmin(from)).db, target, engine, hasTables: status === 'fits' };
  } catch (error) {
    await target.destroy();
    throw error;
  }
}

const SCHEMA_PROBLEMS = {
  older: [
    'was created by an older release',
    'Start the proxy of this release on it once, or use an empty database',
  ],
  newer: ['was created by a newer release', 'Use the command line of that release, or an empty database'],
} as const;

async function closeStores({ source, target }: BothStores): Promise<void> {
  await Promise.all([source.destroy(), target.destroy()]);
}

/** Runs `work` with an exclusive lock on the file. Even an idle proxy prevents it (SQLite, "PRAGMA locking_mode"). */
async function withExclusiveLock<T>(
  source: Kysely<Schema>,
  path: string,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  await sql`pragma locking_mode = exclusive`
    .execute(source)
    .catch((error: unknown) => throwInUse(error, path));
  let isLocked = false;
  try {
    return await source.transaction().execute(async (tx) => {
      isLocked = true;
      await sql`pragma query_only = on`.execute(tx);
      try {
        return await work(tx);
      } finally {
        await sql`pragma query_only = off`.execute(tx);
      }
    });
  } catch (error) {
    return isLocked ? Promise.reject(error) : throwInUse(error, path);
  } finally {
    // Otherwise a statement that is not garbage-collected yet would lock the file until this process ends.
    if (isLocked) await sql`pragma locking_mode = normal`.execute(source);
  }
}

function throwInUse(error: unknown, path: string): never {
  if (!(error instanceof StoreError)) throw error;
  throw new StoreError(
    `"${path}" is in use`,
    'Stop the proxy and close every other program that has it open',
    { cause: error },
  );
}

/** Checks that the tables are empty, and locks them until the transaction ends. */
async function assertEmpty(tx: Transaction<Schema>, to: string): Promise<void> {
  const names = sql.join(TABLES.map((table) => sql.table(table)));
  await sql`lock table ${names} in exclusive mode`.execute(tx);
  for (const table of TABLES) {
    const count = await countRows(tx, table);
    if (count === 0) continue;
    throw new StoreError(
      `"${describeDatabase(to)}" is not empty (${count} rows in ${table})`,
      'Use an empty database: two stores cannot be merged',
    );
  }
}

async function copyTables(
  from: Transaction<Schema>,
  to: Transaction<Schema>,
  { signal, onProgress }: StoreMove,
): Promise<readonly TableContents[]> {
  const moved: TableContents[] = [];
  for (const table of TABLES) {
    const copied = await copyTable(from, to, { table, signal, onProgress });
    const written = await contentsOf(to, table, signal);
    if (written.rows !== copied.rows || written.digest !== copied.digest) {
      throw new StoreError(`table ${table} differs after the copy`, 'The target has no rows: try again');
    }
    moved.push(copied);
  }
  await advanceSequences(to);
  signal.throwIfAborted();
  return moved;
}

async function copyTable(
  from: Transaction<Schema>,
  to: Transaction<Schema>,
  { table, signal, onProgress }: Pick<StoreMove, 'signal' | 'onProgress'> & { readonly table: TableName },
): Promise<TableContents> {
  const of = await countRows(from, table);
  const contents = new TableDigest(table);
  onProgress({ table, rows: 0, of });
  for await (const rows of rowsOfFile(from, table)) {
    signal.throwIfAborted();
    await insertRows(to, table, rows);
    contents.add(rows);
    onProgress({ table, rows: contents.total.rows, of });
  }
  return contents.total;
}

/** Inserts a page as one JSON parameter instead of thousands of parameters. */
async function insertRows(to: Transaction<Schema>, table: TableName, rows: readonly Row[]): Promise<void> {
  const type = sql.table(table);
  await sql`insert into ${type} select * from json_populate_recordset(null::${type}, ${JSON.stringify(rows)})`.execute(
    to,
  );
}

async function contentsOf(
  tx: Transaction<Schema>,
  table: TableName,
  signal: AbortSignal,
): Promise<TableContents> {
  const contents = new TableDigest(table);
  for await (const rows of rowsOfDatabase(tx, table)) {
    signal.throwIfAborted();
    contents.add(rows);
  }
  return contents.total;
}

/** Advances the keys that number rows past the moved rows. */
async function advanceSequences(to: Transaction<Schema>): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('events', 'sequence'), max(sequence))
    from events having count(*) > 0`.execute(to);
  await sql`select setval(pg_get_serial_sequence('movements', 'number'), max(number))
    from movements having count(*) > 0`.execute(to);
}

/**
 * The tables that a move copies. Omits the browser files: each process stores its own when it starts. A target on which a proxy
 * has only created the tables must count as empty.
 */
export type TableName = Exclude<keyof Schema, 'browser_files'>;
export type Row = Readonly<Record<string, unknown>>;

/** Rows per statement: PostgreSQL allows 65,535 parameters, and a row has about forty. */
const PAGE_ROWS = 500;

/** Row count and digest of a table. Equal tables have equal values. */
export interface TableContents {
  readonly table: TableName;
  readonly rows: number;
  /** The sum of the SHA-256 of all rows in hexadecimal, independent of their order. */
  readonly digest: string;
}

const MODULUS = 1n << 256n;

class TableDigest {
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

async function countRows(db: Kysely<Schema>, table: TableName): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An alias that no column has. */
const ROW_ID = 'rowid in the file';

/** Reads all rows of a table of an SQLite file, in pages. */
async function* rowsOfFile(
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
async function* rowsOfDatabase(
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
