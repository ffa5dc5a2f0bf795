import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { Problem } from '../../src/protocol/index.js';
import { createLineLogger } from '../../src/proxy/base/log.js';
import { BackgroundLoop } from '../../src/proxy/base/background-loop.js';
import { runInRequest, withRequestId } from '../../src/proxy/base/request-scope.js';
import {
  CREATE,
  INFO,
  invoiceOf,
  json,
  openPaid,
  SECRETS,
  startEnvironment,
  startProxy,
  startService,
} from './test-environment.js';
import { until } from '../until.js';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly requestId?: string;
  readonly time?: string;
}

const parsed = (lines: readonly string[]): readonly Line[] => lines.map((line): Line => JSON.parse(line));

describe('the log', { concurrency: 4 }, () => {
  it('names the request in every line that a request has caused, and its response names it too', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    const before = environment.logLines.length;
    const response = await environment.call('POST', `/checkouts/${id}/invoice`, {
      body: { currency: 'BTC' },
    });
    const { requestId } = await json<Problem>(response);
    const lines = parsed(environment.logLines.slice(before));
    assert.ok(lines.length > 1, 'the creation and the refusal are logged');
    for (const line of lines) assert.equal(line.requestId, requestId, line.message);
  });

  it('says once that no payment is detected if the shop has not started the proxy', async (t) => {
    const idle = await startEnvironment(t, { isIdle: true });
    for (const id of ['A-1', 'A-2']) await idle.open({ id });
    const alarms = (lines: readonly string[]) =>
      lines.filter((line) => line.includes('proxy not started, detecting no payments'));
    assert.equal(alarms(idle.logLines).length, 1);
    assert.match(
      alarms(idle.logLines).join(),
      /"level":"error".*Call await proxy\.start\(\) in this process/,
    );
    const started = await startEnvironment(t);
    await started.open();
    assert.deepEqual(alarms(started.logLines), []);
  });

  it('names the remedy for a key that the service refuses', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.choose(id);
    await environment.control('faults', { kind: 'unauthorized', endpoint: INFO });
    environment.sandbox.clock.advance(5);
    await until(
      () => environment.logLines.join(),
      'the operator reads of it',
      (lines) => lines.includes('API key rejected'),
    );
  });

  it('warns of the secret of the readme, which a test mode accepts', async (t) => {
    const orderSecrets = ['put-32-random-bytes-or-more-here-please'];
    const environment = await startEnvironment(t, { isIdle: true, proxy: { orderSecrets } });
    const [first] = parsed(environment.logLines);
    assert.equal(first?.level, 'warn');
    assert.match(first.message, /^public placeholder used as order secret$/);
  });

  it('distinguishes an order that the shop does not know from an invalid token', async (t) => {
    const proxy = { orders: () => null, orderSecrets: undefined };
    const environment = await startEnvironment(t, { isIdle: true, proxy });
    await environment.call('POST', '/checkouts', { body: { order: 'A-1' } });
    assert.match(environment.logLines.at(-1) ?? '', /"because":"orders returned no match"/);
    await environment.call('POST', '/checkouts', { body: { order: '[object Promise]' } });
    assert.match(
      environment.logLines.at(-1) ?? '',
      /"because":"the page sent a Promise .*Write await createOrderToken\(/,
    );
    await environment.call('POST', '/deposit-addresses', {
      body: { customer: '[object Promise]', currency: 'BTC' },
    });
    assert.match(environment.logLines.at(-1) ?? '', /Write await createCustomerToken\(/);
  });

  it('distinguishes a placeholder that was left in the page from a token', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    await environment.call('POST', '/checkouts', { body: { order: 'THE-ORDER-TOKEN' } });
    assert.match(
      environment.logLines.at(-1) ?? '',
      /"because":"orders is not set, and the text is not a token/,
    );
    await environment.call('POST', '/deposit-addresses', {
      body: { customer: 'THE-CUSTOMER-TOKEN', currency: 'BTC' },
    });
    assert.match(
      environment.logLines.at(-1) ?? '',
      /"because":"customers is not set, and the text is not a token/,
    );
  });

  it('names no request for background work, also when a request has woken it', async (t) => {
    const onEvent = () => Promise.reject(new Error('the shop is away'));
    const environment = await startEnvironment(t, { proxy: { onEvent } });
    await openPaid(environment);
    const reported = await until(
      () => parsed(environment.logLines).filter(({ message }) => /event delivery failed/.test(message)),
      'the failure is logged',
      (lines) => lines.length > 0,
    );
    for (const { requestId } of reported) assert.equal(requestId, undefined);
  });

  it('names no request for work that outlives the request', async (t) => {
    const seen: object[] = [];
    const record = (fields: object) => void seen.push(fields);
    const logger = withRequestId({ info: record, warn: record, error: record });
    const loop = new BackgroundLoop(
      () => Promise.resolve(logger.info({}, 'a round')),
      1,
      (error) => assert.fail(String(error)),
    );
    t.after(() => loop.stop());
    runInRequest('request-1', () => loop.start());
    runInRequest('request-1', () => loop.wake());
    await until(
      () => seen.length,
      'a few rounds',
      (rounds) => rounds > 2,
    );
    for (const fields of seen) assert.deepEqual(fields, {});
  });

  it('may be that of pino, and reveals no planted secret there either', async (t) => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const { apiKey, shopId } = SECRETS;
    const quoting: typeof fetch = async (_input, init) => {
      const words = `you sent ${new Headers(init?.headers).get('authorization')} for ${shopId}`;
      return Response.json({ status: 'error', result: { 'Bad request': words } }, { status: 400 });
    };
    const environment = await startProxy(t, sandbox, {
      proxy: { logger, service: { url: sandbox.url, apiKey, shopId, testMode: true, fetch: quoting } },
    });
    const { id } = await environment.open();
    await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
    const text = lines.join('');
    assert.match(text, /you sent/);
    assert.match(text, /"requestId":"[\w-]{36}"/);
    for (const secret of Object.values(SECRETS)) assert.ok(!text.includes(secret), text);
  });

  it('is one line of JSON per message, with time and level', () => {
    const lines: string[] = [];
    createLineLogger((line) => void lines.push(line)).warn({ invoice: 'INV-1' }, 'two\nlines');
    const [line = ''] = lines;
    assert.equal(line.trim().split('\n').length, 1);
    const { time = '', ...rest } = { ...parsed(lines)[0] };
    assert.deepEqual(rest, { level: 'warn', message: 'two\nlines', invoice: 'INV-1' });
    assert.ok(!Number.isNaN(Date.parse(time)));
  });
});

// Not side by side: the warnings are those of the process.
describe('a log that fails', () => {
  const BROKEN = {
    'the logger throws, as one does whose worker has exited': () => {
      throw new Error('the worker has exited');
    },
    'the logger returns a promise that is rejected': () => Promise.reject(new Error('the log is full')),
  };
  for (const [what, broken] of Object.entries(BROKEN))
    it(`harms no payment: ${what}`, async (t) => {
      const rejections: unknown[] = [];
      const record = (error: unknown) => void rejections.push(error);
      process.on('unhandledRejection', record);
      t.after(() => process.off('unhandledRejection', record));
      let calls = 0;
      const log = () => {
        calls += 1;
        return broken();
      };
      const logger = { info: log, warn: log, error: log };
      const warnings = t.mock.method(process, 'emitWarning', () => undefined);
      let failures = 0;
      const onEvent = () => (failures++ === 0 ? Promise.reject(new Error('the shop is away')) : undefined);
      const environment = await startEnvironment(t, { proxy: { logger, onEvent } });
      const refused = await environment.call('POST', '/checkouts', { body: { order: 'forged' } });
      assert.equal(refused.status, 404);
      const { id } = await environment.open();
      const { id: uuid } = invoiceOf(await environment.choose(id));
      await environment.control('faults', { kind: 'status', code: 503, endpoint: INFO, times: 1 });
      await environment.control('payments', { uuid });
      await environment.becomes(id, 'paid');
      await until(
        () => {
          environment.sandbox.clock.advance(60);
          return failures;
        },
        'the event is delivered again',
        (attempts) => attempts > 1,
      );
      assert.ok(calls > 2, `${calls} messages`);
      assert.deepEqual(rejections, []);
      const messages = warnings.mock.calls.map(({ arguments: [message] }) => String(message));
      assert.equal(messages.length, 1, 'once');
      assert.match(
        messages.join(),
        /^the logger of crypto-checkout fails, and messages are lost: .*(exited|full)/,
      );
    });
});
