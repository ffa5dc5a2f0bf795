import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../free-port.js';

/** Of the machine; `undefined` where there is none, or where not every 127.x is an address of its own. */
export const NGINX =
  process.platform === 'linux'
    ? [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
        .map((folder) => join(folder, 'nginx'))
        .find((path) => existsSync(path))
    : undefined;

const EXAMPLE = join(import.meta.dirname, '../../server-example/nginx.conf');

/** Tells a test which proxies were asked: the last of them has answered. */
export const ANSWERED_BY = 'X-Answered-By';

/** The balancer of the example before two proxies, with the addresses of this machine. Where it is. */
export function startNginx(t: TestContext, ports: readonly [number, number]): Promise<string> {
  return runNginx(t, (folder, port) => configuration(folder, port, ports));
}

/** Runs nginx as it is configured for a folder and a port. Where it is. */
export async function runNginx(
  t: TestContext,
  configure: (folder: string, port: number) => string,
): Promise<string> {
  assert.ok(NGINX);
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-nginx-'));
  // Its workers are somebody else.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, configure(folder, port));
  const nginx = spawn(NGINX, ['-p', folder, '-c', path, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  nginx.stderr.on('data', (chunk) => (errors += String(chunk)));
  const ended = once(nginx, 'exit');
  t.after(async () => {
    nginx.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
    assert.doesNotMatch(errors, /\[(emerg|alert|crit)\]/);
  });
  return `http://127.0.0.1:${port}`;
}

/** Where nginx may write, which is not where it was built to. */
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
