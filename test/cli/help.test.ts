import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { VARIABLE_NAMES } from '../../src/cli/base/variables.js';
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

test('the help of the program fits on a screen: its commands first, then options and exit codes', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, output } = await shell.type(['--help']);
  assert.equal(exitCode, 0);
  const lines = output.split('\n');
  assert.ok(lines.length <= 40, `${lines.length} lines`);
  for (const line of lines) assert.ok(line.length <= 90, line);
  assert.ok(output.indexOf('\nCommands:') < output.indexOf('\nOptions:'));
  assert.match(output, /Exit codes: 0 success, 1 failure, 2 usage error, 3 outcome unknown/);
});

test('help variables lists every variable, each with its meaning', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, output } = await shell.type(['help', 'variables']);
  assert.equal(exitCode, 0);
  const shown = [...output.matchAll(/^ {2}(\w+)\n {6}\S/gm)].map(([, name]) => name);
  assert.deepEqual(shown.toSorted(), VARIABLE_NAMES.toSorted());
});

test('help explains a command as --help does', async (t) => {
  const shell = await commandLine(t);
  const { output } = await shell.type(['help', 'invoice', 'create']);
  assert.equal(output, (await shell.type(['invoice', 'create', '--help'])).output);
  assert.equal((await shell.type(['help'])).output, (await shell.type(['--help'])).output);
});

test('help about an unknown topic is an error with the right word', async (t) => {
  const shell = await commandLine(t);
  const misspelled = await shell.type(['help', 'varibles']);
  assert.equal(misspelled.exitCode, 2);
  assert.equal(misspelled.errors, 'there is no help for "varibles". Did you mean variables?\n');
  const unknown = await shell.type(['help', 'invoice', 'everything']);
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.errors, /no help for "invoice everything"\. Run "crypto-checkout invoice --help"/);
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
