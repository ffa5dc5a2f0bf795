import assert from 'node:assert/strict';
import { compareAmounts, isZeroAmount, subtractAmounts } from '../../../src/payment/index.js';
import type { JsonFields } from '../json.js';
import { numberOf, textOf } from '../json.js';
import type { Requirement } from '../requirement.js';
import { once } from '../requirement.js';
import { isSuccess, PATHS } from '../service.js';
import { withdrawalCall } from '../withdrawal.js';
import { fieldsOf } from '../json.js';
import type { TestEnvironment } from '../test-environment.js';

const MINUTE = 60;

/** "States and transitions". */
export function states(say: Requirement, environment: TestEnvironment): void {
  const { service } = environment;
  say('Status is always created in the creation response', [], async () => {
    for (const invoice of [await environment.create(), await environment.createIn('LTC')])
      assert.equal(invoice['status'], 'created');
  });
  expiry(say, environment);
  say('created, cancel operation: the result is ["ok"], and the status canceled', [], async () => {
    const id = await environment.createId();
    assert.deepEqual(await environment.cancel(id), ['ok']);
    assert.equal(await service.statusOf(id), 'canceled');
  });
  say('Only an invoice in created can be canceled: not one that is canceled already', [], async () => {
    const id = await environment.createId();
    await environment.cancel(id);
    const again = await service.call(PATHS.cancel, { uuid: id });
    assert.equal(isSuccess(again), false, again.text);
  });
  say('Only an invoice in created can be canceled: not one that is paid', ['money'], async () => {
    const id = await environment.createIdIn('ETH');
    await environment.steer().pay(id);
    const answer = await service.call(PATHS.cancel, { uuid: id });
    assert.equal(isSuccess(answer), false, answer.text);
    assert.equal(await service.statusOf(id), 'paid');
  });
  payments(say, environment);
  say('A withdrawal is created at creation', ['withdrawal', 'withdrawal key'], async () => {
    assert.equal(fieldsOf((await withdrawalCall(environment)).body['result'])['status'], 'created');
  });
}

function expiry(say: Requirement, environment: TestEnvironment): void {
  const short = { time_to_pay: { hours: 0, minutes: 10 }, cryptocurrency: 'TRX' };
  say('created, expiry_date reached and no payment received: canceled', ['time'], async () => {
    const id = await environment.createId({}, short);
    environment.steer().advance(9 * MINUTE);
    assert.equal(await environment.service.statusOf(id), 'created');
    environment.steer().advance(2 * MINUTE);
    assert.equal(await environment.service.statusOf(id), 'canceled');
  });
  say('created, expiry_date reached, but paid before: not canceled', ['time', 'money'], async () => {
    const id = await environment.createId({}, short);
    await environment.steer().pay(id);
    environment.steer().advance(11 * MINUTE);
    assert.equal(await environment.service.statusOf(id), 'paid');
  });
}

interface Outcome {
  readonly before: JsonFields;
  readonly after: JsonFields;
  readonly transactions: readonly string[];
}

/** Creates an invoice in USDT and pays these amounts; `due` means the amount due. */
async function paidWith(environment: TestEnvironment, amounts: readonly string[]): Promise<Outcome> {
  const id = await environment.createIdIn('USDT_TRC20');
  const before = await environment.service.infoOf(id);
  const transactions: string[] = [];
  for (const amount of amounts)
    transactions.push(await environment.steer().pay(id, amount === 'due' ? undefined : amount));
  return { before, after: await environment.service.infoOf(id), transactions };
}

function payments(say: Requirement, environment: TestEnvironment): void {
  const paid = once(() => paidWith(environment, ['due']));
  const partial = once(() => paidWith(environment, ['10']));
  const overpaid = once(() => paidWith(environment, ['due', '5']));
  const meanings = { paid, partial, overpaid };
  for (const [status, outcome] of Object.entries(meanings)) {
    say(`The meaning of ${status}`, ['money'], async () => {
      assert.equal((await outcome()).after['status'], status);
    });
    say(`${status}: tx_list holds the transaction identifiers`, ['money'], async () => {
      const { after, transactions } = await outcome();
      assert.deepEqual(after['tx_list'], transactions);
    });
  }
  say('amount_paid is the amount paid', ['money'], async () => {
    assert.equal(compareAmounts(numberOf((await partial()).after, 'amount_paid'), '10'), 0);
    const { before, after } = await paid();
    const requested = numberOf(before, 'amount_to_pay');
    assert.equal(compareAmounts(numberOf(after, 'amount_paid'), requested), 0);
  });
  say('to_surcharge is the amount still to be paid', ['money'], async () => {
    const { before, after } = await partial();
    const due = subtractAmounts(numberOf(before, 'amount_to_pay'), '10');
    assert.equal(compareAmounts(numberOf(after, 'to_surcharge'), due), 0);
    assert.equal(isZeroAmount(numberOf((await paid()).after, 'to_surcharge')), true);
  });
  say('date_finished is the completion time', ['money'], async () => {
    const { before, after } = await paid();
    assert.equal(before['date_finished'], null);
    assert.equal(textOf(after, 'date_finished') >= textOf(after, 'created'), true);
  });
}
