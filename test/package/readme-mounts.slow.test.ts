import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { startSandbox, type SandboxServer } from '../../src/sandbox/index.js';
import { until } from '../until.js';
import { fileOf } from './docs-text.js';
import { flood, openBooks, peakMb, TABLES } from './receiver.js';
import { freePort } from '../free-port.js';
import { root } from './readme-text.js';
import { temporaryFolder } from '../temporary-folder.js';
import { control } from '../sandbox-control.js';
import { chooseCurrency } from '../pay-order.js';
import { collectText } from '../collect-text.js';

const ORDER_SECRET = 'an-order-secret-of-more-than-32-bytes';
const ROUTE = 'app/crypto-checkout/[...path]/route.ts';
/** Reads TypeScript, as Next.js does. */
const TSX = ['--import', import.meta.resolve('tsx')];

/** As Next.js serves a route's handlers, from Request to Response, with a balancer before it. */
const ROUTE_SERVER = `
  import { createAdaptorServer } from '@hono/node-server';
  const route = await import(${JSON.stringify(`./${ROUTE}`)});
  const fetch = (request, { incoming }) => {
    request.headers.set('x-real-ip', incoming.socket.remoteAddress);
    return route[request.method]?.(request) ?? new Response(null, { status: 405 });
  };
  createAdaptorServer({ fetch }).listen(process.env.PORT, '127.0.0.1');`;

interface Shop {
  readonly url: string;
  readonly sandbox: SandboxServer;
  readonly output: () => string;
  readonly pid: number;
  readonly folder: string;
}

/** The server of the documentation in this file, beside the files that it imports. */
async function openShop(t: TestContext, name: string): Promise<Shop> {
  const sandbox = await startSandbox({ port: 0, apiKey: 'k', withdrawalKey: 'w', shopId: 's' });
  t.after(() => sandbox.close());
  // Inside the package, so that its own name resolves to the build.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'readme-'));
  for (const file of ['checkout.js', 'fulfill.js', 'checkout-proxy.ts', name]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), fileOf(file));
  }
  writeFileSync(join(folder, 'next-server.js'), ROUTE_SERVER);
  openBooks(t, folder).exec(`${TABLES} insert into orders values ('A-1001', '49.00', 'EUR')`);
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    CRYPTO_CHECKOUT_SERVICE_URL: sandbox.url,
    CRYPTO_CHECKOUT_API_KEY: 'k',
    CRYPTO_CHECKOUT_SHOP_ID: 's',
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
    CRYPTO_CHECKOUT_STORE: '',
    DATABASE_URL: '',
    CLIENT_ADDRESS_HEADER: 'x-real-ip',
  };
  const args = name === ROUTE ? [...TSX, 'next-server.js'] : [name];
  const server = spawn(process.execPath, args, { cwd: folder, env });
  t.after(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const output = collectText(server.stdout, server.stderr);
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => (await fetch(`${url}/crypto-checkout/readyz`).catch(() => null))?.status ?? output(),
    `${name} is ready`,
    (status) => status === 200,
  );
  return { url, sandbox, output, pid: server.pid ?? 0, folder };
}

describe(
  'the documentation has a server that survives a flood, and accepts a payment',
  { concurrency: 2 },
  () => {
    for (const name of ['server.js', 'express.js', 'fastify.js', 'hono.js', ROUTE]) {
      it(`in ${name}`, async (t) => {
        const { url, sandbox, output, pid } = await openShop(t, name);
        const idleMb = peakMb(pid);
        await flood(`${url}/crypto-checkout/checkouts`, {
          'content-type': 'application/json',
          'origin': url,
        });
        const extraMb = peakMb(pid) - idleMb;
        assert.ok(extraMb < 64, `it took ${extraMb.toFixed(0)} MB more for bodies of 100 MB`);
        const order = { id: 'A-1001', amount: '49.00', currency: 'EUR' };
        const token = await createOrderToken(order, { secret: ORDER_SECRET });
        const { id, invoice } = await chooseCurrency(`${url}/crypto-checkout`, token);
        const stream = await fetch(`${url}/crypto-checkout/checkouts/${id}/events`);
        const paid = sawPaid(stream);
        await control(sandbox.url, 'payments', { uuid: invoice?.id });
        await paid;
        await until(output, 'the shop fulfills', (text) => text.includes('order A-1001 is paid'));
        assert.doesNotMatch(output(), /client address missing/);
      });
    }
  },
);

it('the server of the readme responds 500 if a page fails, and continues', async (t) => {
  const { url, folder, output } = await openShop(t, 'server.js');
  const books = openBooks(t, folder);
  const status = async () => (await fetch(url).catch(() => null))?.status ?? output();
  // The first page opens the database.
  assert.equal(await status(), 200);
  books.exec('alter table orders rename to elsewhere');
  assert.equal(await status(), 500);
  books.exec('alter table elsewhere rename to orders');
  assert.equal(await status(), 200);
});

describe('the route of Next.js', () => {
  const CLIENT = {
    'x-real-ip': '203.0.113.1',
    'x-forwarded-for': '203.0.113.2',
    'cf-connecting-ip': '203.0.113.3',
  };

  /** The client's address that the route gives to the proxy. */
  async function addressFor(t: TestContext, variables: NodeJS.ProcessEnv): Promise<string> {
    const folder = temporaryFolder(t);
    mkdirSync(dirname(join(folder, ROUTE)), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const file of [ROUTE, 'checkout-proxy.ts']) writeFileSync(join(folder, file), fileOf(file));
    writeFileSync(join(folder, 'fulfill.ts'), 'export const fulfill = () => undefined;');
    const installed = join(folder, 'node_modules/crypto-checkout');
    mkdirSync(installed, { recursive: true });
    writeFileSync(
      join(installed, 'package.json'),
      '{ "type": "module", "exports": { "./proxy": "./proxy.js" } }',
    );
    const proxy = `export const createCheckoutProxy = () =>
      ({ start() {}, fetch: (_, source) => String(source.clientAddress) });`;
    writeFileSync(join(installed, 'proxy.js'), proxy);
    const request = `const { POST } = await import(${JSON.stringify(`./${ROUTE}`)});
      const request = new Request('https://shop.example', { headers: ${JSON.stringify(CLIENT)} });
      process.stdout.write(await POST(request));`;
    const env = { ...process.env, ...variables };
    const args = [...TSX, '--input-type=module', '-e', request];
    return (await promisify(execFile)(process.execPath, args, { cwd: folder, env })).stdout;
  }

  it('trusts no header of a client, unless the shop says that its balancer writes it', async (t) => {
    assert.equal(await addressFor(t, {}), 'undefined');
    assert.equal(await addressFor(t, { CLIENT_ADDRESS_HEADER: '' }), 'undefined');
    assert.equal(await addressFor(t, { CLIENT_ADDRESS_HEADER: 'x-client' }), 'undefined');
    assert.equal(await addressFor(t, { CLIENT_ADDRESS_HEADER: 'x-real-ip' }), '203.0.113.1');
  });
});

/** Reads until the page would show it, or the test's time is over. */
async function sawPaid({ body }: Response): Promise<void> {
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('"state":"paid"')) return;
  }
  assert.fail(`the stream has ended:\n${text}`);
}
