import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/proxy/store/store.js';
import { commandLine } from './command-line.js';

const SHARED = 'one-secret-for-two-purposes-0123456789abcdef';

/** Of each command that signs: its arguments, and the variable whose secret it signs with. */
const SIGNING: readonly (readonly [args: readonly string[], variable: string])[] = [
  [['desk', '--person', 'Maja'], 'CRYPTO_CHECKOUT_MERCHANT_SECRET'],
  [['desk', '--person', 'Maja'], 'CRYPTO_CHECKOUT_PAYOUT_SECRET'],
  [['order-token', '--id', 'A-1', '--amount', '5', '--currency', 'EUR'], 'CRYPTO_CHECKOUT_ORDER_SECRET'],
  [['link', '--id', 'A-1', '--amount', '5', '--currency', 'EUR'], 'CRYPTO_CHECKOUT_ORDER_SECRET'],
  [['customer-token', '--id', 'c-1'], 'CRYPTO_CHECKOUT_ORDER_SECRET'],
  [['payouts', 'run'], 'CRYPTO_CHECKOUT_PAYOUT_SECRET'],
];

test('no command signs with a secret that serves another purpose too', async (t) => {
  const shell = await commandLine(t);
  await openStore(shell.env['CRYPTO_CHECKOUT_STORE'] ?? '').then((store) => store.close());
  const env = {
    ...shell.env,
    CRYPTO_CHECKOUT_MERCHANT_SECRET: 'merchant-secret-0123456789abcdef-0123',
    CRYPTO_CHECKOUT_PUBLIC_URL: 'https://pay.example',
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'withdrawal-key',
  };
  for (const [args, variable] of SIGNING) {
    const other =
      variable === 'CRYPTO_CHECKOUT_MERCHANT_SECRET'
        ? 'CRYPTO_CHECKOUT_POSTBACK_SECRET'
        : 'CRYPTO_CHECKOUT_MERCHANT_SECRET';
    Object.assign(shell.env, env, { [variable]: SHARED, [other]: SHARED });
    const { exitCode, errors, output } = await shell.type(args);
    assert.match(errors, /are the same secret\. Use a separate secret for each/, args.join(' '));
    assert.deepEqual([exitCode, output], [2, ''], errors);
    assert.ok(errors.includes(variable) && errors.includes(other) && !errors.includes(SHARED), errors);
    for (const name of [variable, other]) shell.env[name] = undefined;
  }
});
