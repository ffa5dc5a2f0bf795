import assert from 'node:assert/strict';
import { rowsOf, textOf } from '../json.js';
import type { Need, Requirement } from '../requirement.js';
import { once } from '../requirement.js';
import { isSuccess, PATHS, errorOf } from '../service.js';
import { daysAround } from '../times.js';
import { INTERVAL_SECONDS, preparedBody, withdrawalKey } from '../withdrawal.js';
import type { TestEnvironment } from '../test-environment.js';

const MAX = 100;
const WITHDRAWAL_NEEDS: readonly Need[] = ['time', 'money', 'withdrawal key'];

/** "Limits". The limits of static wallets are tested with the wallets. */
export function limits(say: Requirement, environment: TestEnvironment): void {
  /** More invoices than one request may return. */
  const crowd = once(async () => {
    while (environment.invoiceIds.length <= MAX) await environment.create();
    return environment.invoiceIds;
  });
  const listed = (page: object): object => ({ ...daysAround(environment.nowMs()), ...page });
  say('Invoice list: 10 records when no limit is given', [], async () => {
    await crowd();
    assert.equal(rowsOf(await environment.service.result(PATHS.list, listed({}))).length, 10);
  });
  say('Invoice list: 100 records per request are returned', [], async () => {
    await crowd();
    const rows = rowsOf(await environment.service.result(PATHS.list, listed({ limit: MAX })));
    assert.equal(rows.length, MAX);
  });
  say('Invoice list: at most 100 records per request', [], async () => {
    await crowd();
    const answer = await environment.service.call(PATHS.list, listed({ limit: MAX + 1 }));
    // Whether more are refused or cut off is not shown.
    if (isSuccess(answer)) assert.equal(rowsOf(answer.body['result']).length, MAX);
    else errorOf(answer);
  });
  say('Invoice information: 100 identifiers per request are answered', [], async () => {
    const ids = (await crowd()).slice(0, MAX);
    const found = (await environment.service.info(...ids)).map((entry) => textOf(entry, 'uuid'));
    assert.deepEqual([...found].sort(), [...ids].sort());
  });
  say('Invoice information: at most 100 identifiers per request', [], async () => {
    const answer = await environment.service.call(PATHS.info, { uuids: (await crowd()).slice(0, MAX + 1) });
    if (isSuccess(answer)) assert.equal(rowsOf(answer.body['result']).length, MAX);
    else errorOf(answer);
  });
  withdrawalInterval(say, environment);
}

function withdrawalInterval(say: Requirement, environment: TestEnvironment): void {
  const request = once(() => preparedBody(environment));
  const send = async (): Promise<boolean> => {
    const answer = await environment.service.call(
      PATHS.withdraw,
      await request(),
      withdrawalKey(environment),
    );
    if (!isSuccess(answer)) errorOf(answer);
    return isSuccess(answer);
  };
  say('Withdrawal creation: a second request within 12 seconds is refused', WITHDRAWAL_NEEDS, async () => {
    assert.equal(await send(), true);
    environment.steer().advance(INTERVAL_SECONDS - 2);
    assert.equal(await send(), false);
  });
  say('Withdrawal creation: 12 seconds later it is accepted', WITHDRAWAL_NEEDS, async () => {
    environment.steer().advance(INTERVAL_SECONDS);
    assert.equal(await send(), true);
  });
}
