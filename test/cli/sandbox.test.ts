import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { test } from 'node:test';
import { commandLine } from './command-line.js';
import { program, untilPrinted } from './program.js';

const ADDRESS = /the service is at (\S+), the page at/;

test('a sandbox runs until Ctrl-C, which ends it with 0, and keeps its file', async (t) => {
  const shell = await commandLine(t);
  const args = ['sandbox', '--port', '0', '--api-key', 'k-1', '--file', `${shell.folder}/kept.jsonl`];
  for (const orders of [1, 2]) {
    const sandbox = shell.start(args);
    const url = await untilPrinted(sandbox, ADDRESS);
    Object.assign(shell.env, {
      CRYPTO_CHECKOUT_SERVICE_URL: url,
      CRYPTO_CHECKOUT_API_KEY: 'k-1',
      CRYPTO_CHECKOUT_SHOP_ID: 'sandbox-shop',
    });
    await shell.type(['invoice', 'create', '--amount', '5']);
    const invoices = await shell.read(['invoice', 'list']);
    assert.ok(Array.isArray(invoices));
    assert.equal(invoices.length, orders);
    shell.interrupt();
    const { exitCode, errors } = await sandbox.ended;
    assert.equal(exitCode, 0, errors);
  }
});

test('without options it keeps its invoices in the folder where it runs, and with --memory none', async (t) => {
  const shell = await commandLine(t);
  const env = { SANDBOX_API_KEY: 'k-1', SANDBOX_SHOP_ID: 's-1', SANDBOX_PORT: '0' };
  const invoicesOf = async (...options: readonly string[]) => {
    const sandbox = program(t, ['sandbox', ...options], env, shell.folder);
    const url = await untilPrinted(sandbox, ADDRESS);
    Object.assign(shell.env, {
      CRYPTO_CHECKOUT_SERVICE_URL: url,
      CRYPTO_CHECKOUT_API_KEY: 'k-1',
      CRYPTO_CHECKOUT_SHOP_ID: 's-1',
    });
    await shell.type(['invoice', 'create', '--amount', '5']);
    const invoices = await shell.read(['invoice', 'list']);
    sandbox.child.kill('SIGINT');
    assert.equal(await sandbox.ended, 0, sandbox.errors());
    return { count: Array.isArray(invoices) ? invoices.length : NaN, printed: sandbox.output() };
  };
  const first = await invoicesOf();
  assert.equal(first.count, 1);
  assert.match(first.printed, /^data is in crypto-checkout-sandbox\.jsonl: delete that file/m);
  assert.equal((await invoicesOf()).count, 2);
  const inMemory = await invoicesOf('--memory');
  assert.equal(inMemory.count, 1);
  assert.match(inMemory.printed, /^data is in memory/m);
  assert.equal((await invoicesOf()).count, 3);
});

test('its variables apply, unless an option overrides them', async (t) => {
  const shell = await commandLine(t);
  Object.assign(shell.env, { SANDBOX_PORT: 'none', SANDBOX_SHOP_ID: 'mine' });
  const refused = await shell.type(['sandbox']);
  assert.equal(refused.exitCode, 2);
  assert.match(refused.errors, /SANDBOX_PORT is "none"\. Use a number/);
  const typed = await shell.type(['sandbox', '--port', 'abc']);
  assert.equal(typed.exitCode, 2);
  assert.match(typed.errors, /^--port is "abc"\. Use a number/);
  const format = await shell.type(['sandbox', '--port', '0', '--postback-format', 'xml']);
  assert.match(
    format.errors,
    /^--postback-format is "xml"\. Use one of json, form, form-python, json-status, form-status/,
  );
  const sandbox = shell.start(['sandbox', '--port', '0', '--memory']);
  const url = await untilPrinted(sandbox, ADDRESS);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_SERVICE_URL: url,
    CRYPTO_CHECKOUT_API_KEY: 'sandbox-key',
    CRYPTO_CHECKOUT_SHOP_ID: 'mine',
  });
  assert.equal((await shell.type(['invoice', 'create', '--amount', '5'])).exitCode, 0);
  shell.interrupt();
  await sandbox.ended;
});

test('in a container it listens on every address, and accepts the name by which the shop calls it', async (t) => {
  const shell = await commandLine(t);
  Object.assign(shell.env, { SANDBOX_HOST: '0.0.0.0', SANDBOX_ALLOWED_HOSTS: 'sandbox, pay.example' });
  const sandbox = shell.start(['sandbox', '--port', '0', '--memory']);
  const url = await untilPrinted(sandbox, ADDRESS);
  const { port } = new URL(url);
  const statusOf = async (host: string): Promise<number | undefined> => {
    const sent = get({ host: '127.0.0.1', port, path: '/_sandbox/state', headers: { host }, agent: false });
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    answer?.resume();
    return answer?.statusCode;
  };
  for (const host of ['sandbox:8080', 'pay.example', '127.0.0.1']) assert.equal(await statusOf(host), 200);
  assert.equal(await statusOf('shop.example'), 403);
  shell.interrupt();
  assert.equal((await sandbox.ended).exitCode, 0);
  const refused = await shell.type(['sandbox', '--port', '0', '--allowed-hosts', 'http://sandbox']);
  assert.equal(refused.exitCode, 2);
  assert.match(
    refused.errors,
    /^--allowed-hosts contains "http:\/\/sandbox"\. Use host names without scheme/,
  );
  assert.match((await shell.type(['sandbox', '--help'])).output, /--host <value>.*SANDBOX_HOST/s);
});

test('a second sandbox on the same file is refused immediately, and one that died releases it', async (t) => {
  const shell = await commandLine(t);
  const file = `${shell.folder}/kept.jsonl`;
  const args = ['sandbox', '--port', '0', '--file', file];
  const first = program(t, args, {});
  await untilPrinted(first, ADDRESS);
  const second = shell.start(args);
  const refused = new RegExp(`kept\\.jsonl belongs to another sandbox, in process ${first.child.pid}\\.`);
  await untilPrinted(second, refused);
  assert.equal((await second.ended).exitCode, 1);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = shell.start(args);
  await untilPrinted(third, ADDRESS);
  const fourth = shell.start(args);
  await untilPrinted(fourth, /another sandbox, in this process/);
  shell.interrupt();
  await third.ended;
  assert.deepEqual(
    (await readdir(shell.folder)).filter((name) => name.endsWith('.lock')),
    [],
  );
});

test('a taken port is a clear error', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, errors } = await shell.type(['sandbox', '--port', String(shell.sandbox.port)]);
  assert.equal(exitCode, 1);
  assert.match(errors, new RegExp(`port ${shell.sandbox.port} .*is taken`));
});
