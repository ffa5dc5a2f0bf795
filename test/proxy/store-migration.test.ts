import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import Database from 'libsql';
import { openStore } from '../../src/proxy/store/store.js';
import { nodeArguments } from '../node-arguments.js';
import { leftovers } from './crash-snapshots.js';

const OLD_CHECKOUT = '6Ddwx53mXdJ0BgSFykxfPBtBz6OtikOq';

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'crypto-checkout-migration-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function oldStore(path: string): Promise<void> {
  const old = new Database(path);
  old.exec(await readFile(new URL('store-0001.sql', import.meta.url), 'utf8'));
  old.close();
}

/** The version and the content of the store after it was opened. */
async function contents(path: string): Promise<string> {
  const store = await openStore(path);
  const schema = await sql`select type, name, sql from sqlite_master order by type, name`.execute(store.db);
  const migrations = await sql`select name from kysely_migration order by name`.execute(store.db);
  const [checkouts, invoices, events] = await Promise.all(
    (['checkouts', 'invoices', 'events'] as const).map((table) =>
      store.db.selectFrom(table).selectAll().execute(),
    ),
  );
  const record = await store.find(OLD_CHECKOUT);
  await store.close();
  return JSON.stringify([schema.rows, migrations.rows, checkouts, invoices, events, record], null, 1);
}

describe('a store during a migration', () => {
  const starts = [
    ['a new one', () => Promise.resolve()],
    ['that of an older release', oldStore],
  ] as const;
  for (const [name, prepare] of starts) {
    it(`(${name}) is complete after the next start, at whichever statement the process was killed`, async (t) => {
      const place = await folder(t);
      const expected = join(place, 'expected.sqlite');
      await prepare(expected);
      const whole = await contents(expected);
      const path = join(place, 'store.sqlite');
      await prepare(path);
      const left = await leftovers(t, path, async () => (await openStore(path)).close());
      assert.ok(left.length > 20, `${left.length} statements`);
      for (const copy of left) assert.equal(await contents(copy), whole, copy);
      t.diagnostic(`killed at each of ${left.length} statements`);
    });
  }

  it('is migrated once if several processes start concurrently', async (t) => {
    const place = await folder(t);
    const children = await Promise.all([1, 2, 3].map(() => startChild(t)));
    for (let round = 0; round < 8; round += 1) {
      const path = join(place, `store-${round}.sqlite`);
      if (round % 2 === 1) await oldStore(path);
      const said = await Promise.all(children.map((child) => child.send(path)));
      assert.deepEqual(said, ['open', 'open', 'open']);
      const migrations = (await contents(path)).match(/"name": "\d{4}_/g);
      assert.equal(new Set(migrations).size, migrations?.length);
    }
  });
});

async function startChild(t: TestContext): Promise<{ send: (path: string) => Promise<string> }> {
  const args = nodeArguments('test/proxy/opening-store.ts');
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  assert.equal(await next(), 'ready');
  return {
    send: (path) => {
      child.stdin.write(`${path}\n`);
      return next();
    },
  };
}
