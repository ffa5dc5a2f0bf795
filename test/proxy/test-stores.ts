import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';

/** The PostgreSQL server on which the tests run; `undefined`: they run on SQLite. */
export const SERVER = process.env['TEST_POSTGRES'];

/** A store of the test's own that survives its process: a file, or a schema of the database. */
export async function freshStore(t: Pick<TestContext, 'after'>): Promise<string> {
  return SERVER === undefined ? join(await folder(t), 'store.sqlite') : freshSchema(SERVER);
}

/** A store of the test's own, for one process. */
export async function briefStore(): Promise<string> {
  return SERVER === undefined ? ':memory:' : freshSchema(SERVER);
}

/** In memory, if the system has a folder there: it survives the death of a process, and no power failure is tested. */
async function folder(t: Pick<TestContext, 'after'>): Promise<string> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const path = await mkdtemp(join(parent, 'crypto-checkout-store-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Its content is lost with the server. */
async function freshSchema(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await rows(`${server}/postgres`, `create schema ${name}`);
  return `${server}/postgres?options=-csearch_path%3D${name}`;
}

/** The result of the database, on a connection for this statement alone. */
export async function rows(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
