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
  SECRETS,
  startProxy,
  startService,
  startEnvironment,
  until,
} from './test-environment.js';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly requestId?: string;
  readonly time?: string;
}

const parsed = (lines: readonly string[]): readonly Line[] => lines.map((line): Line => JSON.parse(line));

describe('the log', { concurrency: 4 }, () => {
  it('names the request in every line that a request has caused, and its answer names it too', async (t) => {
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

  it('says what is to be done about a key that the service does not take', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.choose(id);
    await environment.control('faults', { kind: 'unauthorized', endpoint: INFO });
    environment.sandbox.clock.advance(5);
    await until(
      () => environment.logLines.join(),
      (lines) => lines.includes('API key rejected'),
      'the operator reads of it',
    );
  });

  it('warns of the secret of the readme, which a test mode takes', async (t) => {
    const orderSecrets = ['put-32-random-bytes-or-more-here-please'];
    const environment = await startEnvironment(t, { isIdle: true, proxy: { orderSecrets } });
    const [first] = parsed(environment.logLines);
    assert.equal(first?.level, 'warn');
    assert.match(first.message, /^public placeholder used as order secret$/);
  });

  it('tells an order that the shop does not know from a token that is wrong', async (t) => {
    const proxy = { orders: () => null, orderSecrets: undefined };
    const environment = await startEnvironment(t, { isIdle: true, proxy });
    await environment.call('POST', '/checkouts', { body: { order: 'A-1' } });
    assert.match(environment.logLines.at(-1) ?? '', /"because":"orders returned no match"/);
  });

  it('tells a token that is none: a placeholder that was left in the page', async (t) => {
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

  it('names none where nobody has asked, also when a request has woken the work', async (t) => {
    const onEvent = () => Promise.reject(new Error('the shop is away'));
    const environment = await startEnvironment(t, { proxy: { onEvent } });
    const { id } = await environment.open();
    await environment.control('payments', { uuid: invoiceOf(await environment.choose(id, 'BTC')).id });
    await environment.becomes(id, 'paid');
    const told = await until(
      () => parsed(environment.logLines).filter(({ message }) => /event delivery failed/.test(message)),
      (lines) => lines.length > 0,
      'the failure is logged',
    );
    for (const { requestId } of told) assert.equal(requestId, undefined);
  });

  it('nor in work that a request has begun and that goes on without it', async (t) => {
    const seen: object[] = [];
    const note = (fields: object) => void seen.push(fields);
    const logger = withRequestId({ info: note, warn: note, error: note });
    const loop = new BackgroundLoop(() => Promise.resolve(logger.info({}, 'a round')), 1);
    t.after(() => loop.stop());
    runInRequest('request-1', () => loop.start());
    runInRequest('request-1', () => loop.wake());
    await until(
      () => seen.length,
      (rounds) => rounds > 2,
      'a few rounds',
    );
    for (const fields of seen) assert.deepEqual(fields, {});
  });

  it('may be that of pino, and tells no planted secret there either', async (t) => {
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
