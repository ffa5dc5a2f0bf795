import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ensureEngine } from '../browsers/driver/install.js';
import { collectText } from '../collect-text.js';
import { freePort } from '../free-port.js';

/** The nginx of the machine; `undefined` if there is none, or if not every 127.x is an address of its own. */
export const NGINX = process.platform === 'linux' ? await ensureEngine('nginx') : undefined;

const EXAMPLE = join(import.meta.dirname, '../../server-example/nginx.conf');

/** Reports to a test the proxies that were called: the last of them has responded. */
export const ANSWERED_BY = 'X-Answered-By';

/** Starts the balancer of the example with two proxies, with the addresses of this machine. Returns its address. */
export function startNginx(t: TestContext, ports: readonly [number, number]): Promise<string> {
  return runNginx(
    t,
    (folder, port) => configuration(folder, port, ports),
    (log) => assert.equal(log, '', 'the log contains no request'),
  );
}

/** Runs nginx as configured for a folder and a port, and checks its log at the end. Returns its address. */
export async function runNginx(
  t: TestContext,
  configure: (folder: string, port: number) => string,
  checkLog = (log: string) => assert.doesNotMatch(log, /\[(emerg|alert|crit)\]/),
): Promise<string> {
  assert.ok(NGINX);
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-nginx-'));
  // Its workers run as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, configure(folder, port));
  const nginx = spawn(NGINX, ['-p', folder, '-c', path, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = collectText(nginx.stderr);
  const ended = once(nginx, 'exit');
  t.after(async () => {
    nginx.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
    checkLog(errors());
  });
  return `http://127.0.0.1:${port}`;
}

/** The folders that nginx may write to, instead of those of its build. */
export function temporaryPaths(folder: string): string {
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return names.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n  ');
}

function configuration(folder: string, port: number, [one, other]: readonly [number, number]): string {
  const changes = [
    ['pid /tmp/nginx.pid;', `pid ${join(folder, 'nginx.pid')};`],
    ['http {', `http {\n  ${temporaryPaths(folder)}\n  add_header ${ANSWERED_BY} $upstream_addr always;`],
    ['172.30.0.11:4000', `127.0.0.1:${one}`],
    ['172.30.0.12:4000', `127.0.0.1:${other}`],
    ['listen 4000;', `listen 127.0.0.1:${port};`],
  ] as const;
  return changes.reduce(
    (text, [from, to]) => {
      assert.equal(text.split(from).length, 2, `the example has "${from}" once`);
      return text.replace(from, to);
    },
    readFileSync(EXAMPLE, 'utf8'),
  );
}
