import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { wholeText } from '../faults/parser-properties.js';
import {
  CANCEL,
  CREATE,
  INFO,
  invoiceOf,
  openPaid,
  orderToken,
  SECRETS,
  startEnvironment,
  startProxy,
  startService,
  streamOf,
} from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';
import { startShopServer, status } from '../shop-server.js';

const PLANTED = Object.values(SECRETS);

function assertClean(text: string, where: string): void {
  for (const secret of PLANTED) assert.ok(!text.includes(secret), `${where} holds ${secret}: ${text}`);
}

/** Every request that a browser can send, with a working and with a failing service. */
async function everyAnswer(environment: TestEnvironment): Promise<readonly string[]> {
  const answers: string[] = [];
  const record = async (work: Promise<Response>) => {
    const response = await work;
    answers.push(`${JSON.stringify([...response.headers])} ${await response.text()}`);
  };
  const order = await orderToken();
  const { id } = await environment.open();
  await record(environment.call('POST', '/checkouts', { body: { order } }));
  await record(environment.call('POST', '/checkouts', { body: { order: SECRETS.apiKey } }));
  for (const [kind, currency] of [
    ['unauthorized', 'TRX'],
    ['reset-before', 'SOL'],
    ['malformed', 'ETH'],
  ]) {
    await environment.control('faults', { kind, endpoint: CREATE, times: 1 });
    await record(environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency } }));
  }
  await environment.control('faults', { kind: 'unauthorized', endpoint: INFO, times: 2 });
  await record(environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } }));
  await environment.becomes(id, 'awaiting');
  await environment.control('faults', { kind: 'unauthorized', endpoint: CANCEL, times: 1 });
  await record(environment.call('POST', `/checkouts/${id}/cancel`));
  await record(environment.call('GET', `/checkouts/${id}`));
  for (const path of ['/healthz', '/readyz', '/metrics', '/checkouts/x'])
    await record(environment.call('GET', path));
  await environment.control('payments', { uuid: invoiceOf(await environment.get(id)).id });
  await environment.becomes(id, 'paid');
  await record(environment.call('GET', `/checkouts/${id}`));
  return answers;
}

describe('key, shop id and order secret', () => {
  it('are in no response, no event and no log line', async (t) => {
    const environment = await startEnvironment(t);
    for (const answer of await everyAnswer(environment)) assertClean(answer, 'an answer');
    assertClean(JSON.stringify(environment.events), 'an event');
    assert.ok(environment.logLines.length > 5);
    for (const line of environment.logLines) assertClean(line, 'a log line');
  });

  it('are not logged either if the service quotes them in its errors', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const { apiKey, shopId } = SECRETS;
    const quoting: typeof fetch = async (_input, init) => {
      const words = `you sent ${new Headers(init?.headers).get('authorization')} for ${shopId}: ${String(init?.body)}`;
      return Response.json({ status: 'error', result: { 'Bad request': words } }, { status: 400 });
    };
    const environment = await startProxy(t, sandbox, {
      proxy: { service: { url: sandbox.url, apiKey, shopId, testMode: true, fetch: quoting } },
    });
    const { id } = await environment.open();
    const response = await environment.call('POST', `/checkouts/${id}/invoice`, {
      body: { currency: 'BTC' },
    });
    const text = await response.text();
    assert.equal(response.status, 502);
    assertClean(text, 'the answer');
    assert.doesNotMatch(text, /you sent/);
    assert.match(environment.logLines.join('\n'), /you sent/);
    for (const line of environment.logLines) assertClean(line, 'a log line');
  });

  it('are not logged, and neither is the id of a checkout, which is a capability', async (t) => {
    const environment = await startEnvironment(t);
    const id = await openPaid(environment);
    await environment.cancel(id).catch(() => undefined);
    for (const line of environment.logLines) assert.ok(!line.includes(id), line);
  });

  it('do not appear when the proxy is printed', () => {
    const { apiKey, shopId, orderSecret } = SECRETS;
    const proxy = createCheckoutProxy({
      service: { url: 'https://pay.example', apiKey, shopId },
      orderSecrets: [orderSecret],
      store: ':memory:',
    });
    assertClean(JSON.stringify(proxy), 'the JSON of the proxy');
    assertClean(inspect(proxy, { depth: null, showHidden: true }), 'the print of the proxy');
  });
});

/** Beside those of every environment. */
const MORE = {
  webhook: Buffer.from('planted-webhook-secret-0123456789').toString('base64'),
  postback: 'planted-postback-secret-0123456789abcdef',
  payer: 'planted.payer@mail.example',
  other: 'planted.other@mail.example',
  password: 'planted-database-passw0rd',
} as const;

function assertCleaner(text: string, where: string): void {
  assertClean(text, where);
  for (const secret of Object.values(MORE))
    assert.ok(!text.includes(secret), `${where} holds ${secret}: ${text}`);
}

describe('every other secret, and the address of the payer', () => {
  it('are in no response, no stream, no metric, no request to the shop and no log line', async (t) => {
    const shop = await startShopServer(t);
    const environment = await startEnvironment(t, {
      proxy: {
        onEvent: undefined,
        webhook: { url: shop.url, secrets: [`whsec_${MORE.webhook}`] },
        postbackSecrets: [MORE.postback],
        metrics: true,
      },
    });
    const order = await orderToken({ email: MORE.payer, emailRequired: true });
    const said: string[] = [];
    const record = async (response: Response) => void said.push(await response.text());
    shop.answer = status(500);
    const { id } = await environment.open({ email: MORE.payer, emailRequired: true });
    await record(await environment.call('POST', '/checkouts', { body: { order } }));
    for (const email of [MORE.other, `${MORE.other} `, { address: MORE.other }])
      await record(
        await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC', email } }),
      );
    await environment.becomes(id, 'awaiting');
    for (const text of [
      MORE.payer,
      `{"token":"${MORE.postback}","email":"${MORE.payer}","order_id":"${id}"}`,
    ])
      await record(await environment.call('POST', '/postbacks', { text }));
    const stream = streamOf(await environment.call('GET', `/checkouts/${id}/events`));
    said.push(JSON.stringify((await stream.next()).value));
    await stream.return(undefined);
    await environment.control('payments', { uuid: invoiceOf(await environment.get(id)).id });
    await environment.becomes(id, 'paid');
    await until(
      () => shop.requests,
      'the shop is notified',
      ({ length }) => length > 0,
    );
    await record(await environment.call('GET', '/metrics'));
    said.push(await environment.proxy.metrics());
    for (const text of said) assertCleaner(text, 'an answer');
    for (const { body, headers } of shop.requests) assertCleaner(body + JSON.stringify(headers), 'a webhook');
    assert.ok(environment.logLines.some((line) => line.includes('"level":"warn"')));
    for (const line of environment.logLines) assertCleaner(line, 'a log line');
  });

  it('are in no error that the proxy throws, nor in its causes', async () => {
    const { apiKey, shopId, orderSecret } = SECRETS;
    for (const store of [
      `postgres://shop:${MORE.password}@127.0.0.1:1/none`,
      `postgres://shop@127.0.0.1:1/none?password=${MORE.password}`,
      `postgres://shop:${MORE.password}@[::1/none`,
    ]) {
      const lines: string[] = [];
      const line = (fields: object, message: string) =>
        void lines.push(message + inspect(fields, { depth: 9 }));
      const settled = await Promise.resolve()
        .then(async () => {
          const proxy = createCheckoutProxy({
            service: { url: 'https://pay.example', apiKey, shopId },
            orderSecrets: [orderSecret],
            onEvent: () => Promise.resolve(),
            store,
            logger: { info: line, warn: line, error: line },
          });
          const own = {
            'origin': 'https://shop.example',
            'host': 'shop.example',
            'content-type': 'application/json',
          };
          const init = { method: 'POST', headers: own, body: `{"order":"${await orderToken()}"}` };
          const answer = await proxy.fetch(
            new Request('https://shop.example/crypto-checkout/checkouts', init),
          );
          lines.push(await answer.text());
          await proxy.start().finally(() => proxy.stop());
        })
        .then(
          () => 'it works',
          (error: unknown) => `${wholeText(error)} ${inspect(error, { depth: 20, showHidden: true })}`,
        );
      assert.notEqual(settled, 'it works');
      assertCleaner(settled, 'an error');
      for (const text of lines) assertCleaner(text, 'a log line');
    }
  });
});
