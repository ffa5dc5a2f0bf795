import { writeFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { address } from '@solana/kit';
import { tokenContract } from '../../src/payment/index.js';
import { PROBLEMS } from '../../src/protocol/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import { ROUTES } from '../../src/proxy/http/routes.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import {
  answered,
  api,
  send,
  tampered,
  check,
  choose,
  codes,
  codesOf,
  customer,
  isCode,
  limited,
  opened,
  openWallet,
  post,
  schemas,
  secret,
  UNKNOWN,
} from './openapi-client.js';
import { described, faultsOf } from './openapi-validator.js';
import { FakeSolana, TOKEN } from '../wallets/fake-solana.js';
import { FakeSolanaNode } from './fake-solana-node.js';
import { MERCHANT_SECRET } from '../merchant/staff.js';
import { build, serveFiles } from './served-files.js';
import type { CallOptions, TestEnvironment } from './test-environment.js';
import { CANCEL, CREATE, json, orderToken, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import { temporaryFile } from '../temporary-folder.js';

describe('the description of the HTTP API', () => {
  it('has every path and method that is served, and no other', () => {
    const names = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/, ':$1')}`),
    );
    const answered = ROUTES.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(names.sort(), answered.sort());
  });

  it('has every problem code with its one status, and names only existing ones', () => {
    assert.deepEqual(schemas['ProblemCode']?.enum, Object.keys(PROBLEMS));
    for (const line of described(api, codesOf)) {
      const [, , status, code] = line.split(' ');
      if (isCode(code)) assert.equal(PROBLEMS[code].status, Number(status), line);
    }
    const references = [...JSON.stringify(api).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    for (const [, name = ''] of references) assert.ok(schemas[name], name);
    for (const name of Object.keys(schemas))
      assert.ok(
        references.some(([, one]) => one === name),
        name,
      );
    assert.match(api.openapi, /^3\.1\.\d$/);
  });

  it('gives the format of amounts, times and links', () => {
    const { amount, fee, createdAt, expiresAt } = schemas['CheckoutInvoice']?.properties ?? {};
    for (const field of [amount, fee]) assert.ok(field?.pattern && !new RegExp(field.pattern).test('1e-8'));
    for (const field of [createdAt, expiresAt]) assert.equal(field?.format, 'date-time');
    assert.equal(schemas['CheckoutOrder']?.properties?.['currency']?.pattern, '^[A-Z]{3}$');
    assert.equal(schemas['Checkout']?.properties?.['version']?.type, 'integer');
  });
});

describe('every response matches its description', { concurrency: 6 }, () => {
  it('from the opening of a checkout to its payment, as JSON and as a stream', async (t) => {
    const proxy = { supportUrl: 'mailto:help@shop.example', publicUrl: 'https://shop.example/pay' };
    const environment = await startEnvironment(t, { proxy });
    const links = { returnUrl: 'https://shop.example/thanks', failUrl: 'https://shop.example/sorry' };
    const order = { ...links, description: 'Tea' };
    const { id } = await opened(environment, order);
    await opened(environment, order);
    await send(environment, 'GET', '/tonconnect-manifest.json');
    const iat = { clock: { nowMs: () => Date.now() - 2 * 86_400_000 } };
    const ended = await createOrderToken({ id: 'A-9', amount: '1', currency: 'EUR' }, { secret, ...iat });
    for (const path of ['/c', `/pay/${await orderToken(order)}`, '/pay/nothing', `/pay/${ended}`])
      await send(environment, 'GET', path);
    assert.equal((await post(environment, '/render', { order: await orderToken(order) })).status, 200);
    const stream = await send(environment, 'GET', `/checkouts/${id}/events`);
    const first = await choose(environment, id);
    const { invoice } = await json<Checkout>(first);
    const transfer = () =>
      post(environment, `/checkouts/${id}/transfer`, { state: 'asked', invoice: invoice?.id });
    assert.equal((await transfer()).status, 200);
    assert.deepEqual(await codes([transfer()]), ['transfer_conflict']);
    await environment.control('payments', { uuid: invoice?.id });
    await environment.becomes(id, 'paid');
    const paid = await send(environment, 'GET', `/checkouts/${id}`);
    const headers = { 'if-none-match': paid.headers.get('etag') ?? '' };
    await send(environment, 'GET', `/checkouts/${id}`, { headers });
    const closed = [choose(environment, id), post(environment, `/checkouts/${id}/cancel`, {})];
    assert.deepEqual(await codes(closed), ['checkout_closed', 'checkout_closed']);
    await assertEvents(stream, 'paid');
  });

  async function assertEvents(response: Response, last: string): Promise<void> {
    const events =
      api.paths['/checkouts/{id}/events']?.['get']?.responses['200']?.content?.['text/event-stream'];
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes(`"state":"${last}"`) && text.endsWith('\n\n')) break;
    }
    const blocks = text.split('\n\n').map((block) => new Map(block.split('\n').map(fieldOf)));
    const eventBlocks = blocks.filter((block) => block.has('event'));
    assert.ok(eventBlocks.length >= 2);
    for (const block of eventBlocks) {
      const name = block.get('event') ?? '';
      const schema = events?.['x-events']?.[name];
      assert.ok(schema, `the event ${name} is not described`);
      const data = block.get('data') ?? '';
      const value: unknown = name === 'heartbeat' ? data : JSON.parse(data);
      assert.deepEqual(faultsOf(value, schema, schemas), []);
    }
  }

  function fieldOf(line: string): readonly [string, string] {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
  }

  it('of a transaction that is not confirmed yet', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await opened(environment);
    const { invoice } = await json<Checkout>(await choose(environment, id, 'BTC'));
    await environment.control('payments', { uuid: invoice?.id, confirm: false });
    await environment.becomes(id, 'detected');
    const answers = [choose(environment, id, 'LTC'), post(environment, `/checkouts/${id}/cancel`, {})];
    assert.deepEqual(await codes(answers), ['payment_in_progress', 'payment_in_progress']);
  });

  it('of a checkout that is canceled, and of a deposit address', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await opened(environment);
    await choose(environment, id);
    const canceled = await json<Checkout>(await post(environment, `/checkouts/${id}/cancel`, {}));
    assert.equal(canceled.state, 'canceled');
    assert.equal((await openWallet(environment)).status, 200);
    assert.equal((await post(environment, '/postbacks', { invoice_id: 'ABCDEFGH' })).status, 200);
  });

  it('of an order whose token has expired, or whose checkout retention has deleted', async (t) => {
    const environment = await startEnvironment(t, { proxy: { retentionDays: 1, monitoringHours: 1 } });
    const { clock } = environment.sandbox;
    const order = await createOrderToken(
      { id: 'A-1', amount: '49.00', currency: 'EUR' },
      { secret, clock, expiresInSeconds: 31 * 86_400 },
    );
    const { id } = await json<Checkout>(await post(environment, '/checkouts', { order }));
    const { invoice } = await json<Checkout>(await choose(environment, id));
    await environment.control('payments', { uuid: invoice?.id });
    await environment.becomes(id, 'paid');
    // Its monitoring window has to end first.
    clock.advance(2 * 86_400);
    await until(
      async () => (await environment.get(id)).checkedAt,
      'the last poll is done',
      (checkedAt) => Date.parse(checkedAt ?? '') > clock.nowMs() - 86_400_000,
    );
    clock.advance(2 * 86_400);
    // Records that a wrong clock calls old for a moment stay for another hour.
    await until(
      () => (clock.advance(3601), environment.logLines.join()),
      'it is deleted',
      (lines) => lines.includes('checkouts deleted'),
    );
    const opening = ['/checkouts', '/render'].map((path) => post(environment, path, { order }));
    assert.deepEqual(await codes(opening), ['checkout_closed', 'checkout_closed']);
    const shortly = await createOrderToken(
      { id: 'A-2', amount: '49.00', currency: 'EUR' },
      { secret, clock, expiresInSeconds: 60 },
    );
    const other = await json<Checkout>(await post(environment, '/checkouts', { order: shortly }));
    clock.advance(61);
    assert.deepEqual(await codes([choose(environment, other.id)]), ['new_link_required']);
  });

  it('of invalid requests: the fields are those of the description', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await opened(environment);
    for (const [path, methods] of Object.entries(api.paths)) {
      if (path.startsWith('/merchant')) continue;
      const schema = methods['post']?.requestBody?.content['application/json']?.schema;
      if (!schema) continue;
      const place = path.replace('{id}', id);
      const call = (options: CallOptions) => send(environment, 'POST', place, options);
      const refused = [
        call({ text: '{' }),
        call({ text: '{}', headers: { 'content-type': 'text/plain' } }),
        call({ text: `{"x":"${'x'.repeat(17_000)}"}` }),
        call({ body: {}, headers: { origin: 'https://other.example' } }),
      ];
      assert.deepEqual(await codes(refused), [
        ...['invalid_request', 'unsupported_media_type', 'payload_too_large', 'origin_not_allowed'],
      ]);
      const { properties = {}, required = [] } = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
      const right = Object.fromEntries(Object.keys(properties).map((name) => [name, 'BTC']));
      for (const name of required) {
        const { [name]: _, ...body } = right;
        assert.deepEqual(await codes([call({ body })]), ['invalid_request'], `without ${name}`);
      }
      for (const name of Object.keys(properties))
        assert.deepEqual(await codes([call({ body: { ...right, [name]: 7 } })]), ['invalid_request'], name);
    }
  });

  it('of unknown ids, and of unavailable currencies and customers', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { offers: ['BTC', 'USDT_TRC20'] } });
    const old = { clock: { nowMs: () => Date.now() - 30 * 86_400_000 } };
    const expired = await createOrderToken({ id: 'A-1', amount: '1', currency: 'EUR' }, { secret, ...old });
    const { id } = await opened(environment, { id: 'A-2', emailRequired: true });
    const answers = [
      ...[
        post(environment, '/checkouts', { order: 'nothing' }),
        post(environment, '/checkouts', { order: expired }),
      ],
      ...[
        post(environment, '/render', { order: 'nothing' }),
        post(environment, '/render', { order: expired }),
      ],
      ...[
        send(environment, 'GET', `/checkouts/${UNKNOWN}`),
        send(environment, 'GET', `/checkouts/${UNKNOWN}/events`),
      ],
      ...[choose(environment, UNKNOWN), post(environment, `/checkouts/${UNKNOWN}/cancel`, {})],
      post(environment, `/checkouts/${UNKNOWN}/transfer`, { state: 'asked', invoice: 'INV-1' }),
      ...[choose(environment, id, 'LTC'), choose(environment, id, 'BTC')],
      post(environment, '/deposit-addresses', { customer: 'unknown', currency: 'BTC' }),
      openWallet(environment, 'LTC'),
      send(environment, 'GET', `/checkouts/${UNKNOWN}/solana`),
      ...['/metrics', '/tonconnect-manifest.json', '/c', '/pay/nothing', '/logo.png'].map((path) =>
        send(environment, 'GET', path),
      ),
    ];
    assert.deepEqual(await codes(answers), [
      ...['order_not_found', 'order_expired', 'order_not_found', 'order_expired'],
      ...['checkout_not_found', 'checkout_not_found'],
      ...Array<string>(3).fill('checkout_not_found'),
      ...['currency_not_offered', 'email_required'],
      ...['customer_not_found', 'currency_not_offered', 'not_found', 'not_found', 'not_found'],
      ...['not_found', 'not_found', 'not_found'],
    ]);
  });

  it('of a shop whose resolvers fail, or have sold the order meanwhile', async (t) => {
    let isSold = false;
    const orders = (id: string) => {
      if (id === 'broken') throw new Error('no connection');
      return isSold ? null : { id, amount: '1.00', currency: 'EUR' };
    };
    const customers = () => Promise.reject(new Error('no connection'));
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { orders, customers, orderSecrets: undefined },
    });
    const open = (order: string) => post(environment, '/checkouts', { order });
    const { id } = await json<Checkout>(await open('A-1'));
    isSold = true;
    const answers = [
      ...[open('broken'), post(environment, '/render', { order: 'broken' }), choose(environment, id)],
      post(environment, '/deposit-addresses', { customer: 'x', currency: 'BTC' }),
    ];
    const [failed, sold] = ['internal_error', 'order_not_found'];
    assert.deepEqual(await codes(answers), [failed, failed, sold, failed]);
  });

  it('of a shop whose resolver fails when the price is requested again', async (t) => {
    let isBroken = false;
    const orders = (id: string) => {
      if (isBroken) throw new Error('no connection');
      return { id, amount: '1.00', currency: 'EUR' };
    };
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { orders, orderSecrets: undefined },
    });
    const { id } = await json<Checkout>(await post(environment, '/checkouts', { order: 'A-1' }));
    isBroken = true;
    assert.deepEqual(await codes([choose(environment, id)]), ['internal_error']);
  });

  it('of a service that returns another price', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, sandbox: { priceReading: 'usd' } });
    const { id } = await opened(environment);
    assert.deepEqual(await codes([choose(environment, id)]), ['price_mismatch']);
  });

  it('of a service that refuses', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await opened(environment);
    await choose(environment, id);
    const other = await opened(environment, { id: 'A-2' });
    const refusing = async (endpoint: string, call: () => Promise<Response>) => {
      await environment.control('faults', { kind: 'unauthorized', endpoint, times: 1 });
      assert.deepEqual(await codes([call()]), ['service_refused']);
    };
    await refusing(CREATE, () => choose(environment, other.id));
    await refusing(CANCEL, () => post(environment, `/checkouts/${id}/cancel`, {}));
    await refusing('/v2/invoice/static/create', () => openWallet(environment));
  });

  it('of a service that is unavailable', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await opened(environment);
    await choose(environment, id);
    const other = await opened(environment, { id: 'A-2' });
    const token = await customer(environment);
    await environment.sandbox.close();
    const answers = [
      ...[choose(environment, other.id), post(environment, `/checkouts/${id}/cancel`, {})],
      post(environment, '/deposit-addresses', { customer: token, currency: 'BTC' }),
    ];
    assert.deepEqual(await codes(answers), Array(3).fill('service_unavailable'));
  });

  it('of a deposit address that is invalid', async (t) => {
    const environment = await tampered(t, async (url, response) => {
      if (!url.endsWith('/static/create')) return response;
      const answer: { result: object } = await response.json();
      return Response.json({ ...answer, result: { ...answer.result, address: 'TJRabPrwbZy45' } });
    });
    assert.deepEqual(await codes([openWallet(environment)]), ['address_unusable']);
  });

  it('of a payer who asks for money back', async (t) => {
    const refund = { invoice: 1, address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', amount: '1' };
    const without = await startEnvironment(t, { isIdle: true });
    assert.deepEqual(await codes([post(without, `/checkouts/${UNKNOWN}/refund`, refund)]), ['not_found']);
    const merchant = { secrets: ['planted-merchant-secret-0123456789abcdef-01234567'] };
    const environment = await startEnvironment(t, { proxy: { merchant } });
    assert.deepEqual(await codes([post(environment, `/checkouts/${UNKNOWN}/refund`, refund)]), [
      'checkout_not_found',
    ]);
    const { id } = await opened(environment);
    const { invoice } = await json<Checkout>(await choose(environment, id));
    const ask = () => post(environment, `/checkouts/${id}/refund`, refund);
    assert.deepEqual(await codes([ask()]), ['refund_unavailable']);
    const amount = String(Number(invoice?.amount) + 1);
    await environment.control('payments', { uuid: invoice?.id, amount });
    await environment.becomes(id, 'overpaid');
    assert.equal((await ask()).status, 200);
  });

  it('of a client that sends too many requests', async (t) => {
    const read = (path: string) => (environment: TestEnvironment) => {
      const call = () => send(environment, 'GET', path);
      return [call, call];
    };
    const elements = ['/elements.js', '/elements/none.js', '/merchant-elements.js', '/merchant-elements/x'];
    const files = [...elements, '/tonconnect-manifest.json', '/logo.png'];
    for (const path of [
      `/checkouts/${UNKNOWN}`,
      `/checkouts/${UNKNOWN}/events`,
      `/checkouts/${UNKNOWN}/solana`,
      ...['/readyz', '/metrics', '/c', '/pay/nothing'],
      ...files,
    ])
      await limited(t, read(path));
    for (const path of [
      '/checkouts',
      `/checkouts/${UNKNOWN}/invoice`,
      `/checkouts/${UNKNOWN}/cancel`,
      `/checkouts/${UNKNOWN}/transfer`,
      `/checkouts/${UNKNOWN}/refund`,
      '/deposit-addresses',
    ])
      await limited(t, (environment) => Array(2).fill(() => post(environment, path, {})));
    await limited(t, (environment) => Array(2).fill(() => post(environment, '/postbacks', {})));
    await limited(t, (environment) =>
      Array(2).fill(() => post(environment, '/render', { order: 'nothing' })),
    );
    await limited(t, (environment) => Array(2).fill(() => sendForm(environment, {})));
    await limited(t, (environment) => Array(2).fill(() => send(environment, 'GET', '/form/name')));
  });

  it('of the logo of the shop', async (t) => {
    const logo = `${temporaryFile(t)}.png`;
    writeFileSync(logo, 'PNG');
    const proxy = { publicUrl: 'https://shop.example/pay', shop: { logo } };
    const environment = await startEnvironment(t, { isIdle: true, proxy });
    assert.equal((await send(environment, 'GET', '/logo.png')).status, 200);
  });

  it('of the files of the elements', async (t) => {
    const merchant = { secrets: [MERCHANT_SECRET] };
    const { fetch } = await serveFiles(t, build('1'), { merchant });
    const unbuilt = await serveFiles(t, [], { merchant });
    const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      check('GET', path, await fetch(path, { headers }));
    for (const [folder, file] of [
      ['/elements', 'currency-choice-1.js'],
      ['/merchant-elements', 'all-1.js'],
    ]) {
      const etag = (await get(`${folder}.js`)).headers.get('etag') ?? '';
      assert.equal((await get(`${folder}.js`, { 'if-none-match': etag })).status, 304);
      assert.equal((await get(`${folder}/${file}`)).status, 200);
      assert.deepEqual(await codes([get(`${folder}/none.js`)]), ['not_found']);
      const missing = check('GET', `${folder}.js`, await unbuilt.fetch(`${folder}.js`));
      assert.deepEqual(await codes([missing]), ['not_found']);
    }
    await unbuilt.proxy.stop();
    for (const path of ['/elements/none.js', '/merchant-elements/none.js']) {
      const stopped = check('GET', path, await unbuilt.fetch(path));
      assert.deepEqual(await codes([stopped]), ['store_unavailable']);
    }
  });

  it('of the health and metrics endpoints, and of a proxy that is being stopped', async (t) => {
    const publicUrl = 'https://pay.shop.example/crypto-checkout';
    const environment = await startEnvironment(t, { isIdle: true, proxy: { metrics: true, publicUrl } });
    for (const path of ['/healthz', '/readyz', '/metrics'])
      assert.equal((await send(environment, 'GET', path)).status, 200);
    await environment.proxy.stop();
    for (const path of ['/readyz', `/pay/${await orderToken()}`])
      assert.equal((await send(environment, 'GET', path)).status, 503);
    const pages = [
      '/checkouts',
      `/checkouts/${UNKNOWN}/invoice`,
      `/checkouts/${UNKNOWN}/cancel`,
      `/checkouts/${UNKNOWN}/transfer`,
      `/checkouts/${UNKNOWN}/refund`,
      '/deposit-addresses',
      '/form',
    ];
    const answers = [
      ...[...pages, '/postbacks', '/render'].map((path) => post(environment, path, {})),
      ...[`/checkouts/${UNKNOWN}`, `/checkouts/${UNKNOWN}/events`, '/form/name'].map((path) =>
        send(environment, 'GET', path),
      ),
    ];
    assert.deepEqual(await codes(answers), Array(12).fill('store_unavailable'));
  });

  it('of a payer without JavaScript', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { offers: ['BTC'] } });
    const clock = { nowMs: () => Date.now() - 30 * 86_400_000 };
    const old = await createOrderToken({ id: 'A-3', amount: '1', currency: 'EUR' }, { secret, clock });
    const order = await orderToken();
    const currency = 'BTC';
    const statusOf = async (fields: Fields) => (await sendForm(environment, fields)).status;
    const sent = await sendForm(environment, { order, currency });
    const { id } = await opened(environment);
    const path = (sent.headers.get('location') ?? '').replace('/crypto-checkout', '');
    assert.equal(
      (await send(environment, 'GET', path, { headers: { cookie: `crypto-checkout=${id}` } })).status,
      200,
    );
    assert.equal((await send(environment, 'GET', path)).status, 404);
    assert.equal((await sendForm(environment, {}, 'https://other.example')).status, 403);
    const refused = [
      ...[{ order }, { order: 'nothing', currency }, { order: old, currency }, { order, currency: 'LTC' }],
    ];
    assert.deepEqual(await Promise.all(refused.map(statusOf)), [400, 404, 410, 422]);
    const other = await orderToken({ id: 'A-2' });
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    assert.equal(await statusOf({ order: other, currency }), 502);
    await environment.sandbox.close();
    assert.equal(await statusOf({ order: await orderToken({ id: 'A-4' }), currency }), 503);
  });

  it('of the details for a wallet on Solana', async (t) => {
    const chain = new FakeSolana();
    const node = new FakeSolanaNode(chain);
    const solanaRpc = { url: await node.listen(t, 'key') };
    const environment = await startEnvironment(t, { isIdle: true, proxy: { solanaRpc } });
    const { id } = await opened(environment);
    const read = (checkout = id) => send(environment, 'GET', `/checkouts/${checkout}/solana`);
    assert.deepEqual(await codes([read(), read(UNKNOWN)]), ['transfer_conflict', 'checkout_not_found']);
    const { invoice } = await json<Checkout>(await choose(environment, id, 'USDC_SOL'));
    const payee = address(invoice?.address ?? '');
    const mint = address(tokenContract('USDC_SOL') ?? '');
    assert.deepEqual(await codes([read()]), ['network_unavailable']);
    chain.putMint(mint, 6, TOKEN);
    chain.putTokens(payee, mint, payee, 0n, TOKEN);
    assert.equal((await read()).status, 200);
    chain.putMint(payee, 6, TOKEN);
    assert.deepEqual(await codes([read()]), ['payee_unsupported']);
    await environment.proxy.stop();
    assert.deepEqual(await codes([read()]), ['store_unavailable']);
  });

  it('of an order that is paid', async (t) => {
    const environment = await startEnvironment(t);
    const order = await orderToken();
    const { id } = await opened(environment);
    const { invoice } = await json<Checkout>(await choose(environment, id));
    await environment.control('payments', { uuid: invoice?.id });
    await environment.becomes(id, 'paid');
    assert.equal((await sendForm(environment, { order, currency: 'BTC' })).status, 409);
  });

  it('of a postback that is cut off, or too long', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) });
    const options: StreamedRequest = { method: 'POST', body, duplex: 'half' };
    const cut = await environment.proxy.fetch(
      new Request(`${environment.url}/crypto-checkout/postbacks`, options),
    );
    await check('POST', '/postbacks', cut);
    const long = await send(environment, 'POST', '/postbacks', { text: 'x'.repeat(17_000) });
    assert.deepEqual([cut.status, long.status], [400, 413]);
  });

  after(() => {
    const forPayers = [...described(api, codesOf)].filter((line) => !line.includes(' /merchant/'));
    assert.deepEqual([...answered].sort(), forPayers.sort());
  });
});

type Fields = Readonly<Record<string, string>>;

async function sendForm(
  environment: TestEnvironment,
  fields: Fields,
  origin = environment.url,
): Promise<Response> {
  const body = new URLSearchParams(fields);
  const options: RequestInit = { method: 'POST', headers: { origin }, body, redirect: 'manual' };
  return check('POST', '/form', await fetch(`${environment.url}/crypto-checkout/form`, options));
}

interface StreamedRequest extends RequestInit {
  readonly duplex: 'half';
}
