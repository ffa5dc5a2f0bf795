import assert from 'node:assert/strict';
import { formatValue, textOf } from '../json.js';
import type { Need, Requirement } from '../requirement.js';
import { assertShape, once } from '../requirement.js';
import type { Answer } from '../service.js';
import { isSuccess, PATHS } from '../service.js';
import { float, timestamp } from '../shapes.js';
import { LISTED } from '../tables.js';
import { daysAround, longDay, shortDay, timestampMs } from '../times.js';
import type { TestEnvironment } from '../test-environment.js';
import { withdrawalCall } from '../withdrawal.js';

const FEW_MINUTES_MS = 5 * 60_000;

interface Example {
  readonly path: string;
  readonly needs: readonly Need[];
  readonly send: () => Promise<Answer>;
}

/** A call of every endpoint that has to work. */
function examples(environment: TestEnvironment): readonly Example[] {
  const { service, settings } = environment;
  const example = (path: string, body?: () => object | Promise<object>): Example => ({
    path,
    needs: [],
    send: async () => service.call(path, await body?.()),
  });
  const period = (): object => daysAround(environment.nowMs());
  return [
    { path: PATHS.create, needs: [], send: () => environment.tryCreate(environment.invoiceBody()) },
    example(PATHS.list, period),
    example(PATHS.info, async () => ({ uuids: [await environment.createId()] })),
    example(PATHS.cancel, async () => ({ uuid: await environment.createId() })),
    example(PATHS.statistics, period),
    example(PATHS.balances),
    { ...example(PATHS.createWallet, () => walletBody(environment)), needs: ['wallets'] },
    example(PATHS.listWallets, () => ({ shop_id: settings.shopId, ...period() })),
    {
      path: PATHS.withdraw,
      needs: ['withdrawal', 'withdrawal key'],
      send: () => withdrawalCall(environment),
    },
  ];
}

function walletBody({ settings, customer }: TestEnvironment): object {
  return { shop_id: settings.shopId, currency: 'TRX', identify: `${customer}-envelope` };
}

/** "Conventions for every endpoint". */
export function conventions(say: Requirement, environment: TestEnvironment): void {
  for (const { path, needs, send } of examples(environment)) {
    const answer = once(send);
    say(`A successful call returns HTTP 200 with {status: "success", result}: ${path}`, needs, async () => {
      const { status, body, text } = await answer();
      assert.equal(status, 200, text);
      assert.equal(body['status'], 'success', text);
      assert.ok(typeof body['result'] === 'object' && body['result'] !== null, text);
    });
    say(`Responses are JSON: ${path}`, needs, async () => {
      assert.match((await answer()).contentType, /^application\/json\b/i);
    });
    say(`Every endpoint uses the HTTP method POST, so that GET is not answered: ${path}`, [], async () => {
      const got = await environment.service.call(path, undefined, { method: 'GET' });
      assert.equal(isSuccess(got), false, got.text);
    });
  }
  dates(say, environment);
  numbers(say, environment);
}

function dates(say: Requirement, environment: TestEnvironment): void {
  const { service, settings } = environment;
  for (const path of [PATHS.list, PATHS.statistics, PATHS.listWallets]) {
    say(`Dates in requests are strings in the form dd.mm.yyyy: ${path}`, [], async () => {
      const day = longDay(environment.nowMs());
      await service.result(path, { shop_id: settings.shopId, start: day, end: day });
    });
  }
  say('The static wallet list also uses a two-digit year (dd.mm.yy)', [], async () => {
    const body = { shop_id: settings.shopId, ...daysAround(environment.nowMs(), shortDay) };
    await service.result(PATHS.listWallets, body);
  });
  say('Timestamps in responses are YYYY-MM-DD HH:MI:SS.FFFFFF', [], async () => {
    const invoice = await environment.create();
    assertShape(timestamp, invoice['created'], 'created');
    assertShape(timestamp, invoice['expiry_date'], 'expiry_date');
  });
  say('Timestamps are in UTC+0', [], async () => {
    const created = timestampMs(textOf(await environment.create(), 'created'));
    assert.ok(
      created !== null && Math.abs(created - environment.nowMs()) < FEW_MINUTES_MS,
      formatValue(created),
    );
  });
}

function numbers(say: Requirement, environment: TestEnvironment): void {
  say('Amounts and fees are JSON floats, small ones perhaps in exponent notation', [], async () => {
    const invoice = await environment.service.infoOf(await environment.createIdIn('BTC'));
    const names = Object.keys(LISTED).filter((name) => LISTED[name] === float);
    for (const name of names) assertShape(float, invoice[name], name);
  });
}
