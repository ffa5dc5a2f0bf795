import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, 'server-example', name), 'utf8');

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** Lines that end with a backslash go on; comments are nobody's business. */
const instructions: readonly Instruction[] = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

const last = (word: string) => instructions.findLast((instruction) => instruction.word === word)?.rest ?? '';
const environment = Object.fromEntries(
  last('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
);

/** The exit code of the health check inside a container whose proxy answers so. */
async function healthOf(t: TestContext, status: number): Promise<unknown> {
  const paths: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  const PORT = typeof address === 'object' && address ? String(address.port) : '';
  const command: unknown = JSON.parse(last('HEALTHCHECK').replace(/^.*?CMD /, ''));
  assert.ok(Array.isArray(command) && command.length === 3);
  const check = spawn(process.execPath, command.slice(1).map(String), { env: { PORT } });
  const [code] = await once(check, 'exit');
  assert.deepEqual(paths, ['/crypto-checkout/readyz']);
  return code;
}

describe('the image of the proxy', () => {
  it('has only instructions that exist, and each copied file is there', () => {
    const known =
      /^(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD|ARG|LABEL)$/;
    for (const { word } of instructions) assert.match(word, known);
    const copied = instructions.filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'));
    for (const file of copied.flatMap(({ rest }) => rest.split(' ').slice(0, -1)))
      assert.ok(existsSync(join(root, file)), file);
  });

  it('does not run as root, and the folder of the store is its own, on a volume', () => {
    assert.equal(last('USER'), 'node');
    const folder = environment['CRYPTO_CHECKOUT_STORE']?.replace(/\/[^/]+$/, '');
    assert.equal(last('VOLUME'), folder);
    assert.match(last('RUN'), new RegExp(`chown node:node ${folder}`));
    const order = instructions.map(({ word }) => word);
    assert.ok(order.lastIndexOf('USER') > order.lastIndexOf('RUN'), 'nothing is run as root after it');
  });

  it('hears SIGTERM itself, and listens where it says', () => {
    const entry: unknown = JSON.parse(last('ENTRYPOINT'));
    assert.deepEqual(entry, ['node', 'node_modules/crypto-checkout/dist/cli.js', 'serve']);
    assert.equal(last('EXPOSE'), environment['PORT']);
    assert.equal(environment['HOST'], '0.0.0.0');
  });

  it('holds no secret', () => {
    assert.deepEqual(Object.keys(environment).sort(), ['CRYPTO_CHECKOUT_STORE', 'HOST', 'NODE_ENV', 'PORT']);
    assert.doesNotMatch(read('Dockerfile'), /(KEY|SECRET|TOKEN|PASSWORD)\s*=/);
  });

  it('is healthy when the proxy is ready, and not otherwise', async (t) => {
    assert.equal(await healthOf(t, 200), 0);
    assert.equal(await healthOf(t, 503), 1);
  });
});

describe('the way in which it is run', () => {
  it('writes nowhere but to its volume, and has no more rights than it needs', () => {
    const text = read('compose.yaml');
    assert.match(text, /^ {4}read_only: true$/m);
    assert.match(text, /^ {6}- checkouts:\/data$/m);
    assert.match(text, /cap_drop:\n +- ALL/);
    assert.match(text, /no-new-privileges:true/);
    const [, seconds = ''] = /stop_grace_period: (\d+)s/.exec(text) ?? [];
    assert.ok(Number(seconds) > 10, 'longer than the proxy takes');
  });
});
