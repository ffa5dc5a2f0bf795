import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { nodeArguments } from '../node-arguments.js';

/** For this machine alone, self-signed, and valid for a hundred years. */
const CERTIFICATE = join(import.meta.dirname, 'localhost-certificate.pem');

async function startSecurely(t: TestContext) {
  const requested: string[] = [];
  const identity = {
    cert: readFileSync(CERTIFICATE),
    key: readFileSync(join(import.meta.dirname, 'localhost-key.pem')),
  };
  const server = createServer(identity, ({ url = '' }, response) => {
    requested.push(url);
    response.end('{"status":"success","result":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { requested, url: `https://localhost:${(server.address() as AddressInfo).port}` };
}

async function answerOf(url: string, trusted: Readonly<Record<string, string>>): Promise<string> {
  const program = nodeArguments(join(import.meta.dirname, 'client-process.ts'));
  const env = { ...process.env, ...trusted };
  return (await promisify(execFile)(process.execPath, [...program, url], { env })).stdout;
}

test('a service with a trusted certificate is called', async (t) => {
  const { requested, url } = await startSecurely(t);
  assert.equal(await answerOf(url, { NODE_EXTRA_CA_CERTS: CERTIFICATE }), '0 balances');
  assert.deepEqual(requested, ['/v2/merchant/wallet/balance/all']);
});

test('a service with an untrusted certificate receives nothing', async (t) => {
  const { requested, url } = await startSecurely(t);
  assert.equal(await answerOf(url, {}), 'unreachable');
  assert.deepEqual(requested, []);
});
