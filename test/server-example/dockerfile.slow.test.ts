import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { VARIABLE_NAMES } from '../../src/cli/base/variables.js';
import { OLDEST_PG } from '../../src/proxy/store/engine/postgres.js';
import { OLDEST_LIBSQL } from '../../src/proxy/store/engine/sqlite.js';
import { copied, environment, instructions, last, readExample, root } from './dockerfile.js';
import { proxyUrl } from '../cli/program.js';
import { until } from '../until.js';
import { temporaryFolder } from '../temporary-folder.js';
import { collectText } from '../collect-text.js';

const execute = promisify(execFile);
const STOP_SIGNAL = 'SIGTERM';
/** Every file of a folder, with its modification time. */
function listed(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .sort();
}

/** The exit code of the health check inside a container with this response of the proxy. */
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
  it('has only instructions that exist, and each copied file exists', () => {
    const known =
      /^(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD|ARG|LABEL)$/;
    for (const { word } of instructions) assert.match(word, known);
    assert.ok(copied.length > 0);
    for (const { from } of copied) assert.ok(existsSync(join(root, from)), from);
  });

  it('does not run as root, and the folder of the store is its own, on a volume', () => {
    assert.equal(last('USER'), 'node');
    const folder = environment['CRYPTO_CHECKOUT_STORE']?.replace(/\/[^/]+$/, '');
    assert.equal(last('VOLUME'), folder);
    assert.match(last('RUN'), new RegExp(`chown node:node ${folder}`));
    const order = instructions.map(({ word }) => word);
    assert.ok(order.lastIndexOf('USER') > order.lastIndexOf('RUN'), 'nothing is run as root after it');
  });

  it('receives SIGTERM itself, and listens on its port', () => {
    const entry: unknown = JSON.parse(last('ENTRYPOINT'));
    assert.deepEqual(entry, ['node', 'node_modules/crypto-checkout/dist/cli.js', 'serve']);
    assert.equal(last('STOPSIGNAL'), STOP_SIGNAL);
    assert.equal(last('EXPOSE'), environment['PORT']);
    assert.equal(environment['HOST'], '0.0.0.0');
  });

  it('contains no secret', () => {
    assert.deepEqual(Object.keys(environment).sort(), ['CRYPTO_CHECKOUT_STORE', 'HOST', 'NODE_ENV', 'PORT']);
    assert.doesNotMatch(readExample('Dockerfile'), /(KEY|SECRET|TOKEN|PASSWORD)\s*=/);
  });

  it('is healthy only while the proxy is ready', async (t) => {
    assert.equal(await healthOf(t, 200), 0);
    assert.equal(await healthOf(t, 503), 1);
  });
});

describe('the content of the image', () => {
  const folder = temporaryFolder({ after });
  const app = join(folder, 'app');
  const store = join(folder, 'store');

  /** The entry of the image in its environment, with an unreachable service. */
  function run(t: TestContext, variables: Readonly<Record<string, string>>) {
    const [, ...args]: readonly string[] = JSON.parse(last('ENTRYPOINT'));
    const child = spawn(process.execPath, args, {
      cwd: app,
      env: {
        ...environment,
        PORT: '0',
        CRYPTO_CHECKOUT_STORE: join(store, basename(environment['CRYPTO_CHECKOUT_STORE'] ?? '')),
        CRYPTO_CHECKOUT_SERVICE_URL: 'http://127.0.0.1:9',
        CRYPTO_CHECKOUT_API_KEY: 'k',
        CRYPTO_CHECKOUT_SHOP_ID: 's',
        CRYPTO_CHECKOUT_ORDER_SECRET: 'an-order-secret-of-more-than-32-bytes',
        ...variables,
      },
    });
    t.after(() => child.kill('SIGKILL'));
    const output = collectText(child.stdout, child.stderr);
    return { child, output };
  }

  it('is the package with its libsql', async () => {
    const home = join(app, 'node_modules/crypto-checkout');
    mkdirSync(home, { recursive: true });
    await execute('npm', ['pack', '--pack-destination', folder], { cwd: root });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    await execute('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1']);
    symlinkSync(join(root, 'node_modules/libsql'), join(app, 'node_modules/libsql'));
    assert.ok(last('RUN').includes(`"libsql@>=${OLDEST_LIBSQL} <0.6"`));
    assert.ok(last('RUN').includes(`"pg@^${OLDEST_PG}"`));
  });

  it('serves in the container, and writes only its store', async (t) => {
    mkdirSync(store);
    const before = listed(app);
    const { child, output } = run(t, { CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example' });
    const url = await proxyUrl({ output, errors: () => '' });
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    child.kill(STOP_SIGNAL);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.deepEqual(listed(app), before);
    assert.ok(listed(store).length > 0);
  });

  it('does not start without allowed origins', async (t) => {
    const { child, output } = run(t, {});
    assert.deepEqual(await once(child, 'close'), [2, null]);
    assert.match(output(), /CRYPTO_CHECKOUT_ORIGINS is not set/);
  });

  it('exposes its metrics inside the container only', async (t) => {
    const { output } = run(t, {
      CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example',
      CRYPTO_CHECKOUT_METRICS_PORT: '0',
    });
    const place = () => /metrics at (\S+)/.exec(output())?.[1];
    await until(() => place() !== undefined, `the figures are shown:\n${output()}`);
    assert.match(place() ?? '', /^http:\/\/127\.0\.0\.1:/);
  });
});

describe('the compose file', () => {
  it('allows writing to the volume only, with the fewest rights', () => {
    const text = readExample('compose.yaml');
    assert.doesNotMatch(text, /\t/);
    assert.match(text, /^ {4}read_only: true$/m);
    assert.match(text, /^ {6}- checkouts:\/data$/m);
    assert.match(text, /cap_drop:\n +- ALL/);
    assert.match(text, /no-new-privileges:true/);
    const [, seconds = ''] = /stop_grace_period: (\d+)s/.exec(text) ?? [];
    assert.ok(Number(seconds) > 10, 'longer than the proxy takes');
  });

  it('builds the image from the folder of the package, and is reached through Caddy alone', () => {
    const text = readExample('compose.yaml');
    const context = /^ {6}context: (\S+)$/m.exec(text)?.[1];
    assert.ok(context && existsSync(join(root, 'server-example', context, 'package.json')));
    const dockerfile = /^ {6}dockerfile: (\S+)$/m.exec(text)?.[1];
    assert.ok(dockerfile && existsSync(join(root, 'server-example', context, dockerfile)));
    const [proxy = '', caddy = ''] = text.split(/^ {2}caddy:$/m);
    assert.doesNotMatch(proxy, /^ {4}ports:$/m);
    assert.match(caddy, /^ {4}image: caddy:\d[\w.-]*$/m);
    assert.match(readExample('Caddyfile'), new RegExp(`reverse_proxy proxy:${environment['PORT']}$`, 'm'));
    const address = /ipv4_address: (\S+)/.exec(caddy)?.[1];
    assert.ok(address && proxy.includes(`CRYPTO_CHECKOUT_TRUSTED_PROXIES: ${address}`));
    assert.match(text, /^ {4}env_file: \.env$/m);
    assert.doesNotMatch(text, /(KEY|SECRET)\b[^\n]*: *\S/, 'the keys are in that file');
  });

  it('sets only variables that serve knows, as does the file .env of the manual', () => {
    const manual = readFileSync(join(root, 'stories/docs/PaymentLinks.mdx'), 'utf8');
    const [, file = ''] = /```ini\n(DOMAIN=[^]*?)```/.exec(manual) ?? [];
    const names = [readExample('compose.yaml'), file].map(
      (text) => text.match(/\bCRYPTO_CHECKOUT_\w+/g) ?? [],
    );
    assert.ok(names.every(({ length }) => length > 0));
    const known = new Set<string>(VARIABLE_NAMES);
    assert.deepEqual(
      names.flat().filter((name) => !known.has(name)),
      [],
    );
  });
});
