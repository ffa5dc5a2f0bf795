// The Caddyfile of the example, run by Caddy itself.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { createPaymentLink } from '../../src/proxy/server.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { ensureEngine } from '../browsers/driver/install.js';
import { program } from '../cli/program.js';
import { freePort } from '../free-port.js';
import { NGINX, startNginx } from '../postgres/nginx.js';
import { readExample } from './dockerfile.js';
import { collectText } from '../collect-text.js';
import { until } from '../until.js';
import { temporaryFolder } from '../temporary-folder.js';

const CADDY = await ensureEngine('caddy');

const SECRET = '0123456789abcdef0123456789abcdef';
const ACCOUNT = { apiKey: 'key', shopId: 'shop' };
const PAGES_PER_MINUTE = 40;

/** A proxy as a process of its own, which Caddy serves over TLS on this machine. */
async function startFront(t: TestContext, caddy: string) {
  const folder = temporaryFolder(t);
  const [port, httpPort, upstream] = [await freePort(), await freePort(), await freePort()];
  const publicUrl = `https://localhost:${port}/crypto-checkout`;
  const sandbox = await startSandbox({ port: 0, ...ACCOUNT, withdrawalKey: 'w' });
  t.after(() => sandbox.close());
  const variables = {
    ...{ PORT: String(upstream), CRYPTO_CHECKOUT_STORE: join(folder, 'checkouts.sqlite') },
    ...{ CRYPTO_CHECKOUT_SERVICE_URL: sandbox.url, CRYPTO_CHECKOUT_API_KEY: ACCOUNT.apiKey },
    ...{ CRYPTO_CHECKOUT_SHOP_ID: ACCOUNT.shopId, CRYPTO_CHECKOUT_ORDER_SECRET: SECRET },
    ...{ CRYPTO_CHECKOUT_PUBLIC_URL: publicUrl, CRYPTO_CHECKOUT_TRUSTED_PROXIES: '127.0.0.1' },
    ...{ CRYPTO_CHECKOUT_TEST_MODE: '1', CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE: String(10 * PAGES_PER_MINUTE) },
  };
  const proxy = program(t, ['serve'], variables);
  const options = `{\n\thttp_port ${httpPort}\n\thttps_port ${port}\n\tadmin off\n\tskip_install_trust\n`;
  const path = join(folder, 'Caddyfile');
  writeFileSync(
    path,
    readExample('Caddyfile').replace(/^\{$/m, options).replace('proxy:4000', `127.0.0.1:${upstream}`),
  );
  const environment = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, DOMAIN: 'localhost' };
  const front = spawn(caddy, ['run', '--config', path, '--adapter', 'caddyfile'], {
    env: { ...environment, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log = collectText(front.stderr);
  const ended = once(front, 'exit');
  t.after(async () => {
    front.kill('SIGTERM');
    await ended;
  });
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  await until(() => existsSync(authority), `Caddy has its certificate:\n${log()}`);
  const ca = readFileSync(authority);
  const send = (
    target: string,
    { body, ...options }: RequestOptions & { body?: object } = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request(target, { ca, family: 4, ...options }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        const result = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        response.on('end', result);
        // Of a stream, its first event.
        response.on('data', () => {
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            result();
            sent.destroy();
          }
        });
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  await until(
    async () => (await send(`${publicUrl}/readyz`).catch(() => null))?.status === 200,
    'the proxy is up behind Caddy',
  );
  return { publicUrl, authority, proxy, variables, send, log };
}

if (NGINX === undefined) console.log('not checked: the log of the balancer, since this machine has no nginx');
else
  test('the balancer of the example logs no payment link, also while no proxy answers', async (t) => {
    const url = await startNginx(t, [await freePort(), await freePort()]);
    const status = () =>
      fetch(`${url}/crypto-checkout/pay/token`).then((response) => String(response.status), String);
    await until(async () => (await status()) === '502', 'the balancer serves');
  });

if (CADDY === undefined)
  console.log('not checked: the TLS front of the example, since this machine has no Caddy');
else
  test('the TLS front of the example', async (t) => {
    const { publicUrl, authority, proxy, variables, send, log } = await startFront(t, CADDY);
    const { origin } = new URL(publicUrl);
    const order = { id: 'A-1', amount: '49.00', currency: 'EUR' } as const;
    const link = await createPaymentLink(order, { secret: SECRET, baseUrl: publicUrl });
    const token = link.split('/pay/')[1] ?? '';

    await t.test(
      'serves a payment link, with the headers of the proxy and Strict-Transport-Security',
      async () => {
        const { status, headers, text } = await send(link);
        assert.equal(status, 200);
        assert.match(text, /€49\.00/);
        assert.equal(headers['strict-transport-security'], 'max-age=31536000');
        assert.equal(headers['cache-control'], 'private, no-store');
        assert.equal(headers['referrer-policy'], 'no-referrer');
        assert.equal(headers['set-cookie'], undefined);
      },
    );

    await t.test('lets the page open its checkout, and passes on each event at once', async () => {
      const headers = { 'content-type': 'application/json', origin };
      const opened = await send(`${publicUrl}/checkouts`, {
        method: 'POST',
        headers,
        body: { order: token },
      });
      assert.equal(opened.status, 201, opened.text);
      const { id } = JSON.parse(opened.text) as Checkout;
      const { text } = await send(`${publicUrl}/checkouts/${id}/events`);
      assert.match(text, /^event: checkout$/m);
      const isLogged = () => log().includes('/crypto-checkout/checkouts/REDACTED/events');
      await until(() => isLogged(), 'the stream is logged');
      assert.ok(!log().includes(id), 'no log line has the id of the checkout');
    });

    await t.test('is what doctor expects at the public URL', async () => {
      const doctor = program(t, ['doctor', '--page'], { ...variables, NODE_EXTRA_CA_CERTS: authority });
      await doctor.ended;
      assert.match(doctor.output(), /^ok +payment page +reachable at localhost:\d+/m);
    });

    await t.test('passes on the address of the client, and none that the client states', async () => {
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      const statusFrom = async (localAddress: string) =>
        (await send(link, { headers, localAddress, agent: false })).status;
      const statuses = await Promise.all(
        Array.from({ length: PAGES_PER_MINUTE + 1 }, () => statusFrom('127.0.0.2')),
      );
      assert.equal(statuses.filter((status) => status === 429).length, 1);
      assert.equal(await statusFrom('127.0.0.3'), 200);
    });

    await t.test('has no token in its log, also while the proxy is away', async () => {
      proxy.child.kill('SIGTERM');
      await proxy.ended;
      assert.equal((await send(link, { headers: { referer: link } })).status, 502);
      await until(() => log().includes('"level":"error"'), 'the failure is logged');
      assert.ok(log().includes('/crypto-checkout/pay/REDACTED'));
      assert.ok(!log().includes(token));
      assert.ok(!log().includes(token.split('.')[1] ?? ''));
    });
  });
