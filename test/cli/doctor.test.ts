import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { sql } from 'kysely';
import { checkElements } from '../../src/cli/commands/doctor.js';
import { Journal } from '../../src/payouts/journal.js';
import { appendAudit } from '../../src/proxy/store/audit-log.js';
import { openStore } from '../../src/proxy/store/store.js';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import { startSandbox, type SandboxServerOptions } from '../../src/sandbox/index.js';
import { PAYOUT_SECRET } from '../payouts/payout-fixture.js';
import type { CommandLine } from './command-line.js';
import { API_KEY, commandLine, ORDER_SECRET, SECRETS, WEBHOOK_SECRET } from './command-line.js';
import { program, proxyUrl } from './program.js';
import { startShopServer, status as responding } from '../shop-server.js';
import { listen } from '../listen.js';
import { freePort } from '../free-port.js';
import { chooseCurrency } from '../pay-order.js';
import { until } from '../until.js';

/** A command line with a complete, valid configuration. */
async function healthy(t: TestContext, options: Partial<SandboxServerOptions> = {}): Promise<CommandLine> {
  const shell = await commandLine(t, options);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example',
    CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example/events',
    CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  return shell;
}

test('a valid configuration gets a line for each check, and exit code 0', async (t) => {
  const shell = await healthy(t);
  const { exitCode, output, errors } = await shell.type(['doctor']);
  assert.equal(exitCode, 0, `${output}${errors}`);
  assert.match(output, /^ok +Node +\d+\./m);
  assert.match(output, /^ok +elements +\d+ files for elements\.js$/m);
  assert.match(output, /^ok +CRYPTO_CHECKOUT_API_KEY +set, 20 characters$/m);
  assert.match(output, /^skipped +CRYPTO_CHECKOUT_WITHDRAWAL_KEY +set, \d+ characters; no harmless request/m);
  assert.match(output, /^ok +CRYPTO_CHECKOUT_ORDER_SECRET +set, 37 bytes$/m);
  assert.match(output, /^ok +service +reachable$/m);
  assert.match(output, /^ok +API key +accepted$/m);
  assert.match(output, /^ok +clock +within \d s$/m);
  assert.match(output, /^ok +store +does not exist yet/m);
  assert.match(output, /^skipped +shop id and price +use --create/m);
  assert.doesNotMatch(output, /^failed/m);
  assert.equal(
    await shell.requestCount('/v2/invoice/create'),
    0,
    'nothing is written to the account unasked',
  );
});

test('a sandbox that was reset is named by the log of the proxy and by doctor', async (t) => {
  const shell = await healthy(t);
  const { port } = shell.sandbox;
  const proxy = program(t, ['serve'], { ...shell.env, PORT: '0' });
  const base = await proxyUrl(proxy);
  const order = (await shell.type(['order-token', '--id', 'A-1', '--amount', '49', '--currency', 'EUR']))
    .output;
  const { id } = await chooseCurrency(base, order.trim(), 'https://shop.example');
  assert.doesNotMatch((await shell.type(['doctor'])).output, /was the sandbox reset/);
  await shell.sandbox.close();
  const account = { apiKey: API_KEY, shopId: shell.env['CRYPTO_CHECKOUT_SHOP_ID'] ?? '' };
  const reset = await startSandbox({ ...account, withdrawalKey: 'w', port, seed: 'another' });
  t.after(() => reset.close());
  await until(async () => {
    // The proxy polls what a page looks at.
    await fetch(`${base}/checkouts/${id}`);
    return proxy.errors().includes('the service does not know this invoice: was the sandbox reset?');
  }, 'the log names the reset');
  const { output } = await shell.type(['doctor']);
  assert.match(
    output,
    /^warning +invoices +the service does not know INV-\w+: was the sandbox reset\?\n +→ start the sandbox with its file, or/m,
  );
});

test('the configuration of the payouts process is checked without that of a proxy', async (t) => {
  const shell = await commandLine(t);
  const journal = join(shell.folder, 'payouts.jsonl');
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_PAYOUT_SECRET: PAYOUT_SECRET,
    CRYPTO_CHECKOUT_PAYOUT_JOURNAL: journal,
    CRYPTO_CHECKOUT_PAYOUT_LIMITS: 'USDT_TRC20:500',
  });
  const healthy = await shell.type(['doctor']);
  assert.equal(healthy.exitCode, 0, healthy.output);
  assert.match(healthy.output, /^ok +CRYPTO_CHECKOUT_PAYOUT_SECRET +set, \d+ characters$/m);
  assert.match(
    healthy.output,
    /^ok +CRYPTO_CHECKOUT_PAYOUT_LIMITS +set, for USDT_TRC20; payouts in other currencies are refused$/m,
  );
  assert.match(healthy.output, /^ok +journal +.*does not exist yet: payouts run creates it$/m);
  assert.match(healthy.output, /^ok +clock /m);
  assert.doesNotMatch(healthy.output, /ORDER_SECRET|webhook|serve/);
  assert.ok(!existsSync(journal), 'doctor creates nothing');

  await (
    await Journal.open(journal)
  ).use((content) =>
    content.begin({
      ...{ atMs: 1, payout: 'p', approval: 'a', currency: 'BTC', amount: '1', refund: null },
      ...{ proposal: 'token', approvedBy: 'Jon Berg' },
    }),
  );
  const half = `${await readFile(journal, 'utf8')}{"atMs"`;
  await writeFile(journal, half);
  assert.match((await shell.type(['doctor'])).output, /^ok +journal +.*writable, 1 line, not damaged$/m);
  assert.equal(await readFile(journal, 'utf8'), half, 'doctor repairs nothing');
  await writeFile(journal, 'damaged\n');
  shell.env['CRYPTO_CHECKOUT_PAYOUT_LIMITS'] = '500';
  const damaged = await shell.type(['doctor']);
  assert.equal(damaged.exitCode, 1);
  assert.match(damaged.output, /^failed +journal +damaged: line 1 is unreadable\n +→ restore the newest/m);
  assert.match(damaged.output, /^failed +CRYPTO_CHECKOUT_PAYOUT_LIMITS .*\n +→ use amounts by currency/m);
  shell.env['CRYPTO_CHECKOUT_PAYOUT_JOURNAL'] = join(shell.folder, 'missing', 'payouts.jsonl');
  assert.match(
    (await shell.type(['doctor'])).output,
    /^failed +journal .*its folder is missing or not writ/m,
  );
});

test('only the host of the Solana node is shown', async (t) => {
  const shell = await healthy(t);
  shell.env['CRYPTO_CHECKOUT_SOLANA_RPC'] = 'https://rpc.example/v1/planted-key?token=planted-key';
  const { exitCode, output, errors } = await shell.type(['doctor']);
  assert.equal(exitCode, 0, `${output}${errors}`);
  assert.match(output, /^ok +CRYPTO_CHECKOUT_SOLANA_RPC +set, at rpc\.example$/m);
  assert.doesNotMatch(`${output}${errors}`, /planted/);
});

test('a package without the files for pages is detected', async () => {
  for (const load of [() => Promise.reject(new Error('no such module')), () => Promise.resolve([])]) {
    const { verdict, detail, remedy } = await checkElements(load);
    assert.deepEqual([verdict, detail], ['failed', 'the files for elements.js are missing']);
    assert.match(remedy ?? '', /^install the package again/);
  }
});

test('with --create it creates an invoice, compares its price, and cancels it', async (t) => {
  const shell = await healthy(t);
  const { exitCode, output, errors } = await shell.type(['doctor', '--create']);
  assert.equal(exitCode, 0, `${output}${errors}`);
  assert.match(output, /^ok +shop id +accepted$/m);
  assert.match(output, /^ok +price +1\.00 EUR is interpreted correctly$/m);
  assert.match(output, /^ok +invoice +INV-\w{8} is canceled$/m);
  const [invoice] = (await shell.read(['invoice', 'list'])) as { status: string; orderId: string }[];
  assert.equal(invoice?.status, 'canceled');
  assert.match(invoice.orderId, /^doctor-\d+$/);
  // Now an invoice shows the mode of the account.
  assert.match(
    (await shell.type(['doctor'])).output,
    /^ok +test mode +the account and the proxy are in test mode/m,
  );
});

/** A command line whose webhook is a receiver of this test. */
async function withReceiver(t: TestContext) {
  const [shell, shop] = await Promise.all([healthy(t), startShopServer(t)]);
  shell.env['CRYPTO_CHECKOUT_WEBHOOK_URL'] = shop.url;
  return { shell, shop };
}

test('with --webhook it sends a signed test without an order; otherwise it sends nothing', async (t) => {
  const { shell, shop } = await withReceiver(t);
  const unasked = await shell.type(['doctor', '--create']);
  assert.match(
    unasked.output,
    /^skipped +webhook delivery +use --webhook to send a signed webhook\.test event/m,
  );
  assert.deepEqual(shop.requests, []);
  const doctor = program(t, ['doctor', '--webhook'], shell.env);
  assert.equal(await doctor.ended, 0, doctor.output() + doctor.errors());
  assert.match(doctor.output(), /^ok +webhook delivery +answered 204$/m);
  assert.match(doctor.output(), /^skipped +shop id and price +use --create/m, 'each needs its own option');
  const [request, ...others] = shop.requests;
  assert.ok(request && others.length === 0);
  const { id, createdAt, ...event } = await verifyWebhook(request, { secrets: [WEBHOOK_SECRET] });
  assert.match(id, /^evt_/);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(event, { type: 'webhook.test', testMode: true });
  for (const secret of SECRETS) assert.ok(!doctor.output().includes(secret));
});

for (const [status, remedy] of [
  [
    401,
    /check that the receiver has the same CRYPTO_CHECKOUT_WEBHOOK_SECRET and the right time, and verifies the raw body/,
  ],
  [404, /use the final URL of the receiver in CRYPTO_CHECKOUT_WEBHOOK_URL/],
  [308, /use the final URL of the receiver/],
  [500, /check the log of the receiver: it must respond with 2xx even to event types that it ignores/],
] as const) {
  test(`a receiver that responds ${status} is reported, with the remedy`, async (t) => {
    const { shell, shop } = await withReceiver(t);
    shop.answer = responding(status);
    const { exitCode, output, errors } = await shell.type(['doctor', '--webhook']);
    assert.equal(exitCode, 1);
    const [, said = ''] =
      new RegExp(`^failed +webhook delivery +answered ${status}\\n +→ (.*)$`, 'm').exec(output) ?? [];
    assert.match(said, remedy, output);
    assert.equal(errors, '1 check failed\n');
  });
}

test('a webhook that is unreachable, invalid or not set cannot be tested', async (t) => {
  const { shell } = await withReceiver(t);
  const doctor = async (url: string) => {
    shell.env['CRYPTO_CHECKOUT_WEBHOOK_URL'] = url;
    const { exitCode, output } = await shell.type(['doctor', '--webhook']);
    assert.equal(exitCode, 1);
    return output;
  };
  const away = await doctor(`http://127.0.0.1:${await freePort()}/secret-path`);
  assert.match(
    away,
    /^failed +webhook delivery +webhook unreachable \(ECONNREFUSED\)\n +→ start the receiver/m,
  );
  assert.doesNotMatch(away, /secret-path/);
  assert.match(
    await doctor('http://shop.example'),
    /^skipped +webhook delivery +fix the failed checks above first$/m,
  );
  shell.env['CRYPTO_CHECKOUT_WEBHOOK_SECRET'] = '';
  assert.match(
    await doctor(''),
    /^failed +webhook delivery +CRYPTO_CHECKOUT_WEBHOOK_URL is not set\n +→ set it, or omit --webhook$/m,
  );
});

test('a service that reads every price as USD is detected', async (t) => {
  const shell = await healthy(t, { priceReading: 'usd' });
  const { exitCode, output } = await shell.type(['doctor', '--create']);
  assert.equal(exitCode, 1);
  assert.match(
    output,
    /^failed +price +1\.00 EUR is interpreted as 0?\.?\d+.* EUR\n +→ price orders in USD/m,
  );
  assert.match(output, /is canceled/);
});

test('another shop id is detected', async (t) => {
  const shell = await healthy(t);
  shell.env['CRYPTO_CHECKOUT_SHOP_ID'] = 'another-shop';
  const { exitCode, output } = await shell.type(['doctor', '--create']);
  assert.equal(exitCode, 1);
  assert.match(output, /^failed +shop id +.*rejected/m);
  assert.match(output, /^ +→ copy CRYPTO_CHECKOUT_SHOP_ID again/m);
});

test('a test account with a proxy for real money is reported, and the other way round', async (t) => {
  const shell = await healthy(t);
  await shell.type(['invoice', 'create', '--amount', '1']);
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = undefined;
  assert.match((await shell.type(['doctor'])).output, /^failed +test mode .*ignores test payments/m);
  const live = await healthy(t, { testMode: false });
  await live.type(['invoice', 'create', '--amount', '1']);
  const { output } = await live.type(['doctor']);
  assert.match(output, /^failed +test mode .*\n +→ unset CRYPTO_CHECKOUT_TEST_MODE$/m);
});

test('deliberate test mode is reported without a failure or a warning', async (t) => {
  const shell = await healthy(t);
  for (const isInvoiceThere of [false, true]) {
    if (isInvoiceThere) await shell.type(['invoice', 'create', '--amount', '1']);
    const { exitCode, output } = await shell.type(['doctor']);
    assert.equal(exitCode, 0, output);
    assert.doesNotMatch(output, /^(failed|warning)/m);
    assert.match(output, /^ok +serve +on 127\.0\.0\.1, port 4000; test payments are accepted$/m);
  }
  assert.match(
    (await shell.type(['doctor'])).output,
    /^ok +test mode .* in test mode: no real money moves$/m,
  );
});

test('test mode is a warning in production, where goods would be delivered unpaid', async (t) => {
  const shell = await healthy(t);
  shell.env['NODE_ENV'] = 'production';
  const warned =
    /^warning +test mode +test payments pay orders, and NODE_ENV is production\n +→ unset CRYPTO_CHECKOUT_TEST_MODE before/m;
  for (const isInvoiceThere of [false, true]) {
    if (isInvoiceThere) await shell.type(['invoice', 'create', '--amount', '1']);
    const { exitCode, output } = await shell.type(['doctor']);
    assert.equal(exitCode, 0, output);
    assert.match(output, warned);
  }
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = undefined;
  assert.doesNotMatch((await shell.type(['doctor'])).output, warned);
});

test('a missing webhook is a warning: the shop would not learn of payments', async (t) => {
  const shell = await healthy(t);
  Object.assign(shell.env, { CRYPTO_CHECKOUT_WEBHOOK_URL: '', CRYPTO_CHECKOUT_WEBHOOK_SECRET: '' });
  const { exitCode, output } = await shell.type(['doctor']);
  assert.equal(exitCode, 0, output);
  assert.match(
    output,
    /^warning +webhook +not set: `crypto-checkout serve` would deliver no events\n +→ set CRYPTO_CHECKOUT_WEBHOOK_URL and CRYPTO_CHECKOUT_WEBHOOK_SECRET, or run crypto-checkout checkout list; a program with onEvent/m,
  );
});

test('a misspelled variable is reported, with the likely one', async (t) => {
  const shell = await healthy(t);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_ORDER_SECRETS: ORDER_SECRET,
    // Set by Kubernetes for a service of that name.
    CRYPTO_CHECKOUT_SERVICE_HOST: '10.0.0.1',
    CRYPTO_CHECKOUT_SERVICE_PORT: '4000',
    CRYPTO_CHECKOUT_PORT: 'tcp://10.0.0.1:4000',
  });
  const { exitCode, output } = await shell.type(['doctor']);
  assert.equal(exitCode, 1);
  assert.deepEqual(
    output.match(/^failed.*\n.*$/gm)?.map((line) => line.replace(/ +/g, ' ')),
    [
      'failed CRYPTO_CHECKOUT_ORDER_SECRETS is not a known variable\n → did you mean CRYPTO_CHECKOUT_ORDER_SECRET? Rename it, or unset it',
    ],
  );
  assert.ok(!output.includes(ORDER_SECRET));
});

test('a clock that is off by a minute is reported, with the remedy', async (t) => {
  const shell = await healthy(t);
  shell.host.aheadMs = 60_000;
  const { exitCode, output } = await shell.type(['doctor']);
  assert.equal(exitCode, 1);
  // The duration of the response counts as well.
  assert.match(output, /^failed +clock +this machine is (59|[67]\d) s ahead of the service\n +→ .*NTP/m);
});

test('with --create, a wrong Date header of the service is not taken for a wrong clock', async (t) => {
  const shell = await healthy(t);
  const service = shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] ?? '';
  const relay = createServer(async (request, response) => {
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: await text(request) };
    const answer = await fetch(`${service}${request.url}`, sent);
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    response.writeHead(answer.status, { 'content-type': 'application/json', date }).end(await answer.text());
  });
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = await listen(t, relay);
  const { exitCode, output } = await shell.type(['doctor', '--create']);
  assert.equal(exitCode, 1);
  assert.match(
    output,
    /^failed +clock +the Date header of the service is 3[56]\d\d s behind the invoices that it creates\n +→ .*cache/m,
  );
  assert.match(output, /^ok +price/m);
});

test('an invalid key is reported once, and checks that depend on it are skipped', async (t) => {
  const shell = await healthy(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = 'not-the-key';
  const { exitCode, output, errors } = await shell.type(['doctor', '--create']);
  assert.equal(exitCode, 1);
  assert.match(output, /^ok +service +reachable$/m);
  assert.match(output, /^failed +API key +rejected\n +→ copy it again/m);
  assert.match(output, /^skipped +shop id and price/m);
  assert.match(errors, /^1 check failed$/m);
});

test('an unreachable address is reported, with the reason', async (t) => {
  const shell = await healthy(t);
  await shell.sandbox.close();
  const { exitCode, output } = await shell.type(['doctor']);
  assert.equal(exitCode, 1);
  assert.match(
    output,
    /^failed +service +no response from http:\/\/127\.0\.0\.1:\d+ \(ECONN\w+\)\n +→ start the sandbox.*or check CRYPTO_CHECKOUT_SERVICE_URL/m,
  );
  assert.match(output, /^skipped +API key/m);
});

test('a port that clients never use is reported as such', async (t) => {
  const shell = await healthy(t);
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = 'http://127.0.0.1:1';
  const { output } = await shell.type(['doctor']);
  assert.match(
    output,
    /^failed +service +the port of http:\/\/127\.0\.0\.1:1 is blocked by Node\n +→ use another port/m,
  );
});

test('a web page instead of the service is reported', async (t) => {
  const shell = await healthy(t);
  await shell.control('/faults', { kind: 'html' });
  const { output } = await shell.type(['doctor']);
  assert.match(output, /^failed +service +error response: /m);
});

for (const [what, status, body] of [
  ['a page that is not found', 404, '<h1>Not found</h1>'],
  ['JSON of something else', 404, '{"error":"not found"}'],
  ['a home page', 200, '<h1>Welcome</h1>'],
  ['JSON of something else with success', 200, '{"hello":"environment"}'],
] as const) {
  test(`if another server responds, with ${what}, the remedy is to check the address`, async (t) => {
    const shell = await healthy(t);
    const other = createServer((_, response) => void response.writeHead(status).end(body));
    shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = await listen(t, other);
    const { exitCode, output } = await shell.type(['doctor']);
    assert.equal(exitCode, 1);
    assert.match(
      output,
      /^failed +service +error response: .*\n(?: {20,}.*\n)? +→ check CRYPTO_CHECKOUT_SERVICE_URL/m,
    );
  });
}

test('an invalid test mode is reported once, whatever else depends on it', async (t) => {
  const shell = await healthy(t);
  await shell.type(['invoice', 'create', '--amount', '1']);
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = 'put-32-random-bytes-or-more-here-please';
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = 'true';
  const { output, errors } = await shell.type(['doctor']);
  assert.deepEqual(output.match(/^failed.*$/gm), ['failed   CRYPTO_CHECKOUT_TEST_MODE        is "true"']);
  assert.match(errors, /^1 check failed$/m);
});

test('the name of a variable appears once in its line', async (t) => {
  const shell = await healthy(t);
  for (const url of ['http://pay.example', 'localhost:4010', 'https://', 'https://u:hunter2@pay.example']) {
    shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = url;
    const [line = ''] = (await shell.type(['doctor'])).output.match(/^failed.*SERVICE_URL.*$/m) ?? [];
    assert.equal(line.match(/CRYPTO_CHECKOUT_SERVICE_URL/g)?.length, 1, line);
  }
});

test("the service's message is on a line of its own", async (t) => {
  const shell = await healthy(t);
  shell.env['CRYPTO_CHECKOUT_SHOP_ID'] = 'another-shop';
  const { output } = await shell.type(['doctor', '--create']);
  assert.match(output, /^failed +shop id +.*rejected.*\n {20,}service message: \S/m);
  assert.doesNotMatch(output, /\\u\{a\}/);
});

test('sandbox keys are reported for a real service, and valid for one on this machine', async (t) => {
  const shell = await healthy(t, { apiKey: 'sandbox-key', shopId: 'sandbox-shop' });
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_API_KEY: 'sandbox-key',
    CRYPTO_CHECKOUT_SHOP_ID: 'sandbox-shop',
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'sandbox-withdrawal-key',
  });
  assert.equal((await shell.type(['doctor'])).exitCode, 0);
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = 'https://pay.invalid';
  const { output } = await shell.type(['doctor']);
  for (const name of ['API_KEY', 'SHOP_ID', 'WITHDRAWAL_KEY']) {
    assert.match(output, new RegExp(`^failed +CRYPTO_CHECKOUT_${name} +is the default of the sandbox`, 'm'));
  }
});

test('the example secret is valid for trying out, and invalid for real money', async (t) => {
  const shell = await healthy(t);
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = 'put-32-random-bytes-or-more-here-please';
  const trying = await shell.type(['doctor']);
  assert.equal(trying.exitCode, 0, trying.output);
  assert.match(trying.output, /^ok +CRYPTO_CHECKOUT_ORDER_SECRET +the placeholder .*in test mode only$/m);
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = undefined;
  const { exitCode, output } = await shell.type(['doctor']);
  assert.equal(exitCode, 1);
  assert.match(
    output,
    /^failed +CRYPTO_CHECKOUT_ORDER_SECRET +contains the public placeholder .*\n +→ .*openssl rand -base64 32/m,
  );
});

for (const [name, value, said] of [
  [
    'CRYPTO_CHECKOUT_SERVICE_URL',
    undefined,
    /^failed +CRYPTO_CHECKOUT_SERVICE_URL +is not set\n +→ set it to/m,
  ],
  ['CRYPTO_CHECKOUT_SERVICE_URL', 'http://pay.example', /would send the key unencrypted\n +→ use https:/],
  ['CRYPTO_CHECKOUT_API_KEY', 'a key with blanks', /^failed +CRYPTO_CHECKOUT_API_KEY/m],
  [
    'CRYPTO_CHECKOUT_ORDER_SECRET',
    undefined,
    /^failed +CRYPTO_CHECKOUT_ORDER_SECRET +is not set\n +→ set it to the secret that signs order tokens; create one with "openssl/m,
  ],
  ['CRYPTO_CHECKOUT_SHOP_ID', 'a shop', /^failed +CRYPTO_CHECKOUT_SHOP_ID +contains a space/m],
  [
    'CRYPTO_CHECKOUT_WITHDRAWAL_KEY',
    API_KEY,
    /^failed +CRYPTO_CHECKOUT_WITHDRAWAL_KEY +same as the API key/m,
  ],
  [
    'CRYPTO_CHECKOUT_ORDER_SECRET',
    'hunter2',
    /^failed +CRYPTO_CHECKOUT_ORDER_SECRET .*7 bytes\n +→ use at least/m,
  ],
  [
    'CRYPTO_CHECKOUT_SERVICE_URL',
    'localhost:4010',
    /^failed +CRYPTO_CHECKOUT_SERVICE_URL .*"localhost:4010", without https:\/\/\n +→ use/m,
  ],
  [
    'CRYPTO_CHECKOUT_ORIGINS',
    'https://a.example,https://b.example/x',
    /ORIGINS +CRYPTO_CHECKOUT_ORIGINS\[1\] is not an origin \("https:\/\/b\.example\/x"\)/,
  ],
  [
    'CRYPTO_CHECKOUT_ORIGINS',
    'http://shop.example',
    /ORIGINS +"http:\/\/shop\.example" is an insecure origin/,
  ],
  [
    'CRYPTO_CHECKOUT_ORIGINS',
    'shop.example',
    /ORIGINS +CRYPTO_CHECKOUT_ORIGINS\[0\] is not an origin \("shop\.example"\)/,
  ],
  [
    'CRYPTO_CHECKOUT_WEBHOOK_URL',
    'http://shop.example/x',
    /^failed +CRYPTO_CHECKOUT_WEBHOOK_URL +is insecure .*\n +→ use https/m,
  ],
  ['CRYPTO_CHECKOUT_WEBHOOK_SECRET', undefined, /^failed +CRYPTO_CHECKOUT_WEBHOOK_SECRET +is not set/m],
  [
    'CRYPTO_CHECKOUT_WEBHOOK_SECRET',
    'hunter2',
    /^failed +CRYPTO_CHECKOUT_WEBHOOK_SECRET .*\[0\] is not a webhook secret/m,
  ],
  ['CRYPTO_CHECKOUT_TEST_MODE', 'yes', /^failed +CRYPTO_CHECKOUT_TEST_MODE +is "yes"\n +→ use 1, or 0/m],
  ['PORT', 'http', /^failed +PORT +is "http"\n +→ use a whole number/m],
  [
    'CRYPTO_CHECKOUT_METRICS_PORT',
    '99999',
    /^failed +CRYPTO_CHECKOUT_METRICS_PORT +is "99999"\n +→ use a whole number/m,
  ],
  [
    'CRYPTO_CHECKOUT_METRICS_PORT',
    '4000',
    /^failed +CRYPTO_CHECKOUT_METRICS_PORT +CRYPTO_CHECKOUT_METRICS_PORT and PORT are both 4000\n +→ use separate ports/m,
  ],
  [
    'CRYPTO_CHECKOUT_TRUSTED_PROXIES',
    'foo',
    /^failed +CRYPTO_CHECKOUT_TRUSTED_PROXIES +CRYPTO_CHECKOUT_TRUSTED_PROXIES\[0\] is not an address or a network \("foo"\)\n +→ pass addresses or networks/m,
  ],
  [
    'CRYPTO_CHECKOUT_BASE_PATH',
    'pay',
    /^failed +CRYPTO_CHECKOUT_BASE_PATH +is not a path \("pay"\)\n +→ pass a path such as "\/crypto-checkout"/m,
  ],
  [
    'CRYPTO_CHECKOUT_OFFERS',
    'BTC,USDT',
    /^failed +CRYPTO_CHECKOUT_OFFERS +is "BTC,USDT"\n +→ name its network too: .*USDT_TRC20/m,
  ],
  [
    'CRYPTO_CHECKOUT_LONGEST_LIFETIME_MINUTES',
    '30',
    /^failed +CRYPTO_CHECKOUT_LONGEST_LIFETIME_MINUTES +is not longer than the lifetime \(30 minutes\)\n +→ pass a longer/m,
  ],
  [
    'CRYPTO_CHECKOUT_TOLERANCE',
    '1%',
    /^failed +CRYPTO_CHECKOUT_TOLERANCE +is "1%"\n +→ use a percentage and amounts by currency, such as/m,
  ],
  [
    'CRYPTO_CHECKOUT_TOLERANCE',
    '50%,EUR:1.00',
    /^failed +CRYPTO_CHECKOUT_TOLERANCE +\S*percent is invalid \(50\)\n +→ pass a number above 0, up to 10/m,
  ],
  [
    'CRYPTO_CHECKOUT_LIFETIME_MINUTES',
    '43201',
    /^failed +CRYPTO_CHECKOUT_LIFETIME_MINUTES +is "43201"\n +→ use whole minutes from 1 to 43200/m,
  ],
  [
    'CRYPTO_CHECKOUT_MONITORING_HOURS',
    'a day',
    /^failed +CRYPTO_CHECKOUT_MONITORING_HOURS +is "a day"\n +→ use a whole number above zero/m,
  ],
  [
    'CRYPTO_CHECKOUT_RETENTION_DAYS',
    '9999',
    /^failed +CRYPTO_CHECKOUT_RETENTION_DAYS +is invalid \(9999\)\n +→ pass whole days from 1 to 3650/m,
  ],
  [
    'CRYPTO_CHECKOUT_SUPPORT_URL',
    'help.example',
    /^failed +CRYPTO_CHECKOUT_SUPPORT_URL +is not a link \("help\.example"\)\n +→ pass a URL/m,
  ],
  [
    'CRYPTO_CHECKOUT_PUBLIC_URL',
    'shop.example',
    /^failed +CRYPTO_CHECKOUT_PUBLIC_URL +is "shop\.example…", without https:\/\/\n +→ pass the URL of the base path/m,
  ],
  [
    'CRYPTO_CHECKOUT_PUBLIC_URL',
    'http://shop.example/crypto-checkout',
    /^failed +CRYPTO_CHECKOUT_PUBLIC_URL +uses http:\/\/ \("http:\/\/shop\.example"\)\n +→ use https:\/\/; http:\/\/ is accepted for localhost only/m,
  ],
  [
    'CRYPTO_CHECKOUT_SOLANA_RPC',
    'http://rpc.example/planted-key',
    /^failed +CRYPTO_CHECKOUT_SOLANA_RPC +is insecure\n +→ use the https:\/\/ URL of a node; (?!.*planted)/m,
  ],
  ['CRYPTO_CHECKOUT_RATE_LIMITS', 'off', /^failed +CRYPTO_CHECKOUT_RATE_LIMITS +is "off"\n +→ use 1 or 0/m],
  [
    'CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE',
    '1000001',
    /^failed +CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE +is invalid \(1000001\)\n +→ pass a whole number from 1 to/m,
  ],
  ['CRYPTO_CHECKOUT_PUBLIC_METRICS', 'true', /^failed +CRYPTO_CHECKOUT_PUBLIC_METRICS +is "true"\n/m],
  [
    'CRYPTO_CHECKOUT_ORDER_SECRET',
    ' , ',
    /^failed +CRYPTO_CHECKOUT_ORDER_SECRET +is empty\n +→ pass at least one secret/m,
  ],
  ['DATABASE_URL', 'mysql://u:hunter2@db/x', /^failed +DATABASE_URL +is invalid\n +→ use a PostgreSQL URL/m],
  [
    'DATABASE_URL',
    'postgres://u:hunter2/3@db/x',
    /^failed +DATABASE_URL .*is not a valid database URL\n +→ use postgres:/m,
  ],
  ['CRYPTO_CHECKOUT_STORE', '/nowhere/at/all.sqlite', /^failed +store .*\n +→ create it/m],
] as const) {
  test(`${name} set to ${value === undefined ? 'nothing' : `"${value}"`} is reported, with the remedy`, async (t) => {
    const shell = await healthy(t);
    shell.env[name] = value;
    const { exitCode, output } = await shell.type(['doctor']);
    assert.equal(exitCode, 1, output);
    assert.match(output, said);
    assert.doesNotMatch(output, /hunter2/);
  });
}

test('missing origins are reported if other machines reach the proxy, and beside any other problem', async (t) => {
  const shell = await healthy(t);
  Object.assign(shell.env, { HOST: '0.0.0.0', CRYPTO_CHECKOUT_ORIGINS: '', PORT: 'http' });
  const { output, exitCode } = await shell.type(['doctor']);
  assert.equal(exitCode, 1);
  assert.match(
    output,
    /^failed +CRYPTO_CHECKOUT_ORIGINS +is not set, and HOST "0\.0\.0\.0" is reachable from other machines\n +→ set it to/m,
  );
  assert.match(output, /^failed +PORT +is "http"/m);
  Object.assign(shell.env, { HOST: '', PORT: '' });
  assert.match(
    (await shell.type(['doctor'])).output,
    /^ok +CRYPTO_CHECKOUT_ORIGINS +not set: pages of the proxy's own/m,
  );
  const publicUrl = 'https://pay.shop.example/crypto-checkout';
  Object.assign(shell.env, { HOST: '0.0.0.0', CRYPTO_CHECKOUT_PUBLIC_URL: publicUrl });
  assert.match(
    (await shell.type(['doctor'])).output,
    /^ok +CRYPTO_CHECKOUT_ORIGINS +not set: only the payment page is allowed$/m,
  );
  Object.assign(shell.env, { CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example,capacitor://localhost' });
  assert.match((await shell.type(['doctor'])).output, /^ok +CRYPTO_CHECKOUT_ORIGINS +2 set$/m);
});

test("the way in which limits identify clients is reported: by connection, or by the balancer's header", async (t) => {
  const shell = await healthy(t);
  const found = async () => (await shell.type(['doctor'])).output;
  assert.match(
    await found(),
    /^skipped +clients +identified by connection address: .* CRYPTO_CHECKOUT_TRUSTED_PROXIES/m,
  );
  shell.env['CRYPTO_CHECKOUT_TRUSTED_PROXIES'] = '10.0.0.7, 10.1.0.0/16';
  assert.match(
    await found(),
    /^ok +clients +identified by the headers of trusted proxies: CRYPTO_CHECKOUT_TRUSTED_PROXIES$/m,
  );
});

for (const [one, other] of [
  ['CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_ORDER_SECRET'],
  ['CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_POSTBACK_SECRET'],
  ['CRYPTO_CHECKOUT_WITHDRAWAL_KEY', 'CRYPTO_CHECKOUT_ORDER_SECRET'],
  ['CRYPTO_CHECKOUT_ORDER_SECRET', 'CRYPTO_CHECKOUT_WEBHOOK_SECRET'],
  ['CRYPTO_CHECKOUT_ORDER_SECRET', 'CRYPTO_CHECKOUT_POSTBACK_SECRET'],
  ['CRYPTO_CHECKOUT_WEBHOOK_SECRET', 'CRYPTO_CHECKOUT_POSTBACK_SECRET'],
] as const) {
  test(`one secret for ${one} and ${other} is reported once, and refused by serve`, async (t) => {
    const shell = await healthy(t);
    // Valid for each of them.
    const both = `whsec_${Buffer.from('planted-for-two-purposes-0123').toString('base64')}`;
    shell.env[one] = both;
    shell.env[other] = `another-secret-0123456789abcdef-0123,${both}`;
    if (other === 'CRYPTO_CHECKOUT_WEBHOOK_SECRET') shell.env[other] = both;
    const { exitCode, output } = await shell.type(['doctor']);
    assert.equal(exitCode, 1);
    const said = new RegExp(
      `^failed +${one} +${one} and ${other} are the same secret\\n +→ use a separate secret`,
      'm',
    );
    assert.match(output, said);
    assert.equal(output.match(/the same secret/g)?.length, 1, output);
    for (const secret of [both, both.slice(6)]) assert.ok(!output.includes(secret));
    if (one === 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY') return;
    const serve = await shell.type(['serve']);
    assert.equal(serve.exitCode, 2);
    assert.match(
      serve.errors,
      new RegExp(`${one}.* and ${other}.* are the same secret\\. Use a separate secret for each`),
    );
    for (const secret of [both, both.slice(6)]) assert.ok(!serve.errors.includes(secret));
  });
}

for (const bytes of [23, 65]) {
  test(`a webhook key of ${bytes} bytes is reported, with the remedy`, async (t) => {
    const shell = await healthy(t);
    shell.env['CRYPTO_CHECKOUT_WEBHOOK_SECRET'] = `whsec_${Buffer.alloc(bytes, 'p').toString('base64')}`;
    const { exitCode, output } = await shell.type(['doctor']);
    assert.equal(exitCode, 1);
    assert.match(
      output,
      new RegExp(
        `^failed +CRYPTO_CHECKOUT_WEBHOOK_SECRET .*\\[0\\] has ${bytes} bytes\\n +→ use "whsec_"`,
        'm',
      ),
    );
  });
}

test('a short postback secret is a warning: the service has issued it', async (t) => {
  const shell = await healthy(t);
  const name = 'CRYPTO_CHECKOUT_POSTBACK_SECRET';
  assert.match((await shell.type(['doctor'])).output, new RegExp(`^skipped +${name} +not set`, 'm'));
  shell.env[name] = 'a-postback-secret-of-0123456789-abcdef';
  assert.match((await shell.type(['doctor'])).output, new RegExp(`^ok +${name} +set, 38 bytes$`, 'm'));
  shell.env[name] = 'hunter2-postback';
  const { exitCode, output } = await shell.type(['doctor']);
  assert.equal(exitCode, 0, output);
  assert.match(output, new RegExp(`^warning +${name} +set, 16 bytes: .*\\n +→ request a longer secret`, 'm'));
  assert.doesNotMatch(output, /hunter2/);
  const { ok, findings } = JSON.parse((await shell.type(['doctor', '--json'])).output);
  assert.equal(ok, true);
  const warnings = findings.filter(({ verdict }: { verdict: string }) => verdict === 'warning');
  assert.deepEqual(
    warnings.map(({ check, remedy }: { check: string; remedy: unknown }) => [check, typeof remedy]),
    [[name, 'string']],
  );
});

test('every option that is set gets a line, and each invalid one its own failure', async (t) => {
  const shell = await healthy(t);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_OFFERS: 'btc, USDT_TRC20',
    CRYPTO_CHECKOUT_MONITORING_HOURS: '48',
    CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE: 'many',
    CRYPTO_CHECKOUT_LIFETIME_MINUTES: '0',
  });
  const { exitCode, output, errors } = await shell.type(['doctor']);
  assert.equal(exitCode, 1);
  assert.match(output, /^ok +CRYPTO_CHECKOUT_OFFERS +"btc, USDT_TRC20"$/m);
  assert.match(output, /^ok +CRYPTO_CHECKOUT_MONITORING_HOURS +"48"$/m);
  assert.match(output, /^failed +CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE +is "many"$/m);
  assert.match(output, /^failed +CRYPTO_CHECKOUT_LIFETIME_MINUTES +is "0"$/m);
  assert.match(output, /^skipped +serve +fix the failed checks above first$/m);
  assert.equal(errors, '2 checks failed\n');
});

test('a refusal of serve is reported beside another invalid or missing variable', async (t) => {
  const shell = await healthy(t);
  shell.env['CRYPTO_CHECKOUT_BASE_PATH'] = 'pay';
  const refused = /^failed +CRYPTO_CHECKOUT_BASE_PATH +is not a path \("pay"\)$/m;
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = undefined;
  assert.match((await shell.type(['doctor'])).output, refused);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = undefined;
  assert.match((await shell.type(['doctor'])).output, refused);
});

test('a file that is not a store is reported, and not changed', async (t) => {
  const shell = await healthy(t);
  const path = `${shell.folder}/letter.txt`;
  await writeFile(path, 'Dear Sir or Madam, this is no database at all.');
  const { exitCode, output } = await shell.type(['doctor', '--store', path]);
  assert.equal(exitCode, 1);
  assert.match(
    output,
    /^failed +store +".*letter\.txt" is not an SQLite file\n +→ use the value of the proxy/m,
  );
});

test('a folder instead of the store is reported as one', async (t) => {
  const shell = await healthy(t);
  const { exitCode, output } = await shell.type(['doctor', '--store', shell.folder]);
  assert.equal(exitCode, 1);
  assert.match(output, /^failed +store +".*" is a folder\n +→ use the path of a file in it$/m);
});

test('an unreachable database is reported once, without the retries of other processes', async (t) => {
  const shell = await healthy(t);
  shell.env['DATABASE_URL'] = 'postgres://127.0.0.1:9/checkouts';
  const { exitCode, output } = await shell.type(['doctor']);
  assert.equal(exitCode, 1);
  assert.match(
    output,
    /^failed +store +"postgres:\/\/127\.0\.0\.1:9\/checkouts" cannot be reached\n +→ check that the database runs/m,
  );
});

test('a store that the proxy has created is of the right release', async (t) => {
  const shell = await healthy(t);
  shell.env['PORT'] = '0';
  const proxy = shell.start(['serve']);
  await proxyUrl(proxy);
  const { exitCode, output } = await shell.type(['doctor']);
  shell.interrupt();
  await proxy.ended;
  assert.equal(exitCode, 0, output);
  assert.match(output, /^ok +store +readable, schema of this release$/m);
  assert.match(output, /^ok +events +no dead letters$/m);
  assert.match(output, /^ok +audit log +empty$/m);
});

test('payouts that one person can send alone are a warning', async (t) => {
  const shell = await healthy(t);
  assert.doesNotMatch((await shell.type(['doctor'])).output, /ONE_PERSON/);
  shell.env['CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS'] = '1';
  assert.match(
    (await shell.type(['doctor'])).output,
    /^warning +CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS +one person can send money alone\n +→ unset it/m,
  );
});

test('a changed entry of the audit log is found', async (t) => {
  const shell = await healthy(t);
  const path = `${shell.folder}/store.sqlite`;
  const store = await openStore(path);
  t.after(() => store.close());
  const note = {
    atMs: 0,
    person: 'Maja Lind',
    action: 'payment.note',
    subject: 'A-1',
    before: null,
  } as const;
  for (const text of ['one', 'two'])
    await store.transaction((tx) => appendAudit(tx, { ...note, after: { note: text } }));
  const doctor = async () => (await shell.type(['doctor', '--store', path])).output;
  assert.match(await doctor(), /^ok +audit log +2 entries, the newest has hash [\da-f]{16}…$/m);
  await sql`update audit_log set person = 'Jon Berg' where number = 1`.execute(store.db);
  assert.match(await doctor(), /^failed +audit log +entry 1 was changed/m);
});

test('for programs it is JSON, with the same exit code and no secret', async (t) => {
  const shell = await healthy(t);
  const right = await shell.type(['doctor', '--json']);
  assert.equal(JSON.parse(right.output).ok, true);
  shell.env['CRYPTO_CHECKOUT_ORIGINS'] = 'shop.example';
  const { exitCode, output } = await shell.type(['doctor', '--json']);
  assert.equal(exitCode, 1);
  const { ok, findings } = JSON.parse(output);
  assert.equal(ok, false);
  const wrong = findings.filter((finding: { verdict: string }) => finding.verdict === 'failed');
  assert.deepEqual(
    wrong.map((finding: { check: string }) => finding.check),
    ['CRYPTO_CHECKOUT_ORIGINS'],
  );
  assert.equal(typeof wrong[0].remedy, 'string');
  for (const secret of SECRETS) assert.ok(!output.includes(secret));
});

test('a finding has the problem and the remedy of its error, for any periods and colons in a value', async (t) => {
  const shell = await healthy(t);
  const findingOf = async (name: string) => {
    const { findings } = JSON.parse((await shell.type(['doctor', '--json'])).output);
    const { detail, remedy } = findings.find(({ check }: { check: string }) => check === name);
    return { detail, remedy };
  };
  shell.env['CRYPTO_CHECKOUT_WEBHOOK_URL'] = 'http://shop.example:8080/a. Bee: c';
  assert.deepEqual(await findingOf('CRYPTO_CHECKOUT_WEBHOOK_URL'), {
    detail: 'is insecure ("http://shop.example:8080")',
    remedy: 'use https://; http:// is accepted for localhost only',
  });
  shell.env['CRYPTO_CHECKOUT_WEBHOOK_URL'] = 'https://shop.example/events';
  shell.env['CRYPTO_CHECKOUT_BASE_PATH'] = '/pay. Here: now';
  assert.deepEqual(await findingOf('CRYPTO_CHECKOUT_BASE_PATH'), {
    detail: 'is not a path ("/pay. Here: now")',
    remedy: 'pass a path such as "/crypto-checkout"',
  });
  const file = `${shell.folder}/my. Store: 1.sqlite`;
  await writeFile(file, 'no database');
  shell.env['CRYPTO_CHECKOUT_STORE'] = file;
  assert.deepEqual(await findingOf('store'), {
    detail: `"${file}" is not an SQLite file`,
    remedy: "use the value of the proxy's option store, or move the file away for a new one",
  });
});
