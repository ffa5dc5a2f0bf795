import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { openStore } from '../../src/proxy/store/store.js';
import { timePassesUntil } from './lost-invoices.js';
import { holdFile, isRefused, limitedFiles, smallDisk, startTwoPayers } from './failing-store.js';
import type { SmallDisk } from './failing-store.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';

async function tellsOfPayment(environment: TestEnvironment, id: string): Promise<void> {
  await until(
    () => {
      environment.sandbox.clock.advance(5);
      return environment.events.filter(
        ({ type, checkout }) => type === 'checkout.paid' && checkout.id === id,
      );
    },
    'the shop receives the payment event',
    ({ length }) => length > 0,
  );
}

describe('a store that cannot be written to', () => {
  const ways: readonly [string, (t: TestContext) => Promise<SmallDisk>][] = [
    ['a full disk', async (t) => (await smallDisk(t)) ?? limitedFiles(t)],
    ['a file that may not grow', limitedFiles],
  ];
  for (const [name, prepare] of ways) {
    it(`(${name}) refuses new invoices, serves known ones, and continues when there is room`, async (t) => {
      const disk = await prepare(t);
      const { environment, shown, opened, invoice, stream } = await startTwoPayers(t, disk.store);
      disk.fill();
      // Past the time in which a subscription is not stored again.
      environment.sandbox.clock.advance(30);
      await isRefused(environment, opened);
      assert.equal((await environment.get(shown)).state, 'awaiting');
      // A page that is loaded again brings a newer token for the same order.
      environment.sandbox.clock.advance(5);
      assert.equal((await environment.open({ id: 'A-1' })).id, shown);
      assert.equal((await environment.call('POST', '/checkouts', { body: { order: 'x' } })).status, 404);
      assert.match(environment.logLines.join('\n'), /store\.sqlite\\" cannot be written .*[Ff]ree space/);

      await environment.control('payments', { uuid: invoice.id });
      disk.makeRoom();
      await environment.choose(opened, 'BTC');
      await timePassesUntil(environment, opened, 'awaiting');
      await tellsOfPayment(environment, shown);
      for await (const { state } of stream) if (state === 'paid') break;
    });
  }

  it('(another process holds it) does the same, and no reader waits', async (t) => {
    const store = temporaryFile(t);
    const { environment, shown, opened, invoice, stream } = await startTwoPayers(t, store);
    const release = await holdFile(t, store);
    environment.sandbox.clock.advance(30);
    const refused = isRefused(environment, opened);
    let reads = 0;
    for (; await stillWaits(refused); reads += 1)
      assert.equal((await environment.get(shown)).state, 'awaiting');
    // The writer waits for five seconds: readers that waited for the store as well would be far fewer.
    assert.ok(reads > 5, `${reads} reads while a writer waited`);
    assert.match(environment.logLines.join('\n'), /store\.sqlite\\" is locked by another process/);

    await environment.control('payments', { uuid: invoice.id });
    await release();
    await environment.choose(opened, 'BTC');
    await timePassesUntil(environment, opened, 'awaiting');
    await tellsOfPayment(environment, shown);
    for await (const { state } of stream) if (state === 'paid') break;
  });

  it('(held for a moment only) keeps no payer from paying', async (t) => {
    const store = temporaryFile(t);
    const { environment, opened } = await startTwoPayers(t, store);
    const release = await holdFile(t, store);
    const choosing = environment.choose(opened, 'BTC');
    assert.ok(await stillWaits(choosing));
    await release();
    assert.equal((await choosing).state, 'awaiting');
  });
});

async function stillWaits(work: Promise<unknown>): Promise<boolean> {
  const later = new Promise<true>((resolve) => setTimeout(() => resolve(true), 50));
  return (await Promise.race([work, later])) === true;
}

/** The reason why a proxy does not start on this file. */
async function startFailureOf(store: string): Promise<string> {
  const proxy = createCheckoutProxy({
    service: { url: 'http://127.0.0.1:9', apiKey: 'key', shopId: 'shop' },
    orders: () => null,
    store,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  try {
    await proxy.start();
    return 'it has started';
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  } finally {
    await proxy.stop();
  }
}

describe('a proxy does not start on', () => {
  const names = (store: string, remedy: string) => new RegExp(`^store "${store}" .*${remedy}`, 's');

  it('a file of another program', async (t) => {
    const store = temporaryFile(t);
    const text = 'this is the diary of the shop, and no database\n'.repeat(200);
    await writeFile(store, text);
    assert.match(await startFailureOf(store), names(store, 'is not an SQLite file.*Use the value'));
    assert.equal(await readFile(store, 'utf8'), text);
  });

  it('a truncated store', async (t) => {
    const store = temporaryFile(t);
    await tornStore(store);
    assert.match(await startFailureOf(store), names(store, 'is damaged.*latest backup'));
  });

  it('a folder', async (t) => {
    const store = temporaryFile(t);
    await mkdir(store);
    assert.match(await startFailureOf(store), names(store, 'is a folder\\. Use the path of a file'));
  });

  it('a file that another process holds', async (t) => {
    const store = temporaryFile(t);
    await holdFile(t, store);
    assert.match(await startFailureOf(store), names(store, 'is locked by another process.*End'));
  });

  it('a file that it may only read', async (t) => {
    const path = temporaryFolder(t);
    const store = join(path, 'store.sqlite');
    await (await openStore(store)).close();
    // The files beside it are deleted when the engine has closed, which may be a moment later.
    const readOnly = (await readdir(path)).map((name) => chmod(join(path, name), 0o444));
    for (const result of await Promise.allSettled(readOnly))
      assert.ok(result.status === 'fulfilled' || /ENOENT/.test(String(result.reason)));
    await chmod(path, 0o755);
    assert.match(await asNobody(() => startFailureOf(store)), names(store, 'is read-only.*permission'));
  });

  it('a disk that is full', async (t) => {
    const disk = await smallDisk(t);
    if (disk) {
      disk.fill();
      assert.match(await startFailureOf(disk.store), names(disk.store, 'cannot be written.*[Ff]ree space'));
      disk.makeRoom();
      await (await openStore(disk.store)).close();
      return;
    }
    const limited = await limitedFiles(t);
    await writeFile(`${limited.store}-wal`, '');
    limited.fill();
    assert.match(
      await startFailureOf(limited.store),
      names(limited.store, 'cannot be written.*[Ff]ree space'),
    );
  });
});

/** Root may write everywhere; the user "nobody" may not. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** As after a copy that was interrupted. */
async function tornStore(path: string): Promise<void> {
  const { default: Database } = await import('libsql');
  const store = await openStore(path);
  await store.close();
  const database = new Database(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, 8192));
  await Promise.all(['-wal', '-shm'].map((end) => rm(path + end, { force: true })));
}
