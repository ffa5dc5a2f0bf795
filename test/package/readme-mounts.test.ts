import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createOrderToken } from '../../src/proxy/order-token.js';
import { startSandbox, type SandboxServer } from '../../src/sandbox/index.js';
import { until } from '../proxy/world.js';
import { freePort, root, snippetOf } from './readme-text.js';

const ORDER_SECRET = 'an-order-secret-of-more-than-32-bytes';
const ROUTE = 'app/crypto-checkout/[...path]/route.js';

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
}

/** The server of the readme in this file, beside the files that it imports. */
async function openShop(t: TestContext, name: string): Promise<Shop> {
  const sandbox = await startSandbox({ port: 0, apiKey: 'k', withdrawalKey: 'w', shopId: 's' });
  t.after(() => sandbox.close());
  // Inside the package, so that its own name leads to what was built.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'readme-'));
  for (const file of ['checkout.js', 'fulfil.js', name]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), snippetOf(file));
  }
  writeFileSync(join(folder, 'next-server.js'), ROUTE_SERVER);
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
  };
  const server = spawn(process.execPath, [name === ROUTE ? 'next-server.js' : name], { cwd: folder, env });
  t.after(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => (await fetch(`${url}/crypto-checkout/readyz`).catch(() => null))?.status ?? output,
    (status) => status === 200,
    `${name} is ready`,
  );
  return { url, sandbox, output: () => output };
}

interface Opened {
  readonly id: string;
  readonly invoice: { readonly id: string };
}

describe('the readme has a server that takes a payment', { concurrency: 2 }, () => {
  for (const name of ['server.js', 'express.js', 'fastify.js', 'hono.js', ROUTE]) {
    it(`in ${name}`, async (t) => {
      const { url, sandbox, output } = await openShop(t, name);
      const post = async (path: string, body: object): Promise<Opened> => {
        const response = await fetch(`${url}/crypto-checkout/checkouts${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'origin': url },
          body: JSON.stringify(body),
        });
        assert.ok(response.ok, `${response.status} ${await response.clone().text()}`);
        return (await response.json()) as Opened;
      };
      const order = { id: 'A-1001', amount: '49.00', currency: 'EUR' };
      const { id } = await post('', { order: await createOrderToken(order, { secret: ORDER_SECRET }) });
      const { invoice } = await post(`/${id}/invoice`, { currency: 'BTC' });
      const stream = await fetch(`${url}/crypto-checkout/checkouts/${id}/events`);
      const paid = sawPaid(stream);
      await fetch(`${sandbox.url}/_sandbox/payments`, {
        method: 'POST',
        body: JSON.stringify({ uuid: invoice.id }),
      });
      await paid;
      await until(output, (text) => text.includes('order A-1001 is paid'), 'the shop fulfils');
      assert.doesNotMatch(output(), /without the client's address/);
    });
  }
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
