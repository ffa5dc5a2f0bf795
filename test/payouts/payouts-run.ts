import type { TestContext } from 'node:test';
import { program, type Program } from '../cli/program.js';
import { SECRETS } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { PAYOUT_SECRET, WITHDRAWAL_KEY, type PayoutContext } from './payout-fixture.js';

export const WITHDRAW = '/v2/invoice/api/out/create';

/** Starts `payouts run` on the store of the context, with a journal of its own if it has a name; or another command with its key. */
export function run(
  t: TestContext,
  context: PayoutContext,
  journal = context.journal,
  command: readonly string[] = ['payouts', 'run'],
  variables: Readonly<Record<string, string>> = {},
): Program {
  const { environment, path } = context;
  const store = path.startsWith('postgres') ? { DATABASE_URL: path } : { CRYPTO_CHECKOUT_STORE: path };
  return program(t, command, {
    ...{ PATH: process.env['PATH'], XDG_STATE_HOME: process.env['XDG_STATE_HOME'], ...store },
    CRYPTO_CHECKOUT_SERVICE_URL: environment.sandbox.url,
    CRYPTO_CHECKOUT_API_KEY: SECRETS.apiKey,
    CRYPTO_CHECKOUT_SHOP_ID: SECRETS.shopId,
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: WITHDRAWAL_KEY,
    CRYPTO_CHECKOUT_PAYOUT_SECRET: PAYOUT_SECRET,
    CRYPTO_CHECKOUT_PAYOUT_JOURNAL: journal,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    ...variables,
  });
}

export const becomes = (context: PayoutContext, id: string, state: string, errors: () => string) =>
  until(
    () => context.find(id),
    `the payout is ${state}: ${errors()}`,
    (payout) => payout.state === state,
  );
