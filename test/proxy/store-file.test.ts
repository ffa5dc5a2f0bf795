import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import Database from 'libsql';
import type { Database as Connection } from '../../src/proxy/store/engine/wal-sqlite-driver.js';
import { openSqlite } from '../../src/proxy/store/engine/sqlite.js';
import { openStore } from '../../src/proxy/store/store.js';
import { invoiceOf, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';
import { temporaryFile } from '../temporary-folder.js';

const run = promisify(execFile);

/** The permissions of all files in the folder of this one, in octal digits. */
async function modesBeside(path: string): Promise<Readonly<Record<string, string>>> {
  const folder = dirname(path);
  const names = (await readdir(folder)).sort();
  const modes = names.map(async (name) => ((await stat(join(folder, name))).mode & 0o777).toString(8));
  const found = await Promise.all(modes);
  return Object.fromEntries(names.map((name, index) => [name, found[index] ?? '']));
}

describe('a store in a file', () => {
  it('names the package to install if libsql is missing', async () => {
    const missing = () => Promise.reject(new Error("Cannot find package 'libsql'"));
    await assert.rejects(openSqlite(':memory:', missing), { message: /npm install libsql/ });
    // As Next.js bundles it with webpack.
    const empty = () => Promise.resolve({ default: Object.create(null) });
    await assert.rejects(openSqlite(':memory:', empty), { message: /npm install libsql/ });
  });

  it('keeps committed data through a power failure: WAL, and a full sync at every commit', async (t) => {
    const store = await openStore(temporaryFile(t));
    t.after(() => store.close());
    const pragma = async (name: string) => {
      const { rows } = await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(store.db);
      return rows[0];
    };
    assert.equal((await pragma('journal_mode'))?.['journal_mode'], 'wal');
    assert.equal((await pragma('synchronous'))?.['synchronous'], 2);
  });

  it('is created for its owner alone, with its log beside it, for any umask', async (t) => {
    const path = temporaryFile(t);
    const before = process.umask(0);
    try {
      const store = await openStore(path);
      t.after(() => store.close());
      await sql`create table tally (n integer)`.execute(store.db);
    } finally {
      process.umask(before);
    }
    assert.deepEqual(await modesBeside(path), {
      'store.sqlite': '600',
      'store.sqlite-shm': '600',
      'store.sqlite-wal': '600',
    });
  });

  it('keeps the mode that its owner has set, and its log has the same', async (t) => {
    const path = temporaryFile(t);
    new Database(path).close();
    await chmod(path, 0o640);
    const store = await openStore(path);
    t.after(() => store.close());
    await sql`create table tally (n integer)`.execute(store.db);
    assert.deepEqual(await modesBeside(path), {
      'store.sqlite': '640',
      'store.sqlite-shm': '640',
      'store.sqlite-wal': '640',
    });
  });

  it("is a file of its own: the shop's database stays as it is", async (t) => {
    const path = temporaryFile(t);
    const shop = new Database(path);
    shop.exec('create table parcels (id text)');
    shop.close();
    const before = await readFile(path);
    await assert.rejects(openStore(path), {
      message:
        /^store ".*" contains tables of another program, such as "parcels"\. Use a separate file for the proxy\.$/,
    });
    assert.deepEqual(await readFile(path), before);
  });

  it('is complete by itself when it is closed, so that a copy of it alone is a backup', async (t) => {
    const path = temporaryFile(t);
    const store = await openStore(path);
    await sql`create table tally (n integer)`.execute(store.db);
    await sql`insert into tally values (7)`.execute(store.db);
    await store.close();
    const backup = temporaryFile(t);
    await copyFile(path, backup);
    const copied = await openStore(backup);
    t.after(() => copied.close());
    const { rows } = await sql<{ readonly n: number }>`select n from tally`.execute(copied.db);
    assert.deepEqual(rows, [{ n: 7 }]);
  });

  it('names higher versions after a backup is restored, so that pages and shops do not take news for old', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = temporaryFile(t);
    const startOn = (path: string) => startProxy(t, sandbox, { proxy: { store: path } });
    const first = await startOn(store);
    const { id } = await first.open();
    const { id: uuid } = invoiceOf(await first.choose(id));
    await first.proxy.stop();
    const [backup, latest] = [temporaryFile(t), temporaryFile(t)];
    await copyFile(store, backup);
    await copyFile(store, latest);

    const lost = await startOn(latest);
    let seen = await lost.get(id);
    for (const amount of ['0.0001', '0.0002', '0.0003']) {
      await lost.control('payments', { uuid, amount });
      const { version } = seen;
      seen = await until(
        () => lost.get(id),
        'the part arrives',
        (checkout) => checkout.version > version,
      );
    }
    await lost.proxy.stop();

    const restored = await startOn(backup);
    assert.ok((await restored.becomes(id, 'partial')).version > seen.version);
    const [event] = await until(
      () => restored.events,
      'the shop is notified',
      ({ length }) => length > 0,
    );
    assert.ok(event && event.checkout.version > seen.version);
  });

  it('is read in its current state, also after a read that found it locked', async (t) => {
    const path = temporaryFile(t);
    const other = await openStore(path);
    t.after(() => other.close());
    await sql`create table tally (n integer)`.execute(other.db);
    await sql`insert into tally values (0)`.execute(other.db);
    let isLocked = false;
    const underWay: unknown[] = [];
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n, tally';
    /** One of its statements finds the file locked: it stays in progress, and its snapshot with it. */
    class Locked implements Connection {
      readonly #real: Database.Database;
      constructor(file: string) {
        this.#real = new Database(file);
      }
      get inTransaction() {
        return this.#real.inTransaction;
      }
      exec(text: string) {
        return this.#real.exec(text);
      }
      close() {
        this.#real.close();
      }
      prepare(text: string) {
        const statement = this.#real.prepare(text);
        if (!isLocked || !statement.reader) return statement;
        statement.all = () => {
          isLocked = false;
          const rows = this.#real.prepare(endless).iterate([]);
          underWay.push(rows, rows.next());
          throw Object.assign(new Error('database is locked'), {
            code: 'SQLITE_BUSY_RECOVERY',
            rawCode: 261,
          });
        };
        return statement;
      }
    }
    const db = new Kysely<{ tally: { n: number } }>({
      dialect: await openSqlite(path, () => Promise.resolve({ default: Locked })),
    });
    t.after(() => db.destroy());
    const read = async () => (await db.selectFrom('tally').select('n').execute())[0]?.n;
    isLocked = true;
    assert.equal(await read(), 0);
    assert.ok(underWay.length > 0);
    for (let n = 1; n <= 3; n += 1) {
      await sql`update tally set n = ${n}`.execute(other.db);
      assert.equal(await read(), n);
    }
  });

  it('does not open a file that a newer release has changed, and ignores additions of a newer one', async (t) => {
    const path = temporaryFile(t);
    const store = await openStore(path);
    const add = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(store.db);
    await add('9999_more');
    await (await openStore(path)).close();
    await add('9999_other_breaking');
    await store.close();
    await assert.rejects(openStore(path), { message: /breaking changes of a newer release/ });
  });
});

describe('two processes on one file', () => {
  it('wait for each other, and the data that a transaction has read stays true until it has written', async (t) => {
    const path = temporaryFile(t);
    const store = await openStore(path);
    t.after(() => store.close());
    await sql`create table tally (n integer)`.execute(store.db);
    await sql`insert into tally values (0)`.execute(store.db);
    const other = run(process.execPath, ['--input-type=module', '-e', COUNTING, path]);
    let isRunning = true;
    const ended = other.finally(() => (isRunning = false));
    let own = 0;
    while (isRunning) {
      await store.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ n: number }>`select n from tally`.execute(tx);
        await sql`update tally set n = ${Number(rows[0]?.n) + 1}`.execute(tx);
      });
      own += 1;
      // Lets the message about the other process's end arrive.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ended;
    const { rows } = await sql<{ n: number }>`select n from tally`.execute(store.db);
    assert.equal(rows[0]?.n, own + 200);
  });
});

/** The other process: counts up by 200. */
const COUNTING = `
  import Database from 'libsql';
  const db = new Database(process.argv[1]);
  db.prepare('PRAGMA busy_timeout = 10000').all([]);
  for (let i = 0; i < 200; i += 1) {
    db.exec('begin immediate');
    const { n } = db.prepare('select n from tally').get();
    db.prepare('update tally set n = ?').run(n + 1);
    db.exec('commit');
  }
`;
