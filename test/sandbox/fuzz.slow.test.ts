import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createMovableClock, createSandbox } from '../../src/sandbox/core/index.js';
import type { Journal, Sandbox } from '../../src/sandbox/core/index.js';
import { mutatedJson, mutatedText } from '../faults/mutations.js';
import { assertLinear, assertUnpolluted } from '../faults/parser-properties.js';
import { START_MS } from './harness.js';

const KEYS = { apiKey: 'fuzz-api-k3y', withdrawalKey: 'fuzz-withdrawal-k3y', shopId: 'fuzz-shop' } as const;
const BASE = 'http://127.0.0.1:4010';

function sandboxOf(journal?: Journal): Sandbox {
  const clock = createMovableClock(() => START_MS);
  return createSandbox({ ...KEYS, seed: 'fuzz', clock, ...(journal ? { journal } : {}) });
}

interface RecordedRequest {
  readonly path: string;
  readonly body: object;
  readonly key?: string;
}

const PERIOD = { start: '01.03.2026', end: '02.03.2026', offset: 0, limit: 20 };
const PAID_OUT = { currency_code: 'TRX', to_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', amount: 1.5 };

/** A valid request of every kind; `uuid` is that of an existing invoice. */
const requestsAbout = (uuid: string, address: string): readonly RecordedRequest[] => [
  {
    path: '/v2/invoice/create',
    body: {
      shop_id: KEYS.shopId,
      amount: 49,
      currency: 'EUR',
      order_id: 'A-1',
      email: 'payer@shop.example',
      add_fields: {
        cryptocurrency: 'BTC',
        available_currencies: ['BTC'],
        time_to_pay: { hours: 1, minutes: 5 },
      },
    },
  },
  { path: '/v2/invoice/merchant/list', body: PERIOD },
  { path: '/v2/invoice/merchant/info', body: { uuids: [uuid] } },
  { path: '/v2/invoice/merchant/canceled', body: { uuid } },
  { path: '/v2/invoice/merchant/statistics', body: PERIOD },
  { path: '/v2/merchant/wallet/balance/all', body: {} },
  {
    path: '/v2/invoice/static/create',
    body: { shop_id: KEYS.shopId, currency: 'BTC', identify: 'customer-1' },
  },
  { path: '/v2/invoice/static/list', body: { shop_id: KEYS.shopId, ...PERIOD } },
  { path: '/v2/invoice/api/out/create', body: PAID_OUT, key: KEYS.withdrawalKey },
  { path: '/_sandbox/payments', body: { uuid, address, amount: '0.5', confirm: false } },
  { path: '/_sandbox/confirmations', body: { uuid } },
  { path: '/_sandbox/clock', body: { advance: 30 } },
  { path: '/_sandbox/faults', body: { kind: 'status', endpoint: '/v2/invoice/create', times: 1, code: 500 } },
  { path: '/_sandbox/invoices', body: { amount: 5, currency: 'USD' } },
  { path: '/_sandbox/cancellations', body: { uuid } },
  { path: '/_sandbox/postbacks', body: { url: null, secret: null } },
];

async function send(
  sandbox: Sandbox,
  { path, key }: RecordedRequest,
  body: string,
  method = 'POST',
): Promise<Response | null> {
  const headers = { authorization: `Token ${key ?? KEYS.apiKey}` };
  const request = new Request(`${BASE}${path}`, { method, headers, ...(method === 'POST' ? { body } : {}) });
  const reply = await sandbox.handle(request);
  assertUnpolluted();
  return reply.kind === 'reset' ? null : reply.response;
}

async function sandboxWithInvoice() {
  const sandbox = sandboxOf();
  const create = requestsAbout('', '')[0];
  assert.ok(create);
  const response = await send(sandbox, create, JSON.stringify(create.body));
  const { result }: { result: { uuid: string; address: string } } = await response?.json();
  return { sandbox, requests: requestsAbout(result.uuid, result.address) };
}

describe('any request to the sandbox', () => {
  it('gets JSON, also when rejected, and the ledger stays consistent', async () => {
    const { requests } = await sandboxWithInvoice();
    for (const index of requests.keys()) {
      const { sandbox, requests: here } = await sandboxWithInvoice();
      const request = here[index];
      assert.ok(request);
      const good = await send(sandbox, request, JSON.stringify(request.body));
      // There is no money yet to withdraw or to confirm.
      const expected = request.body === PAID_OUT || request.path.endsWith('/confirmations') ? 400 : 200;
      assert.equal(good?.status, expected, `${request.path}: ${await good?.clone().text()}`);
      const property = fc.asyncProperty(mutatedJson(request.body), async (text) => {
        const response = await send(sandbox, request, text);
        if (!response) return;
        assert.ok(
          [200, 400, 401, 403, 404, 500].includes(response.status),
          `${request.path} ${response.status}`,
        );
        const said = await response.text();
        for (const key of Object.values(KEYS).slice(0, 2)) assert.ok(!said.includes(key), said.slice(0, 300));
        await send(sandbox, { path: '/_sandbox/faults', body: {} }, '', 'DELETE');
      });
      await fc.assert(property, { numRuns: 60 });
      for (const path of [
        '/_sandbox/state',
        '/_sandbox/invoices',
        '/_sandbox/wallets',
        '/_sandbox/requests',
      ]) {
        const response = await send(sandbox, { path, body: {} }, '', 'GET');
        assert.equal(response?.status, 200, `${path} after hostile ${request.path}`);
        JSON.parse(await response.text());
      }
    }
  });

  it('gets a response at any path with any query', async () => {
    const sandbox = sandboxOf();
    const text = mutatedText(
      '/_sandbox/requests?last=5',
      '/v2/invoice/create',
      '/_sandbox/../v2',
      '/_sandbox/%2e',
    );
    const property = fc.asyncProperty(
      text,
      fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'),
      async (path, method) => {
        if (!URL.canParse(`${BASE}/${path}`)) return;
        const response = await send(sandbox, { path: `/${path}`, body: {} }, '{}', method);
        assert.ok(response && response.status < 500, `${method} ${path} ${response?.status}`);
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('leaves a valid clock, however far it was moved', async () => {
    const sandbox = sandboxOf();
    const clock = { path: '/_sandbox/clock', body: {} };
    let last = '';
    for (let turn = 0; turn < 1_000; turn += 1) {
      const response = await send(sandbox, clock, '{"advance":316224000}');
      const reported = await response?.text();
      if (response?.status !== 200) break;
      last = reported ?? '';
    }
    assert.match(last, /"now":"[+\d]/);
    const state = await send(sandbox, { path: '/_sandbox/state', body: {} }, '', 'GET');
    assert.equal(state?.status, 200);
  });

  it('is handled in time proportional to its length', async () => {
    const sandbox = sandboxOf();
    const [create] = requestsAbout('', '');
    assert.ok(create);
    for (const filler of ['0,', '"x",', '{},', '1e9,'])
      await assertLinear(5_000, (size) => send(sandbox, create, `{"amount":[${filler.repeat(size)}0]}`));
  });
});

describe('a modified journal', () => {
  it('is read completely, or rejected with the number of the line', async () => {
    const lines: string[] = [];
    const { sandbox, requests } = await (async () => {
      const kept: Journal = { lines: () => [], append: (line) => void lines.push(line) };
      const begun = sandboxOf(kept);
      return { sandbox: begun, requests: requestsAbout('', '') };
    })();
    for (const request of requests.filter(({ path }) => /invoice\/(create|static\/create)|clock/.test(path)))
      await send(sandbox, request, JSON.stringify(request.body));
    assert.ok(lines.length >= 4, lines.join('\n'));
    const touched = fc
      .nat(lines.length - 1)
      .chain((at) => mutatedJson(JSON.parse(lines[at] ?? '{}')).map((line) => lines.with(at, line)));
    const property = fc.property(touched, (hostile) => {
      try {
        sandboxOf({ lines: () => hostile, append: () => undefined }).stop();
      } catch (error) {
        assert.ok(error instanceof Error);
        assert.match(error.message, /^line \d+ was not written by a sandbox of this version: /);
        assert.ok(error.message.length < 1_000, error.message.slice(0, 300));
      } finally {
        assertUnpolluted();
      }
    });
    fc.assert(property, { numRuns: 600 });
  });
});
