// Runs node with these arguments beside a PostgreSQL server of its own, which ends with it:
//   npm run test:postgres -- test/postgres/work-sharing.postgres.test.ts
// Tests find the address of the server in TEST_POSTGRES, with a migrated store to copy: see test-stores.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createMigratedDatabase } from '../proxy/test-stores.js';
import { startPostgres } from './server.js';

const server = await startPostgres().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
await createMigratedDatabase(server.url);
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES: server.url },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'exit')) as [number | null];
await server.remove();
process.exit(code ?? 1);
