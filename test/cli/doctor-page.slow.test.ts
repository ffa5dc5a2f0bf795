import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { test, type TestContext } from 'node:test';
import { checkPaymentPage } from '../../src/cli/checks/payment-page.js';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { API_KEY, type CommandLine, commandLine, ORDER_SECRET } from './command-line.js';
import { listen } from '../listen.js';
import { freePort } from '../free-port.js';

const BASE = '/crypto-checkout';

/** @returns the URL below which it serves */
async function serve(t: TestContext, onRequest: RequestListener): Promise<string> {
  return (await listen(t, createServer(onRequest))) + BASE;
}

/** A command line whose public URL leads to a proxy by a front that the test controls. */
async function behindFront(
  t: TestContext,
  {
    secret = ORDER_SECRET,
    store = ':memory:',
    front = (_: string, value: string): string | null => value,
    added = {},
    knowsUrl = true,
  } = {},
): Promise<CommandLine> {
  const shell = await commandLine(t);
  let listener: RequestListener = () => undefined;
  const publicUrl = await serve(t, (request, response) => {
    const { setHeader, writeHead } = response;
    response.setHeader = (name, value) => {
      const passed = front(name.toLowerCase(), String(value));
      return passed === null ? response : setHeader.call(response, name, passed);
    };
    response.writeHead = (status: number, ...rest: readonly unknown[]) => {
      for (const [name, value] of Object.entries({ ...Object(rest.at(-1)), ...added }))
        response.setHeader(name, String(value));
      return writeHead.call(response, status);
    };
    listener(request, response);
  });
  const proxy = createCheckoutProxy({
    service: { url: shell.sandbox.url, apiKey: API_KEY, shopId: 's', testMode: true },
    orderSecrets: [secret],
    store,
    onEvent: () => undefined,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...(knowsUrl && { publicUrl }),
  });
  t.after(() => proxy.stop());
  listener = toNodeListener(proxy);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_PUBLIC_URL: publicUrl,
  });
  return shell;
}

/** The lines about the payment page. */
async function pageCheck(shell: CommandLine, ...options: readonly string[]) {
  const { exitCode, output } = await shell.type(['doctor', ...options]);
  assert.doesNotMatch(output, /eyJ/, 'no token is printed');
  const [, found = '', remedy = ''] = /^(\w+ +payment page .*)\n(?: +→ (.*)\n)?/m.exec(output) ?? [];
  return { exitCode, found: found.replace(/ +payment page +/, ': '), remedy };
}

test('with --page it opens an expired payment link, and finds its own proxy', async (t) => {
  const shell = await behindFront(t);
  const { exitCode, found } = await pageCheck(shell, '--page');
  assert.equal(exitCode, 0);
  assert.match(found, /^ok: reachable at 127\.0\.0\.1:\d+: only this machine can open its links$/);
  assert.equal(await shell.requestCount('/v2/invoice/create'), 0);
});

test('a proxy without its public URL names that itself', async (t) => {
  const { found } = await pageCheck(await behindFront(t, { knowsUrl: false }), '--page');
  assert.match(found, /^failed: the proxy answered \d+: .*publicUrl/);
});

test('otherwise it requests no page, and says so', async (t) => {
  const shell = await commandLine(t);
  const { found } = await pageCheck(shell);
  assert.equal(
    found,
    'skipped: use --page to request the payment page at the public URL, with an expired link',
  );
});

test('a proxy with another order secret, and a server that is no proxy, are told apart', async (t) => {
  const other = await pageCheck(await behindFront(t, { secret: 'x'.repeat(32) }), '--page');
  assert.equal(other.exitCode, 1);
  assert.equal(other.found, 'failed: the proxy there does not recognize links that are signed here');
  assert.match(other.remedy, /the same CRYPTO_CHECKOUT_ORDER_SECRET/);
  const shell = await behindFront(t);
  shell.env['CRYPTO_CHECKOUT_PUBLIC_URL'] = await serve(t, (_, response) => response.end('hello'));
  const site = await pageCheck(shell, '--page');
  assert.equal(site.exitCode, 1);
  assert.equal(site.found, 'failed: another server than the proxy responded with 200');
  assert.match(site.remedy, /forward all paths below \/crypto-checkout to it/);
});

test('a proxy without its store is not taken for another server', async (t) => {
  const { exitCode, found, remedy } = await pageCheck(
    await behindFront(t, { store: '/dev/null/shop.sqlite' }),
    '--page',
  );
  assert.equal(exitCode, 1);
  assert.equal(found, 'failed: the proxy responded with 503');
  assert.equal(remedy, 'check the log of the proxy');
});

test('a URL that redirects, or where nothing answers, is reported with the remedy', async (t) => {
  const shell = await behindFront(t);
  const location = 'https://shop.example/pay';
  shell.env['CRYPTO_CHECKOUT_PUBLIC_URL'] = await serve(t, (_, response) =>
    response.writeHead(301, { location }).end(),
  );
  const moved = await pageCheck(shell, '--page');
  assert.match(moved.found, /^failed: http:\S+ redirects$/);
  assert.match(moved.remedy, /the final URL/);
  shell.env['CRYPTO_CHECKOUT_PUBLIC_URL'] = `http://127.0.0.1:${await freePort()}${BASE}`;
  const silent = await pageCheck(shell, '--page');
  assert.equal(silent.exitCode, 1);
  assert.match(
    silent.found,
    /^failed: no connection \(ECONNREFUSED\) at http:\/\/127\.0\.0\.1:\d+\/crypto-checkout$/,
  );
});

test('a front that removes or changes headers, or caches, is named', async (t) => {
  const front = (name: string, value: string) => {
    if (name === 'referrer-policy') return null;
    return name === 'cache-control' ? 'public, max-age=60' : value;
  };
  const changed = await pageCheck(await behindFront(t, { front }), '--page');
  assert.equal(changed.exitCode, 1);
  assert.equal(changed.found, 'failed: the load balancer removes or changes cache-control, referrer-policy');
  const cached = await pageCheck(await behindFront(t, { added: { age: '12' } }), '--page');
  assert.equal(cached.found, 'failed: a cache responded');
});

test('a public host is asked over https, and told to be one for good', async () => {
  const env = {
    CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
    CRYPTO_CHECKOUT_PUBLIC_URL: 'https://pay.shop.example/crypto-checkout',
  };
  const signal = new AbortController().signal;
  const nothing = () => undefined;
  const terminal = {
    ...{ env, signal, nowMs: Date.now, write: nothing, writeError: nothing },
    ...{ isInteractive: false, hasColors: false, ask: () => Promise.resolve('') },
    drained: () => Promise.resolve(),
  };
  const headers = {
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
  const asked: string[] = [];
  const check = (added: Readonly<Record<string, string>>) =>
    checkPaymentPage(terminal, { page: true }, [], (url) => {
      asked.push(String(url));
      return Promise.resolve(new Response('', { status: 410, headers: { ...headers, ...added } }));
    });
  const plain = await check({});
  assert.equal(plain.verdict, 'warning');
  assert.match(
    plain.detail,
    /pay\.shop\.example; not checked from another network; Strict-Transport-Security is missing$/,
  );
  assert.equal((await check({ 'strict-transport-security': 'max-age=31536000' })).verdict, 'ok');
  assert.match(asked[0] ?? '', /^https:\/\/pay\.shop\.example\/crypto-checkout\/pay\/eyJ/);
});
