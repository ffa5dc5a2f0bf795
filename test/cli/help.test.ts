import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commandLine } from './command-line.js';
import { commandNames } from './command-names.js';

test('every command explains itself, with an example', async (t) => {
  const shell = await commandLine(t);
  const commands = await commandNames(shell);
  // A wrong derived list would leave commands unread.
  for (const known of ['doctor', 'invoice create', 'sandbox', 'sandbox pay', 'store move'])
    assert.ok(commands.includes(known), known);
  for (const command of commands) {
    const { exitCode, output } = await shell.type([...command.split(' '), '--help']);
    assert.equal(exitCode, 0);
    assert.match(output, new RegExp(`Examples?:\n(.*\\\\\n)*.*crypto-checkout ${command}`), command);
    for (const line of output.split('\n')) assert.ok(line.length <= 160, line);
  }
});

test('the program lists its variables and exit codes', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, output } = await shell.type(['--help']);
  assert.equal(exitCode, 0);
  for (const name of ['CRYPTO_CHECKOUT_WEBHOOK_SECRET', 'CRYPTO_CHECKOUT_STORE', 'DATABASE_URL', 'PORT']) {
    assert.match(output, new RegExp(`^  ${name} `, 'm'));
  }
  assert.match(output, /Exit codes: 0 success, 1 failure, 2 usage error, 3 outcome unknown/);
});

test('the version is that of the package', async (t) => {
  const shell = await commandLine(t);
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal((await shell.type(['--version'])).output, `${version}\n`);
});

test('a typing error is answered with the right word', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, errors } = await shell.type(['statistic']);
  assert.equal(exitCode, 2);
  assert.match(errors, /unknown command 'statistic'\n\(Did you mean statistics\?\)/);
  const flag = await shell.type(['checkout', 'list', '--owning']);
  assert.equal(flag.exitCode, 2);
  assert.match(flag.errors, /unknown option '--owning'\n\(Did you mean --owing\?\)/);
});
