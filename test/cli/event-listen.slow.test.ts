import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openStore } from '../../src/proxy/store/store.js';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import { exampleEvent } from '../proxy/webhook-receiver.js';
import { commandLine, SECRETS, WEBHOOK_SECRET } from './command-line.js';
import { until } from '../until.js';
import { listening, printed, servedOrders } from './served-orders.js';
import { startShopServer, status } from '../shop-server.js';
import { untilPrinted } from './program.js';
import { listen } from '../listen.js';
import { freePort } from '../free-port.js';

const idsOf = (reported: readonly { readonly headers: Readonly<Record<string, unknown>> }[]) =>
  reported.map(({ headers }) => headers['webhook-id']);

test('it prints and forwards each event, signed as by the proxy, and continues after failures', async (t) => {
  const { shell, shop, pay } = await servedOrders(t);
  const receiver = await startShopServer(t);
  const listener = await listening(t, shell, '--forward-to', receiver.url);
  await pay('A-1');
  const [line = ''] = await printed(listener, 1);
  assert.match(
    line,
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC  checkout\.paid  A-1  [\d.]+ USDT_TRC20  evt_\S+  answered 204$/,
  );
  const [request] = receiver.requests;
  assert.ok(request);
  const event = await verifyWebhook(request, { secrets: [WEBHOOK_SECRET] });
  assert.ok(event.type === 'checkout.paid' && event.order.id === 'A-1' && line.includes(event.id));
  receiver.answer = status(500);
  await pay('A-2');
  assert.match((await printed(listener, 2))[1] ?? '', /checkout\.paid  A-2 .* answered 500$/);
  receiver.answer = status(204);
  await pay('A-3');
  assert.match((await printed(listener, 3))[2] ?? '', /checkout\.paid  A-3 .* answered 204$/);
  assert.equal(receiver.requests.length, 3, 'a failed one is not sent again');

  await until(
    () => shop.requests.length,
    'the shop is notified',
    (count) => count >= 3,
  );
  for (const id of idsOf(receiver.requests))
    assert.ok(idsOf(shop.requests).includes(id), 'under the same id');
  listener.child.kill('SIGINT');
  assert.equal(await listener.ended, 0, listener.errors());
  for (const secret of SECRETS) assert.ok(!`${listener.output()}${listener.errors()}`.includes(secret));
});

test('deliveries are the same as without it: each event once, at the first attempt, in its order', async (t) => {
  const { shell, shop, pay } = await servedOrders(t);
  // It holds every event until its timeout.
  const hanging = await listen(
    t,
    createServer(() => undefined),
  );
  const slow = await listening(t, shell, '--forward-to', hanging);
  const killed = await listening(t, shell);
  await pay('A-1');
  await printed(killed, 1);
  killed.child.kill('SIGKILL');
  await pay('A-2');
  const events = await until(
    async () =>
      (await shell.read(['event', 'list'])) as {
        id: string;
        status: string;
        attempts: number;
        lastFailure: string | null;
      }[],
    'the deliveries are recorded',
    (listed) => listed.filter(({ status }) => status === 'delivered').length >= 2,
  );
  assert.deepEqual(
    events.map(({ status, attempts, lastFailure }) => [status, attempts, lastFailure]),
    [
      ['delivered', 1, null],
      ['delivered', 1, null],
    ],
  );
  assert.deepEqual(idsOf(shop.requests), events.map(({ id }) => id).reverse());
  const startedMs = performance.now();
  slow.child.kill('SIGINT');
  assert.equal(await slow.ended, 0, slow.errors());
  assert.ok(performance.now() - startedMs < 5000, 'Ctrl-C does not wait for the receiver');
});

test('it changes nothing in the outbox, and shows only events after its start', async (t) => {
  const shell = await commandLine(t);
  const store = await openStore(shell.env['CRYPTO_CHECKOUT_STORE'] ?? '');
  t.after(() => store.close());
  const insert = (count: number, name: string, more: object = {}) =>
    store.db
      .insertInto('events')
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...{ id: `evt_${name}${index}`, checkout_id: `c${index % 3}`, type: 'checkout.paid' },
          payload: JSON.stringify({ ...exampleEvent, id: `evt_${name}${index}` }),
          ...{ attempts: 0, next_attempt_at: 0 },
          ...more,
        })),
      )
      .execute();
  const rows = async () => [
    ...(await store.db.selectFrom('events').selectAll().orderBy('sequence').execute()),
    ...(await store.db.selectFrom('delivery_queues').selectAll().execute()),
  ];
  await insert(150, 'before');
  await insert(1, 'claimed');
  const claimed = { due_at: 9_000_000_000_000, claimed_until: 9_000_000_000_000 };
  await store.db
    .insertInto('delivery_queues')
    .values({ key: 'c0', ...claimed })
    .execute();
  await insert(1, 'dead', { dead_at: 5, attempts: 20, last_failure: 'webhook answered 500' });
  const receiver = await startShopServer(t);
  shell.env['CRYPTO_CHECKOUT_WEBHOOK_SECRET'] = WEBHOOK_SECRET;
  const listener = await listening(t, shell, '--json', '--forward-to', receiver.url);
  await insert(230, 'after');
  const before = await rows();
  const lines = await printed(listener, 230);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    Array.from({ length: 230 }, (_, index) => ({ ...exampleEvent, id: `evt_after${index}` })),
    'whole events, each once, in their order',
  );
  await untilPrinted(listener, /evt_after229  answered 204\n/);
  assert.equal(receiver.requests.length, 230);
  assert.deepEqual(await rows(), before);
  listener.child.kill('SIGTERM');
  assert.equal(await listener.ended, 0, listener.errors());
  assert.deepEqual(await rows(), before);
});

test('if no server listens it says so, and continues', async (t) => {
  const { shell, pay } = await servedOrders(t);
  const url = `http://127.0.0.1:${await freePort()}/hook-with-hunter2`;
  const listener = await listening(t, shell, '--forward-to', url);
  await pay('A-1');
  await pay('A-2');
  const lines = await printed(listener, 2);
  for (const line of lines) assert.match(line, /  webhook unreachable \(ECONNREFUSED\)$/);
  listener.child.kill('SIGINT');
  assert.equal(await listener.ended, 0);
  assert.match(
    listener.errors(),
    /^waiting for events, forwarding them to http:\/\/127\.0\.0\.1:\d+\. Ctrl-C ends\.\n$/,
  );
});

for (const [what, variables, args, exitCode, said] of [
  [
    'without a secret',
    { CRYPTO_CHECKOUT_WEBHOOK_SECRET: '' },
    ['--forward-to', 'http://localhost:3001/hook'],
    2,
    /^CRYPTO_CHECKOUT_WEBHOOK_SECRET is not set\. Set it to the webhook signing secret; create one with "echo whsec_\$\(openssl rand -base64 32\)"\.$/m,
  ],
  [
    'with a secret of another form',
    { CRYPTO_CHECKOUT_WEBHOOK_SECRET: 'hunter2' },
    ['--forward-to', 'http://localhost:3001/hook'],
    2,
    /^CRYPTO_CHECKOUT_WEBHOOK_SECRET\[0\] is not a webhook secret\. Use "whsec_"/,
  ],
  [
    'to an address without TLS',
    {},
    ['--forward-to', 'http://shop.example/hook?key=hunter2'],
    2,
    /^--forward-to is insecure \("http:\/\/shop\.example"\)\. Use https:\/\//,
  ],
  [
    'to no address',
    {},
    ['--forward-to', 'localhost'],
    2,
    /^--forward-to is "localhost…", without https:\/\/\. Use a URL such as/,
  ],
  [
    'to an address with a password',
    {},
    ['--forward-to', 'https://u:hunter2@shop.example'],
    2,
    /^--forward-to contains credentials \(at "shop\.example"\)\. Remove them/,
  ],
  [
    'beside no store',
    {},
    ['--store', '/nowhere/at/all.sqlite'],
    1,
    /^store "\/nowhere\/at\/all\.sqlite" does not exist\. .* use the value/,
  ],
] as const) {
  test(`event listen ${what} ends with ${exitCode} and names the remedy`, async (t) => {
    const shell = await commandLine(t);
    Object.assign(shell.env, { CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET, ...variables });
    const outcome = await shell.type(['event', 'listen', ...args]);
    assert.deepEqual([outcome.exitCode, outcome.output], [exitCode, ''], outcome.errors);
    assert.match(outcome.errors, said);
    assert.doesNotMatch(outcome.errors, /hunter2/);
  });
}
