import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { SAMPLE_TYPES } from '../../src/cli/base/sample-event.js';
import { addAmounts, compareAmounts } from '../../src/payment/index.js';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import { namesInTables } from '../package/docs-text.js';
import { commandLine, SECRETS, WEBHOOK_SECRET } from './command-line.js';
import { program } from './program.js';
import { startShopServer, status } from '../shop-server.js';

const secrets = [WEBHOOK_SECRET];

/** A command line in test mode, whose webhook is a receiver on this machine. */
async function trying(t: TestContext) {
  const [shell, receiver] = await Promise.all([commandLine(t), startShopServer(t)]);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_WEBHOOK_URL: receiver.url,
    CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  return { shell, receiver };
}

test('a real process sends a signed event about the order, in test mode, and prints the response', async (t) => {
  const { shell, receiver } = await trying(t);
  const args = [
    'event',
    'trigger',
    'checkout.paid',
    '--order',
    'A-7',
    '--amount',
    '12.50',
    '--currency',
    'usd',
  ];
  const triggered = program(t, args, shell.env);
  assert.equal(await triggered.ended, 0, triggered.errors());
  assert.match(triggered.output(), /^checkout\.paid  evt_\S+  answered 204\n$/);
  const [request, ...others] = receiver.requests;
  assert.ok(request && others.length === 0);
  const event = await verifyWebhook(request, { secrets });
  assert.ok(event.type === 'checkout.paid' && event.testMode);
  assert.deepEqual(event.order, { id: 'A-7', amount: '12.5', currency: 'USD' });
  for (const secret of SECRETS) assert.ok(!`${triggered.output()}${triggered.errors()}`.includes(secret));
});

test('every type is an event that the verifier accepts, in test mode, with consistent amounts', async (t) => {
  const { shell, receiver } = await trying(t);
  const known = (await shell.type(['event', 'trigger', '--help'])).output;
  for (const type of SAMPLE_TYPES) {
    assert.match(known, new RegExp(`^  ${type}$`, 'm'));
    const { exitCode, output, errors } = await shell.type(['event', 'trigger', type, '--json']);
    assert.equal(exitCode, 0, errors);
    const request = receiver.requests.at(-1);
    assert.ok(request);
    const event = await verifyWebhook(request, { secrets });
    assert.deepEqual([event.type, event.testMode], [type, true]);
    assert.deepEqual(JSON.parse(output), event);
    if (!('invoice' in event) || !event.invoice || !('received' in event.invoice)) continue;
    const { received, applied, owed, reserved, refunded, dismissed, amount, due } = event.invoice;
    assert.equal(
      compareAmounts(
        [applied, owed, reserved, refunded, dismissed].reduce((sum, one) => addAmounts(sum, one)),
        received,
      ),
      0,
      type,
    );
    assert.ok(due !== null && amount !== null, type);
    assert.ok(due === '0' || compareAmounts(addAmounts(received, due), amount) === 0, type);
  }
});

test('every event that the manual lists can be triggered', () => {
  const types: readonly string[] = SAMPLE_TYPES;
  const listed = namesInTables('Events.mdx').filter((name) => /^[a-z_]+\.[a-z_]+$/.test(name));
  assert.ok(listed.length > 20);
  assert.deepEqual(
    listed.filter((name) => !types.includes(name)),
    [],
  );
});

test('a receiver that fails is reported, with exit code 1', async (t) => {
  const { shell, receiver } = await trying(t);
  receiver.answer = status(500);
  const { exitCode, output, errors } = await shell.type(['event', 'trigger', 'checkout.paid']);
  assert.deepEqual([exitCode, output], [1, '']);
  assert.match(
    errors,
    /^checkout\.paid  evt_\S+  answered 500 at http:\/\/\S+\. Check the log of the receiver: it must respond with 2xx even to event types that it ignores\.\n$/,
  );
  shell.env['CRYPTO_CHECKOUT_WEBHOOK_URL'] = 'http://127.0.0.1:1/hook?key=planted-key';
  const down = await shell.type(['event', 'trigger', 'checkout.paid']);
  assert.match(
    down.errors,
    / at http:\/\/127\.0\.0\.1:1\. Start the receiver, or check CRYPTO_CHECKOUT_WEBHOOK_URL, /,
  );
  assert.doesNotMatch(down.errors, /planted-key/);
});

for (const [what, variables, args, said] of [
  [
    'without test mode',
    { CRYPTO_CHECKOUT_TEST_MODE: '' },
    [],
    /^event trigger works in test mode only, .*\. Set CRYPTO_CHECKOUT_TEST_MODE=1\.$/m,
  ],
  ['in live mode', { CRYPTO_CHECKOUT_TEST_MODE: '0' }, [], /^event trigger works in test mode only/],
  ['with a test mode in words', { CRYPTO_CHECKOUT_TEST_MODE: 'yes' }, [], /TEST_MODE is "yes"\. Use 1, or 0/],
  [
    'to a webhook elsewhere',
    { CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example/hook?key=hunter2' },
    [],
    /^CRYPTO_CHECKOUT_WEBHOOK_URL "https:\/\/shop\.example" is not on this machine\. Use a receiver there, such as/,
  ],
  [
    'to an address elsewhere',
    {},
    ['--forward-to', 'https://10.0.0.7/hook'],
    /^--forward-to "https:\/\/10\.0\.0\.7" is not on this machine/,
  ],
  [
    'to every address of this machine',
    {},
    ['--forward-to', 'http://0.0.0.0:3001'],
    /^--forward-to is insecure \("http:\/\/0\.0\.0\.0:3001"\)/,
  ],
  [
    'without a webhook',
    { CRYPTO_CHECKOUT_WEBHOOK_URL: '' },
    [],
    /^CRYPTO_CHECKOUT_WEBHOOK_URL is not set\. Set it to the webhook endpoint URL\.$/m,
  ],
  [
    'without a secret',
    { CRYPTO_CHECKOUT_WEBHOOK_SECRET: '' },
    [],
    /^CRYPTO_CHECKOUT_WEBHOOK_SECRET is not set\. Set it to the webhook signing secret; create one with "echo whsec_\$\(openssl rand -base64 32\)"\.$/m,
  ],
] as const) {
  test(`refuses ${what}, and sends nothing`, async (t) => {
    const { shell, receiver } = await trying(t);
    Object.assign(shell.env, variables);
    const { exitCode, output, errors } = await shell.type(['event', 'trigger', 'checkout.paid', ...args]);
    assert.deepEqual([exitCode, output], [2, ''], errors);
    assert.match(errors, said);
    assert.doesNotMatch(errors, /hunter2/);
    assert.deepEqual(receiver.requests, []);
  });
}

test('an unknown type is refused with a list of the known ones', async (t) => {
  const { shell } = await trying(t);
  const { exitCode, errors } = await shell.type(['event', 'trigger', 'checkout.payed']);
  assert.equal(exitCode, 2);
  assert.match(
    errors,
    /'checkout\.payed' is invalid for argument 'type'\. Use one of checkout\.paid, checkout\.over/,
  );
});
