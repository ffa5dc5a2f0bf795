import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringify } from 'lossless-json';
import fc from 'fast-check';
import { addAmounts } from '../../src/payment/index.js';
import { createMovableClock, createSandbox } from '../../src/sandbox/index.js';
import type { Answer, JsonFields, Merchant } from './harness.js';
import {
  amountOf,
  API_KEY,
  fieldsOf,
  openSandbox,
  SHOP_ID,
  START_MS,
  textOf,
  WITHDRAWAL_KEY,
} from './harness.js';

const LIST = '/v2/invoice/merchant/list';
const STATISTICS = '/v2/invoice/merchant/statistics';
const DAY = 24 * 3600;
const TODAY = { start: '01.03.2026', end: '01.03.2026' };
const STATUSES = ['created', 'paid', 'overpaid', 'partial', 'canceled'] as const;

function idsOf({ body, text }: Answer): readonly string[] {
  const { result } = body;
  if (!Array.isArray(result)) throw new TypeError(text);
  return result.map((entry) => textOf(fieldsOf(entry), 'uuid'));
}

async function createMany(merchant: Merchant, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await merchant.createId());
  return ids;
}

describe('invoice list', () => {
  test('an entry equals the information of the invoice, paid or not', async (t) => {
    const merchant = await openSandbox(t);
    const [open = '', paid = ''] = await createMany(merchant, 2);
    await merchant.pay(paid);
    const { body } = await merchant.call(LIST, TODAY);
    assert.deepEqual(Object.keys(body), ['status', 'result', 'all_count']);
    assert.equal(body['status'], 'success');
    assert.deepEqual(body['result'], [await merchant.info(paid), await merchant.info(open)]);
  });

  test('the newest come first, ten by default, with the total number', async (t) => {
    const merchant = await openSandbox(t);
    const newestFirst = (await createMany(merchant, 12)).toReversed();
    const answer = await merchant.call(LIST, TODAY);
    assert.deepEqual(idsOf(answer), newestFirst.slice(0, 10));
    assert.match(answer.text, /"all_count":12}$/);
  });

  test('the limit counts from the offset, and pages put together are the whole list', async (t) => {
    const merchant = await openSandbox(t);
    const newestFirst = (await createMany(merchant, 12)).toReversed();
    const pages: string[] = [];
    for (const offset of [0, 5, 10]) {
      pages.push(...idsOf(await merchant.call(LIST, { ...TODAY, offset, limit: 5 })));
    }
    assert.deepEqual(pages, newestFirst);
    const beyond = await merchant.call(LIST, { ...TODAY, offset: 12 });
    assert.deepEqual(idsOf(beyond), []);
    assert.match(beyond.text, /"all_count":12}$/);
  });

  test('days are whole days in UTC, and both ends are included', async (t) => {
    const merchant = await openSandbox(t);
    const noon = await merchant.createId();
    await merchant.advance(DAY / 2 - 0.001);
    const lastMoment = await merchant.createId();
    await merchant.advance(0.001);
    const midnight = await merchant.createId();
    await merchant.advance(DAY);
    const dayAfter = await merchant.createId();
    const ids = async (start: string, end: string): Promise<readonly string[]> =>
      idsOf(await merchant.call(LIST, { start, end }));
    assert.deepEqual(await ids('01.03.2026', '01.03.2026'), [lastMoment, noon]);
    assert.deepEqual(await ids('02.03.2026', '02.03.2026'), [midnight]);
    assert.deepEqual(await ids('02.03.2026', '03.03.2026'), [dayAfter, midnight]);
    assert.deepEqual(await ids('01.01.2026', '28.02.2026'), []);
  });

  test('the maximum limit is a hundred records', async (t) => {
    const merchant = await openSandbox(t);
    assert.equal((await merchant.call(LIST, { ...TODAY, limit: 100 })).status, 200);
    assert.equal((await merchant.call(LIST, { ...TODAY, limit: 101 })).status, 400);
  });
});

const refused: readonly (readonly [string, JsonFields, RegExp])[] = [
  ['no start', { start: undefined }, /start is missing\. Send a day as dd\.mm\.yyyy/],
  ['an empty end', { end: '' }, /end is missing/],
  ['an end before the start', { end: '28.02.2026' }, /end is "28\.02\.2026", before start "01\.03\.2026"/],
  ['a date in another order', { start: '2026-03-01' }, /start is "2026-03-01"\. Send a day as dd\.mm\.yyyy/],
  ['a year of two digits', { end: '01.03.26' }, /end is "01\.03\.26"/],
  ['a day that does not exist', { start: '30.02.2026' }, /start is "30\.02\.2026"/],
  ['a month that does not exist', { start: '01.13.2026' }, /start is "01\.13\.2026"/],
  ['a day of one digit', { start: '1.3.2026' }, /start is "1\.3\.2026"/],
  ['a date that is no text', { start: {} }, /start is \{\}/],
];

for (const path of [LIST, STATISTICS]) {
  describe(`the period of ${path}`, () => {
    for (const [name, overrides, reason] of refused) {
      test(`${name}: refused with the reason`, async (t) => {
        const merchant = await openSandbox(t);
        const { status, body } = await merchant.call(path, { ...TODAY, ...overrides });
        assert.equal(status, 400);
        assert.equal(body['status'], 'error');
        assert.match(textOf(fieldsOf(body['result']), 'Bad request'), reason);
      });
    }
  });
}

for (const [name, value] of [
  ['offset', -1],
  ['offset', 'first'],
  ['limit', 0],
  ['limit', 2.5],
] as const) {
  test(`a list with ${name} ${value} is refused`, async (t) => {
    const merchant = await openSandbox(t);
    const answer = await merchant.call(LIST, { ...TODAY, [name]: value });
    assert.equal(answer.status, 400);
    assert.match(answer.text, new RegExp(`${name} is `));
  });
}

/** The two members of a Statistics result of the first of March. */
async function statistics(
  merchant: Merchant,
  period = TODAY,
): Promise<{ count: JsonFields; amount: JsonFields }> {
  const { body } = await merchant.call(STATISTICS, period);
  const { count, amount } = fieldsOf(body['result']);
  return { count: fieldsOf(count), amount: fieldsOf(amount) };
}

describe('invoice statistics', () => {
  test('of nothing are six zeros twice: integers, and floats', async (t) => {
    const merchant = await openSandbox(t);
    const { text } = await merchant.call(STATISTICS, TODAY);
    const zeros = (zero: string): string => ['all', ...STATUSES].map((key) => `"${key}":${zero}`).join(',');
    assert.equal(text, `{"status":"success","result":{"count":{${zeros('0')}},"amount":{${zeros('0.0')}}}}`);
  });

  test('an invoice is counted once, under its current status', async (t) => {
    const merchant = await openSandbox(t);
    const [paid = '', partial = '', overpaid = '', canceled = ''] = await createMany(merchant, 5);
    await merchant.pay(paid);
    await merchant.pay(partial, '1');
    await merchant.pay(overpaid, '100');
    await merchant.cancel(canceled);
    const before = await statistics(merchant);
    assert.equal(
      stringify(before.count),
      '{"all":5,"created":1,"paid":1,"overpaid":1,"partial":1,"canceled":1}',
    );
    assert.equal(amountOf(before.amount, 'all'), '284.2');
    assert.equal(amountOf(before.amount, 'partial'), '56.84');
    await merchant.advance(3600);
    const after = await statistics(merchant);
    assert.equal(
      stringify(after.count),
      '{"all":5,"created":0,"paid":1,"overpaid":1,"partial":1,"canceled":2}',
    );
  });

  test('invoices of other days are not counted', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.createId();
    await merchant.advance(DAY);
    await merchant.createId();
    assert.equal(String((await statistics(merchant)).count['all']), '1');
    const both = await statistics(merchant, { start: '01.03.2026', end: '02.03.2026' });
    assert.equal(String(both.count['all']), '2');
  });

  test('the statuses add up to all, and the amounts to those of the invoices, to the last digit', async (t) => {
    const merchant = await openSandbox(t);
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 20n }).map((digits) => `${digits}e-12`);
    const actions = fc.constantFrom('leave', 'pay', 'part', 'over', 'cancel');
    let total = '0';
    const property = fc.asyncProperty(amounts, actions, async (amount, action) => {
      const invoice = await merchant.createIn('ETH', amount);
      const id = textOf(invoice, 'uuid');
      if (action === 'pay') await merchant.pay(id);
      if (action === 'part') await merchant.pay(id, '0.000000000000000001');
      if (action === 'over') await merchant.pay(id, '1e12');
      if (action === 'cancel') await merchant.cancel(id);
      total = addAmounts(total, amountOf(invoice, 'amount_usd'));
      const { count, amount: sums } = await statistics(merchant);
      const counted = STATUSES.reduce((sum, key) => sum + Number(String(count[key])), 0);
      assert.equal(String(count['all']), String(counted));
      assert.equal(amountOf(sums, 'all'), total);
      assert.equal(STATUSES.map((key) => amountOf(sums, key)).reduce(addAmounts), total);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

test('ten thousand invoices are listed and summed to the last one', async () => {
  const clock = createMovableClock(() => START_MS);
  const sandbox = createSandbox({ apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID, clock });
  const call = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Token ${API_KEY}` };
    const request = new Request(`http://sandbox.invalid${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const reply = await sandbox.handle(request);
    return reply.kind === 'response' ? reply.response.text() : reply.kind;
  };
  const addFields = { cryptocurrency: 'ETH' };
  for (let count = 0; count < 10_000; count += 1) {
    await call('/v2/invoice/create', { shop_id: SHOP_ID, amount: '12.34', add_fields: addFields });
  }
  for (let round = 0; round < 5; round += 1) {
    assert.match(await call(LIST, { ...TODAY, offset: 9_900, limit: 100 }), /"all_count":10000}$/);
    assert.match(await call(STATISTICS, TODAY), /"amount":\{"all":123400\.0,/);
  }
});
