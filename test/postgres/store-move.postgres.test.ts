import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { moveStore } from '../../src/proxy/store/move-store.js';
import { saveBrowserFiles } from '../../src/proxy/store/browser-files.js';
import { openStore } from '../../src/proxy/store/store.js';
import { commandLine, ORDER_SECRET } from '../cli/command-line.js';
import type { CommandLine } from '../cli/command-line.js';
import { program, proxyUrl } from '../cli/program.js';
import { invoiceOf, startProxy, startEnvironment } from '../proxy/test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from '../proxy/test-environment.js';
import { rows } from '../proxy/test-stores.js';
import { freshDatabase } from './database.js';
import { temporaryFile } from '../temporary-folder.js';

const NAME = 'Tee & Öl 🫖 «"\\»';

/** A file that was in use: paid, open, canceled, with a deposit address, and no process has it open any more. */
async function usedStore(
  t: TestContext,
): Promise<{ readonly path: string; readonly sandbox: TestEnvironment['sandbox'] }> {
  const store = temporaryFile(t);
  const environment = await startEnvironment(t, { proxy: { store } });
  const ids = [];
  for (const id of ['A-1', 'A-2', 'A-3', 'A-4'])
    ids.push((await environment.open({ id, description: NAME })).id);
  const [paid = '', open = '', canceled = ''] = ids;
  await environment.control('payments', { uuid: invoiceOf(await environment.choose(paid, 'BTC')).id });
  await environment.becomes(paid, 'paid');
  await environment.choose(open, 'USDT_TRC20');
  await environment.choose(canceled, 'ETH');
  await environment.cancel(canceled);
  await until(
    () => environment.events.length,
    'the shop is notified',
    (count) => count >= 1,
  );
  await environment.proxy.stop();
  return { path: copyOf(store), sandbox: environment.sandbox };
}

/** Statements of this process that are not collected as garbage yet still hold the first one. */
function copyOf(path: string): string {
  for (const end of ['', '-wal'])
    if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${path}.copy${end}`);
  return `${path}.copy`;
}

const tablesOf = async (url: string) =>
  (await rows(url, `select tablename as name from pg_tables where schemaname = 'public'`)).map(
    ({ name }) => name,
  );

async function many(t: TestContext, count: number): Promise<string> {
  const path = temporaryFile(t);
  const { db, ...store } = await openStore(path);
  const values = Array.from({ length: count }, (_, index) => ({
    ...{ id: `evt_${index}`, checkout_id: `c${index}`, type: 'checkout.paid', payload: '{"a":  1.10}' },
    ...{ attempts: 0, next_attempt_at: 0 },
  }));
  for (let start = 0; start < count; start += 500)
    await db
      .insertInto('events')
      .values(values.slice(start, start + 500))
      .execute();
  await db.destroy();
  void store;
  return copyOf(path);
}

/** A command line without a sandbox's store. */
async function typist(t: TestContext): Promise<CommandLine & { readonly url: string }> {
  const line = await commandLine(t);
  const url = await freshDatabase();
  line.env['DATABASE_URL'] = url;
  return { ...line, url };
}

describe('a store that is moved to PostgreSQL', () => {
  it('has everything, to the last row, and the proxy continues with it', async (t) => {
    const { path, sandbox } = await usedStore(t);
    const { type, url } = await typist(t);
    const before = readFileSync(path);
    const { exitCode, output, errors } = await type(['store', 'move', '--from', path]);
    assert.equal(exitCode, 0, errors);
    assert.match(output, /^checkouts +4 +[0-9a-f]{16}$/m);
    assert.match(output, /^invoices +3 +[0-9a-f]{16}$/m);
    assert.match(errors, /^checkouts: 4 of 4$/m);
    assert.doesNotMatch(`${output}${errors}`, /password/);
    assert.deepEqual(readFileSync(path), before, 'the file is as it was');
    const names = await rows(url, 'select distinct description as name from checkouts');
    assert.deepEqual(names, [{ name: NAME }]);

    const environment = await startProxy(t, sandbox, { proxy: { store: url } });
    const open = await environment.open({ id: 'A-2' });
    assert.equal(open.state, 'awaiting');
    await environment.control('payments', { uuid: invoiceOf(open).id });
    await environment.becomes(open.id, 'paid');
    await until(
      () => environment.events.map((event) => event.type),
      'the next event has a number of its own',
      (types) => types.includes('checkout.paid'),
    );
    assert.equal((await environment.open({ id: 'A-3' })).state, 'canceled');
  });

  it('can be counted first, while the proxy runs, without any change', async (t) => {
    const store = temporaryFile(t);
    const environment = await startEnvironment(t, { isIdle: true, proxy: { store } });
    await environment.open();
    const { type, url } = await typist(t);
    const { exitCode, output } = await type(['store', 'move', '--from', store, '--dry-run']);
    assert.equal(exitCode, 0);
    assert.match(output, /^checkouts +1$/m);
    assert.deepEqual(await tablesOf(url), []);
    assert.equal((await environment.open({ id: 'A-2' })).state, 'choosing', 'the proxy was not held up');
  });

  it('is not moved while a proxy has it open, even one that writes nothing', async (t) => {
    const line = await typist(t);
    const store = temporaryFile(t);
    const env = { ...line.env, CRYPTO_CHECKOUT_STORE: store, CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET };
    const proxy = program(t, ['serve'], { ...env, DATABASE_URL: '', PORT: '0' });
    await proxyUrl(proxy);
    const refused = program(t, ['store', 'move'], env);
    assert.equal(await refused.ended, 1);
    assert.match(refused.errors(), /is in use\. Stop the proxy/);
    assert.deepEqual(await tablesOf(line.url), []);
    proxy.child.kill('SIGTERM');
    assert.equal(await proxy.ended, 0);
    const moved = program(t, ['store', 'move'], env);
    assert.equal(await moved.ended, 0, moved.errors());
  });

  it('does not replace one with content, and leaves it unchanged', async (t) => {
    const [first, second] = [await many(t, 3), await many(t, 5)];
    const { type, url } = await typist(t);
    assert.equal((await type(['store', 'move', '--from', first])).exitCode, 0);
    for (const more of [[], ['--dry-run']]) {
      const { exitCode, errors } = await type(['store', 'move', '--from', second, ...more]);
      assert.equal(exitCode, 1);
      assert.match(errors, /is not empty \(3 rows in events\)/);
    }
    assert.deepEqual(await rows(url, 'select count(*)::int as n from events'), [{ n: 3 }]);
  });

  it('replaces one on which a proxy has only stored the files of its elements, and leaves its own behind', async (t) => {
    const { path } = await usedStore(t);
    const { type, url } = await typist(t);
    const target = await openStore(url);
    await saveBrowserFiles(target, [{ name: 'elements/currency-choice-1.js', brotli: 'Cw==' }], 1);
    await target.close();
    const { exitCode, output, errors } = await type(['store', 'move', '--from', path]);
    assert.equal(exitCode, 0, errors);
    assert.doesNotMatch(output, /browser_files/);
    assert.deepEqual(await rows(url, 'select name from browser_files'), [
      { name: 'elements/currency-choice-1.js' },
    ]);
  });

  it('has to be of this release on both sides', async (t) => {
    const { type, url } = await typist(t);
    const path = await many(t, 1);
    await (await openStore(url)).close();
    await rows(url, `insert into kysely_migration (name, timestamp) values ('9999_later', 'x')`);
    const newer = await type(['store', 'move', '--from', path]);
    assert.match(newer.errors, /was created by a newer release/);
    await rows(url, `delete from kysely_migration where name in ('9999_later', '0001_tables')`);
    const older = await type(['store', 'move', '--from', path]);
    assert.match(older.errors, /was created by an older release/);
    assert.deepEqual([newer.exitCode, older.exitCode], [1, 1]);
  });

  it('is rolled back if Ctrl-C interrupts it: the database is as it was', async (t) => {
    const path = await many(t, 2000);
    const url = await freshDatabase();
    const stopping = new AbortController();
    const onProgress = ({ rows: done }: { readonly rows: number }) => done >= 1000 && stopping.abort();
    await assert.rejects(moveStore({ from: path, to: url, signal: stopping.signal, onProgress }), {
      name: 'AbortError',
    });
    assert.deepEqual(await rows(url, 'select id from checkouts'), []);

    const again = await many(t, 2000);
    const { start, interrupt } = await typist(t);
    const running = start(['store', 'move', '--from', again]);
    await until(
      () => running.errors(),
      'it has begun',
      (text) => text.includes('checkouts: 0 of 0'),
    );
    interrupt();
    const { exitCode, errors } = await running.ended;
    assert.equal(exitCode, 130);
    assert.match(errors, /interrupted: nothing was moved, and the file is unchanged/);
  });

  /** The database fails at a row, or at the end of the transaction. */
  async function disturb(url: string, body: string, when: string): Promise<void> {
    await (await openStore(url)).close();
    await rows(
      url,
      `create function disturb() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
       create ${when} for each row execute function disturb()`,
    );
  }
  const countOf = (url: string) => rows(url, 'select count(*)::int as n from events');
  const CUT = `if new.id = 'evt_7' then perform pg_terminate_backend(pg_backend_pid()); end if;`;

  it('is rolled back if a row has arrived changed', async (t) => {
    const { type, url } = await typist(t);
    await disturb(
      url,
      `if new.id = 'evt_7' then new.attempts := 1; end if;`,
      'trigger bent before insert on events',
    );
    const { exitCode, errors } = await type(['store', 'move', '--from', await many(t, 10)]);
    assert.equal(exitCode, 1);
    assert.match(errors, /events differs after the copy\. The target has no rows/);
    assert.deepEqual(await countOf(url), [{ n: 0 }]);
  });

  it('is rolled back if the connection is lost on the way', async (t) => {
    const { type, url } = await typist(t);
    await disturb(url, CUT, 'trigger cut before insert on events');
    const { exitCode, errors } = await type(['store', 'move', '--from', await many(t, 10)]);
    assert.equal(exitCode, 1);
    assert.match(errors, /cannot be reached/);
    assert.deepEqual(await countOf(url), [{ n: 0 }]);
  });

  it('is neither confirmed nor denied if the connection is lost at the very end', async (t) => {
    const { type, url } = await typist(t);
    await disturb(url, CUT, 'constraint trigger cut after insert on events deferrable initially deferred');
    const { exitCode, errors } = await type(['store', 'move', '--from', await many(t, 10)]);
    assert.equal(exitCode, 3, errors);
    assert.match(errors, /outcome is unknown\. Run it with --dry-run/);
  });
});
