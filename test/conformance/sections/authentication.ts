import assert from 'node:assert/strict';
import type { Need, Requirement } from '../requirement.js';
import type { CallOptions } from '../service.js';
import { PATHS, errorOf } from '../service.js';
import { daysAround } from '../times.js';
import { preparedBody, withdrawalKey } from '../withdrawal.js';
import type { TestEnvironment } from '../test-environment.js';

const WRONG_KEY = 'wrong-key-of-the-conformance-suite';

/** A body for every endpoint that has no lasting effect, should the key be accepted against the document. */
function harmlessBody(path: string, environment: TestEnvironment): object {
  const period = daysAround(environment.nowMs());
  switch (path) {
    case PATHS.list:
    case PATHS.statistics:
      return period;
    case PATHS.listWallets:
      return { shop_id: environment.settings.shopId, ...period };
    case PATHS.info:
      return { uuids: environment.invoiceIds.slice(0, 1) };
    default:
      return {};
  }
}

/** "Authentication". The HTTP status of a refusal is not shown, its body is. */
export function authentication(say: Requirement, environment: TestEnvironment): void {
  const refuses = async (path: string, options: CallOptions, body?: object): Promise<void> => {
    const answer = await environment.service.call(path, body ?? harmlessBody(path, environment), options);
    const message = errorOf(answer)['authorization'];
    assert.ok(
      typeof message === 'string' && message !== '',
      `result.authorization is missing: ${answer.text}`,
    );
  };
  for (const path of Object.values(PATHS)) {
    say(`Invalid token: {status: "error", result: {authorization: <message>}}: ${path}`, [], () =>
      refuses(path, { authorization: `Token ${WRONG_KEY}` }),
    );
    say(`Every request carries the Authorization header, and none is refused: ${path}`, [], () =>
      refuses(path, { authorization: null }),
    );
  }
  say('The header has the form Token <API_KEY>: Bearer is refused', [], () =>
    refuses(PATHS.list, { authorization: `Bearer ${environment.settings.apiKey}` }),
  );
  say('The header has the form Token <API_KEY>: the bare key is refused', [], () =>
    refuses(PATHS.list, { authorization: environment.settings.apiKey }),
  );
  say('The message is a text saying the request is unauthorized', [], async () => {
    const options = { authorization: `Token ${WRONG_KEY}` };
    const refusal = errorOf(await environment.service.call(PATHS.balances, undefined, options));
    assert.match(String(refusal['authorization']), /auth/i);
  });
  keys(say, environment, refuses);
}

function keys(
  say: Requirement,
  environment: TestEnvironment,
  refuses: (path: string, options: CallOptions, body?: object) => Promise<void>,
): void {
  const withKey: readonly Need[] = ['withdrawal key'];
  for (const path of Object.values(PATHS).filter((one) => one !== PATHS.withdraw)) {
    say(`The key is the project key, and the withdrawal key is refused: ${path}`, withKey, () =>
      refuses(path, withdrawalKey(environment)),
    );
  }
  say('Withdrawal creation needs a separate key: the project key is refused', [], () =>
    refuses(PATHS.withdraw, {}),
  );
  say('The project key is refused for a complete withdrawal request too', ['money'], async () =>
    refuses(PATHS.withdraw, {}, await preparedBody(environment)),
  );
}
