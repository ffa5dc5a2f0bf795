import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import { webhookTransport } from '../../src/proxy/delivery/transport.js';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import { exampleEvent, OTHER_SECRET, SECRET } from './webhook-receiver.js';
import { openPaid, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';
import { startShopServer, status, type ShopServer } from '../shop-server.js';
import { freePort } from '../free-port.js';

const message = { id: exampleEvent.id, payload: JSON.stringify(exampleEvent) };

async function setUp(
  t: TestContext,
): Promise<{ readonly shop: ShopServer; readonly environment: TestEnvironment }> {
  const shop = await startShopServer(t);
  const proxy = { onEvent: undefined, webhook: { url: shop.url, secrets: [SECRET] } };
  return { shop, environment: await startEnvironment(t, { proxy }) };
}

function requestsOf({ requests }: ShopServer, count: number): Promise<ShopServer['requests']> {
  return until(
    () => requests,
    `${count} requests`,
    ({ length }) => length >= count,
  );
}

describe('a shop with a webhook', { concurrency: 6 }, () => {
  it('receives a signed request that the verifier accepts, and any library of the standard too', async (t) => {
    const { shop, environment } = await setUp(t);
    await openPaid(environment, { id: 'A-1' });
    const [request] = await requestsOf(shop, 1);
    assert.ok(request);
    const event = await verifyWebhook(request, { secrets: [SECRET] });
    assert.equal(event.type, 'checkout.paid');
    assert.equal(event.order.id, 'A-1');
    assert.equal(request.path, '/events?token=of-the-shop');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers['webhook-id'], event.id);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
    assert.deepEqual(new Webhook(SECRET).verify(request.body, headers), event);
  });

  it('receives it again, the same to the byte, after responses that are not a success', async (t) => {
    const { shop, environment } = await setUp(t);
    const answers = [status(500), status(302, { location: '/elsewhere' }), status(404), status(204)];
    shop.answer = (request, response) => (answers.shift() ?? status(200))(request, response);
    await openPaid(environment, { id: 'A-1' });
    for (const tries of [1, 2, 3, 4]) {
      await requestsOf(shop, tries);
      environment.sandbox.clock.advance(60);
    }
    // A delivered event is not sent again; the next one is.
    await openPaid(environment, { id: 'A-2' });
    const requests = await requestsOf(shop, 5);
    assert.ok(
      requests.every(({ path }) => path.startsWith('/events')),
      'no redirect is followed',
    );
    const [first, ...others] = requests;
    for (const again of others.slice(0, 3)) {
      assert.equal(again.body, first?.body);
      assert.equal(again.headers['webhook-id'], first?.headers['webhook-id']);
    }
    assert.equal(requests.length, 5);
    assert.notEqual(requests[4]?.headers['webhook-id'], first?.headers['webhook-id']);
    const log = environment.logLines.join('\n');
    for (const code of [500, 302, 404])
      assert.match(log, new RegExp(`event delivery failed, retrying.*webhook answered ${code}`));
  });

  it('that responds 500 with Retry-After receives nothing for that time', async (t) => {
    const { shop, environment } = await setUp(t);
    shop.answer = status(500, { 'retry-after': '120' });
    await openPaid(environment, { id: 'A-1' });
    await requestsOf(shop, 1);
    const line = await until(
      () => environment.logLines.find((text) => text.includes('event delivery failed')),
      'the failure is logged',
    );
    assert.match(line ?? '', /"delayMs":120000/);
  });

  it('that responds 410 receives this event no more, and the log names a dead letter', async (t) => {
    const { shop, environment } = await setUp(t);
    shop.answer = status(410);
    await openPaid(environment, { id: 'A-1' });
    await until(
      () => environment.logLines.join('\n'),
      'the log',
      (log) =>
        /event delivery abandoned.*"alert":"dead_letter".*webhook answered 410.*endpoint gone/.test(log),
    );
    environment.sandbox.clock.advance(7200);
    shop.answer = status(200);
    await openPaid(environment, { id: 'A-2' });
    const requests = await requestsOf(shop, 2);
    assert.equal(requests.length, 2);
    assert.match(requests[1]?.body ?? '', /"A-2"/);
  });

  it('has its secrets, and the path of its address, kept out of the log', async (t) => {
    const { shop, environment } = await setUp(t);
    shop.answer = (_, response) => void response.destroy();
    await openPaid(environment, { id: 'A-1' });
    await until(
      () => environment.logLines.join('\n'),
      'the failure is logged',
      (log) => log.includes('"failure":"webhook unreachable"'),
    );
    const log = environment.logLines.join('\n');
    assert.ok(!log.includes(SECRET.slice(6)));
    assert.ok(!log.includes('of-the-shop'));
  });
});

describe('an attempt', { concurrency: 6 }, () => {
  it('ends after ten seconds, whatever the shop does', async (t) => {
    const shop = await startShopServer(t);
    shop.answer = () => undefined;
    const started = performance.now();
    const attempt = await webhookTransport({ url: shop.url, secrets: [SECRET] }).send(message);
    const tookMs = performance.now() - started;
    assert.ok(!attempt.isDelivered && attempt.failure === 'webhook did not answer within 10 s');
    assert.ok(tookMs > 9000 && tookMs < 15_000, `${tookMs} ms`);
  });

  it('succeeds by its status alone: a body without end is not read', async (t) => {
    const shop = await startShopServer(t);
    shop.answer = (_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 5);
      response.writeHead(200).on('close', () => clearInterval(timer));
    };
    assert.deepEqual(await webhookTransport({ url: shop.url, secrets: [SECRET] }).send(message), {
      isDelivered: true,
      status: 200,
    });
  });

  it('returns the Retry-After of the shop: seconds, or a date', async (t) => {
    const shop = await startShopServer(t);
    const { send } = webhookTransport({ url: shop.url, secrets: [SECRET] });
    const wait = async (header: string) => {
      shop.answer = status(503, { 'retry-after': header });
      const attempt = await send(message);
      return attempt.isDelivered ? null : (attempt.retryAfterMs ?? null);
    };
    assert.equal(await wait('90'), 90_000);
    const byDate = await wait(new Date(Date.now() + 90_000).toUTCString());
    assert.ok(byDate !== null && byDate > 80_000 && byDate <= 90_000);
    assert.equal(await wait('soon'), null);
  });

  it('fails if no server listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    const { send } = webhookTransport({ url, secrets: [SECRET] });
    const attempt = await send(message);
    assert.ok(!attempt.isDelivered && attempt.failure === 'webhook unreachable');
  });

  it('is signed with every secret, so that the shop may know either while one replaces the other', async (t) => {
    const shop = await startShopServer(t);
    await webhookTransport({ url: shop.url, secrets: [SECRET, OTHER_SECRET] }).send(message);
    const [request] = shop.requests;
    assert.ok(request);
    for (const secret of [SECRET, OTHER_SECRET]) {
      assert.deepEqual(await verifyWebhook(request, { secrets: [secret] }), exampleEvent);
    }
    const third = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await assert.rejects(verifyWebhook(request, { secrets: [third] }), { code: 'invalid_signature' });
    assert.deepEqual(await verifyWebhook(request, { secrets: [third, OTHER_SECRET] }), exampleEvent);
  });

  it('is not signed with the empty entry that a trailing comma leaves', async (t) => {
    const shop = await startShopServer(t);
    const secrets = `${SECRET}, ${OTHER_SECRET},\n`.split(',');
    await webhookTransport({ url: shop.url, secrets }).send(message);
    const [request] = shop.requests;
    assert.equal(String(request?.headers['webhook-signature']).split(' ').length, 2);
  });
});

describe('the proxy refuses to start with', () => {
  const good: CheckoutProxyOptions = {
    service: { url: 'https://pay.example', apiKey: 'key', shopId: 'shop' },
    orderSecrets: ['0123456789abcdef0123456789abcdef'],
    store: ':memory:',
  };
  const url = 'https://shop.example/events';
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    [
      'two ways to the shop',
      { onEvent: () => undefined, webhook: { url, secrets: [SECRET] } },
      /onEvent and webhook are both set\. Pass one of them/,
    ],
    [
      'a webhook without an address',
      { webhook: { secrets: [SECRET] } },
      /webhook\.url is missing\. Pass the URL/,
    ],
    [
      'an address that is none',
      { webhook: { url: 'shop.example', secrets: [SECRET] } },
      /webhook\.url is "shop\.example…", without https:/,
    ],
    [
      'an address over plain http',
      { webhook: { url: 'http://shop.example/events?token=x', secrets: [SECRET] } },
      /webhook\.url is insecure \("http:\/\/shop\.example"\)\. Use https:/,
    ],
    [
      'a password in the address',
      { webhook: { url: 'https://me:pass@shop.example/', secrets: [SECRET] } },
      /webhook\.url contains credentials \(at "shop\.example"\)/,
    ],
    ['no secret', { webhook: { url, secrets: [] } }, /webhook\.secrets is empty\. Pass at least one/],
    ['empty secrets alone', { webhook: { url, secrets: ['', ' '] } }, /webhook\.secrets is empty/],
    [
      'a secret of no form',
      { webhook: { url, secrets: ['topsecret'] } },
      /webhook\.secrets\[0\] is not a webhook secret/,
    ],
    [
      'a short secret',
      { webhook: { url, secrets: [SECRET, 'whsec_c2hvcnQ='] } },
      /webhook\.secrets\[1\] has 5 bytes\. Use "whsec_" and the base64 of 24 to 64/,
    ],
    [
      'an unknown field',
      { webhook: { url, secret: SECRET } },
      /webhook contains an unknown option \("secret"\)/,
    ],
  ];
  for (const [name, change, pattern] of wrong) {
    it(name, () => {
      assert.throws(
        () => createCheckoutProxy({ ...good, ...change }),
        (error: Error) => {
          assert.ok(error instanceof TypeError);
          assert.match(error.message, pattern);
          assert.doesNotMatch(error.message, /topsecret|c2hvcnQ|pass@|token=x/);
          return !error.message.includes(SECRET.slice(6));
        },
      );
    });
  }
});
