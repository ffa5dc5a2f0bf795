import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { TABLES } from '../../src/proxy/store/move-store.js';
import type { Schema } from '../../src/proxy/store/schema.js';
import { openStore } from '../../src/proxy/store/store.js';

/** The PostgreSQL server on which the tests run; `undefined`: they run on SQLite. */
export const SERVER = process.env['TEST_POSTGRES'];

/** A store of the test's own that survives its process: a file, or a database. */
export async function freshStore(t: Pick<TestContext, 'after'>): Promise<string> {
  if (SERVER !== undefined) return copyDatabase(SERVER);
  const path = join(await folder(t), 'store.sqlite');
  await copyFile(await (migrated ??= migratedStore()), path);
  return path;
}

/** A store of the test's own, for one process. */
export async function briefStore(): Promise<string> {
  if (SERVER !== undefined) return copyDatabase(SERVER);
  const template = await (migrated ??= migratedStore());
  const path = join(dirname(template), `brief-${(briefStores += 1)}.sqlite`);
  await copyFile(template, path);
  return path;
}

/** A path in the same folder as the stores, for a file that its test deletes. */
export const temporaryPath = (suffix: string) => `${STORES}${randomBytes(8).toString('hex')}${suffix}`;

/** Deletes every row, which takes less time than a new store does. */
export async function emptyStore(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of TABLES.toReversed()) await tx.deleteFrom(table).execute();
  });
}

/** In memory, if the system has a folder there: it survives the death of a process, and no power failure is tested. */
const STORES = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'crypto-checkout-store-');

let briefStores = 0;
let migrated: Promise<string> | undefined;

/** An empty store, for this process to copy: every migration of it takes longer than many tests. */
async function migratedStore(): Promise<string> {
  const folder = mkdtempSync(STORES);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'migrated.sqlite');
  await (await openStore(path)).close();
  return path;
}

async function folder(t: Pick<TestContext, 'after'>): Promise<string> {
  const path = await mkdtemp(STORES);
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

const MIGRATED = 'migrated';

/** Creates the database that `copyDatabase` copies. */
export async function createMigratedDatabase(server: string): Promise<void> {
  await rows(`${server}/postgres`, `create database ${MIGRATED}`);
  await (await openStore(`${server}/${MIGRATED}`)).close();
}

/** Its content is lost with the server. */
async function copyDatabase(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await rows(`${server}/postgres`, `create database ${name} template ${MIGRATED} strategy file_copy`);
  return `${server}/${name}`;
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
