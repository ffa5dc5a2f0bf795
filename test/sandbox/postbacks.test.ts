import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { jwtVerify } from 'jose';
import { parse, stringify } from 'lossless-json';
import type { SandboxServerOptions } from '../../src/sandbox/index.js';
import type { Answer, JsonFields, Merchant } from './harness.js';
import { amountOf, fieldsOf, openSandbox, SHOP_ID, START_MS, textOf } from './harness.js';
import { until } from '../until.js';
import { listen } from '../listen.js';

const URL_OF_SHOP = 'http://shop.test/postbacks';
const SECRET = 'a secret of the postbacks';

interface Post {
  readonly url: string;
  readonly init: RequestInit;
  readonly fields: JsonFields;
}

/** A shop with scripted responses, and a clock that the test moves. */
class Shop {
  readonly posts: Post[] = [];
  readonly timers: { work: () => void; readonly afterMs: number }[] = [];
  answer: (init: RequestInit) => Promise<Response> = () =>
    Promise.resolve(new Response(null, { status: 204 }));

  readonly options = {
    postbackUrl: URL_OF_SHOP,
    fetch: (url: string, init: RequestInit): Promise<Response> => {
      this.posts.push({ url, init, fields: decode(init) });
      return this.answer(init);
    },
    timer: (work: () => void, afterMs: number): (() => void) => {
      const timer = { work, afterMs };
      this.timers.push(timer);
      return () => {
        const index = this.timers.indexOf(timer);
        if (index !== -1) this.timers.splice(index, 1);
      };
    },
  } satisfies Partial<SandboxServerOptions>;

  /** Runs the one pending timer, and returns its delay. */
  letTimePass(): number {
    const timer = this.timers.shift();
    assert.ok(timer && this.timers.length === 0, 'one timer waits');
    timer.work();
    return timer.afterMs;
  }
}

function decode({ body, headers }: RequestInit): JsonFields {
  const text = typeof body === 'string' ? body : '';
  const isJson = new Headers(headers).get('content-type') === 'application/json';
  return isJson ? fieldsOf(parse(text)) : Object.fromEntries(new URLSearchParams(text));
}

async function open(t: TestContext, options: Partial<SandboxServerOptions> = {}) {
  const shop = new Shop();
  return { shop, merchant: await openSandbox(t, { ...shop.options, ...options }) };
}

async function openWallet(
  merchant: Merchant,
  currency = 'USDT_TRC20',
  identify = 'customer 7',
): Promise<string> {
  const { body } = await merchant.call('/v2/invoice/static/create', { shop_id: SHOP_ID, currency, identify });
  return textOf(fieldsOf(body['result']), 'address');
}

async function sent(merchant: Merchant): Promise<readonly JsonFields[]> {
  const { body } = await merchant.control('GET', '/postbacks');
  return Array.isArray(body['postbacks']) ? body['postbacks'].map(fieldsOf) : [];
}

function attemptsOf(postback: JsonFields | undefined): readonly string[] {
  const attempts = postback?.['attempts'];
  return Array.isArray(attempts) ? attempts.map((attempt) => textOf(fieldsOf(attempt), 'outcome')) : [];
}

async function waitForState(merchant: Merchant, state: string, attempts: number): Promise<JsonFields> {
  const isIt = (one: JsonFields) => one['state'] === state && attemptsOf(one).length === attempts;
  const all = await until(
    () => sent(merchant),
    `${state} after ${attempts}`,
    (seen) => seen.some(isIt),
  );
  return fieldsOf(all.find(isIt));
}

describe('a deposit to a static wallet', () => {
  test('is reported exactly, with the customer as order_id', async (t) => {
    const { shop, merchant } = await open(t);
    const address = await openWallet(merchant, 'PEPE_ERC20');
    await merchant.steer('/payments', { address, amount: '12345678.000000000000000001' });
    await until(() => shop.posts.length === 1, 'a postback');
    const [post] = shop.posts;
    assert.equal(post?.url, URL_OF_SHOP);
    assert.equal(post.init.redirect, 'manual');
    assert.equal(post.fields['status'], 'success');
    assert.equal(post.fields['currency'], 'PEPE_ERC20');
    assert.equal(post.fields['order_id'], 'customer 7');
    assert.equal(amountOf(post.fields, 'amount_crypto'), '12345678.000000000000000001');
    assert.ok(!('token' in post.fields), 'no token without a secret');
    assert.deepEqual(attemptsOf(await waitForState(merchant, 'delivered', 1)), ['HTTP 204']);
  });

  test('can be verified: the invoice_id returns the address of the wallet', async (t) => {
    const { shop, merchant } = await open(t);
    const address = await openWallet(merchant);
    await merchant.steer('/payments', { address, amount: '7.5' });
    await until(() => shop.posts.length === 1, 'a postback');
    const id = textOf(fieldsOf(shop.posts[0]?.fields), 'invoice_id');
    assert.match(id, /^[A-Z0-9]{8}$/);
    const record = await merchant.info(id);
    assert.equal(record['uuid'], `INV-${id}`);
    assert.equal(record['address'], address);
    assert.equal(record['status'], 'paid');
    assert.equal(record['order_id'], 'customer 7');
    assert.equal(amountOf(record, 'received'), '7.5');
  });

  test('is reported only once a URL is set', async (t) => {
    const { shop, merchant } = await open(t, { postbackUrl: '' });
    const address = await openWallet(merchant);
    await merchant.steer('/payments', { address, amount: '1' });
    const { body } = await merchant.control('POST', '/postbacks', { url: URL_OF_SHOP, format: 'form' });
    assert.deepEqual(body, { url: URL_OF_SHOP, invoices: false, format: 'form', signed: false });
    await merchant.steer('/payments', { address, amount: '2' });
    await until(() => shop.posts.length > 0, 'a postback');
    assert.equal(shop.posts.length, 1);
    assert.equal(shop.posts[0]?.fields['amount_crypto'], '2.0');
    await merchant.steer('/postbacks', { url: '' });
    await merchant.steer('/payments', { address, amount: '3' });
    assert.equal((await sent(merchant)).length, 1);
  });
});

describe('invoices', () => {
  test('are reported when they become partial, paid, overpaid or canceled, each once', async (t) => {
    const { shop, merchant } = await open(t, { postbackInvoices: true });
    const paid = await merchant.createId();
    await merchant.pay(paid, '7.84', false);
    await merchant.steer('/confirmations', { uuid: paid });
    await merchant.pay(paid, '1');
    await merchant.pay(paid);
    await merchant.pay(paid, '2');
    const canceled = await merchant.createId({ order_id: 'A-1002' });
    await merchant.cancel(canceled);
    await until(() => shop.posts.length >= 4, 'four postbacks');
    const reported = shop.posts.map(({ fields }) => [
      fields['status'],
      `INV-${textOf(fields, 'invoice_id')}`,
      amountOf(fields, 'amount_crypto'),
      fields['order_id'],
    ]);
    assert.deepEqual(reported, [
      ['success', paid, '7.84', 'A-1001'],
      ['success', paid, '57.84', 'A-1001'],
      ['success', paid, '59.84', 'A-1001'],
      ['success', canceled, '0', 'A-1002'],
    ]);
    assert.deepEqual(
      shop.posts.map(({ fields }) => fieldsOf(fields['invoice_info'])['status']),
      ['partial', 'paid', 'overpaid', 'canceled'],
    );
  });

  test('are reported with their complete current information', async (t) => {
    const { shop, merchant } = await open(t, { postbackInvoices: true });
    const id = await merchant.createId({ email: 'payer@example.com' });
    await merchant.pay(id);
    await until(() => shop.posts.length === 1, 'a postback');
    assert.equal(stringify(shop.posts[0]?.fields['invoice_info']), stringify(await merchant.info(id)));
    assert.deepEqual(Object.keys(shop.posts[0]?.fields ?? {}), [
      ...['status', 'invoice_id', 'amount_crypto', 'currency', 'order_id', 'invoice_info'],
    ]);
  });

  test('are not reported by default', async (t) => {
    const { merchant } = await open(t);
    await merchant.pay(await merchant.createId());
    assert.deepEqual(await sent(merchant), []);
  });
});

describe('the form of a postback', () => {
  async function overpaid(t: TestContext, options: Partial<SandboxServerOptions>) {
    const { shop, merchant } = await open(t, { postbackInvoices: true, ...options });
    const id = await merchant.createId({ order_id: `it's "A"\n` });
    await merchant.pay(id, '60');
    await until(() => shop.posts.length === 1, 'a postback');
    return { id, merchant, fields: fieldsOf(shop.posts[0]?.fields) };
  }

  test('form: the fields of json, with the information as JSON text', async (t) => {
    const { fields, merchant, id } = await overpaid(t, { postbackFormat: 'form' });
    assert.equal(fields['status'], 'success');
    assert.equal(fields['amount_crypto'], '60.0');
    assert.equal(fields['order_id'], `it's "A"\n`);
    assert.equal(fields['invoice_info'], stringify(await merchant.info(id)));
  });

  test("form-python: the information as Python's text of a dictionary, and the token of its bytes", async (t) => {
    const { fields, id } = await overpaid(t, { postbackFormat: 'form-python', postbackSecret: SECRET });
    assert.equal(fields['status'], 'success');
    assert.match(textOf(fields, 'token'), /^b'[\w-]+\.[\w-]+\.[\w-]+'$/);
    const info = textOf(fields, 'invoice_info');
    assert.ok(info.startsWith(`{'uuid': '${id}', 'created': '2026-03-01 12:00:00.000000', `), info);
    assert.match(info, /'amount_paid': 60\.0, .*'status': 'overpaid', .*'is_email_required': False, /);
    assert.match(info, /'network': \{'code': 'TRC20', 'id': 3, .*'logo': None\}, 'test_mode': True, /);
    assert.match(info, /'tx_list': \['[0-9a-f]{64}'\], /);
    assert.ok(info.endsWith(String.raw`'pay_url': 'None', 'order_id': 'it\'s "A"\n'}`), info);
  });

  for (const format of ['json-status', 'form-status'] as const) {
    test(`${format}: the status of the invoice itself, and no information`, async (t) => {
      const { fields, id } = await overpaid(t, { postbackFormat: format });
      const { amount_crypto: amount, ...rest } = fields;
      assert.equal(String(amount), '60.0');
      assert.deepEqual(rest, {
        status: 'overpaid',
        invoice_id: id.slice(4),
        currency: 'USDT_TRC20',
        order_id: `it's "A"\n`,
      });
    });
  }

  test('is logged as sent, and can be changed at run time', async (t) => {
    const { merchant } = await open(t, { postbackInvoices: true });
    for (const format of ['json', 'json-status']) {
      await merchant.steer('/postbacks', { format });
      await merchant.pay(await merchant.createId(), '1');
    }
    const [first, second] = (await sent(merchant)).map((postback) => fieldsOf(postback['fields']));
    assert.equal(first?.['status'], 'success');
    assert.equal(fieldsOf(first?.['invoice_info'])['status'], 'partial');
    assert.equal(second?.['status'], 'partial');
    assert.ok(!('invoice_info' in second));
  });
});

describe('the token', () => {
  test('is signed, names the invoice and is valid for five minutes', async (t) => {
    const { shop, merchant } = await open(t, { postbackSecret: SECRET, postbackFormat: 'form' });
    await merchant.steer('/payments', { address: await openWallet(merchant), amount: '1' });
    await until(() => shop.posts.length === 1, 'a postback');
    const fields = fieldsOf(shop.posts[0]?.fields);
    const verify = (secret: string, atMs: number) =>
      jwtVerify(textOf(fields, 'token'), new TextEncoder().encode(secret), {
        algorithms: ['HS256'],
        currentDate: new Date(atMs),
      });
    const { payload } = await verify(SECRET, START_MS + 299_000);
    assert.equal(payload['id'], fields['invoice_id']);
    await assert.rejects(verify(SECRET, START_MS + 300_000), { code: 'ERR_JWT_EXPIRED' });
    await assert.rejects(verify('another secret', START_MS), {
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
  });

  test('and its secret are in no response and in no list', async (t) => {
    const { shop, merchant } = await open(t, { postbackSecret: SECRET });
    await merchant.steer('/payments', { address: await openWallet(merchant), amount: '1' });
    await waitForState(merchant, 'delivered', 1);
    const token = textOf(fieldsOf(shop.posts[0]?.fields), 'token');
    const lists = await Promise.all(
      ['/postbacks', '/requests', '/invoices', '/faults'].map((path) => merchant.control('GET', path)),
    );
    lists.push(await merchant.control('POST', '/postbacks', {}));
    for (const { text } of lists) assert.ok(!text.includes(SECRET) && !text.includes(token));
  });
});

describe('a receiver that rejects it', () => {
  test('gets five attempts with growing delays', async (t) => {
    const { shop, merchant } = await open(t);
    const outcomes = [
      () => Promise.resolve(new Response('broken', { status: 500 })),
      () =>
        Promise.resolve(new Response(null, { status: 302, headers: { location: 'http://elsewhere.test/' } })),
      () =>
        Promise.reject(
          new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
        ),
    ];
    shop.answer = () => (outcomes.shift() ?? (() => Promise.resolve(new Response(null, { status: 503 }))))();
    await merchant.steer('/payments', { address: await openWallet(merchant), amount: '1' });
    const pauses: number[] = [];
    for (let attempts = 1; attempts < 5; attempts += 1) {
      await waitForState(merchant, 'waiting', attempts);
      pauses.push(shop.letTimePass());
    }
    assert.deepEqual(pauses, [1_000, 5_000, 25_000, 125_000]);
    const lost = await waitForState(merchant, 'given up', 5);
    assert.deepEqual(attemptsOf(lost), [
      'HTTP 500',
      'HTTP 302',
      'no connection (ECONNREFUSED)',
      'HTTP 503',
      'HTTP 503',
    ]);
    assert.deepEqual(shop.timers, []);
    assert.ok(shop.posts.every(({ url }) => url === URL_OF_SHOP));
  });

  test('can accept the second attempt', async (t) => {
    const { shop, merchant } = await open(t);
    shop.answer = () => Promise.resolve(new Response(null, { status: shop.posts.length === 1 ? 404 : 200 }));
    await merchant.steer('/payments', { address: await openWallet(merchant), amount: '1' });
    await waitForState(merchant, 'waiting', 1);
    shop.letTimePass();
    assert.deepEqual(attemptsOf(await waitForState(merchant, 'delivered', 2)), ['HTTP 404', 'HTTP 200']);
    assert.deepEqual(shop.posts[0]?.fields, shop.posts[1]?.fields);
  });

  test('delays no payment, and has ten seconds', async (t) => {
    const { shop, merchant } = await open(t);
    shop.answer = ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    const { transaction } = await merchant.steer('/payments', {
      address: await openWallet(merchant),
      amount: '1',
    });
    assert.equal(typeof transaction, 'string');
    await until(() => shop.posts.length === 1, 'the shop has received a request');
    assert.equal(shop.letTimePass(), 10_000);
    assert.deepEqual(attemptsOf(await waitForState(merchant, 'waiting', 1)), ['no response within 10 s']);
  });

  test('can delay many postbacks, without a warning of a leak', async (t) => {
    const warnings: string[] = [];
    const record = ({ name }: Error) => void warnings.push(name);
    process.on('warning', record);
    t.after(() => process.off('warning', record));
    const { shop, merchant } = await open(t);
    shop.answer = () => Promise.resolve(new Response(null, { status: 500 }));
    const address = await openWallet(merchant);
    for (let count = 0; count < 15; count += 1) await merchant.steer('/payments', { address, amount: '1' });
    await until(() => shop.timers.length === 15, 'all of them wait');
    assert.deepEqual(warnings, []);
  });

  test('does not delay the stop of the sandbox', async (t) => {
    const silent = createServer(() => undefined);
    const requested = once(silent, 'request');
    const { shop, merchant } = await open(t, {
      postbackUrl: await listen(t, silent),
      fetch: (url, init) => fetch(url, init),
    });
    await merchant.steer('/payments', { address: await openWallet(merchant), amount: '1' });
    await requested;
    t.after(() => assert.deepEqual(shop.timers, [], 'no timer outlives the sandbox'));
  });
});

describe('invalid settings', () => {
  const refused: readonly (readonly [string, JsonFields, RegExp])[] = [
    ['no address', { url: 'shop' }, /URL is "shop"\. Send a URL such as/],
    ['another scheme', { url: 'file:///etc/passwd' }, /URL is "file:/],
    ['an address with a password', { url: 'http://me:hidden@shop.test/' }, /Remove them/],
    [
      'an unknown format',
      { format: 'xml' },
      /format is "xml"\. Send one of json, form, form-python, json-status, form-status/,
    ],
    ['a switch of two minds', { invoices: 'maybe' }, /invoices is "maybe"/],
  ];
  for (const [name, settings, reason] of refused) {
    test(`${name}: refused, and nothing changes`, async (t) => {
      const { merchant } = await open(t);
      const answer: Answer = await merchant.control('POST', '/postbacks', settings);
      assert.equal(answer.status, 400);
      assert.match(textOf(answer.body, 'error'), reason);
      assert.ok(!answer.text.includes('hidden'));
      assert.equal((await merchant.control('GET', '/postbacks')).body['url'], URL_OF_SHOP);
    });
  }

  test('are an error at the start', async (t) => {
    await assert.rejects(openSandbox(t, { postbackUrl: 'shop' }), /URL is "shop"/);
  });
});
