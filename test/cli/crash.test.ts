import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, ORDER_SECRET, SECRETS, WEBHOOK_SECRET } from './command-line.js';
import { program, untilPrinted } from './program.js';

const PASSWORD = 'planted-database-passw0rd';
const POSTBACK_SECRET = 'planted-postback-secret-0123456789abcdef';
const ALL = [...SECRETS, POSTBACK_SECRET, PASSWORD];

/** Everything that may contain a secret. */
const FULL = {
  PORT: '0',
  CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
  CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example/events',
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  CRYPTO_CHECKOUT_POSTBACK_SECRET: POSTBACK_SECRET,
};

function assertSilent(text: string): void {
  for (const secret of ALL) assert.ok(!text.includes(secret), `${secret} in ${text.slice(0, 500)}`);
}

/** Code that a process loads before its own. */
const early = (code: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
});

test('a process that crashes with every secret in its environment reveals none', async (t) => {
  const { env } = await commandLine(t);
  for (const crash of [
    "setTimeout(() => { throw new Error('crash of the test') }, 1500)",
    "setTimeout(() => Promise.reject(new Error('crash of the test', { cause: new Error('inner') })), 1500)",
  ]) {
    const serving = program(t, ['serve'], { ...env, ...FULL, ...early(crash) });
    const code = await serving.ended;
    assert.notEqual(code, 0);
    assert.match(serving.errors(), /crash of the test/);
    assertSilent(serving.output() + serving.errors());
  }
});

test('a database that cannot be reached is named without its password', async (t) => {
  const shell = await commandLine(t);
  for (const DATABASE_URL of [
    `postgres://shop:${PASSWORD}@127.0.0.1:1/none`,
    `postgres://shop@127.0.0.1:1/none?password=${PASSWORD}`,
    `postgres://shop:${PASSWORD}@[::1/none`,
    `postgres://shop:${PASSWORD}%@127.0.0.1:99999/none`,
  ]) {
    Object.assign(shell.env, FULL, { DATABASE_URL });
    for (const command of [['doctor'], ['checkout', 'list'], ['event', 'list']]) {
      const { output, errors } = await shell.type(command);
      assertSilent(output + errors);
    }
    const serving = program(t, ['serve'], shell.env);
    const said = () => serving.output() + serving.errors();
    // A proxy may wait for its database; its output meanwhile is checked.
    const isTold = untilPrinted(serving, /store|database/i);
    await Promise.race([serving.ended, isTold]);
    assertSilent(said());
    serving.child.kill('SIGKILL');
    await serving.ended;
    await isTold;
  }
});
