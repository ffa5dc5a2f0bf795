import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { EXIT } from '../../src/cli/base/exit.js';
import { pageText } from '../package/docs-text.js';
import { commandLine, ORDER_SECRET } from './command-line.js';
import { until } from '../until.js';
import { program, untilPrinted, proxyUrl } from './program.js';
import { temporaryFolder } from '../temporary-folder.js';

const TO = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const WITHDRAW = ['withdraw', '--currency', 'USDT_TRC20', '--amount', '1', '--to', TO, '--yes'];

test('a real process writes results to stdout, errors to stderr, and returns the exit code', async (t) => {
  const { env } = await commandLine(t);
  const good = program(t, ['invoice', 'create', '--amount', '5', '--json'], env);
  assert.equal(await good.ended, 0, good.errors());
  assert.equal(JSON.parse(good.output()).fiatAmount, '5');
  assert.equal(good.errors(), '');
  const bad = program(t, ['invoice', 'create', '--amount', 'much'], env);
  assert.equal(await bad.ended, 2);
  assert.equal(bad.output(), '');
  assert.match(bad.errors(), /'much' is invalid/);
});

test('every exit code is in the documentation and in the help', async (t) => {
  const documented = [...pageText('CommandLine.mdx').matchAll(/^\| (\d+) +\| ([a-z ]+?) +\| \S/gm)];
  assert.deepEqual(
    documented.map(([, code]) => Number(code)),
    Object.values(EXIT),
  );
  const { output } = await (await commandLine(t)).type(['--help']);
  const shown = documented.map(([, code, meaning]) => `${code} ${meaning}`).join(', ');
  assert.ok(output.includes(`Exit codes: ${shown};`), shown);
});

test('a command ends with the exit code that the documentation states', async (t) => {
  const shell = await commandLine(t);
  await shell.control('/faults', { kind: 'reset-after', endpoint: '/v2/invoice/create' });
  await shell.control('/faults', { kind: 'reset-after', endpoint: '/v2/invoice/static/create' });
  await shell.control('/faults', { kind: 'truncate', endpoint: '/v2/invoice/merchant/canceled' });
  for (const [code, ...args] of [
    [0, 'balances'],
    [1, 'invoice', 'info', 'INV-NOSUCH00'],
    [1, 'checkout', 'list', '--store', '/nowhere/at/all.sqlite'],
    [1, 'sandbox', 'pay', 'INV-NOSUCH00'],
    [1, 'doctor', '--store', '/nowhere/at/all.sqlite'],
    [2],
    [2, 'event'],
    [2, 'payments'],
    [2, 'balances', '--csv'],
    [2, 'invoice', 'create', '--amount', 'much'],
    [2, 'sandbox', 'fail', 'dely'],
    [3, 'invoice', 'create', '--amount', '5'],
    [3, 'invoice', 'cancel', 'INV-NOSUCH00'],
    [3, 'wallet', 'create', '--customer', 'c', '--currency', 'BTC'],
  ] as const) {
    const command = program(t, args, shell.env);
    assert.equal(await command.ended, code, `${args.join(' ')}: ${command.output()}${command.errors()}`);
  }
});

test('piped output has no colors, whatever a build server sets', async (t) => {
  const { env } = await commandLine(t);
  const variables = { CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET, FORCE_COLOR: '1', CI: '1' };
  const doctor = program(t, ['doctor'], { ...env, ...variables });
  assert.equal(await doctor.ended, 0, doctor.output() + doctor.errors());
  assert.doesNotMatch(doctor.output(), /\u001b/);
});

test('a proxy with an invalid option says so in one line, without a stack trace', async (t) => {
  const { env } = await commandLine(t);
  const proxy = program(t, ['serve'], { ...env, CRYPTO_CHECKOUT_ORDER_SECRET: 'short' });
  assert.equal(await proxy.ended, 2);
  assert.equal(proxy.output(), '');
  assert.match(proxy.errors(), /^CRYPTO_CHECKOUT_ORDER_SECRET\[0\] has 5 bytes\. Use at least 32 [^\n]*\n$/);
});

test('a closed pipe ends it quietly', async (t) => {
  const { env } = await commandLine(t);
  const help = program(t, ['--help'], env);
  help.child.stdout?.destroy();
  assert.equal(await help.ended, 0);
  assert.equal(help.errors(), '');
});

test('Ctrl-C in the middle of a list ends it with 130 and a message', async (t) => {
  const shell = await commandLine(t);
  await shell.control('/faults', { endpoint: '/v2/invoice/merchant/list', kind: 'delay', ms: 60_000 });
  const list = program(t, ['invoice', 'list'], shell.env);
  await until(() => shell.requestCount('/v2/invoice/merchant/list'), 'the list is requested');
  list.child.kill('SIGINT');
  assert.equal(await list.ended, 130);
  assert.equal(list.errors(), 'interrupted\n');
});

test('Ctrl-C while a withdrawal waits for the limiter sends nothing', async (t) => {
  const shell = await commandLine(t);
  const XDG_STATE_HOME = temporaryFolder(t);
  // Without the API key the empty account is not noticed: the service refuses, which uses the limiter all the same.
  const env = { ...shell.env, CRYPTO_CHECKOUT_API_KEY: '', XDG_STATE_HOME };
  const first = program(t, WITHDRAW, env);
  assert.equal(await first.ended, 1, first.errors());
  assert.equal((await readdir(XDG_STATE_HOME)).length > 0, true);
  const second = program(t, WITHDRAW, env);
  await untilPrinted(second, /waiting: .* 12 s apart/);
  const interruptedMs = performance.now();
  second.child.kill('SIGINT');
  assert.equal(await second.ended, 130);
  assert.ok(performance.now() - interruptedMs < 5000, 'the turn is not waited for');
  assert.match(second.errors(), /interrupted, nothing was sent\n$/);
  assert.equal(await shell.requestCount('/v2/invoice/api/out/create'), 1);
});

test('Ctrl-C after a withdrawal was sent waits for its response', async (t) => {
  const shell = await commandLine(t);
  const path = '/v2/invoice/api/out/create';
  const created = await shell.type(['wallet', 'create', '--customer', 'c', '--currency', 'USDT_TRC20']);
  const address = /^address +(\S+)$/m.exec(created.output)?.[1];
  await shell.control('/payments', { address, amount: '100' });
  await shell.control('/faults', { endpoint: path, kind: 'delay', ms: 1500, times: 1 });
  const sending = program(t, WITHDRAW, { ...shell.env, XDG_STATE_HOME: temporaryFolder(t) });
  await until(() => shell.requestCount(path), 'it is sent');
  sending.child.kill('SIGINT');
  assert.equal(await sending.ended, 0, sending.errors());
  assert.match(sending.output(), /^id +INV-/m);
});

test('SIGTERM, as supervisors send it, ends a proxy cleanly', async (t) => {
  const { env } = await commandLine(t);
  const variables = { PORT: '0', CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET, CRYPTO_CHECKOUT_TEST_MODE: '1' };
  const proxy = program(t, ['serve'], { ...env, ...variables });
  await proxyUrl(proxy);
  proxy.child.kill('SIGTERM');
  assert.equal(await proxy.ended, 0, proxy.errors());
  assert.match(proxy.output(), /^stopped$/m);
});

test('Ctrl-C ends a sandbox cleanly', async (t) => {
  const { env } = await commandLine(t);
  const sandbox = program(t, ['sandbox', '--port', '0', '--memory'], env);
  await untilPrinted(sandbox, /the service is at/);
  sandbox.child.kill('SIGINT');
  assert.equal(await sandbox.ended, 0, sandbox.errors());
});
