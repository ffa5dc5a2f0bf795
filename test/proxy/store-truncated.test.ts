import assert from 'node:assert/strict';
import { copyFile, open, readFile, truncate, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import Database from 'libsql';
import { openStore } from '../../src/proxy/store/store.js';
import { createHarness } from './fake-service.js';
import { orderToken, problemOf, startProxy, startService } from './test-environment.js';
import { temporaryFile } from '../temporary-folder.js';

const PAGE_BYTES = 4096;
/** Each bit is inverted, so a read at any position fails. */
const GARBAGE = Buffer.alloc(PAGE_BYTES, 0xa5);

async function ordersIn(path: string): Promise<readonly string[]> {
  const store = await openStore(path);
  try {
    const rows = await store.db.selectFrom('checkouts').select('order_id').orderBy('order_id').execute();
    return rows.map(({ order_id }) => order_id);
  } finally {
    await store.close();
  }
}

describe('a damaged store file', () => {
  it('has all earlier commits if it ends in the middle of its last one, wherever it ends', async (t) => {
    const path = temporaryFile(t);
    const { order } = await createHarness(t, path);
    await order('A-1');
    const log = await readFile(`${path}-wal`);
    await order('A-2');
    const whole = await readFile(`${path}-wal`);
    assert.ok(whole.length > log.length, 'the second order is in the log alone');
    const found = new Set<string>();
    for (let bytes = log.length; bytes <= whole.length; bytes += 2029) {
      for (const tail of [Buffer.alloc(0), GARBAGE]) {
        const copy = temporaryFile(t);
        await copyFile(path, copy);
        await writeFile(`${copy}-wal`, Buffer.concat([whole.subarray(0, bytes), tail]));
        const orders = await ordersIn(copy);
        assert.equal(orders[0], 'A-1', `${bytes} of ${whole.length} bytes`);
        found.add(orders.join());
      }
    }
    assert.ok(found.has('A-1'), 'what was not committed is not there');
  });

  it('causes an error if it is damaged in its tables, and the log names the file and the remedy', async (t) => {
    const store = temporaryFile(t);
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const before = await startProxy(t, sandbox, { proxy: { store } });
    const { id } = await before.open({ id: 'A-1' });
    await before.proxy.stop();
    await ruin(store, 'checkouts');

    const { call, logLines } = await startProxy(t, sandbox, { proxy: { store }, isIdle: true });
    const answers = [
      await call('GET', `/checkouts/${id}`),
      await call('POST', '/checkouts', { body: { order: await orderToken({ id: 'A-1' }) } }),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 503);
      assert.equal((await problemOf(answer)).code, 'store_unavailable');
    }
    assert.match(
      logLines.join('\n'),
      /store\.sqlite\\" is damaged\. Stop the proxy and restore the latest backup/,
    );
  });

  it('is refused at the start with the remedy if only its first bytes are left', async (t) => {
    const path = temporaryFile(t);
    await (await openStore(path)).close();
    withoutLog(path).close();
    for (const bytes of [1, 99, 100, 1000, PAGE_BYTES - 1, PAGE_BYTES]) {
      const copy = temporaryFile(t);
      await copyFile(path, copy);
      await truncate(copy, bytes);
      await assert.rejects(
        openStore(copy),
        /is (not an SQLite file|damaged)\. .*(Use the value|latest backup)/,
        `${bytes}`,
      );
    }
  });
});

/** All commits are in the file itself. */
function withoutLog(path: string): Database.Database {
  const database = new Database(path);
  database.exec('pragma wal_checkpoint(truncate)');
  return database;
}

/** Overwrites the first page of a table. */
async function ruin(path: string, table: string): Promise<void> {
  const database = withoutLog(path);
  const row = database.prepare('select rootpage from sqlite_master where name = ?').get(table);
  database.close();
  assert.ok(typeof row === 'object' && row !== null && 'rootpage' in row);
  const file = await open(path, 'r+');
  await file.write(GARBAGE, 0, PAGE_BYTES, (Number(row.rootpage) - 1) * PAGE_BYTES);
  await file.close();
}
