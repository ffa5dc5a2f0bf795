import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { close, listen } from '../../src/cli/base/http-server.js';
import { createMerchantSession } from '../../src/proxy/server.js';
import { MERCHANT_SECRET } from '../merchant/staff.js';
import type { Checkout } from '../../src/protocol/index.js';
import type { CommandLine } from './command-line.js';
import { commandLine, ORDER_SECRET, SECRETS, WEBHOOK_SECRET } from './command-line.js';
import { until } from '../until.js';
import { program, untilPrinted, proxyUrl } from './program.js';
import { startShopServer } from '../shop-server.js';
import { payOrder } from '../pay-order.js';

/** A command line with everything that the proxy needs. */
async function serving(t: TestContext): Promise<CommandLine> {
  const shell = await commandLine(t);
  Object.assign(shell.env, {
    PORT: '0',
    CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example, http://localhost:3000',
  });
  return shell;
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'origin': 'https://shop.example' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(response.ok, `${response.status} ${await response.clone().text()}`);
  return response.json();
}

test('a shop in any language signs a price, gets a payment and a signed event, and stops the proxy cleanly', async (t) => {
  const shell = await serving(t);
  const { url: webhookUrl, requests: reported } = await startShopServer(t);
  const proxy = program(t, ['serve'], {
    ...shell.env,
    CRYPTO_CHECKOUT_WEBHOOK_URL: webhookUrl,
    CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  const base = await proxyUrl(proxy);
  const token = await shell.type(['order-token', '--id', 'A-1', '--amount', '49', '--currency', 'EUR']);
  const id = await payOrder(shell.sandbox.url, base, token.output.trim(), 'https://shop.example');
  const delivered = await until(() => reported[0], 'the shop is notified');
  const verifier = new Webhook(WEBHOOK_SECRET);
  const headers = Object.fromEntries(
    Object.entries(delivered.headers).map(([name, value]) => [name, String(value)]),
  );
  const event = verifier.verify(delivered.body, headers) as { type: string; order: { id: string } };
  assert.deepEqual([event.type, event.order.id], ['checkout.paid', 'A-1']);

  const stream = await fetch(`${base}/checkouts/${id}/events`);
  proxy.child.kill('SIGTERM');
  assert.equal(await proxy.ended, 0, proxy.errors());
  await stream.text();
  for (const line of proxy.errors().trim().split('\n')) assert.ok(JSON.parse(line).level, line);
  for (const secret of SECRETS) assert.ok(!`${proxy.output()}${proxy.errors()}`.includes(secret));

  // The stored event is available to the operator.
  const events = await shell.read(['event', 'list', '--delivered']);
  assert.ok(Array.isArray(events));
  assert.deepEqual(
    events.map(({ type }) => type),
    ['checkout.paid'],
  );
});

test('without a webhook it warns that no event is delivered, and Ctrl-C ends it with 0', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_BASE_PATH'] = '/pay';
  const proxy = shell.start(['serve']);
  const base = await untilPrinted(proxy, /proxy is at (http:\S+\/pay)$/m);
  assert.equal((await fetch(`${base}/healthz`)).status, 200);
  shell.interrupt();
  const { exitCode, errors } = await proxy.ended;
  assert.equal(exitCode, 0, errors);
  assert.match(
    errors,
    /"level":"warn","message":"no receiver is set, events stay in the store".*CRYPTO_CHECKOUT_WEBHOOK_URL/,
  );
  assert.equal(errors.match(/events stay in the store|onEvent/g)?.length, 1, 'said once');
  assert.match(proxy.output(), /\nstopped\n$/);
  await assert.rejects(fetch(`${base}/healthz`));
});

test('an invalid key causes a warning at the start, and the proxy runs nevertheless', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = 'not-the-key';
  const proxy = shell.start(['serve']);
  const warning = /"level":"warn","message":"service rejected the API key".*CRYPTO_CHECKOUT_API_KEY/;
  await untilPrinted(proxy, warning);
  const base = await proxyUrl(proxy);
  assert.equal((await fetch(`${base}/healthz`)).status, 200);
  shell.interrupt();
  const { exitCode, errors } = await proxy.ended;
  assert.equal(exitCode, 0, errors);
  assert.doesNotMatch(errors, /not-the-key/);
});

test('the log names the variable of a problem, not an option of the library', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = undefined;
  const proxy = shell.start(['serve']);
  const base = await proxyUrl(proxy);
  const foreign = { 'content-type': 'application/json', 'origin': 'https://other.example' };
  await fetch(`${base}/checkouts`, { method: 'POST', headers: foreign, body: '{}' });
  const token = await shell.type(['order-token', '--id', 'A-1', '--amount', '49', '--currency', 'EUR']);
  const { id } = (await post(`${base}/checkouts`, { order: token.output.trim() })) as { id: string };
  await post(`${base}/checkouts/${id}/invoice`, { currency: 'BTC' }).catch(() => undefined);
  await untilPrinted(proxy, /CRYPTO_CHECKOUT_TEST_MODE=1/);
  shell.interrupt();
  const { errors } = await proxy.ended;
  assert.match(errors, /https:\/\/other\.example is not allowed\. Add it to CRYPTO_CHECKOUT_ORIGINS/);
  assert.doesNotMatch(errors, /service\.testMode|option \\"origins/);
});

test('a shop in any language sets the options of the proxy by variables', async (t) => {
  const shell = await serving(t);
  const proxy = program(t, ['serve'], {
    ...shell.env,
    CRYPTO_CHECKOUT_OFFERS: 'btc, USDT_TRC20',
    CRYPTO_CHECKOUT_LIFETIME_MINUTES: '45',
    CRYPTO_CHECKOUT_MONITORING_HOURS: '48',
    CRYPTO_CHECKOUT_SUPPORT_URL: 'mailto:help@shop.example',
    CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE: '6',
    CRYPTO_CHECKOUT_PUBLIC_METRICS: '1',
  });
  const base = await proxyUrl(proxy);
  const token = await shell.type(['order-token', '--id', 'A-1', '--amount', '49', '--currency', 'EUR']);
  const opened = (await post(`${base}/checkouts`, { order: token.output.trim() })) as {
    id: string;
    supportUrl: string;
    order: { support: string };
    offers: { code: string }[];
  };
  assert.equal(opened.order.support, 'mailto:help@shop.example');
  assert.deepEqual(
    opened.offers.map(({ code }) => code),
    ['BTC', 'USDT_TRC20'],
  );
  const { now, invoice } = (await post(`${base}/checkouts/${opened.id}/invoice`, { currency: 'BTC' })) as {
    now: string;
    invoice: { expiresAt: string; monitoredUntil: string };
  };
  const expiresMs = Date.parse(invoice.expiresAt);
  assert.equal(Math.round((expiresMs - Date.parse(now)) / 60_000), 45);
  assert.equal(Date.parse(invoice.monitoredUntil) - expiresMs, 48 * 3600_000);
  const statuses: number[] = [];
  for (const path of [`/checkouts/${opened.id}`, '/metrics', `/checkouts/${opened.id}`, '/metrics'])
    statuses.push((await fetch(`${base}${path}`)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
});

test('a customer token of the command line opens the address of that customer', async (t) => {
  const shell = await serving(t);
  const proxy = program(t, ['serve'], shell.env);
  const signed = program(t, ['customer-token', '--id', 'c-7', '--expires', '5'], shell.env);
  assert.equal(await signed.ended, 0, signed.errors());
  const base = await proxyUrl(proxy);
  const request = { customer: signed.output().trim(), currency: 'USDT_TRC20' };
  const { address } = (await post(`${base}/deposit-addresses`, request)) as { address: string };
  const [wallet] = (await shell.read(['wallet', 'list'])) as { customer: string; address: string }[];
  assert.deepEqual([wallet?.customer, wallet?.address], ['c-7', address]);
  const { iat, exp } = JSON.parse(
    Buffer.from(signed.output().split('.')[1] ?? '', 'base64url').toString(),
  ) as { iat: number; exp: number };
  assert.equal(Math.round((exp - iat) / 60), 5);
});

for (const name of ['SERVICE_URL', 'API_KEY', 'SHOP_ID', 'ORDER_SECRET', 'WEBHOOK_URL'].map(
  (end) => `CRYPTO_CHECKOUT_${end}`,
)) {
  test(`without ${name} it ends, and says so in one line without a stack`, async (t) => {
    const shell = await serving(t);
    const webhook = {
      CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example',
      CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    };
    const proxy = program(t, ['serve'], { ...shell.env, ...webhook, [name]: '' });
    assert.equal(await proxy.ended, 2);
    assert.match(proxy.errors(), new RegExp(`^${name} is not set\\. Set it to [^\n]+\\.\n$`));
    assert.equal(proxy.output(), '');
  });
}

test('payers see the name and the logo that the variables have', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_SHOP_NAME'] = 'Nordlys Coffee';
  shell.env['CRYPTO_CHECKOUT_SHOP_LOGO'] = 'https://shop.example/logo.png';
  const proxy = shell.start(['serve']);
  const base = await proxyUrl(proxy);
  const token = await shell.type(['order-token', '--id', 'A-1', '--amount', '49', '--currency', 'EUR']);
  const { shop } = (await post(`${base}/checkouts`, { order: token.output.trim() })) as Pick<
    Checkout,
    'shop'
  >;
  assert.deepEqual(shop, { name: 'Nordlys Coffee', logo: 'https://shop.example/logo.png' });
  shell.interrupt();
  assert.equal((await proxy.ended).exitCode, 0);
});

test('metrics have a port of their own, and a balancer is trusted', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_METRICS_PORT'] = '0';
  shell.env['CRYPTO_CHECKOUT_TRUSTED_PROXIES'] = '127.0.0.1, 10.0.0.0/8';
  const proxy = shell.start(['serve']);
  const base = await proxyUrl(proxy);
  const figures = /metrics at (http:\S+)$/m.exec(proxy.output())?.[1] ?? '';
  assert.match(await (await fetch(figures)).text(), /^crypto_checkout_store_up 1$/m);
  assert.equal((await fetch(`${figures}/else`)).status, 404);
  assert.equal((await fetch(`${base}/metrics`)).status, 404, 'the public port shows none');
  shell.interrupt();
  const { exitCode, errors } = await proxy.ended;
  assert.equal(exitCode, 0, errors);
});

test('it listens to this machine alone without a list of origins', async (t) => {
  const shell = await serving(t);
  for (const host of ['localhost', '127.0.0.1', '::1']) {
    Object.assign(shell.env, { HOST: host, CRYPTO_CHECKOUT_ORIGINS: '' });
    const proxy = shell.start(['serve']);
    await proxyUrl(proxy);
    shell.interrupt();
    assert.equal((await proxy.ended).exitCode, 0);
  }
});

test('metrics are available to this machine alone by default', async (t) => {
  const shell = await serving(t);
  Object.assign(shell.env, { HOST: '0.0.0.0', CRYPTO_CHECKOUT_METRICS_PORT: '0' });
  const portOf = async () => {
    const proxy = shell.start(['serve']);
    const at = await untilPrinted(proxy, /metrics at http:\/\/(\S+)\/metrics$/m);
    const [host = '', port = ''] = at.split(':');
    // Another address of this machine, which only a server that listens to all addresses serves.
    const isOpen = await fetch(`http://127.0.0.2:${port}/metrics`).then(
      ({ ok }) => ok,
      () => false,
    );
    shell.interrupt();
    await proxy.ended;
    return { host, isOpen };
  };
  assert.deepEqual(await portOf(), { host: '127.0.0.1', isOpen: false });
  shell.env['CRYPTO_CHECKOUT_METRICS_HOST'] = '0.0.0.0';
  assert.deepEqual(await portOf(), { host: '0.0.0.0', isOpen: true });
});

test('a taken port or an invalid address for the metrics is reported by its variable', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_METRICS_PORT'] = String(shell.sandbox.port);
  const taken = await shell.type(['serve']);
  assert.equal(taken.exitCode, 1);
  assert.match(taken.errors, /is taken\. .*choose another port with CRYPTO_CHECKOUT_METRICS_PORT/);
  Object.assign(shell.env, { CRYPTO_CHECKOUT_METRICS_PORT: '0', CRYPTO_CHECKOUT_METRICS_HOST: '192.0.2.1' });
  const wrong = await shell.type(['serve']);
  assert.equal(wrong.exitCode, 1);
  assert.match(wrong.errors, /CRYPTO_CHECKOUT_METRICS_HOST "192\.0\.2\.1" is not an address of this machine/);
});

test('a taken port is a clear error', async (t) => {
  const shell = await serving(t);
  shell.env['PORT'] = String(shell.sandbox.port);
  const { exitCode, errors } = await shell.type(['serve']);
  assert.equal(exitCode, 1);
  assert.match(errors, new RegExp(`port ${shell.sandbox.port} on 127.0.0.1 is taken\. .*PORT`));
});

for (const [what, variables, said] of [
  [
    'no origin, where other machines reach it,',
    { HOST: '0.0.0.0', CRYPTO_CHECKOUT_ORIGINS: '' },
    /^CRYPTO_CHECKOUT_ORIGINS is not set, and HOST "0\.0\.0\.0" is reachable from other machines\. Set it to the origins of your pages/,
  ],
  [
    'no order secret',
    { CRYPTO_CHECKOUT_ORDER_SECRET: '' },
    /CRYPTO_CHECKOUT_ORDER_SECRET is not set\. Set it to the secret/,
  ],
  [
    'a short order secret',
    { CRYPTO_CHECKOUT_ORDER_SECRET: `${ORDER_SECRET},hunter2` },
    /CRYPTO_CHECKOUT_ORDER_SECRET\[1\] has 7 bytes\. Use at least 32/,
  ],
  [
    'an address without TLS',
    { CRYPTO_CHECKOUT_SERVICE_URL: 'http://pay.example' },
    /CRYPTO_CHECKOUT_SERVICE_URL "http:\/\/pay.example" would send the key unencrypted/,
  ],
  [
    'a balancer that is no address',
    { CRYPTO_CHECKOUT_TRUSTED_PROXIES: 'balancer.internal' },
    /CRYPTO_CHECKOUT_TRUSTED_PROXIES\[0\] is not an address or a network \("balancer.internal"\)\. Pass addresses or networks/,
  ],
  [
    'a logo without TLS',
    { CRYPTO_CHECKOUT_SHOP_LOGO: 'http://shop.example/logo.png' },
    /CRYPTO_CHECKOUT_SHOP_LOGO is not an image \("http:\/\/shop.example\/logo.png"\)\. Pass the path of a \.png/,
  ],
  [
    'an origin with a path',
    { CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example/' },
    /CRYPTO_CHECKOUT_ORIGINS\[0\] is not an origin \("https:\/\/shop.example\/"\)\. Pass origins without a path/,
  ],
  [
    'a webhook without a secret',
    { CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example/events' },
    /CRYPTO_CHECKOUT_WEBHOOK_SECRET is not set/,
  ],
  [
    'a webhook without TLS',
    {
      CRYPTO_CHECKOUT_WEBHOOK_URL: 'http://shop.example/events',
      CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    /CRYPTO_CHECKOUT_WEBHOOK_URL is insecure/,
  ],
  [
    'a webhook secret of another form',
    {
      CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example/events',
      CRYPTO_CHECKOUT_WEBHOOK_SECRET: 'hunter2',
    },
    /CRYPTO_CHECKOUT_WEBHOOK_SECRET\[0\] is not a webhook secret/,
  ],
  [
    'a misspelled variable',
    { CRYPTO_CHECKOUT_WEBHOK_URL: 'https://u:hunter2@shop.example/events' },
    /^CRYPTO_CHECKOUT_WEBHOK_URL is not a known variable\. Did you mean CRYPTO_CHECKOUT_WEBHOOK_URL\? Rename it, or/,
  ],
  ['a test mode in words', { CRYPTO_CHECKOUT_TEST_MODE: 'yes' }, /TEST_MODE is "yes"\. Use 1, or 0/],
  [
    'a coin without its network',
    { CRYPTO_CHECKOUT_OFFERS: 'BTC,USDT' },
    /^CRYPTO_CHECKOUT_OFFERS is "BTC,USDT"\. Name its network too: .*USDT_TRC20/,
  ],
  [
    'a lifetime of two months',
    { CRYPTO_CHECKOUT_LIFETIME_MINUTES: '86400' },
    /^CRYPTO_CHECKOUT_LIFETIME_MINUTES is "86400"\. Use whole minutes from 1 to 43200\.$/m,
  ],
  [
    'a monitoring window in words',
    { CRYPTO_CHECKOUT_MONITORING_HOURS: 'one day' },
    /^CRYPTO_CHECKOUT_MONITORING_HOURS is "one day"\. Use a whole number above zero\.$/m,
  ],
  [
    'a retention of a century',
    { CRYPTO_CHECKOUT_RETENTION_DAYS: '36500' },
    /^CRYPTO_CHECKOUT_RETENTION_DAYS is invalid \(36500\)\. Pass whole days from 1 to 3650\.$/m,
  ],
  [
    'a support link that is none',
    { CRYPTO_CHECKOUT_SUPPORT_URL: 'javascript:alert(1)' },
    /^CRYPTO_CHECKOUT_SUPPORT_URL is not a link \("javascript:alert\(1\)"\)\. Pass a URL that starts with/,
  ],
  [
    'a limit above the greatest one',
    { CRYPTO_CHECKOUT_STREAMS_PER_CLIENT: '9999999' },
    /^CRYPTO_CHECKOUT_STREAMS_PER_CLIENT is invalid \(9999999\)\. Pass a whole number from 1 to 1000000\.$/m,
  ],
  ['a port in words', { PORT: 'http' }, /PORT is "http"\. Use a whole number/],
  [
    'one port for payers and figures',
    { PORT: '4005', CRYPTO_CHECKOUT_METRICS_PORT: '4005' },
    /^CRYPTO_CHECKOUT_METRICS_PORT and PORT are both 4005\. Use separate ports/,
  ],
  ['a database of another kind', { DATABASE_URL: 'mysql://u:hunter2@db/x' }, /DATABASE_URL is invalid\. Use/],
] as const) {
  test(`${what} is refused under the name of its variable, without a secret`, async (t) => {
    const shell = await serving(t);
    Object.assign(shell.env, variables);
    const { exitCode, errors } = await shell.type(['serve']);
    assert.equal(exitCode, 2, errors);
    assert.match(errors, said);
    assert.doesNotMatch(errors, /hunter2/);
    assert.equal(errors.trim().split('\n').length, 1, errors);
    assert.deepEqual(await reportedByDoctor(shell), errors.trim().split('\n'));
  });
}

/** The failures that `doctor` reports, as `serve` would. */
async function reportedByDoctor(shell: CommandLine): Promise<readonly string[]> {
  const { findings } = JSON.parse((await shell.type(['doctor', '--json'])).output) as {
    readonly findings: readonly Readonly<Record<'check' | 'verdict' | 'detail' | 'remedy', string>>[];
  };
  return findings.flatMap(({ check, verdict, detail, remedy }) => {
    if (verdict !== 'failed') return [];
    const problem = detail.startsWith(check) ? detail : `${check} ${detail}`;
    return [`${problem}. ${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}.`];
  });
}

test('all invalid variables are refused together, each in a line, as doctor reports them', async (t) => {
  const shell = await serving(t);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_API_KEY: '',
    CRYPTO_CHECKOUT_TRUSTED_PROXIES: '10.0.0.7,one,two',
    CRYPTO_CHECKOUT_RETENTION_DAYS: '9999',
    PORT: 'http',
  });
  const { exitCode, errors } = await shell.type(['serve']);
  assert.equal(exitCode, 2, errors);
  const remedy = 'Pass addresses or networks, such as "10.0.0.7" or "10.0.0.0/8".';
  assert.deepEqual(errors.trim().split('\n').sort(), [
    'CRYPTO_CHECKOUT_API_KEY is not set. Set it to the API key of the project.',
    'CRYPTO_CHECKOUT_RETENTION_DAYS is invalid (9999). Pass whole days from 1 to 3650.',
    `CRYPTO_CHECKOUT_TRUSTED_PROXIES[1] is not an address or a network ("one"). ${remedy}`,
    `CRYPTO_CHECKOUT_TRUSTED_PROXIES[2] is not an address or a network ("two"). ${remedy}`,
    'PORT is "http". Use a whole number from 0 to 65535.',
  ]);
  assert.deepEqual([...(await reportedByDoctor(shell))].sort(), errors.trim().split('\n').sort());
});

test('a store that cannot be opened ends it, and releases the port', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_STORE'] = `${shell.folder}/nowhere/checkouts.sqlite`;
  const { exitCode, errors } = await shell.type(['serve']);
  assert.equal(exitCode, 1);
  assert.match(errors, /cannot be opened\. Check that its folder exists/);
});

test('work that does not end is aborted when its time is over', async () => {
  const server = createServer(() => undefined);
  const url = await listen(server, {
    ...{ host: '127.0.0.1', port: 0 },
    setBy: { host: 'HOST', port: 'PORT' },
  });
  const requested = once(server, 'request');
  const cut = assert.rejects(fetch(url));
  await requested;
  const startedMs = performance.now();
  await close(server, () => new Promise(() => undefined), 200);
  assert.ok(performance.now() - startedMs < 5000);
  await cut;
});

test('the staff of the shop are served on a port of their own, if there is one', async (t) => {
  const shell = await serving(t);
  const proxy = program(t, ['serve'], {
    ...shell.env,
    CRYPTO_CHECKOUT_MERCHANT_SECRET: MERCHANT_SECRET,
    CRYPTO_CHECKOUT_MERCHANT_PORT: '0',
  });
  const base = await proxyUrl(proxy);
  const merchant = await untilPrinted(proxy, /API for staff is at (http:\S+)$/m);
  const session = await createMerchantSession(
    { person: 'Maja Lind', scopes: ['payments:read'] },
    { secret: MERCHANT_SECRET },
  );
  const headers = { authorization: `Bearer ${session}` };
  const statuses = [`${merchant}/payments`, `${base}/merchant/payments`, `${merchant}/../healthz`].map(
    async (place) => (await fetch(place, { headers })).status,
  );
  assert.deepEqual(await Promise.all(statuses), [200, 404, 404]);
});

test('a port for the staff needs their secret', async (t) => {
  const shell = await serving(t);
  shell.env['CRYPTO_CHECKOUT_MERCHANT_PORT'] = '4100';
  const { exitCode, errors } = await shell.type(['serve']);
  assert.equal(exitCode, 2, errors);
  assert.match(errors, /CRYPTO_CHECKOUT_MERCHANT_SECRET is not set/);
});
