import assert from 'node:assert/strict';
import { addAmounts, compareAmounts } from '../../../src/payment/index.js';
import type { JsonFields } from '../json.js';
import { fieldsOf, numberOf, rowsOf, textOf } from '../json.js';
import type { Requirement } from '../requirement.js';
import { inner, once } from '../requirement.js';
import { PATHS, errorOf } from '../service.js';
import { daysAround, longDay, shortDay } from '../times.js';
import type { TestEnvironment } from '../test-environment.js';

/** "Balances", "Create static wallet", "List static wallets". */
export function walletCalls(say: Requirement, environment: TestEnvironment): void {
  balances(say, environment);
  creation(say, environment);
  list(say, environment);
}

async function balanceIn(environment: TestEnvironment, code: string): Promise<string> {
  const entries = rowsOf(await environment.service.result(PATHS.balances));
  const entry = entries.find((one) => inner(one, 'currency')['code'] === code);
  return entry ? numberOf(entry, 'balance_crypto') : '0';
}

function balances(say: Requirement, environment: TestEnvironment): void {
  say('Balances: no body; the result is an array', [], async () => {
    rowsOf(await environment.service.result(PATHS.balances));
  });
  say('Balances are per currency: each stands there once', [], async () => {
    const entries = rowsOf(await environment.service.result(PATHS.balances));
    const codes = entries.map((entry) => inner(entry, 'currency')['code']);
    assert.equal(new Set(codes).size, codes.length);
  });
  say('received is the amount credited to the balance', ['money'], async () => {
    const before = await balanceIn(environment, 'LTC');
    const id = await environment.createIdIn('LTC');
    await environment.steer().pay(id);
    const wanted = addAmounts(before, numberOf(await environment.service.infoOf(id), 'received'));
    assert.equal(compareAmounts(await balanceIn(environment, 'LTC'), wanted), 0);
  });
}

function walletBody({ settings, customer }: TestEnvironment, overrides: JsonFields = {}): JsonFields {
  return { shop_id: settings.shopId, currency: 'TRX', identify: `${customer}-calls`, ...overrides };
}

async function openWallet(environment: TestEnvironment, overrides: JsonFields = {}): Promise<JsonFields> {
  return fieldsOf(await environment.service.result(PATHS.createWallet, walletBody(environment, overrides)));
}

function creation(say: Requirement, environment: TestEnvironment): void {
  const wallet = once(() => openWallet(environment));
  for (const name of ['shop_id', 'identify']) {
    say(`Create static wallet: ${name} is required`, ['wallets'], async () => {
      errorOf(
        await environment.service.call(PATHS.createWallet, walletBody(environment, { [name]: undefined })),
      );
    });
  }
  say(
    'Create static wallet: identify is the customer identifier given at creation',
    ['wallets'],
    async () => {
      assert.equal((await wallet())['identify'], `${environment.customer}-calls`);
    },
  );
  say('One wallet serves exactly one currency: another has an address of its own', ['wallets'], async () => {
    const other = await openWallet(environment, { currency: 'USDT_TRC20' });
    assert.notEqual(other['address'], (await wallet())['address']);
    assert.equal(inner(await wallet(), 'currency')['code'], 'TRX');
  });
  say('One wallet per currency: a repeated request creates no second one', ['wallets'], async () => {
    const { address } = await wallet();
    const { body } = await environment.service.call(PATHS.createWallet, walletBody(environment));
    // Whether it is returned again or refused is not shown.
    if (body['status'] === 'success') assert.equal(inner(body, 'result')['address'], address);
    const rows = await walletsOf(environment, { ...daysAround(environment.nowMs()), limit: 100 });
    const own = rows.filter(({ identify }) => identify === `${environment.customer}-calls`);
    assert.equal(own.filter((row) => inner(row, 'currency')['code'] === 'TRX').length, 1);
  });
}

async function walletsOf(environment: TestEnvironment, body: object): Promise<readonly JsonFields[]> {
  const request = { shop_id: environment.settings.shopId, ...body };
  return rowsOf(fieldsOf(await environment.service.result(PATHS.listWallets, request))['staticWallets']);
}

function list(say: Requirement, environment: TestEnvironment): void {
  const idsOf = async (page: object): Promise<readonly string[]> => {
    const rows = await walletsOf(environment, { ...daysAround(environment.nowMs()), ...page });
    return rows.map((row) => textOf(row, 'uuid'));
  };
  say('List static wallets: the member staticWallets is an array', [], async () => {
    await walletsOf(environment, daysAround(environment.nowMs()));
  });
  say('List static wallets: end may be equal to start', [], async () => {
    const day = longDay(environment.nowMs());
    await walletsOf(environment, { start: day, end: day });
  });
  say('List static wallets: end is greater than or equal to start', [], async () => {
    const body = { shop_id: environment.settings.shopId, start: '02.01.2024', end: '01.01.2024' };
    errorOf(await environment.service.call(PATHS.listWallets, body));
  });
  for (const [form, write] of [
    ['dd.mm.yyyy', longDay],
    ['dd.mm.yy', shortDay],
  ] as const) {
    say(
      `List static wallets: ${form} finds one created today, and not in an old period`,
      ['wallets'],
      async () => {
        const { uuid } = await openWallet(environment, { identify: `${environment.customer}-${form}` });
        const dayMs = 24 * 3600_000;
        const find = async (aroundMs: number): Promise<boolean> => {
          const rows = await walletsOf(environment, { ...daysAround(aroundMs, write), limit: 100 });
          return rows.some((row) => row['uuid'] === uuid);
        };
        assert.equal(await find(environment.nowMs()), true);
        assert.equal(await find(environment.nowMs() - 1000 * dayMs), false);
      },
    );
  }
  pages(say, idsOf);
}

function pages(say: Requirement, idsOf: (page: object) => Promise<readonly string[]>): void {
  const first = once(() => idsOf({ offset: 0, limit: 40 }));
  say('List static wallets: offset 10 starts from the 11th record', ['wallets'], async () => {
    assert.equal((await idsOf({ offset: 10, limit: 5 }))[0], (await first())[10]);
  });
  say('List static wallets: limit is counted from the record at offset', ['wallets'], async () => {
    assert.deepEqual(await idsOf({ offset: 10, limit: 20 }), (await first()).slice(10, 30));
  });
  say('List static wallets: 10 records when no limit is given', ['wallets'], async () => {
    assert.equal((await idsOf({})).length, 10);
  });
}
