import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type * as Proxy from '../../src/proxy/index.js';
import type * as Server from '../../src/proxy/server.js';
import type * as Sandbox from '../../src/sandbox/index.js';
import type * as Service from '../../src/service/node.js';
import { proxyUrl } from '../cli/program.js';
import { startShopServer } from '../shop-server.js';
import { until } from '../until.js';
import { temporaryFolder } from '../temporary-folder.js';
import { payOrder } from '../pay-order.js';
import { collectText } from '../collect-text.js';

const ORDER_SECRET = 'planted-order-secret-0123456789abcdef';
const WEBHOOK_SECRET = `whsec_${Buffer.from('planted-webhook-secret-0123').toString('base64')}`;
const SERVICE = { apiKey: 'planted-api-key', shopId: 'planted-shop' };
const dist = join(import.meta.dirname, '../../dist');

/** The packed package, not the sources. */
const built = (name: string): Promise<unknown> => import(join(dist, name));

async function sandboxOf(t: TestContext) {
  const { startSandbox } = (await built('sandbox.js')) as typeof Sandbox;
  const sandbox = await startSandbox({ ...SERVICE, withdrawalKey: 'planted-withdrawal-key', port: 0 });
  t.after(() => sandbox.close());
  return sandbox;
}

/** The token of an order, signed with the package. */
async function orderToken(): Promise<string> {
  const { createOrderToken } = (await built('server.js')) as typeof Server;
  return createOrderToken({ id: 'A-1', amount: '49.00', currency: 'EUR' }, { secret: ORDER_SECRET });
}

/** Whether the store is that file, and a database of SQLite (its header, "Database File Format" 1.3). */
async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(15), 0, 15, 0);
  await file.close();
  return buffer.toString('latin1') === 'SQLite format 3';
}

const version = `on Node ${process.version}`;

test(`the built command line sells an order and notifies the shop, and ends with 0, ${version}`, async (t) => {
  const [sandbox, shop] = await Promise.all([sandboxOf(t), startShopServer(t)]);
  const folder = temporaryFolder(t);
  const store = join(folder, 'checkouts.sqlite');
  const child = spawn(process.execPath, [join(dist, 'cli.js'), 'serve'], {
    env: {
      ...process.env,
      PORT: '0',
      CRYPTO_CHECKOUT_SERVICE_URL: sandbox.url,
      CRYPTO_CHECKOUT_API_KEY: SERVICE.apiKey,
      CRYPTO_CHECKOUT_SHOP_ID: SERVICE.shopId,
      CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
      CRYPTO_CHECKOUT_WEBHOOK_URL: shop.url,
      CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
      CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example',
      CRYPTO_CHECKOUT_TEST_MODE: '1',
      CRYPTO_CHECKOUT_STORE: store,
    },
  });
  t.after(() => child.kill('SIGKILL'));
  const output = collectText(child.stdout, child.stderr);
  const base = await proxyUrl({ output, errors: () => '' });
  await payOrder(sandbox.url, base, await orderToken(), 'https://shop.example');
  const reported = await until(() => shop.requests[0], 'the shop is notified');
  const { verifyWebhook } = (await built('server.js')) as typeof Server;
  const event = await verifyWebhook(reported, { secrets: [WEBHOOK_SECRET] });
  assert.equal(event.type, 'checkout.paid');
  assert.ok(await isDatabase(store));
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], output());
  // A deprecation warning of a newer Node will be an error of the next one.
  assert.doesNotMatch(output(), /Warning/);
});

test(`the built proxy does the same inside a server of the shop, ${version}`, async (t) => {
  const sandbox = await sandboxOf(t);
  const folder = temporaryFolder(t);
  const { createCheckoutProxy } = (await built('proxy.js')) as typeof Proxy;
  const reported: string[] = [];
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, ...SERVICE, testMode: true },
    orderSecrets: [ORDER_SECRET],
    origins: ['https://shop.example'],
    store: join(folder, 'checkouts.sqlite'),
    clock: sandbox.clock,
    onEvent: ({ type }) => void reported.push(type),
  });
  await proxy.start();
  t.after(() => proxy.stop());
  const base = 'https://shop.example/crypto-checkout';
  const send = (request: Request) => proxy.fetch(request);
  const id = await payOrder(sandbox.url, base, await orderToken(), undefined, send);
  await until(() => reported[0], 'the shop is notified');
  assert.deepEqual(reported, ['checkout.paid']);
  const answer = await send(new Request(`${base}/checkouts/${id}`));
  assert.equal(((await answer.json()) as { state: string }).state, 'paid');
});

test(`the built client reads the account, ${version}`, async (t) => {
  const sandbox = await sandboxOf(t);
  const { createServiceClient } = (await built('service.js')) as typeof Service;
  const client = createServiceClient({ url: sandbox.url, ...SERVICE });
  const { id } = await client.createInvoice({ amount: '49.00', currency: 'EUR', cryptocurrency: 'BTC' });
  const invoices = await client.invoices([id]);
  assert.deepEqual([...invoices.keys()], [id]);
});
