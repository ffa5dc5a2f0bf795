import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type Dialect } from 'kysely';
import type Pg from 'pg';
import type { Client, ClientConfig, CustomTypesConfig, Pool } from 'pg';
import { isConflict } from './postgres-errors.js';
import type { ChangeNotifier, Engine } from './engine.js';
import { PostgresDriver } from './postgres-driver.js';
import { StoreError } from './store-error.js';

/** The used part of the `pg` package. */
export type PgModule = Pick<typeof Pg, 'Client' | 'Pool' | 'types'>;

export type LoadPg = () => Promise<{ readonly default: PgModule }>;

/** Per process; further queries wait. */
const MAX_CONNECTIONS = 10;
/** Timeout of connections, statements and locks. */
const TIMEOUT_MS = 5000;
/** Any number, the same in every release. */
const MIGRATION_LOCK = 7_307_991_201;
/** Any number of 32 bits, the same in every release. */
const KEY_LOCK = 730_799_121;

export function isDatabaseUrl(store: string): boolean {
  return /^postgres(ql)?:/i.test(store);
}

/**
 * Creates the engine of a PostgreSQL database.
 * @param url with user and password; no error contains them
 * @throws {Error} if `pg` is not installed or the URL is invalid; the message names the remedy
 */
export async function postgresEngine(url: string, load?: LoadPg): Promise<Engine> {
  const name = describeDatabase(url);
  const pg = await loadPg(load);
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
    // The pool replaces a lost idle connection; on a used one, the running query rejects.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const pool = open(MAX_CONNECTIONS);
  return {
    dialect: dialectOf(new PostgresDriver({ pool, name, timeoutMs: TIMEOUT_MS })),
    migrationDialect: dialectOf(new PostgresDriver({ pool: open(1), name, timeoutMs: null })),
    migrationLock: sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`,
    lock: (key) => sql`select pg_advisory_xact_lock(${sql.lit(KEY_LOCK)}, hashtext(${key}))`,
    addSequenceKey: (table, column) =>
      table.addColumn(column, 'bigint', (it) => it.primaryKey().generatedByDefaultAsIdentity()),
    isConflict,
    syncReader: null,
    notifications: new PostgresNotifications(
      pool,
      (socket) => new pg.Client({ ...config, stream: () => socket }),
    ),
  };
}

/** As for `libsql`, bundlers accept that the package is missing. */
async function loadPg(load?: LoadPg): Promise<PgModule> {
  try {
    const module = load ? await load() : await import(/* turbopackOptional: true */ 'pg');
    if (typeof module.default?.Pool !== 'function') throw new TypeError('The module "pg" is empty.');
    return module.default;
  } catch (error) {
    throw new Error('The PostgreSQL store needs the package "pg". Install it: npm install pg', {
      cause: error,
    });
  }
}

function dialectOf(driver: PostgresDriver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Returns the URL without user and password. @throws {StoreError} if the URL is ambiguous */
export function describeDatabase(url: string): string {
  const invalid = new StoreError(
    'store is not a valid database URL',
    'Use postgres://user:password@host:5432/name, and percent-encode special characters in the password, ' +
      'such as %40 for @ and %2F for /',
  );
  if (!URL.canParse(url)) throw invalid;
  const { host, pathname, hash } = new URL(url);
  if (pathname.includes('@') || hash !== '') throw invalid;
  return `postgres://${host}${pathname}`;
}

/** Parses BIGINT as a number, as SQLite does. */
function typesOf({ types }: PgModule): CustomTypesConfig {
  const getTypeParser: CustomTypesConfig['getTypeParser'] = (id, format) =>
    id === types.builtins.INT8 ? toNumber : types.getTypeParser(id, format);
  return { getTypeParser };
}

/** @throws {StoreError} if the number is too large to be exact */
export function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError(
    `store contains an invalid number (${text})`,
    'Find out which other program has written to it',
  );
}

const CHANNEL = 'crypto_checkout';
/** Delay before reconnecting. */
const RETRY_DELAY_MS = 1000;

/**
 * Notifications by NOTIFY, and by LISTEN on a separate connection. Failures are silent: behind a transaction pooler and
 * during an outage of the database there are no notifications.
 */
class PostgresNotifications implements ChangeNotifier {
  readonly #stopping = new AbortController();
  #socket: Socket | undefined;
  #listening: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    /** Returns an unconnected client that uses this socket. */
    private readonly clientOver: (socket: Socket) => Client,
  ) {}

  async notifyChanged(ids: readonly string[]): Promise<void> {
    const text = 'select pg_notify($1, id) from unnest($2::text[]) as id';
    await this.pool.query(text, [CHANNEL, ids]).catch(() => undefined);
  }

  onChange(listener: (id: string) => void): void {
    this.#listening ??= this.#listen(listener);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    // Not `client.end()`: while the client is still connecting, its promise would never settle.
    this.#socket?.destroy();
    await this.#listening;
  }

  async #listen(listener: (id: string) => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listenOnce(listener).catch(() => undefined);
      await pause(RETRY_DELAY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Resolves or rejects when the connection is lost. */
  async #listenOnce(listener: (id: string) => void): Promise<void> {
    // Listening must not keep the process alive.
    const socket = new Socket().unref();
    this.#socket = socket;
    const client = this.clientOver(socket);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => socket.destroy());
    client.on('notification', ({ payload }) => listener(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await ended;
    } finally {
      socket.destroy();
    }
  }
}
