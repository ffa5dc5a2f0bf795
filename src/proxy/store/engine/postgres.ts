import type { Dialect } from 'kysely';
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type Pg from 'pg';
import type { ClientConfig, CustomTypesConfig } from 'pg';
import { isConflict } from './postgres-errors.js';
import type { Engine } from './engine.js';
import { PostgresDriver } from './postgres-driver.js';
import { PostgresNotifications } from './postgres-notifications.js';
import { StoreError } from './store-error.js';

/** What is used of the `pg` package. */
export type PgModule = Pick<typeof Pg, 'Client' | 'Pool' | 'types'>;

export type LoadPg = () => Promise<{ readonly default: PgModule }>;

/** Of each process; who finds them all taken waits. */
const MAX_CONNECTIONS = 10;
/** Whoever cannot connect, or has no answer, by then is told so. */
const TIMEOUT_MS = 5000;
/** Any number, the same in every release. */
const MIGRATION_LOCK = 7_307_991_201;
/** Any number of 32 bits, the same in every release. */
const KEY_LOCK = 730_799_121;

export function isDatabaseUrl(store: string): boolean {
  return /^postgres(ql)?:/i.test(store);
}

/**
 * A PostgreSQL database.
 * @param url with user and password; neither is in any error
 * @throws {Error} when `pg` is not installed or the address cannot be right; the message names the remedy
 */
export async function postgresEngine(url: string, load: LoadPg = loadPg): Promise<Engine> {
  const place = describeDatabase(url);
  const { default: pg } = await loaded(load);
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: TIMEOUT_MS,
    application_name: 'crypto-checkout',
    types: typesOf(pg),
  };
  const open = (max: number) => {
    const pool = new pg.Pool({ ...config, max, allowExitOnIdle: true });
    // A connection that is lost while nobody uses it is replaced; one in use tells whoever uses it.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const pool = open(MAX_CONNECTIONS);
  return {
    dialect: dialectOf(new PostgresDriver({ pool, place, timeoutMs: TIMEOUT_MS })),
    unhurried: dialectOf(new PostgresDriver({ pool: open(1), place, timeoutMs: null })),
    migrationLock: sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`,
    lock: (key) => sql`select pg_advisory_xact_lock(${sql.lit(KEY_LOCK)}, hashtext(${key}))`,
    counted: (table, column) =>
      table.addColumn(column, 'bigint', (it) => it.primaryKey().generatedByDefaultAsIdentity()),
    isConflict,
    atOnce: null,
    news: new PostgresNotifications(pool, (socket) => new pg.Client({ ...config, stream: () => socket })),
  };
}

function dialectOf(driver: PostgresDriver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Host, port and name. @throws {StoreError} when they, or the password, cannot be told apart */
export function describeDatabase(url: string): string {
  const remedy =
    'the address of the database is not right: give postgres://user:password@host:5432/name, and ' +
    'write what is no letter or digit in the password as %40 for @, %2F for / and so on';
  if (!URL.canParse(url)) throw new StoreError(remedy);
  const { host, pathname, hash } = new URL(url);
  if (pathname.includes('@') || hash !== '') throw new StoreError(remedy);
  return `postgres://${host}${pathname}`;
}

function loadPg(): Promise<{ readonly default: PgModule }> {
  return import('pg');
}

function loaded(load: LoadPg): ReturnType<LoadPg> {
  return load().catch((error: unknown) => {
    throw new Error('the PostgreSQL store needs the package "pg". Install it: npm install pg', {
      cause: error,
    });
  });
}

/** Times and counts are numbers here as in SQLite. */
function typesOf({ types }: PgModule): CustomTypesConfig {
  const getTypeParser: CustomTypesConfig['getTypeParser'] = (id, format) =>
    id === types.builtins.INT8 ? toNumber : types.getTypeParser(id, format);
  return { getTypeParser };
}

/** @throws {StoreError} when it is too large to be exact */
export function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError(
    `store: it holds the number ${text}, which is none of the proxy's: who has written it?`,
  );
}
