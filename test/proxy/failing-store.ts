import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFile } from '../temporary-folder.js';
import {
  CREATE,
  invoiceOf,
  problemOf,
  startProxy,
  startService,
  streamOf,
  type TestEnvironment,
} from './test-environment.js';

/** A payer has an invoice on screen, and another one has only opened a checkout. */
export async function startTwoPayers(t: TestContext, store: string) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const environment = await startProxy(t, sandbox, { proxy: { store } });
  const { id: shown } = await environment.open({ id: 'A-1' });
  const invoice = invoiceOf(await environment.choose(shown));
  const { id: opened } = await environment.open({ id: 'A-2' });
  const stream = streamOf(await environment.call('GET', `/checkouts/${shown}/events`));
  await stream.next();
  await environment.clear('requests');
  return { environment, shown, opened, invoice, stream };
}

/** No invoice is created while the store fails: the payer reads so soon, and when to come back. */
export async function isRefused(environment: TestEnvironment, id: string): Promise<void> {
  const sinceMs = performance.now();
  const response = await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get('retry-after')) >= 1, 'it says when to come back');
  const { code, retryable } = await problemOf(response);
  assert.deepEqual([code, retryable], ['store_unavailable', true]);
  assert.ok(performance.now() - sinceMs < 15_000, 'and does not keep the payer waiting');
  assert.equal((await environment.counts())[CREATE], undefined);
}

export interface SmallDisk {
  /** The path of the store on it. */
  readonly store: string;
  fill(): void;
  makeRoom(): void;
}

/** A real file system of four megabytes; `null` where this process may not mount one. */
export async function smallDisk(t: TestContext): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  t.after(() => {
    // Lazily, since files on it may be open.
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  const filler = join(folder, 'filler');
  return {
    store: join(folder, 'store.sqlite'),
    fill: () => writeUntilFull(filler),
    makeRoom: () => rmSync(filler),
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch {
    closeSync(file);
  }
}

/** No file of this process may grow beyond the current size of the store's log: the kernel refuses the write. */
export async function limitedFiles(t: TestContext): Promise<SmallDisk> {
  const store = temporaryFile(t);
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
  t.after(() => limit('unlimited'));
  return {
    store,
    fill: () => limit(statSync(`${store}-wal`).size),
    makeRoom: () => limit('unlimited'),
  };
}

const HOLDER = `
  import Database from 'libsql';
  const db = new Database(process.argv[1]);
  // The proxy may be writing.
  db.exec('PRAGMA busy_timeout = 60000');
  db.prepare('PRAGMA journal_mode = WAL').all([]);
  db.exec('begin exclusive');
  console.log('held');
  setInterval(() => undefined, 1000);
`;

/** Another process has exclusive access to the file while it runs; it is killed at the end at the latest. */
export async function holdFile(t: TestContext, path: string): Promise<() => Promise<void>> {
  const args = ['--input-type=module', '-e', HOLDER, path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const release = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  t.after(release);
  const failed = exit.then(() => {
    throw new Error('the process ended before it had the file');
  });
  await Promise.race([once(child.stdout, 'data'), failed]);
  return release;
}
