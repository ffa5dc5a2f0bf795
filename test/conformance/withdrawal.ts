import { textOf } from './json.js';
import { number } from './json.js';
import type { Answer, CallOptions } from './service.js';
import { PATHS } from './service.js';
import type { TestEnvironment } from './test-environment.js';

/** "Limits": the minimum interval between withdrawal requests, in seconds. */
export const INTERVAL_SECONDS = 12;

/** A small part of the amount of an invoice of this suite, in any coin. */
const AMOUNT = '0.00001';

/** The header with the withdrawal key. */
export function withdrawalKey({ settings }: TestEnvironment): CallOptions {
  return { authorization: `Token ${settings.withdrawalKey ?? ''}` };
}

/** A balance and an address for a withdrawal, after the minimum interval. */
export async function preparedBody(environment: TestEnvironment, currency = 'USDT_TRC20'): Promise<object> {
  const hand = environment.steer();
  const funded = await environment.createIn(currency);
  await hand.pay(textOf(funded, 'uuid'));
  const receiver = await environment.createIn(currency);
  hand.advance(INTERVAL_SECONDS);
  return { currency_code: currency, to_address: textOf(receiver, 'address'), amount: number(AMOUNT) };
}

const answers = new WeakMap<TestEnvironment, Promise<Answer>>();

/** The one withdrawal that all sentences share: outside a sandbox there is only this one. */
export function withdrawalCall(environment: TestEnvironment): Promise<Answer> {
  const known = answers.get(environment);
  if (known) return known;
  const answer = sendWithdrawal(environment);
  answers.set(environment, answer);
  return answer;
}

async function sendWithdrawal(environment: TestEnvironment): Promise<Answer> {
  const { withdrawal } = environment.settings;
  const body = withdrawal
    ? {
        currency_code: withdrawal.currency,
        to_address: withdrawal.address,
        amount: number(withdrawal.amount),
      }
    : await preparedBody(environment);
  return environment.service.call(PATHS.withdraw, body, withdrawalKey(environment));
}
