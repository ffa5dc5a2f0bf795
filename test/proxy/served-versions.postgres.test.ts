import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ElementsFile } from '../../src/proxy/elements/elements-file.js';
import { ReleaseFiles } from '../../src/proxy/elements/served-files.js';
import { findBrowserFile, removeBrowserFiles } from '../../src/proxy/store/browser-files.js';
import { openStore } from '../../src/proxy/store/store.js';
import { build, serveFiles, textOf } from './served-files.js';
import { freshStore } from './test-stores.js';

const HOUR_MS = 3600_000;

describe('files of another version', () => {
  it('are served by every process of the store, also after the last process of that version has ended', async (t) => {
    const store = await freshStore(t);
    const former = await serveFiles(t, build('1'), { store });
    await former.proxy.start();
    const present = await serveFiles(t, build('2'), { store });
    await present.proxy.start();
    const text = async ({ fetch }: typeof former, version: string) =>
      (await fetch(`/elements/currency-choice-${version}.js`)).text();
    assert.equal(await text(former, '2'), textOf('2'));
    await former.proxy.stop();
    assert.equal(await text(present, '1'), textOf('1'));
    const old = await present.fetch('/elements/currency-choice-1.js', {
      headers: { 'accept-encoding': 'gzip' },
    });
    assert.equal(old.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(old.headers.get('content-encoding'), 'gzip');
    // The entry is always that of the process.
    assert.match(await (await present.fetch('/elements.js')).text(), /currency-choice-2/);
    assert.equal((await present.fetch('/elements/elements.js')).status, 404);
  });

  it('are read from the store and compressed once, however often a page loads them', async (t) => {
    const store = await freshStore(t);
    const former = await serveFiles(t, build('1'), { store });
    await former.proxy.start();
    await former.proxy.stop();
    const { fetch } = await serveFiles(t, build('2'), { store });
    const load = (encoding: string) =>
      fetch('/elements/currency-choice-1.js', { headers: { 'accept-encoding': encoding } });
    assert.equal(await (await load('identity')).text(), textOf('1'));
    const opened = await openStore(store);
    t.after(() => opened.close());
    await removeBrowserFiles(opened, Number.MAX_SAFE_INTEGER);
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await load(encoding);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-encoding') ?? 'identity', encoding);
    }
  });

  it('stay for a day after a process has last served them, and those of a running one indefinitely', async (t) => {
    const store = await openStore(await freshStore(t));
    t.after(() => store.close());
    const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now };
    const failures: string[] = [];
    const log = (_: object, message: string) => void failures.push(message);
    const context = { store, clock, logger: { info: log, warn: log, error: log } };
    const registered = (files: readonly ElementsFile[]) =>
      new ReleaseFiles(context, () => Promise.resolve(files.filter(({ role }) => role !== 'entry')));
    const [former, present] = [registered(build('1')), registered(build('2'))];
    const found = async () => {
      const names = ['1', '2'].map((version) =>
        findBrowserFile(store, `elements/currency-choice-${version}.js`),
      );
      return (await Promise.all(names)).map((file) => file !== undefined);
    };
    /** @param ended whether the former version runs no more */
    const hoursPass = async (hours: number, ended: boolean) => {
      for (let hour = 0; hour < hours; hour += 1) {
        clock.now += HOUR_MS;
        if (!ended) await former.refreshDue();
        await present.refreshDue();
      }
    };
    await hoursPass(72, false);
    assert.deepEqual(await found(), [true, true]);
    await hoursPass(24, true);
    assert.deepEqual(await found(), [true, true]);
    await hoursPass(2, true);
    assert.deepEqual(await found(), [false, true]);
    assert.deepEqual(failures, []);
  });

  it('are stored by the next attempt if the store was unavailable', async (t) => {
    const [away, store] = await Promise.all([openStore(await freshStore(t)), openStore(await freshStore(t))]);
    t.after(() => store.close());
    await away.close();
    const logged: string[] = [];
    const log = (_: object, message: string) => void logged.push(message);
    const context = { store: away, clock: { nowMs: () => 1 }, logger: { info: log, warn: log, error: log } };
    const release = new ReleaseFiles(context, () => Promise.resolve(build('1')));
    await release.refreshDue();
    assert.deepEqual(logged, ['browser files not stored, retrying in a minute']);
    Object.assign(context, { store });
    await release.refreshDue();
    assert.ok(await findBrowserFile(store, 'elements/currency-choice-1.js'));
  });
});
