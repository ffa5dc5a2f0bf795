import assert from 'node:assert/strict';
import { compareAmounts } from '../../../src/payment/index.js';
import type { JsonFields } from '../json.js';
import { fieldsOf, isFields, numberOf } from '../json.js';
import type { Need, Requirement } from '../requirement.js';
import { PATHS, errorOf } from '../service.js';
import { preparedBody, withdrawalCall, withdrawalKey } from '../withdrawal.js';
import type { TestEnvironment } from '../test-environment.js';

const NEEDS: readonly Need[] = ['withdrawal', 'withdrawal key'];

/** "Create withdrawal request". */
export function withdrawals(say: Requirement, environment: TestEnvironment): void {
  const created = async (): Promise<JsonFields> =>
    fieldsOf((await withdrawalCall(environment)).body['result']);
  const { withdrawal } = environment.settings;
  say('The result has type equal to dw and status equal to created', NEEDS, async () => {
    const { type, status } = await created();
    assert.deepEqual({ type, status }, { type: 'dw', status: 'created' });
  });
  say('currency_code: the result is in that currency', NEEDS, async () => {
    const { currency } = await created();
    const code = isFields(currency) ? currency['fullcode'] : currency;
    assert.equal(code, withdrawal?.currency ?? 'USDT_TRC20');
  });
  say('amount is in the stated cryptocurrency', NEEDS, async () => {
    // A smaller amount than requested was published; the service doc does not explain the fee.
    assert.equal(compareAmounts(numberOf(await created(), 'amount'), '0'), 1);
  });
  // Outside a sandbox a service that ignores a missing field would send a withdrawal.
  for (const name of ['currency_code', 'to_address', 'amount']) {
    say(`Create withdrawal: ${name} is required`, ['money', 'withdrawal key'], async () => {
      const body = { ...(await preparedBody(environment)), [name]: undefined };
      errorOf(await environment.service.call(PATHS.withdraw, body, withdrawalKey(environment)));
    });
  }
  say('Creates withdrawal requests to an external address', ['money', 'withdrawal key'], async () => {
    const body = fieldsOf(await preparedBody(environment));
    const result = fieldsOf(
      await environment.service.result(PATHS.withdraw, body, withdrawalKey(environment)),
    );
    assert.equal(result['address'], body['to_address']);
  });
}
