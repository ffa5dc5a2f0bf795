import assert from 'node:assert/strict';
import { addAmounts, compareAmounts } from '../../../src/payment/index.js';
import type { JsonFields } from '../json.js';
import { countOf, fieldsOf, numberOf, rowsOf, textOf } from '../json.js';
import type { Requirement } from '../requirement.js';
import { inner, once } from '../requirement.js';
import { PATHS, errorOf } from '../service.js';
import { daysAround, timestampMs } from '../times.js';
import type { TestEnvironment } from '../test-environment.js';

/** Long before this service had an invoice. */
const LONG_AGO = { start: '01.01.2001', end: '02.01.2001' } as const;
const REVERSED = { start: '02.01.2024', end: '01.01.2024' } as const;
const PAGE = 100;

/** "List invoices", "Invoice information", "Cancel invoice", "Invoice statistics". */
export function invoiceCalls(say: Requirement, environment: TestEnvironment): void {
  list(say, environment);
  pages(say, environment);
  information(say, environment);
  cancel(say, environment);
  statistics(say, environment);
  for (const path of [PATHS.list, PATHS.statistics]) periods(say, environment, path);
}

async function listed(environment: TestEnvironment, page: object = {}): Promise<JsonFields> {
  const { body, text } = await environment.service.call(PATHS.list, {
    ...daysAround(environment.nowMs()),
    ...page,
  });
  assert.equal(body['status'], 'success', text);
  return body;
}

async function listedIds(environment: TestEnvironment, page: object): Promise<readonly string[]> {
  return rowsOf((await listed(environment, page))['result']).map((row) => textOf(row, 'uuid'));
}

/** Of all pages. */
async function everyId(environment: TestEnvironment): Promise<readonly string[]> {
  const total = countOf(await listed(environment), 'all_count');
  const ids: string[] = [];
  for (let offset = 0; offset < total; offset += PAGE)
    ids.push(...(await listedIds(environment, { offset, limit: PAGE })));
  return ids;
}

function list(say: Requirement, environment: TestEnvironment): void {
  say('Lists invoices for a date range: one created today is in it', [], async () => {
    const id = await environment.createId();
    assert.ok((await everyId(environment)).includes(id), `${id} is not listed`);
  });
  say('Lists invoices for a date range: one created today is not in an old one', [], async () => {
    const result = rowsOf(await environment.service.result(PATHS.list, { ...LONG_AGO, limit: PAGE }));
    const ids = result.map(({ uuid }) => uuid);
    assert.deepEqual(
      environment.invoiceIds.filter((id) => ids.includes(id)),
      [],
    );
  });
  say('all_count is the total number: one more after a creation', [], async () => {
    const before = countOf(await listed(environment), 'all_count');
    await environment.create();
    assert.equal(countOf(await listed(environment), 'all_count'), before + 1);
  });
  say('all_count does not depend on the page', [], async () => {
    const pages = [await listed(environment), await listed(environment, { offset: 3, limit: 1 })];
    const [whole, part] = pages.map((page) => countOf(page, 'all_count'));
    assert.equal(part, whole);
  });
  say('An entry of the list is what information says of the invoice', [], async () => {
    const id = await environment.createIdIn('LTC');
    const pages = await listed(environment, { limit: PAGE });
    const row = rowsOf(pages['result']).find(({ uuid }) => uuid === id);
    const names = ['status', 'address', 'created', 'expiry_date', 'order_id', 'amount', 'amount_to_pay'];
    const info = await environment.service.infoOf(id);
    for (const name of names) assert.deepEqual(row?.[name], info[name], name);
  });
}

function pages(say: Requirement, environment: TestEnvironment): void {
  const first = once(() => listedIds(environment, { offset: 0, limit: 40 }));
  say('offset is the index of the starting record: offset 10 starts from the 11th', [], async () => {
    const [eleventh] = await listedIds(environment, { offset: 10, limit: 5 });
    assert.equal(eleventh, (await first())[10]);
  });
  say('limit 20 returns records up to and including the 20th', [], async () => {
    assert.deepEqual(await listedIds(environment, { limit: 20 }), (await first()).slice(0, 20));
  });
  say('limit is counted from the record at offset: offset 10, limit 20 are 11 to 30', [], async () => {
    assert.deepEqual(await listedIds(environment, { offset: 10, limit: 20 }), (await first()).slice(10, 30));
  });
  say('Pages put together hold no invoice twice', [], async () => {
    const ids = await everyId(environment);
    assert.equal(new Set(ids).size, ids.length);
  });
}

function information(say: Requirement, environment: TestEnvironment): void {
  const ids = once(async () => [await environment.createId(), await environment.createIdIn('TRX')]);
  const bare = (id: string): string => id.replace(/^INV-/, '');
  const forms: Readonly<Record<string, (ids: readonly string[]) => readonly string[]>> = {
    'INV-XXXXXXXX': (all) => all,
    'XXXXXXXX, without prefix': (all) => all.map(bare),
    'both forms mixed': (all) => all.map((id, index) => (index === 0 ? id : bare(id))),
  };
  for (const [form, write] of Object.entries(forms)) {
    say(`uuids: each entry is ${form}`, [], async () => {
      const wanted = await ids();
      const found = (await environment.service.info(...write(wanted))).map((entry) => textOf(entry, 'uuid'));
      assert.deepEqual([...found].sort(), [...wanted].sort());
    });
  }
  say('uuids is required', [], async () => {
    errorOf(await environment.service.call(PATHS.info, {}));
  });
}

function cancel(say: Requirement, environment: TestEnvironment): void {
  say('Cancel: the result is an array with one string, ok', [], async () => {
    assert.deepEqual(await environment.cancel(await environment.createId()), ['ok']);
  });
  say('Cancel: uuid is required', [], async () => {
    errorOf(await environment.service.call(PATHS.cancel, {}));
  });
}

async function statisticsNow(environment: TestEnvironment): Promise<JsonFields> {
  return fieldsOf(await environment.service.result(PATHS.statistics, daysAround(environment.nowMs())));
}

function statistics(say: Requirement, environment: TestEnvironment): void {
  const change = once(async () => {
    const before = await statisticsNow(environment);
    const created = [
      await environment.create(),
      await environment.createIn('BNB'),
      await environment.createIn('OP_OPT'),
    ];
    await environment.cancel(textOf(created[0] ?? {}, 'uuid'));
    return {
      before,
      after: await statisticsNow(environment),
      usd: created.map((one) => numberOf(one, 'amount_usd')),
    };
  });
  const grown = async (key: string, wanted: readonly number[]): Promise<void> => {
    const { before, after, usd } = await change();
    const [then, now] = [before, after].map((result) => countOf(inner(result, 'count'), key));
    assert.equal(now, (then ?? 0) + wanted.length, `count.${key}`);
    const sum = wanted
      .map((index) => usd[index] ?? '0')
      .reduce(addAmounts, numberOf(inner(before, 'amount'), key));
    assert.equal(
      compareAmounts(numberOf(inner(after, 'amount'), key), sum),
      0,
      `amount.${key} is not ${sum}`,
    );
  };
  say('Statistics: all counts three new invoices, and their USD sum', [], () => grown('all', [0, 1, 2]));
  say('Statistics: created counts the two that are open', [], () => grown('created', [1, 2]));
  say('Statistics: canceled counts the one that was canceled', [], () => grown('canceled', [0]));
  for (const key of ['paid', 'partial', 'overpaid'])
    say(`Statistics: ${key} does not count what is not`, [], () => grown(key, []));
  moneyStatistics(say, environment);
}

function moneyStatistics(say: Requirement, environment: TestEnvironment): void {
  const payments = { paid: [undefined], partial: ['1'], overpaid: [undefined, '5'] } as const;
  for (const [status, amounts] of Object.entries(payments)) {
    say(`Statistics: an invoice that gets ${status} is counted there`, ['money'], async () => {
      const id = await environment.createIdIn('USDT_TRC20');
      const before = await statisticsNow(environment);
      for (const amount of amounts) await environment.steer().pay(id, amount);
      const after = await statisticsNow(environment);
      const [then, now] = [before, after].map((result) => inner(result, 'count'));
      assert.equal(countOf(now ?? {}, status), countOf(then ?? {}, status) + 1);
      assert.equal(countOf(now ?? {}, 'created'), countOf(then ?? {}, 'created') - 1);
    });
  }
}

function periods(say: Requirement, environment: TestEnvironment, path: string): void {
  for (const name of ['start', 'end']) {
    say(`${name} is required: ${path}`, [], async () => {
      const body = { ...daysAround(environment.nowMs()), [name]: undefined };
      errorOf(await environment.service.call(path, body));
    });
  }
  say(`end may be equal to start: ${path}`, [], async () => {
    await environment.service.result(path, { start: LONG_AGO.start, end: LONG_AGO.start });
  });
  say(`end must be later than or equal to start: ${path}`, [], async () => {
    errorOf(await environment.service.call(path, REVERSED));
  });
  if (path !== PATHS.list) return;
  say('Everything listed was created within the requested days', [], async () => {
    const around = daysAround(environment.nowMs());
    const created = rowsOf((await listed(environment, { limit: PAGE }))['result']).map((row) =>
      timestampMs(textOf(row, 'created')),
    );
    const twoDaysMs = 2 * 24 * 3600_000;
    for (const ms of created)
      assert.ok(ms !== null && Math.abs(ms - environment.nowMs()) < twoDaysMs, JSON.stringify(around));
  });
}
