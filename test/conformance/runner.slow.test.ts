import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { SandboxServer } from '../../src/sandbox/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { collectText } from '../collect-text.js';
import { until } from '../until.js';

const root = join(import.meta.dirname, '../..');
const API_KEY = 'planted-project-key-4711';
const WITHDRAWAL_KEY = 'planted-withdrawal-key-0815';
const SHOP_ID = 'planted-shop';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** The variables of an account, as a merchant would set them. */
function accountAt(url: string): Record<string, string> {
  return {
    CRYPTO_CHECKOUT_SERVICE_URL: url,
    CRYPTO_CHECKOUT_API_KEY: API_KEY,
    CRYPTO_CHECKOUT_SHOP_ID: SHOP_ID,
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: WITHDRAWAL_KEY,
  };
}

function start(args: readonly string[], variables: Record<string, string> = {}) {
  const names = Object.keys(accountAt(''));
  const own = Object.entries(process.env).filter(([name]) => !names.includes(name) && !/^npm_/i.test(name));
  const child = spawn(process.execPath, ['.config/bootstrap.mjs', 'test/conformance/main.ts', ...args], {
    cwd: root,
    env: { ...Object.fromEntries(own), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectText(child.stdout, child.stderr);
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), output: output() }));
  return { child, ended, output };
}

function runSuite(args: readonly string[], variables: Record<string, string> = {}) {
  return start(args, variables).ended;
}

/** Another service, of which the suite knows only the document. */
async function openAccount(t: TestContext): Promise<SandboxServer> {
  const keys = { apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID };
  const sandbox = await startSandbox({ ...keys, port: 0, seed: 'account' });
  t.after(() => sandbox.close());
  return sandbox;
}

async function post(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Token ${API_KEY}`, origin: url };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return Object.fromEntries(Object.entries(Object(await response.json())));
}

async function read(url: string, path: string): Promise<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(await (await fetch(`${url}/_sandbox${path}`)).json())));
}

/** The number of invoices of an account by status. */
async function invoiceCounts({ url }: SandboxServer): Promise<Record<string, number>> {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10).split('-').reverse().join('.');
  const period = { start: day(Date.now() - 86_400_000), end: day(Date.now() + 86_400_000) };
  const { result } = await post(url, '/v2/invoice/merchant/statistics', period);
  return Object(Object(result).count);
}

async function walletCount({ url }: SandboxServer): Promise<number> {
  let count = 0;
  for (;;) {
    const body = { shop_id: SHOP_ID, offset: count, limit: 100 };
    const { result } = await post(url, '/v2/invoice/static/list', body);
    const { length } = Object(result).staticWallets;
    count += length;
    if (length < 100) return count;
  }
}

/** Money to withdraw. */
async function fund({ url }: SandboxServer): Promise<void> {
  const addFields = { cryptocurrency: 'ETH' };
  const body = { shop_id: SHOP_ID, amount: 100, add_fields: addFields };
  const { result } = await post(url, '/v2/invoice/create', body);
  await post(url, '/_sandbox/payments', { uuid: Object(result).uuid });
}

function assertNoKeys(output: string): void {
  for (const secret of [API_KEY, WITHDRAWAL_KEY]) assert.ok(!output.includes(secret), 'a key was printed');
}

function announced(output: string, what: RegExp): number {
  return Number(what.exec(output)?.[1]);
}

test('against the sandbox, every requirement is tested and holds', async (t) => {
  const startedMs = performance.now();
  const { code, output } = await runSuite(['--sandbox'], accountAt('https://account.invalid'));
  assert.equal(code, 0, output);
  assert.match(output, /\n\d{3,} passed, 0 failed\n$/);
  assert.doesNotMatch(output, /^ {2}absent |not testable/im);
  t.diagnostic(`it took ${Math.round(performance.now() - startedMs)} ms`);
});

describe('against an account', () => {
  test('by default only the announced number of invoices is created, and none stays open', async (t) => {
    const account = await openAccount(t);
    const { code, output } = await runSuite([], accountAt(account.url));
    assert.equal(code, 0, output);
    assert.match(output, /\n\d{3,} passed, 0 failed, \d+ not testable here\n$/);
    assert.match(output, /no static wallets\n {2}no withdrawal\n/);
    const counts = await invoiceCounts(account);
    assert.equal(counts['all'], announced(output, /makes:\n {2}(\d+) invoices/));
    assert.equal(counts['canceled'], counts['all']);
    assert.equal(await walletCount(account), 0);
    assert.deepEqual((await read(account.url, '/withdrawals'))['withdrawals'], []);
    assertNoKeys(output);
  });

  test('allowed records are created as announced, and only payments and time remain untested', async (t) => {
    const account = await openAccount(t);
    await fund(account);
    const permissions = ['--allow-wallets', '--allow-withdrawal', `ETH:${ADDRESS}:0.001`];
    const { code, output } = await runSuite(permissions, accountAt(account.url));
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`one withdrawal of 0.001 ETH to ${ADDRESS}`));
    assert.equal(await walletCount(account), announced(output, /(\d+) static wallets/));
    // One more is for the money itself.
    const counts = await invoiceCounts(account);
    assert.equal(counts['all'], announced(output, /makes:\n {2}(\d+) invoices/) + 1);
    assert.equal(counts['created'], 0);
    const { withdrawals } = await read(account.url, '/withdrawals');
    assert.equal(Object(withdrawals).length, 1);
    const absent = output.slice(output.indexOf('Not testable here:')).match(/^ {2}\d+ {2}.*$/gm) ?? [];
    for (const line of absent) assert.match(line, /needs (?:money|time)/);
    assertNoKeys(output);
  });

  test('a wrong key ends the run at the first call, with a message', async (t) => {
    const { url } = await openAccount(t);
    const { code, output } = await runSuite(['--key', 'not-the-key'], accountAt(url));
    assert.equal(code, 1);
    assert.match(output, /check the address and the project key/);
    assert.match(output, /0 passed, 1 failed\n$/);
    assert.doesNotMatch(output, /not-the-key/);
  });

  test('an unreachable URL ends the run with a message', async () => {
    const { code, output } = await runSuite(['--url', 'http://127.0.0.1:1'], accountAt(''));
    assert.equal(code, 1);
    assert.match(output, /http:\/\/127\.0\.0\.1:1 cannot be reached/);
    assert.match(output, /0 passed, 1 failed\n$/);
  });

  test('Ctrl-C ends it, and created invoices are canceled', async (t) => {
    const account = await openAccount(t);
    await post(account.url, '/_sandbox/faults', { kind: 'delay', ms: 50 });
    const { child, ended, output: soFar } = start([], accountAt(account.url));
    t.after(() => child.kill('SIGTERM'));
    await until(
      async () => {
        assert.equal(child.exitCode, null, soFar());
        return (await invoiceCounts(account))['all'];
      },
      'invoices are created',
      (count) => count >= 3,
    );
    child.kill('SIGINT');
    const { code, output } = await ended;
    assert.equal(code, 130, output);
    const counts = await invoiceCounts(account);
    assert.equal(counts['canceled'], counts['all'], output);
  });
});

describe('the command line', () => {
  test('--help shows an example', async () => {
    const { code, output } = await runSuite(['--help']);
    assert.equal(code, 0);
    assert.match(output, /Example:\n.*npm run conformance -- --url https:/);
  });

  const url = ['--url', 'https://account.invalid'];
  const account = [...url, '--key', API_KEY, '--shop', SHOP_ID];
  const misuses: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown option', ['--color'], /'--color'/],
    ['a stray word', ['now'], /'now'/],
    ['an account without a key', [...url, '--shop', SHOP_ID], /CRYPTO_CHECKOUT_API_KEY or use --key/],
    ['an account without a shop', [...url, '--key', API_KEY], /CRYPTO_CHECKOUT_SHOP_ID or use --shop/],
    ['a key without an account', ['--key', API_KEY], /--key requires an account\. Use --url too/],
    ['a key in clear over a network', ['--url', 'http://account.invalid'], /Use a URL such as https:/],
    [
      'a user in the address',
      ['--url', 'https://me:secret@account.invalid'],
      /Remove user, query and fragment/,
    ],
    ['twice the same key', [...account, '--withdrawal-key', API_KEY], /two different keys/],
    [
      'a withdrawal without its key',
      [...account, '--allow-withdrawal', 'ETH:0x1:1'],
      /requires the withdrawal key/,
    ],
    [
      'a withdrawal of nothing',
      [...account, '--withdrawal-key', WITHDRAWAL_KEY, '--allow-withdrawal', 'ETH:0x1:0.0'],
      /<currency>:<address>:<amount>/,
    ],
    ['the sandbox and an account', ['--sandbox', ...url], /exclude each other\. Use one/],
  ];
  for (const [name, args, reason] of misuses) {
    test(`${name}: refused with the remedy, and nothing is run`, async () => {
      const { code, output } = await runSuite(args);
      assert.equal(code, 2, output);
      assert.match(output, reason);
      assertNoKeys(output);
      assert.doesNotMatch(output, /secret|passed/);
    });
  }
});
