import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import type { ServiceClient, ServiceClientOptions } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import type { Answer } from './scripted-service.js';
import { API_KEY, clientOf, createdText, json, startService, success } from './scripted-service.js';
import { freePort } from '../free-port.js';

async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => assert.fail('the call worked'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, inspect(error));
  assert.ok(!inspect(error, { depth: 20, showHidden: true }).includes(API_KEY), 'the key is in the error');
  return error;
}

const create = (client: ServiceClient) => client.createInvoice({ amount: '5', currency: 'USD' });
const createWallet = (client: ServiceClient) =>
  client.createStaticWallet({ currency: 'BTC', customer: 'customer-5' });
const info = (client: ServiceClient) => client.invoices(['ABCD1234']);
const cancel = (client: ServiceClient) => client.cancelInvoice('ABCD1234');

const QUOTED = `"Token ${API_KEY} is unauthorized"`;
const truncated: Answer = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"status":"succ');
  setImmediate(() => response.destroy());
};
const cut: Answer = (response) => response.destroy();
const silent: Answer = () => undefined;
const halfSilent: Answer = (response) => void response.writeHead(200).write('{');
const endless: Answer = (response) => {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

const ENVELOPE = '{"status":"error","result":{}}';

const CASES: readonly [name: string, answer: Answer, reading: string, creating: string][] = [
  [
    'a wrong key',
    json(`{"status":"error","result":{"authorization":${QUOTED}}}`),
    'unauthorized',
    'unauthorized',
  ],
  ['a wrong key with 401', json(`{"message":${QUOTED}}`, 401), 'unauthorized', 'unauthorized'],
  ['a 403 in HTML', json('<html>', 403), 'unauthorized', 'outcome_unknown'],
  ['an error envelope', json(`{"status":"error","result":{"amount":${QUOTED}}}`), 'refused', 'refused'],
  ['an error envelope with 422', json('{"status":"error","result":{}}', 422), 'refused', 'refused'],
  ['an error envelope with 202', json(ENVELOPE, 202), 'refused', 'outcome_unknown'],
  ['an error envelope with 409', json(ENVELOPE, 409), 'refused', 'outcome_unknown'],
  ['a 400 of another form', json('{"Bad request":"invalid request"}', 400), 'refused', 'refused'],
  ['a 400 of an unknown form', json('{"error":"no"}', 400), 'refused', 'outcome_unknown'],
  [
    'a 400 with a success',
    json('{"status":"success","result":["ok"]}', 400),
    'invalid_response',
    'outcome_unknown',
  ],
  [
    'an error envelope with an id',
    json('{"status":"error","result":{"uuid":"x"}}'),
    'refused',
    'outcome_unknown',
  ],
  ['a 404 in HTML', json('<html>', 404), 'invalid_response', 'outcome_unknown'],
  ['a 429', json('{"status":"error","result":{}}', 429), 'unavailable', 'outcome_unknown'],
  ['a 500', json('oops', 500), 'unavailable', 'outcome_unknown'],
  ['HTML with 200', json('<html></html>'), 'invalid_response', 'outcome_unknown'],
  ['no body', json(''), 'invalid_response', 'outcome_unknown'],
  ['a 201', json('{"status":"success","result":[]}', 201), 'invalid_response', 'outcome_unknown'],
  ['another word for success', json('{"status":"ok","result":[]}'), 'invalid_response', 'outcome_unknown'],
  ['no result', json('{"status":"success"}'), 'invalid_response', 'outcome_unknown'],
  ['a result of another form', success('5'), 'invalid_response', 'outcome_unknown'],
  ['nesting without end', json('['.repeat(1_000_000)), 'invalid_response', 'outcome_unknown'],
  [
    'bytes that are no UTF-8',
    (response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
    'invalid_response',
    'outcome_unknown',
  ],
  ['an answer beyond the cap', endless, 'invalid_response', 'outcome_unknown'],
  ['a truncated answer', truncated, 'unavailable', 'outcome_unknown'],
  ['a cut connection', cut, 'unavailable', 'outcome_unknown'],
  ['silence', silent, 'unavailable', 'outcome_unknown'],
  ['silence after the headers', halfSilent, 'unavailable', 'outcome_unknown'],
];

/** The transports of a request: Node's own HTTP client, and the `fetch` of a runtime. */
const WAYS: readonly [name: string, options: Partial<ServiceClientOptions>][] = [
  ['node:http', {}],
  ['fetch', { fetch }],
];

for (const [way, options] of WAYS) {
  describe(`by ${way}`, () => {
    for (const [name, answer, reading, creating] of CASES) {
      test(`${name}: reading fails as ${reading}, creating as ${creating}`, async (t) => {
        const { url } = await startService(t, answer);
        // If a response decides, a machine that is slow for a moment has time to send it.
        const totalMs = reading === 'unavailable' ? 250 : 10_000;
        const client = clientOf(url, { ...options, deadlines: { totalMs }, maxResponseBytes: 2_000_000 });
        const [requested, canceled, created] = await Promise.all([
          failureOf(info(client)),
          failureOf(cancel(client)),
          failureOf(create(client)),
        ]);
        assert.deepEqual([requested.code, canceled.code, created.code], [reading, reading, creating]);
      });
    }

    test('creating is never sent twice', async (t) => {
      const { url, requested } = await startService(t, cut);
      await failureOf(create(clientOf(url, options)));
      assert.equal(requested.length, 1);
    });

    test('a redirect is not followed: the key stays where it was sent', async (t) => {
      const other = await startService(t, success('[]'));
      const { url } = await startService(t, json('{}', 307, { location: `${other.url}/v2/invoice/create` }));
      const client = clientOf(url, options);
      assert.equal((await failureOf(info(client))).code, 'invalid_response');
      assert.equal((await failureOf(create(client))).code, 'outcome_unknown');
      assert.equal(other.requested.length, 0);
    });

    test('a refused connection means that nothing was sent, also for a create call', async () => {
      const client = clientOf(`http://127.0.0.1:${await freePort()}`, options);
      for (const call of [create, createWallet, info, cancel])
        assert.equal((await failureOf(call(client))).code, 'unreachable');
    });

    test('headers have a deadline of their own, and a slow body only that of the whole call', async (t) => {
      let answer: Answer = silent;
      const { url } = await startService(t, (response, entry) => answer(response, entry));
      const deadlines = { headersMs: 100 };
      const startedMs = performance.now();
      assert.equal((await failureOf(info(clientOf(url, { ...options, deadlines })))).code, 'unavailable');
      assert.ok(performance.now() - startedMs < 5000, 'not the deadline of the whole call');
      answer = (response) => {
        response.writeHead(200).write('{"status":"success",');
        setTimeout(() => response.end('"result":[]}'), 300);
      };
      // The headers of one attempt may be late on a busy machine; no body arrives within 100 ms.
      const patient = clientOf(url, { ...options, deadlines, attempts: 10 });
      assert.equal((await patient.invoices(['ABCD1234'])).size, 0);
    });

    test('a process that was suspended past the deadline first reads the data that has arrived meanwhile', async (t) => {
      const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      const { url } = await startService(t, (response, requested) => {
        standStill();
        success(createdText())(response, requested);
      });
      const client = clientOf(url, { ...options, deadlines: { headersMs: 1000, totalMs: 1000 } });
      assert.equal((await create(client)).id, 'INV-ABCD1234');
    });

    test('the signal aborts the running call and prevents later ones', async (t) => {
      const stop = new AbortController();
      const { url, requested } = await startService(t, () => stop.abort());
      const client = clientOf(url, { ...options, signal: stop.signal, deadlines: { totalMs: 60_000 } });
      assert.equal((await failureOf(create(client))).code, 'outcome_unknown');
      for (const call of [create, createWallet, info, cancel])
        assert.equal((await failureOf(call(client))).code, 'unreachable');
      assert.equal(requested.length, 1);
    });
  });
}

test('an unreadable response to a create call has an unknown outcome', async (t) => {
  const { client } = await startService(t, success(createdText({ uuid: 'null' })));
  assert.equal((await failureOf(create(client))).code, 'outcome_unknown');
});

test('the next call uses the same connection', async (t) => {
  const ports = new Set<number | undefined>();
  const { client } = await startService(t, (response, requested) => {
    ports.add(response.socket?.remotePort);
    success('[]')(response, requested);
  });
  for (let call = 0; call < 3; call += 1) await info(client);
  assert.equal(ports.size, 1);
});

test('a connection that the service has closed is not used again', async (t) => {
  const sockets: Socket[] = [];
  const { client } = await startService(t, (response, requested) => {
    if (response.socket) sockets.push(response.socket);
    success('[]')(response, requested);
  });
  for (let times = 0; times < 5; times += 1) {
    await cancel(client).catch((error: ServiceError) => assert.equal(error.code, 'invalid_response'));
    const closed = sockets.splice(0).map((socket) => once(socket.destroy(), 'close'));
    await Promise.all(closed);
  }
});

for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'ECONNRESET', 'EPIPE']) {
  test(`a fetch that fails by ${code} quotes nothing of the request`, async () => {
    const client = clientOf('https://pay.example', {
      fetch: (_, init) => {
        const sent = JSON.stringify(init?.headers);
        const cause = Object.assign(new Error(`${code}: ${sent}`), { code });
        return Promise.reject(new TypeError(`fetch failed: ${sent}`, { cause }));
      },
    });
    const certain = code !== 'ECONNRESET' && code !== 'EPIPE';
    const error = await failureOf(create(client));
    assert.equal(error.code, certain ? 'unreachable' : 'outcome_unknown');
    assert.match(inspect(error), new RegExp(code));
  });
}

test('a deadline ends a fetch that ignores its signal', async () => {
  const client = clientOf('https://pay.example', {
    deadlines: { totalMs: 20 },
    fetch: () => new Promise(() => undefined),
  });
  assert.equal((await failureOf(info(client))).code, 'unavailable');
});

for (const [header, expectedMs] of [
  ['120', 120_000],
  ['0', 0],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['soon', undefined],
] as const) {
  test(`Retry-After "${header}" is passed on`, async (t) => {
    const { client } = await startService(t, json('', 503, { 'retry-after': header }));
    assert.equal((await failureOf(info(client))).retryAfterMs, expectedMs);
    assert.equal((await failureOf(create(client))).retryAfterMs, expectedMs);
  });
}

test('the error contains the service message without the key', async (t) => {
  const { client } = await startService(
    t,
    json(`{"status":"error","result":{"amount":"too small for Token ${API_KEY}"}}`, 400),
  );
  const error = await failureOf(create(client));
  assert.equal(error.serviceText, '{"amount":"too small for Token ***"}');
  assert.equal(error.message, 'create invoice failed (refused).');
});

test('the error contains the service message without an address of a person, however it is quoted', async (t) => {
  const quoted = [
    'ana.lima+shop@example.org',
    'ana%40example.org',
    '<ana@xn--bcher-kva.example>',
    'Ana@EXAMPLE.ORG.',
  ];
  const { client } = await startService(
    t,
    json(JSON.stringify({ status: 'error', result: { email: `not valid: ${quoted.join(', ')}` } }), 400),
  );
  const { serviceText } = await failureOf(create(client));
  assert.equal(serviceText, '{"email":"not valid: ***, ***, <***>, ***"}');
});

test('an unknown outcome names the next step, other errors do not', async (t) => {
  const { client } = await startService(t, cut);
  assert.match(
    (await failureOf(create(client))).message,
    /^create invoice may have succeeded \(outcome_unknown\)\. Search the list of invoices for its order_id/,
  );
  assert.match(
    (await failureOf(createWallet(client))).message,
    /Search the list of static wallets for its customer/,
  );
  assert.equal((await failureOf(info(client))).message, 'invoice information failed (unavailable).');
});

for (const deadlines of [{ headersMs: 0 }, { totalMs: Number.NaN }, { totalMs: 2 ** 31 }]) {
  test(`the deadlines ${JSON.stringify(deadlines)} are refused immediately`, () => {
    const refused = { name: 'TypeError', message: /^deadlines\.(headers|total)Ms (0|NaN|2147483648) .*Use/ };
    assert.throws(() => clientOf('https://pay.example', { deadlines }), refused);
  });
}

test('a date in Retry-After is compared with the clock option', async (t) => {
  const date = { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' };
  const { url } = await startService(t, json('', 503, date));
  const clock = { nowMs: () => Date.UTC(2015, 9, 21, 7, 27, 30) };
  assert.equal((await failureOf(info(clientOf(url, { clock })))).retryAfterMs, 30_000);
});
