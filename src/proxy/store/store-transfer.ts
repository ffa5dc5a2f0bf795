import type { Transaction } from 'kysely';
import { Kysely, sql } from 'kysely';
import type { Engine } from './engine/engine.js';
import { applyPending, schemaStatus } from './migrations.js';
import { openForAdmin } from './admin-queries.js';
import { isDatabaseUrl, describeDatabase, postgresEngine } from './engine/postgres.js';
import type { Schema } from './schema.js';
import { StoreError } from './engine/store-error.js';
import type { Row, TableContents, TableName } from './table-digest.js';
import { TableDigest, countRows, rowsOfDatabase, rowsOfFile } from './table-digest.js';

export interface StoreMove {
  /** The path of the SQLite file. */
  readonly from: string;
  /** The address of the PostgreSQL database. */
  readonly to: string;
  /** Nothing has happened when it is aborted before the end. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  readonly table: TableName;
  readonly rows: number;
  readonly of: number;
}

/** Everything was written, and whether the database has kept it is not known. */
export class TransferOutcomeUnknownError extends Error {
  override readonly name = 'UnknownMoveError';
}

/** Every table, once; what refers to another comes after it. */
const TABLES = keysOf({ checkouts: 0, invoices: 0, events: 0, wallets: 0, deposits: 0, tombstones: 0 });

function keysOf(tables: Readonly<Record<TableName, 0>>): readonly TableName[] {
  return Object.keys(tables).filter((name): name is TableName => Object.hasOwn(tables, name));
}

/** How many rows would be moved, if they could be. A proxy may be running. @throws {Error} as `moveStore` */
export async function planMove({
  from,
  to,
}: Pick<StoreMove, 'from' | 'to'>): Promise<readonly MoveProgress[]> {
  const stores = await openBoth(from, to);
  const { source, target, isMade } = stores;
  try {
    if (isMade) await target.transaction().execute((tx) => assertEmpty(tx, to));
    const counts: MoveProgress[] = [];
    for (const table of TABLES) counts.push({ table, rows: 0, of: await countRows(source, table) });
    return counts;
  } finally {
    await close(stores);
  }
}

/**
 * Copies all that an SQLite store holds into an empty PostgreSQL store, in one transaction, and compares both before it is
 * kept. The file is only read, and nobody else may have it open meanwhile.
 * @returns what both hold then
 * @throws {Error} when something is in the way, or both are not the same: the target is as it was then
 * @throws {TransferOutcomeUnknownError}
 */
export async function moveStore(move: StoreMove): Promise<readonly TableContents[]> {
  const stores = await openBoth(move.from, move.to);
  try {
    return await alone(stores.source, move.from, (tx) => write(tx, stores, move));
  } finally {
    await close(stores);
  }
}

async function write(
  from: Transaction<Schema>,
  { target, engine, isMade }: BothStores,
  move: StoreMove,
): Promise<readonly TableContents[]> {
  let isWritten = false;
  try {
    return await target.transaction().execute(async (to) => {
      if (!isMade) await applyPending(to, engine);
      await assertEmpty(to, move.to);
      const moved = await copyAll(from, to, move);
      isWritten = true;
      return moved;
    });
  } catch (error) {
    if (!isWritten) throw error;
    throw new TransferOutcomeUnknownError('the answer to the end of the move was lost', { cause: error });
  }
}

interface BothStores {
  readonly source: Kysely<Schema>;
  readonly target: Kysely<Schema>;
  readonly engine: Engine;
  /** The target has its tables. */
  readonly isMade: boolean;
}

async function openBoth(from: string, to: string): Promise<BothStores> {
  if (isDatabaseUrl(from)) throw new StoreError('store: only an SQLite file can be moved: give its path');
  const engine = await postgresEngine(to);
  const target = new Kysely<Schema>({ dialect: engine.unhurried ?? engine.dialect });
  try {
    await sql`select 1`.execute(target);
    const fit = await schemaStatus(target);
    if (fit === 'older' || fit === 'newer')
      throw new StoreError(`store: "${describeDatabase(to)}" ${MISFITS[fit]}`);
    return { source: await openForAdmin(from), target, engine, isMade: fit === 'fits' };
  } catch (error) {
    await target.destroy();
    throw error;
  }
}

const MISFITS = {
  older: 'was made by an older release: start the proxy of this release on it once, or give an empty one',
  newer: 'was made by a newer release: use the command line of that release, or give an empty database',
} as const;

async function close({ source, target }: BothStores): Promise<void> {
  await Promise.all([source.destroy(), target.destroy()]);
}

/** Also a proxy that has the file open and writes nothing is somebody ("PRAGMA locking_mode", in WAL mode). */
async function alone<T>(
  source: Kysely<Schema>,
  path: string,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  await sql`pragma locking_mode = exclusive`.execute(source).catch((error: unknown) => inUse(error, path));
  let isAlone = false;
  try {
    return await source.transaction().execute(async (tx) => {
      isAlone = true;
      await sql`pragma query_only = on`.execute(tx);
      return work(tx).finally(() => sql`pragma query_only = off`.execute(tx));
    });
  } catch (error) {
    return isAlone ? Promise.reject(error) : inUse(error, path);
  } finally {
    // A statement that is not collected as garbage yet would hold the file for as long as this process lives.
    if (isAlone) await sql`pragma locking_mode = normal`.execute(source);
  }
}

function inUse(error: unknown, path: string): never {
  if (!(error instanceof StoreError)) throw error;
  throw new StoreError(
    `store: "${path}" is in use: stop the proxy, and whatever else has it open, so that nothing is lost on the way`,
    { cause: error },
  );
}

/** From then on nobody else writes to it before the transaction ends. */
async function assertEmpty(tx: Transaction<Schema>, to: string): Promise<void> {
  const names = sql.join(TABLES.map((table) => sql.table(table)));
  await sql`lock table ${names} in exclusive mode`.execute(tx);
  for (const table of TABLES) {
    const count = await countRows(tx, table);
    if (count === 0) continue;
    const found = `store: "${describeDatabase(to)}" is not empty: it has ${count} rows in ${table}`;
    throw new StoreError(`${found}. Give another database: two stores cannot be put together`);
  }
}

async function copyAll(
  from: Transaction<Schema>,
  to: Transaction<Schema>,
  { signal, onProgress }: StoreMove,
): Promise<readonly TableContents[]> {
  const moved: TableContents[] = [];
  for (const table of TABLES) {
    const wanted = await copy(from, to, { table, signal, onProgress });
    const written = await contentsOf(to, table, signal);
    if (written.rows !== wanted.rows || written.digest !== wanted.digest) {
      throw new StoreError(`store: ${table} has arrived as something else, and nothing of it was kept`);
    }
    moved.push(wanted);
  }
  await countOn(to);
  signal.throwIfAborted();
  return moved;
}

async function copy(
  from: Transaction<Schema>,
  to: Transaction<Schema>,
  { table, signal, onProgress }: Pick<StoreMove, 'signal' | 'onProgress'> & { readonly table: TableName },
): Promise<TableContents> {
  const of = await countRows(from, table);
  const contents = new TableDigest(table);
  onProgress({ table, rows: 0, of });
  for await (const rows of rowsOfFile(from, table)) {
    signal.throwIfAborted();
    await insertAll(to, table, rows);
    contents.add(rows);
    onProgress({ table, rows: contents.total.rows, of });
  }
  return contents.total;
}

/** A page as one text: one place in the statement instead of thousands. */
async function insertAll(to: Transaction<Schema>, table: TableName, rows: readonly Row[]): Promise<void> {
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

/** The next event has a number after all that were moved. */
async function countOn(to: Transaction<Schema>): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('events', 'sequence'), max(sequence))
    from events having count(*) > 0`.execute(to);
}
