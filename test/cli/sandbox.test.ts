import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, until } from './command-line.js';

const ADDRESS = /the service is at (\S+), the page at/;

test('a sandbox runs until Ctrl-C, which ends it with 0, and keeps its file', async (t) => {
  const shell = await commandLine(t);
  const args = ['sandbox', '--port', '0', '--api-key', 'k-1', '--file', `${shell.folder}/kept.jsonl`];
  for (const orders of [1, 2]) {
    const sandbox = shell.start(args);
    const [, url] = await until(() => ADDRESS.exec(sandbox.output()), 'the sandbox is up', sandbox.errors);
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

test('what its variables say counts, unless an option says otherwise', async (t) => {
  const shell = await commandLine(t);
  Object.assign(shell.env, { SANDBOX_PORT: 'none', SANDBOX_SHOP_ID: 'mine' });
  const refused = await shell.type(['sandbox']);
  assert.equal(refused.exitCode, 2);
  assert.match(refused.errors, /SANDBOX_PORT is "none": give a number/);
  const sandbox = shell.start(['sandbox', '--port', '0']);
  const [, url] = await until(() => ADDRESS.exec(sandbox.output()), 'the sandbox is up', sandbox.errors);
  Object.assign(shell.env, {
    CRYPTO_CHECKOUT_SERVICE_URL: url,
    CRYPTO_CHECKOUT_API_KEY: 'sandbox-key',
    CRYPTO_CHECKOUT_SHOP_ID: 'mine',
  });
  assert.equal((await shell.type(['invoice', 'create', '--amount', '5'])).exitCode, 0);
  shell.interrupt();
  await sandbox.ended;
});

test('a taken port is a clear error', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, errors } = await shell.type(['sandbox', '--port', String(shell.sandbox.port)]);
  assert.equal(exitCode, 1);
  assert.match(errors, new RegExp(`port ${shell.sandbox.port} .*is taken`));
});
