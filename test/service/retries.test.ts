import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { ServiceClient, ServiceClientOptions } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import type { Answer } from './scripted-service.js';
import {
  API_KEY,
  clientOf,
  createdText,
  json,
  objectText,
  startService,
  success,
} from './scripted-service.js';

const PERIOD = { start: new Date('2026-11-21'), end: new Date('2026-11-21') };

async function firstOf(list: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of list) return;
}

const figures = objectText(
  Object.fromEntries(['all', 'created', 'paid', 'overpaid', 'partial', 'canceled'].map((key) => [key, '0'])),
);

/** Every call that only reads, and an empty result for it. */
const READING: readonly [name: string, result: string, call: (client: ServiceClient) => Promise<unknown>][] =
  [
    ['invoice information', '[]', (client) => client.invoices(['ABCD1234'])],
    ['list invoices', '[]', (client) => firstOf(client.listInvoices(PERIOD))],
    ['list static wallets', '{"staticWallets":[]}', (client) => firstOf(client.listStaticWallets(PERIOD))],
    ['statistics', `{"count":${figures},"amount":${figures}}`, (client) => client.statistics(PERIOD)],
    ['balances', '[]', (client) => client.balances()],
  ];

const info = (client: ServiceClient) => client.invoices(['ABCD1234']);

/** Sends the scripted responses one after the other, and repeats the last one, for a client that retries. */
async function startTrouble(
  t: Parameters<typeof startService>[0],
  answers: readonly Answer[],
  options: Partial<ServiceClientOptions> = {},
) {
  let next = 0;
  const { url, requested } = await startService(t, (response, entry) => {
    answers[Math.min(next++, answers.length - 1)]?.(response, entry);
  });
  return { requested, client: clientOf(url, { attempts: 3, ...options }) };
}

const cut: Answer = (response) => response.destroy();

for (const [name, result, call] of READING) {
  test(`${name} is retried after a cut connection`, async (t) => {
    const { client, requested } = await startTrouble(t, [cut, success(result)]);
    await call(client);
    assert.equal(requested.length, 2);
    assert.equal(requested[0]?.body, requested[1]?.body);
  });
}

test('an unreachable service is called three times', async (t) => {
  const { client, requested } = await startTrouble(t, [json('{}', 503)]);
  await assert.rejects(info(client), { code: 'unavailable', status: 503 });
  assert.equal(requested.length, 3);
});

test('a refused connection is retried', async () => {
  let count = 0;
  const refused = () => {
    count += 1;
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    return Promise.reject(new TypeError('fetch failed', { cause }));
  };
  const client = clientOf('https://pay.example', { attempts: 2, fetch: refused });
  await assert.rejects(info(client), { code: 'unreachable' });
  assert.equal(count, 2);
});

for (const [what, answer, code] of [
  ['a refusal', json('{"status":"error","result":{}}', 400), 'refused'],
  ['a wrong key', json('{"message":"no"}', 401), 'unauthorized'],
  ['a bad answer', success('5'), 'invalid_response'],
  ['a wish to be left alone for longer', json('{}', 429, { 'retry-after': '11' }), 'unavailable'],
] as const) {
  test(`after ${what} there is no retry, which could not help`, async (t) => {
    const { client, requested } = await startTrouble(t, [answer]);
    await assert.rejects(info(client), { code });
    assert.equal(requested.length, 1);
  });
}

test('one attempt means no retry', async (t) => {
  const { client, requested } = await startTrouble(t, [cut], { attempts: 1 });
  await assert.rejects(info(client), { code: 'unavailable' });
  assert.equal(requested.length, 1);
});

test('create and cancel calls are never retried', async (t) => {
  const calls: readonly ((client: ServiceClient) => Promise<unknown>)[] = [
    (client) => client.createInvoice({ amount: '5', currency: 'USD' }),
    (client) => client.createStaticWallet({ currency: 'BTC', customer: 'customer-5' }),
    (client) => client.cancelInvoice('ABCD1234'),
  ];
  for (const call of calls) {
    const { client, requested } = await startTrouble(t, [json('{}', 503), success(createdText())]);
    await assert.rejects(call(client), ServiceError);
    assert.equal(requested.length, 1);
  }
});

test('a retry waits for Retry-After', async (t) => {
  const { client, requested } = await startTrouble(t, [
    json('{}', 429, { 'retry-after': '1' }),
    success('[]'),
  ]);
  const startedMs = performance.now();
  await info(client);
  assert.ok(performance.now() - startedMs >= 995);
  assert.equal(requested.length, 2);
});

test('all attempts share one deadline, and no attempt starts without time left', async (t) => {
  const deadlines = { headersMs: 300, totalMs: 4000 };
  // Arrivals do not show it: an attempt that starts too late ends before it is sent.
  let attempts = 1;
  const warn = (_: object, message: string) => void (attempts += Number(message.includes('retrying')));
  const logger = { warn, error: () => undefined };
  const { client } = await startTrouble(t, [() => undefined], { attempts: 10, deadlines, logger });
  await assert.rejects(info(client), { code: 'unavailable' });
  assert.ok(attempts >= 2 && attempts < 10, `${attempts} attempts`);
});

test('the signal ends the pause between two attempts', async (t) => {
  const stop = new AbortController();
  const trouble = json('{}', 429, { 'retry-after': '10' });
  const logger = { warn: () => stop.abort(), error: () => undefined };
  const { client, requested } = await startTrouble(t, [trouble], { signal: stop.signal, logger });
  const startedMs = performance.now();
  await assert.rejects(info(client), { code: 'unavailable' });
  assert.ok(performance.now() - startedMs < 5000, 'the pause of ten seconds was not waited for');
  assert.equal(requested.length, 1);
});

test('an aborted signal prevents calls and retries', async (t) => {
  const warned: string[] = [];
  const logger = { warn: (_: object, message: string) => void warned.push(message), error: () => undefined };
  const { client, requested } = await startTrouble(t, [success('[]')], {
    signal: AbortSignal.abort(),
    logger,
  });
  await assert.rejects(info(client), ServiceError);
  assert.deepEqual([requested.length, warned.filter((message) => message.includes('retrying'))], [0, []]);
});

test('one signal ends many concurrent calls, without a warning of too many listeners', async (t) => {
  const warnings: string[] = [];
  const record = ({ message }: Error) => void warnings.push(message);
  process.on('warning', record);
  t.after(() => process.off('warning', record));
  const stop = new AbortController();
  let count = 0;
  const silent = () => {
    count += 1;
    if (count === 30) stop.abort();
  };
  const { client } = await startTrouble(t, [silent], { signal: stop.signal });
  const calls = Array.from({ length: 30 }, () => assert.rejects(info(client), { code: 'unavailable' }));
  await Promise.all(calls);
  assert.deepEqual(warnings, []);
});

test('an invalid signal is rejected immediately', () => {
  const signal: unknown = 'stop';
  assert.throws(() => clientOf('https://pay.example', { signal: signal as AbortSignal }), {
    name: 'TypeError',
    message: /^signal .*Use/,
  });
});

for (const attempts of [0, 1.5, -1, Number.NaN, 11]) {
  test(`${attempts} attempts are refused immediately`, () => {
    const refused = { name: 'TypeError', message: new RegExp(`attempts ${attempts} .*Use`) };
    assert.throws(() => clientOf('https://pay.example', { attempts }), refused);
  });
}

test('the log contains retries and failures, but no key, body or response', async (t) => {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const line = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message });
  const trouble = json(`{"status":"error","result":"Token ${API_KEY} for ann@example.org"}`, 503);
  const { client } = await startTrouble(t, [trouble], {
    attempts: 2,
    logger: { warn: line('warn'), error: line('error') },
  });
  await assert.rejects(info(client));
  await assert.rejects(client.createInvoice({ amount: '5', currency: 'USD', email: 'ann@example.org' }));
  assert.deepEqual(
    lines.map(({ level, fields: { pauseMs, durationMs, ...rest } }) => [
      level,
      rest,
      typeof pauseMs,
      typeof durationMs,
    ]),
    [
      ['warn', { operation: 'invoice information', code: 'unavailable', status: 503 }, 'number', 'undefined'],
      ['warn', { operation: 'invoice information', code: 'unavailable', status: 503 }, 'undefined', 'number'],
      ['error', { operation: 'create invoice', code: 'outcome_unknown', status: 503 }, 'undefined', 'number'],
    ],
  );
  assert.doesNotMatch(inspect(lines), /ann@|k3y/);
});
