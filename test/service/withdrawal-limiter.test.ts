import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { createFileLimiter, createWithdrawalClient } from '../../src/service/node.js';
import { nodeArguments } from '../node-arguments.js';
import type { Answer } from './scripted-service.js';
import { startService, success, withdrawalText } from './scripted-service.js';
import { until } from '../until.js';
import { temporaryFolder } from '../temporary-folder.js';

const INTERVAL_MS = 400;
const KEY = 'withdrawal-k3y-that-must-stay-here';
const BITCOIN = { amount: '0.5', address: '"bc1qaddress"', currency: '"BTC"' };
const ACCOUNT = { url: 'https://pay.example', withdrawalKey: KEY };

/** A service that records when each withdrawal arrived. */
async function startClock(t: TestContext, answer: Answer = success(withdrawalText(BITCOIN))) {
  const arrivals: number[] = [];
  const { url } = await startService(t, (response, requested) => {
    arrivals.push(performance.now());
    answer(response, requested);
  });
  return { url, arrivals };
}

/** A process that is about to withdraw: it starts on `go`. */
async function startProcess(t: TestContext, url: string, folder: string, times = 1) {
  const script = join(import.meta.dirname, 'withdrawing-process.ts');
  const words = [...nodeArguments(script), url, folder, String(INTERVAL_MS), String(times)];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { child, go: () => void child.stdin.write('go\n') };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function assertApart(arrivals: readonly number[]): void {
  const distances = arrivals.slice(1).map((atMs, index) => atMs - (arrivals[index] ?? 0));
  assert.ok(
    distances.every((distance) => distance >= INTERVAL_MS),
    `apart by ${distances.join(', ')} ms`,
  );
}

test('two processes that start concurrently keep the interval', async (t) => {
  const folder = temporaryFolder(t);
  const { url, arrivals } = await startClock(t);
  const processes = await Promise.all([1, 2].map(() => startProcess(t, url, folder, 3)));
  for (const { go } of processes) go();
  await Promise.all(processes.map(({ child }) => end(child)));
  assert.equal(arrivals.length, 6);
  assertApart(arrivals);
});

test('a request without a response delays the next one too', async (t) => {
  const folder = temporaryFolder(t);
  const { url, arrivals } = await startClock(t, (response) => response.destroy());
  for (const _ of [1, 2]) {
    const { child, go } = await startProcess(t, url, folder);
    go();
    await end(child);
  }
  assert.equal(arrivals.length, 2);
  assertApart(arrivals);
});

test('a process that crashes during its turn delays the next one no longer than needed', async (t) => {
  const folder = temporaryFolder(t);
  const { url, arrivals } = await startClock(t, () => undefined);
  const [dying, next] = await Promise.all([1, 2].map(() => startProcess(t, url, folder)));
  assert.ok(dying && next);
  dying.go();
  await until(() => arrivals.length === 1, 'the first request arrives');
  next.go();
  await new Promise((resolve) => setTimeout(resolve, 2 * INTERVAL_MS));
  assert.equal(arrivals.length, 1, 'a request under way keeps the turn, however long it takes');
  const diedMs = performance.now();
  dying.child.kill('SIGKILL');
  await until(() => arrivals.length === 2, 'the second request arrives');
  assertApart([diedMs, ...arrivals.slice(1)]);
});

test('the file is private, empty, and names neither key nor service', async (t) => {
  const folder = temporaryFolder(t);
  const limiter = createFileLimiter({ ...ACCOUNT, folder });
  for (const turn of [1, 2, 3]) await limiter.take(1, () => Promise.resolve(turn));
  const [name = '', ...others] = readdirSync(folder);
  assert.deepEqual(others, []);
  assert.match(name, /^crypto-checkout-withdrawal-[0-9a-f]{32}-3$/);
  const { mode, size } = statSync(join(folder, name));
  assert.deepEqual([mode & 0o777, size], [0o600, 0]);
});

test('other keys and other services have their own limiter', async (t) => {
  const folder = temporaryFolder(t);
  const startedMs = performance.now();
  for (const account of [
    ACCOUNT,
    { ...ACCOUNT, withdrawalKey: 'another-key' },
    { ...ACCOUNT, url: 'https://other.example' },
  ]) {
    await createFileLimiter({ ...account, folder }).take(60_000, () => Promise.resolve());
  }
  assert.ok(performance.now() - startedMs < 30_000);
  assert.equal(readdirSync(folder).length, 3);
});

test('a trailing slash in the URL is the same service', async (t) => {
  const folder = temporaryFolder(t);
  await createFileLimiter({ ...ACCOUNT, folder }).take(1, () => Promise.resolve());
  await createFileLimiter({ ...ACCOUNT, url: 'https://pay.example/', folder }).take(1, () =>
    Promise.resolve(),
  );
  assert.equal(readdirSync(folder).length, 1);
});

test('a clock that was set back by a year costs one interval, not a year', async (t) => {
  const folder = temporaryFolder(t);
  const limiter = createFileLimiter({ ...ACCOUNT, folder });
  await limiter.take(1, () => Promise.resolve());
  const inAYear = Date.now() / 1000 + 365 * 86_400;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), inAYear, inAYear);
  const startedMs = performance.now();
  await limiter.take(INTERVAL_MS, () => Promise.resolve());
  const waitedMs = performance.now() - startedMs;
  assert.ok(waitedMs >= INTERVAL_MS && waitedMs < 20 * INTERVAL_MS, `${waitedMs} ms`);
});

test('a removed file does not lose the result', async (t) => {
  const folder = temporaryFolder(t);
  const limiter = createFileLimiter({ ...ACCOUNT, folder });
  const result = await limiter.take(1, () => {
    rmSync(folder, { recursive: true });
    return Promise.resolve('withdrawn');
  });
  assert.equal(result, 'withdrawn');
});

test('a missing folder is named, and nothing is sent', async (t) => {
  const folder = join(temporaryFolder(t), 'missing');
  const { url, arrivals } = await startClock(t);
  const limiter = createFileLimiter({ url, withdrawalKey: KEY, folder });
  const client = createWithdrawalClient({ url, withdrawalKey: KEY, limiter });
  await assert.rejects(client.withdraw({ currency: 'BTC', address: 'bc1qaddress', amount: '0.5' }), {
    message: /^folder ".*missing" .*nothing was sent\. Use an existing, writable folder\.$/,
  });
  assert.equal(arrivals.length, 0);
});

/** The account of a user whose home and temporary folder are these. */
function useFolders(t: TestContext, folders: { readonly HOME: string; readonly TMPDIR: string }): void {
  const { XDG_STATE_HOME = '' } = process.env;
  const before = { HOME: homedir(), TMPDIR: tmpdir(), XDG_STATE_HOME };
  Object.assign(process.env, folders, { XDG_STATE_HOME: '' });
  t.after(() => Object.assign(process.env, before));
}

async function withdrawOnce(t: TestContext): Promise<number> {
  const { url, arrivals } = await startClock(t);
  const client = createWithdrawalClient({ url, withdrawalKey: KEY });
  await client.withdraw({ currency: 'BTC', address: 'bc1qaddress', amount: '0.5' });
  return arrivals.length;
}

test('without a limiter option, the client shares the limit with the other processes of its user, in a folder that no other user can write to', async (t) => {
  const [HOME, TMPDIR] = [temporaryFolder(t), temporaryFolder(t)];
  useFolders(t, { HOME, TMPDIR });
  assert.equal(await withdrawOnce(t), 1);
  const own = join(HOME, '.local/state/crypto-checkout');
  assert.equal(statSync(own).mode & 0o777, 0o700);
  assert.match(readdirSync(own).join(), /^crypto-checkout-withdrawal-[0-9a-f]{32}-1$/);
  assert.deepEqual(readdirSync(TMPDIR), []);
});

test('where the home folder is read-only, the folder of turns is one of its own in the temporary folder', async (t) => {
  const [home, TMPDIR] = [temporaryFolder(t), temporaryFolder(t)];
  writeFileSync(join(home, '.local'), '');
  useFolders(t, { HOME: home, TMPDIR });
  assert.equal(await withdrawOnce(t), 1);
  const [name = '', ...others] = readdirSync(TMPDIR);
  assert.deepEqual([name, others], [`crypto-checkout-${userInfo().uid}`, []]);
  assert.equal(statSync(join(TMPDIR, name)).mode & 0o777, 0o700);
});

test('a folder of turns that other users can write to is not used, and nothing is sent', async (t) => {
  const [home, TMPDIR] = [temporaryFolder(t), temporaryFolder(t)];
  writeFileSync(join(home, '.local'), '');
  const open = join(TMPDIR, `crypto-checkout-${userInfo().uid}`);
  mkdirSync(open);
  chmodSync(open, 0o777);
  useFolders(t, { HOME: home, TMPDIR });
  const { url, arrivals } = await startClock(t);
  const client = createWithdrawalClient({ url, withdrawalKey: KEY });
  await assert.rejects(client.withdraw({ currency: 'BTC', address: 'bc1qaddress', amount: '0.5' }), {
    message:
      /no folder is writable by this user alone \(.*state\/crypto-checkout, .*\), so nothing was sent\. /,
  });
  assert.equal(arrivals.length, 0);
});
