import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type { RateLimits, RequestSource } from '../../src/proxy/index.js';
import { WindowCounter } from '../../src/proxy/http/rate-limiter.js';
import { ProblemError } from '../../src/proxy/base/problem-error.js';
import {
  CANCEL,
  invoiceOf,
  orderToken,
  problemOf,
  SECRETS,
  startEnvironment,
  streamOf,
} from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

const UNKNOWN = 'A'.repeat(32);

function limited(rateLimits: RateLimits) {
  return { isIdle: true, proxy: { rateLimits, trustedProxies: ['127.0.0.1'] } };
}

/** As the balancer forwards it. */
const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });

async function assertLimited(response: Response): Promise<void> {
  assert.equal(response.status, 429);
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const retryAfter = response.headers.get('retry-after') ?? '';
  assert.match(retryAfter, /^\d+$/);
  assert.ok(Number(retryAfter) >= 1 && Number(retryAfter) <= 60, retryAfter);
  const { code, retryable } = await problemOf(response);
  assert.deepEqual({ code, retryable }, { code: 'rate_limited', retryable: true });
}

/** The lowest first: concurrent calls may overtake each other. */
async function statuses(calls: readonly Promise<Response>[]): Promise<readonly number[]> {
  return (await Promise.all(calls)).map(({ status }) => status).sort();
}

describe('too many requests', { concurrency: 6 }, () => {
  it('of one client are refused, and those of another are not', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 10 }));
    const read = (client: string) => environment.call('GET', `/checkouts/${UNKNOWN}`, from(client));
    assert.deepEqual(
      await statuses(Array.from({ length: 5 }, () => read('203.0.113.1'))),
      Array(5).fill(404),
    );
    await assertLimited(await read('203.0.113.1'));
    assert.equal((await read('203.0.113.2')).status, 404);
  });

  it('from one network of IPv6 are those of one client', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 10 }));
    const read = (client: string) => environment.call('GET', `/checkouts/${UNKNOWN}`, from(client));
    for (let host = 0; host < 5; host += 1) await read(`2001:db8:1:2::${host + 1}`);
    await assertLimited(await read('2001:db8:1:2:ffff::9'));
    assert.equal((await read('2001:db8:1:3::1')).status, 404);
  });

  it('from many networks of one line are refused as well, after four times as many', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 10 }));
    const read = (client: string) => environment.call('GET', `/checkouts/${UNKNOWN}`, from(client));
    for (let network = 0; network < 20; network += 1)
      assert.equal((await read(`2001:db8:1:2${network.toString(16).padStart(2, '0')}::1`)).status, 404);
    await assertLimited(await read('2001:db8:1:2ff::1'));
    assert.equal((await read('2001:db8:1:300::1')).status, 404, 'the line of another client');
    const order = await orderToken();
    const open = (client: string) =>
      environment.call('POST', '/checkouts', { body: { order }, ...from(client) });
    assert.equal((await open('2001:db8:1:2ff::1')).status, 201, 'other work has a count of its own');
  });

  it('are counted by connection if no trusted proxy forwards an address', async (t) => {
    const options = { isIdle: true, proxy: { rateLimits: { requestsPerMinute: 6 } } };
    const environment = await startEnvironment(t, options);
    const answers: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { status } = await environment.call('GET', `/checkouts/${UNKNOWN}`, from(`203.0.113.${index}`));
      answers.push(status);
    }
    assert.deepEqual(answers, [404, 404, 404, 429]);
  });

  it('to create are refused sooner than those to read, and cause no service call', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 100 }));
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    await environment.choose(id, 'ETH');
    await environment.clear('requests');
    await assertLimited(
      await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'LTC' } }),
    );
    assert.deepEqual(await environment.counts(), {});
    assert.equal((await environment.call('GET', `/checkouts/${id}`)).status, 200);
  });

  it('for one order are refused for every client', async (t) => {
    const environment = await startEnvironment(t, limited({ changesPerOrderPerMinute: 3 }));
    const { id } = await environment.open();
    const choose = (client: string) =>
      environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' }, ...from(client) });
    assert.equal((await choose('203.0.113.1')).status, 200);
    assert.equal((await choose('203.0.113.2')).status, 200);
    assert.equal((await choose('203.0.113.3')).status, 200);
    await assertLimited(await choose('203.0.113.4'));
    const { id: other } = await environment.open({ id: 'A-2' });
    assert.equal((await environment.choose(other)).state, 'awaiting');
  });

  it('by a holder of the link leave the payer free to cancel, to read and to open the checkout again', async (t) => {
    const environment = await startEnvironment(t, limited({ changesPerOrderPerMinute: 2 }));
    const { id } = await environment.open();
    const { id: invoice } = invoiceOf(await environment.choose(id, 'BTC'));
    const [payer, stranger] = [from('203.0.113.1'), from('203.0.113.9')];
    const order = await orderToken();
    const transfer = { state: 'asked', invoice, wallet: 'Fox' };
    const requests = [
      ['', { order }],
      [`/${id}/invoice`, { currency: 'BTC' }],
      [`/${id}/transfer`, transfer],
      [`/${id}/refund`, { invoice: 1, address: 'x', amount: '1' }],
    ] as const;
    for (const [path, body] of requests)
      for (let time = 0; time < 10; time += 1)
        await environment.call('POST', `/checkouts${path}`, { body, ...stranger });
    await assertLimited(
      await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' }, ...payer }),
    );
    assert.equal((await environment.call('GET', `/checkouts/${id}`, payer)).status, 200);
    const stream = await environment.call('GET', `/checkouts/${id}/events`, payer);
    assert.equal(stream.status, 200);
    await stream.body?.cancel();
    for (const token of [order, await orderToken()]) {
      const opened = await environment.call('POST', '/checkouts', { body: { order: token }, ...payer });
      assert.equal(opened.status, 200);
    }
    const canceled = await environment.call('POST', `/checkouts/${id}/cancel`, payer);
    assert.equal(canceled.status, 200, await canceled.text());
    assert.equal((await environment.get(id)).state, 'canceled');
  });

  it('by a link holder at the same address leave the payer free to cancel', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 100 }));
    const { id } = await environment.open();
    const { id: invoice } = invoiceOf(await environment.choose(id, 'BTC'));
    const shared = from('203.0.113.1');
    const transfer = { state: 'asked', invoice, wallet: 'Fox' };
    const report = () => environment.call('POST', `/checkouts/${id}/transfer`, { body: transfer, ...shared });
    for (let time = 0; time < 10; time += 1) await report();
    await assertLimited(await report());
    const canceled = await environment.call('POST', `/checkouts/${id}/cancel`, shared);
    assert.equal(canceled.status, 200, await canceled.text());
  });

  it('of one kind leave room for those of another: transfers by others do not prevent choosing a coin', async (t) => {
    const environment = await startEnvironment(t, limited({ changesPerOrderPerMinute: 2 }));
    const { id } = await environment.open();
    const { id: invoice } = invoiceOf(await environment.choose(id, 'BTC'));
    const report = () =>
      environment.call('POST', `/checkouts/${id}/transfer`, {
        body: { state: 'asked', invoice, wallet: 'Fox' },
        ...from('203.0.113.9'),
      });
    await until(report, 'transfers are refused', ({ status }) => status === 429);
    assert.equal(invoiceOf(await environment.choose(id, 'LTC')).currency, 'LTC');
  });

  it('to cancel what is canceled cost nothing at the service, however many clients send them', async (t) => {
    const environment = await startEnvironment(t, limited({ changesPerOrderPerMinute: 2 }));
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    await environment.control('faults', { kind: 'delay', endpoint: CANCEL, ms: 300, times: 1 });
    const cancel = (index: number) =>
      environment.call('POST', `/checkouts/${id}/cancel`, from(`203.0.113.${index}`));
    const at = await statuses(Array.from({ length: 20 }, (_, index) => cancel(index)));
    assert.deepEqual(at, Array(20).fill(200));
    for (let index = 20; index < 40; index += 1) assert.equal((await cancel(index)).status, 200);
    assert.equal((await environment.counts())[CANCEL], 1);
  });

  it('are refused before the resolver of the shop is called', async (t) => {
    let calls = 0;
    const orders = () => ((calls += 1), null);
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { orders, orderSecrets: undefined, rateLimits: { requestsPerMinute: 20 } },
    });
    const open = () => environment.call('POST', '/checkouts', { body: { order: 'A-1' } });
    assert.deepEqual(await statuses([open(), open(), open()]), [404, 404, 429]);
    assert.equal(calls, 2);
  });

  it('of a foreign page count against no client', async (t) => {
    let calls = 0;
    const orders = () => ((calls += 1), null);
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { orders, orderSecrets: undefined, rateLimits: { requestsPerMinute: 20 } },
    });
    const headers = { origin: 'https://evil.example' };
    const foreign = () => environment.call('POST', '/checkouts', { body: { order: 'A-1' }, headers });
    assert.deepEqual(await statuses(Array.from({ length: 10 }, foreign)), Array(10).fill(403));
    assert.equal(calls, 0);
    assert.equal((await environment.call('POST', '/checkouts', { body: { order: 'A-1' } })).status, 404);
  });

  it('do not affect health checks, and are logged for the operator once', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 2 }));
    for (let index = 0; index < 5; index += 1) await environment.call('GET', `/checkouts/${UNKNOWN}`);
    assert.equal((await environment.call('GET', '/healthz')).status, 200);
    assert.equal(environment.logLines.filter((line) => /rate limit reached/.test(line)).length, 1);
  });
});

describe('too many postbacks', { concurrency: 3 }, () => {
  const notify = (environment: TestEnvironment, client: string, invoice_id = 'ABCDEFGH') =>
    environment.call('POST', '/postbacks', { body: { invoice_id, status: 'success' }, ...from(client) });
  /** Everything visible to an attacker, except the id of the request and the remaining time. */
  const seen = async (response: Response) => {
    const { requestId: _, detail, ...body } = await problemOf(response);
    return { status: response.status, body, detail: detail?.replace(/\d+/, 'n') };
  };

  it('of one sender are refused alike, whatever they say; those of another are not', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 15 }));
    const { id } = invoiceOf(await environment.choose((await environment.open()).id, 'BTC'));
    const send = (invoice?: string) => notify(environment, '203.0.113.1', invoice);
    assert.deepEqual(await statuses([send(), send(id), send('')]), [200, 200, 200]);
    await assertLimited(await send(id));
    assert.deepEqual(await seen(await send(id)), await seen(await send()));
    assert.equal((await notify(environment, '203.0.113.2')).status, 200);
    assert.equal(environment.logLines.filter((line) => /rate limit reached/.test(line)).length, 1);
  });

  it('use no allowance of the payers behind the same address, nor the other way round', async (t) => {
    const environment = await startEnvironment(t, limited({ requestsPerMinute: 10 }));
    const client = '203.0.113.1';
    const read = () => environment.call('GET', `/checkouts/${UNKNOWN}`, from(client));
    const open = async () =>
      environment.call('POST', '/checkouts', { body: { order: await orderToken() }, ...from(client) });
    const flood = Array.from({ length: 10 }, () => notify(environment, client));
    assert.equal((await statuses(flood)).filter((status) => status === 200).length, 2);
    assert.deepEqual(await statuses(Array.from({ length: 6 }, read)), [...Array<number>(5).fill(404), 429]);
    assert.deepEqual(await statuses([open(), open()]), [201, 429]);
    const other = '203.0.113.2';
    for (let time = 0; time < 10; time += 1)
      await environment.call('GET', `/checkouts/${UNKNOWN}`, from(other));
    assert.deepEqual(await statuses([notify(environment, other), notify(environment, other)]), [200, 200]);
  });

  it('lose no accepted hint: the payment that it announces is detected', async (t) => {
    const environment = await startEnvironment(t, { ...limited({ requestsPerMinute: 200 }), isIdle: false });
    const checkouts = await Promise.all(
      ['A-1', 'A-2', 'A-3', 'A-4'].map(async (id) =>
        environment.choose((await environment.open({ id })).id, 'BTC'),
      ),
    );
    const ids = checkouts.map((checkout) => invoiceOf(checkout).id);
    for (const uuid of ids) await environment.control('payments', { uuid });
    const hints = ids.map((id) => notify(environment, '203.0.113.1', id));
    const flood = Array.from({ length: 70 }, () => notify(environment, '203.0.113.1'));
    assert.deepEqual(await statuses(hints), [200, 200, 200, 200]);
    assert.equal((await statuses(flood)).filter((status) => status === 429).length, 34);
    // The clock is frozen: only the hints make the proxy poll them.
    for (const { id } of checkouts) {
      const paid = () => environment.get(id);
      await until(paid, 'the payment is seen', ({ state }) => state === 'paid');
    }
  });
});

describe('open event streams', () => {
  async function openStreams(environment: TestEnvironment, id: string, clients: readonly string[]) {
    return Promise.all(
      clients.map((client) => environment.call('GET', `/checkouts/${id}/events`, from(client))),
    );
  }

  const ended = (response: Response) => response.text();

  it('are limited per client, and a slot is free again when a page leaves', async (t) => {
    const environment = await startEnvironment(t, limited({ streamsPerClient: 2 }));
    const [a, b] = [await environment.open({ id: 'A-1' }), await environment.open({ id: 'A-2' })];
    const first = await openStreams(environment, a.id, ['203.0.113.1', '203.0.113.1', '203.0.113.2']);
    assert.deepEqual(
      first.map(({ status }) => status),
      [200, 200, 200],
    );
    await assertLimited(await environment.call('GET', `/checkouts/${b.id}/events`, from('203.0.113.1')));
    await first[0]?.body?.cancel();
    const again = await until(
      () => environment.call('GET', `/checkouts/${b.id}/events`, from('203.0.113.1')),
      'the place is free',
      ({ status }) => status === 200,
    );
    await Promise.all([...first.slice(1), again].map(({ body }) => body?.cancel()));
  });

  it('of a checkout leave room for the payer, even if an attacker with the link has taken all slots', async (t) => {
    const environment = await startEnvironment(t, limited({}));
    const { id } = await environment.open();
    const open = async (client: string) => {
      const response = await environment.call('GET', `/checkouts/${id}/events`, from(client));
      assert.equal(response.status, 200);
      return response;
    };
    const stranger = '2001:db8:0:17::1';
    const taken = await Promise.all(Array.from({ length: 50 }, () => open(stranger)));
    const payer = await open('203.0.113.7');
    assert.match(
      await Promise.race(taken.map(ended)),
      /^retry: \d+\n\n$/m,
      'the oldest stream of the attacker has ended',
    );
    // Repeated from another network of the same line: the attacker displaces no one else's stream.
    for (const again of ['2001:db8:0:18::1', stranger, '2001:db8:0:19::1']) taken.push(await open(again));
    const [, chosen] = await Promise.all([environment.choose(id, 'BTC'), hears(payer, 'awaiting')]);
    assert.ok(chosen, 'the payer still listens');
    await Promise.all([payer, ...taken].map(({ body }) => body?.cancel().catch(() => undefined)));
  });
});

/** Whether a stream says so before it ends. */
async function hears(response: Response, state: string): Promise<boolean> {
  for await (const checkout of streamOf(response)) if (checkout.state === state) return true;
  return false;
}

describe('limits without a value or a client address', () => {
  it('admit a shop full of payers with several tabs', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { rateLimits: undefined } });
    const ids = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await environment.open({ id: `A-${index}` })).id),
    );
    await Promise.all(ids.map((id) => environment.choose(id)));
    const reads = ids.flatMap((id) =>
      Array.from({ length: 20 }, () => environment.call('GET', `/checkouts/${id}`)),
    );
    assert.ok((await statuses(reads)).every((status) => status === 200));
  });

  it('do not treat clients without an address as one', async (t) => {
    const { call, lines } = withoutAddresses(t, { requestsPerMinute: 2 });
    assert.deepEqual(await statuses([call('GET'), call('GET'), call('GET')]), [404, 404, 404]);
    assert.equal(lines.filter((line) => /proxy\.fetch\(request, \{ clientAddress \}\)/.test(line)).length, 1);
  });
});

/** A proxy whose requests come without the address of a client. */
function withoutAddresses(t: TestContext, rateLimits: RateLimits) {
  const lines: string[] = [];
  const log = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const proxy = createCheckoutProxy({
    service: { url: 'https://pay.example', apiKey: SECRETS.apiKey, shopId: SECRETS.shopId },
    orderSecrets: [SECRETS.orderSecret],
    store: ':memory:',
    rateLimits,
    logger: { info: log, warn: log, error: log },
  });
  t.after(() => proxy.stop());
  const call = (method: 'GET' | 'POST', source: RequestSource = {}) => {
    const path = method === 'GET' ? `checkouts/${UNKNOWN}` : 'checkouts';
    const headers = { 'origin': 'https://shop.example', 'content-type': 'application/json' };
    const body = method === 'GET' ? {} : { body: '{"order":"x"}' };
    const url = `https://shop.example/crypto-checkout/${path}`;
    return proxy.fetch(new Request(url, { method, headers, ...body }), source);
  };
  return { call, lines };
}

describe('requests without the address of a client', () => {
  it('share an allowance of their own, for each scope', async (t) => {
    const { call, lines } = withoutAddresses(t, { requestsPerMinute: 1 });
    const reads = Array.from({ length: 7 }, () => call('GET'));
    assert.deepEqual(await statuses(reads), [...Array<number>(5).fill(404), 429, 429]);
    await assertLimited(await call('GET'));
    assert.equal((await call('POST')).status, 404, 'opening is counted for itself');
    assert.equal((await call('GET', { clientAddress: '203.0.113.1' })).status, 404, 'who has an address');
    const warnings = lines.filter((line) => /rate limit reached/.test(line));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /"key":"without address"/);
  });

  it('are logged for the operator once, with the remedy', async (t) => {
    const { call, lines } = withoutAddresses(t, {});
    for (let time = 0; time < 3; time += 1) await call('GET');
    const warnings = lines.filter((line) => /client address missing/.test(line));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /requestsPerMinute.*proxy\.fetch\(request, \{ clientAddress \}\)/);
  });
});

describe('the counter', () => {
  it('uses bounded memory, and forgets the client that was quiet for longest', async () => {
    const counter = new WindowCounter(1, 100);
    for (let asker = 0; asker < 1000; asker += 1) await counter.count(`${asker}`);
    assert.equal(counter.size, 100);
    await assert.rejects(counter.count('999'), ProblemError);
    await counter.count('0');
  });

  it('restarts after a minute', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
    const counter = new WindowCounter(1, 100);
    await counter.count('a');
    await assert.rejects(counter.count('a'), { code: 'rate_limited', retryAfterS: 60 });
    t.mock.timers.tick(60_000);
    await counter.count('a');
  });
});

describe('a clock that was set back', () => {
  it('delays no client for more than a minute', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 7 * 3600_000 });
    const counter = new WindowCounter(1, 100);
    await counter.count('a');
    await assert.rejects(counter.count('a'), { code: 'rate_limited', retryAfterS: 60 });
    t.mock.timers.setTime(3600_000);
    await counter.count('a');
    await assert.rejects(counter.count('a'), { code: 'rate_limited', retryAfterS: 60 });
  });
});

describe('a body', { concurrency: 2 }, () => {
  it('of a foreign page, or of another type, is not read', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { host, port } = new URL(environment.url);
    const answerTo = async (origin: string, type: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      t.after(() => socket.destroy());
      socket.write(
        `POST /crypto-checkout/checkouts HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n` +
          `content-type: ${type}\r\ncontent-length: 5000\r\n\r\n`,
      );
      const [data] = await once(socket, 'data');
      return String(data).slice(0, 12);
    };
    assert.equal(await answerTo('https://evil.example', 'application/json'), 'HTTP/1.1 403');
    assert.equal(await answerTo(environment.url, 'application/x-www-form-urlencoded'), 'HTTP/1.1 415');
  });

  it('that arrives too slowly is refused, and its connection ends', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const socket = connect(Number(new URL(environment.url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(
      `POST /crypto-checkout/checkouts HTTP/1.1\r\nhost: ${new URL(environment.url).host}\r\norigin: ${environment.url}\r\n` +
        'content-type: application/json\r\ncontent-length: 5000\r\n\r\n{"order":',
    );
    const trickle = setInterval(() => socket.write(' '), 500);
    t.after(() => clearInterval(trickle));
    let text = '';
    socket.on('data', (data) => (text += String(data)));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.match(text, /The request body did not arrive within 10 s/);
  });
});
