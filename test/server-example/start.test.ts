import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.js';
import { program, untilPrinted } from '../cli/program.js';
import { runExample } from './running-example.js';
import { collectText } from '../collect-text.js';

const root = join(import.meta.dirname, '../..');

/** Starts the example and waits for its end. */
async function startAndFail(
  variables: NodeJS.ProcessEnv,
): Promise<{ readonly code: unknown; readonly output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-example-'));
  const child = spawn(process.execPath, [join(root, '.config/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0', SANDBOX_PORT: '0', SHOP_FOLDER: folder, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectText(child.stdout, child.stderr);
  const [code] = await once(child, 'close');
  await rm(folder, { recursive: true, force: true });
  return { code, output: output() };
}

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('npm start', () => {
  it('uses the real service if its three variables are set, and starts no sandbox', async (t) => {
    const service = await startSandbox({
      port: 0,
      apiKey: 'real-key',
      withdrawalKey: 'w',
      shopId: 'real-shop',
    });
    t.after(() => service.close());
    const example = await runExample({
      CRYPTO_CHECKOUT_SERVICE_URL: service.url,
      CRYPTO_CHECKOUT_API_KEY: 'real-key',
      CRYPTO_CHECKOUT_SHOP_ID: 'real-shop',
      CRYPTO_CHECKOUT_TEST_MODE: '1',
      CRYPTO_CHECKOUT_STORE: ':memory:',
    });
    t.after(() => example.stop());
    assert.equal(example.sandboxUrl, null);

    const shop = await fetch(`${example.shopUrl}/orders`, {
      method: 'POST',
      body: new URLSearchParams({ product: 'cup' }),
    });
    const token = /\sorder="([^"]+)"/.exec(await shop.text())?.[1];
    const post = async (path: string, body: object): Promise<{ id: string; state: string }> => {
      const answer = await fetch(`${example.shopUrl}/crypto-checkout/checkouts${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'origin': example.shopUrl },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { id: string; state: string };
    };
    const { id } = await post('', { order: token });
    assert.equal((await post(`/${id}/invoice`, { currency: 'BTC' })).state, 'awaiting');
    const { counts } = (await (await fetch(`${service.url}/_sandbox/requests`)).json()) as {
      counts: Record<string, number>;
    };
    assert.equal(counts['/v2/invoice/create'], 1);
  });

  it('opens a desk for the staff if a merchant secret is set', async (t) => {
    const secret = { CRYPTO_CHECKOUT_MERCHANT_SECRET: 'planted-merchant-secret-0123456789abcdef' };
    const example = await runExample(secret);
    t.after(() => example.stop());
    const desk = program(
      t,
      ['desk', '--person', 'Maja', '--url', `${example.shopUrl}/crypto-checkout`],
      secret,
    );
    await untilPrinted(desk, /http:\/\/127\.0\.0\.1:\d+\/#\S+/);
  });

  it('names a missing variable of the real service', async () => {
    const { code, output } = await startAndFail({ CRYPTO_CHECKOUT_API_KEY: 'only-this' });
    assert.equal(code, 1);
    assert.match(output, /Set CRYPTO_CHECKOUT_SERVICE_URL and CRYPTO_CHECKOUT_SHOP_ID too/);
    assert.ok(!output.includes('only-this'));
  });

  it('names a taken port and the remedy', async (t) => {
    const port = await takenPort(t);
    for (const name of ['PORT', 'SANDBOX_PORT']) {
      const { code, output } = await startAndFail({ [name]: String(port) });
      assert.equal(code, 1);
      assert.match(output, new RegExp(`port ${port}.*taken`, 'i'));
      assert.match(output, new RegExp(`${name}=\\d+ npm start|another port`));
      assert.doesNotMatch(output, /^ +at /m, 'no stack');
    }
  });

  it('rejects an invalid port', async () => {
    const { code, output } = await startAndFail({ PORT: 'eighty' });
    assert.equal(code, 1);
    assert.match(output, /PORT is "eighty"\. Use a port/);
  });
});
