import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { copyCheckout } from '../copy-checkout.js';
import { until } from '../until.js';

const clone = mkdtempSync(join(tmpdir(), 'crypto-checkout-clone-'));
const running = new Set<ChildProcess>();

/** A new user's environment, with two settings that have broken installs before. */
function environment(): NodeJS.ProcessEnv {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_(registry|cache|userconfig)$)|NODE_)/i.test(name),
    ),
  );
  return {
    ...clean,
    NODE_ENV: 'production',
    npm_config_ignore_scripts: 'true',
    PORT: '0',
    SANDBOX_PORT: '0',
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly url: Promise<string>;
}

/** Runs an npm command until it prints its address. */
function npm(args: readonly string[], address: RegExp, variables: NodeJS.ProcessEnv = {}): Started {
  const child = spawn('npm', args, {
    cwd: clone,
    env: { ...environment(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let output = '';
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const found = address.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', () => reject(new Error(`npm ended early:\n${output}`)));
  });
  url.catch(() => undefined);
  return { child, output: () => output, url };
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

let shops = 0;
const npmStart = (): Started =>
  npm(['start'], /Shop\s+(http:\/\/\S+)/, { SHOP_FOLDER: `.cache/shop-${(shops += 1)}` });

function isFree(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(Number(new URL(url).port), '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Processes that run inside the clone, by Linux's list; on other systems the free ports are checked. */
async function processesOfClone(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(processes.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return processes.filter((_, index) => folders[index]?.startsWith(clone));
}

/** A process for a failure message: its state and parent (proc(5), `stat`), and its command. */
async function describeProcess(pid: string): Promise<string> {
  const [stat = '', command = ''] = await Promise.all(
    ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  );
  return `${stat.split(' ').slice(0, 5).join(' ')} ${command.replaceAll('\0', ' ')}`;
}

async function untilNothingRuns(): Promise<void> {
  await until(
    async () => Promise.all((await processesOfClone()).map(describeProcess)),
    'no process is left in the clone',
    ({ length }) => length === 0,
  );
}

describe('a bare clone', () => {
  before(() => copyCheckout(clone));
  after(() => {
    for (const child of running) endGroup(child, 'SIGKILL');
    rmSync(clone, { recursive: true, force: true });
  });

  it('leaves no process behind when it is stopped in the middle of its install', async () => {
    const { child, output } = npmStart();
    await until(() => output().includes('installing packages'), 'it installs');
    child.kill('SIGTERM');
    await untilNothingRuns();
  });

  it('starts by npm start alone, twice concurrently, without scripts and under NODE_ENV=production, and ends without a trace', async () => {
    const [one, two] = [npmStart(), npmStart()];
    const urls = await Promise.all([one.url, two.url]);
    for (const url of urls) {
      const answer = await fetch(url);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /Nordlys Coffee/);
    }
    const installs = [one, two].filter(({ output }) => output().includes('installing packages'));
    assert.equal(installs.length, 1, 'one of the two installs, the other waits');

    one.child.kill('SIGTERM');
    // A terminal's Ctrl-C reaches the whole group.
    endGroup(two.child, 'SIGINT');
    await until(async () => (await isFree(urls[0])) && (await isFree(urls[1])), 'both ports are free again');
    await untilNothingRuns();
  });

  it('starts the sandbox alone by npm run sandbox, and does not install again what npm ci has installed', async () => {
    // Only the setup writes it: npm ci leaves it out.
    rmSync(join(clone, 'node_modules/.crypto-checkout-stamp'));
    const { child, output, url } = npm(['run', 'sandbox'], /the service is at (http:\/\/\S+?),/);
    const address = await url;
    assert.equal((await fetch(`${address}/_sandbox/`)).status, 200);
    assert.doesNotMatch(output(), /installing packages/);
    child.kill('SIGTERM');
    await until(() => isFree(address), 'the port is free again');
    await untilNothingRuns();
  });
});
