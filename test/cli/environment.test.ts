import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { CommandLine } from './command-line.js';
import { API_KEY, commandLine } from './command-line.js';
import { program } from './program.js';
import { remedyForMissing } from '../../src/cli/base/environment.js';

const KEY_NAME = 'CRYPTO_CHECKOUT_API_KEY';

/** A command line whose API key is only in the file `.env` of its folder. */
async function withFile(t: TestContext): Promise<CommandLine & { readonly file: string }> {
  const shell = await commandLine(t);
  shell.env[KEY_NAME] = undefined;
  const file = `${shell.folder}/.env`;
  await writeFile(file, `# of the shop\n${KEY_NAME}="${API_KEY}"\nCRYPTO_CHECKOUT_SHOP_ID=another\n`);
  return { ...shell, file };
}

test('variables are read from a file, wherever its option is placed, and existing ones take precedence', async (t) => {
  const { type, file } = await withFile(t);
  for (const args of [
    ['--env-file', file, 'invoice', 'create', '--amount', '5'],
    ['invoice', 'create', '--amount', '5', '--env-file', file],
    ['invoice', `--env-file=${file}`, 'create', '--amount', '5'],
  ]) {
    const { exitCode, errors } = await type(args);
    // The key of another shop would be refused.
    assert.equal(exitCode, 0, errors);
  }
});

test('a variable with an empty value counts as not set: the file sets it', async (t) => {
  const { type, file, env } = await withFile(t);
  env[KEY_NAME] = '';
  const { exitCode, errors } = await type(['balances', '--env-file', file]);
  assert.equal(exitCode, 0, errors);
});

test('the same in a real process', async (t) => {
  const { env, file } = await withFile(t);
  const balances = program(t, ['balances', '--env-file', file], env);
  assert.equal(await balances.ended, 0, balances.errors());
});

test('a missing file is reported', async (t) => {
  const { type, folder } = await withFile(t);
  const { exitCode, errors } = await type(['balances', '--env-file', `${folder}/none`]);
  assert.equal(exitCode, 2);
  assert.match(errors, /--env-file ".*none" cannot be read \(ENOENT\)\. Use the path/);
});

test('every command describes the option', async (t) => {
  const { type } = await withFile(t);
  for (const args of [['--help'], ['invoice', 'create', '--help'], ['serve', '--help']]) {
    assert.match((await type(args)).output, /--env-file <path>/);
  }
});

test('a file in the current folder that was not requested is mentioned', async (t) => {
  const { type, folder, env } = await withFile(t);
  assert.doesNotMatch((await type(['balances'])).errors, /\.env/);
  const former = process.cwd();
  t.after(() => process.chdir(former));
  process.chdir(folder);
  const { errors } = await type(['balances']);
  assert.match(
    errors,
    /API_KEY is not set\. Set it to .*\.env here.*--env-file \.env, or run "set -a; \. \.\/\.env; set \+a"/,
  );
  assert.match((await type(['doctor'])).output, /API_KEY +is not set\n +→ .*--env-file \.env/);
  assert.doesNotMatch(remedyForMissing('CRYPTO_CHECKOUT_WITHDRAWAL_KEY'), /\.env/, 'which is not in it');
  env[KEY_NAME] = API_KEY;
  assert.doesNotMatch((await type(['balances'])).errors, /\.env/);
});

test('a variable that is missing because its name is misspelled is reported by that name', async (t) => {
  const { type, env } = await withFile(t);
  env['CRYPTO_CHECKOUT_APIKEY'] = API_KEY;
  const { exitCode, errors } = await type(['balances']);
  assert.equal(exitCode, 2);
  assert.match(
    errors,
    /^CRYPTO_CHECKOUT_APIKEY is not a known variable\. Did you mean CRYPTO_CHECKOUT_API_KEY\?/,
  );
  assert.ok(!errors.includes(API_KEY));
});

for (const [what, url, said] of [
  [
    'an address without https://',
    'localhost:4010',
    /^CRYPTO_CHECKOUT_SERVICE_URL is "localhost:4010", without https:\/\/\. .*http:\/\/localhost:4010/,
  ],
  [
    'one with a password',
    'user:hunter2@pay.example/v2?key=hunter2',
    /SERVICE_URL is "pay\.example\/v2", without/,
  ],
  [
    'one with a password and https://',
    'https://u:hunter2@pay.example',
    /^CRYPTO_CHECKOUT_SERVICE_URL of "https:/,
  ],
  [
    'one without TLS',
    'http://pay.example',
    /^CRYPTO_CHECKOUT_SERVICE_URL "http:\/\/pay\.example" would send/,
  ],
  ['no address', 'https://', /^CRYPTO_CHECKOUT_SERVICE_URL "https:\/\/" is not a URL/],
] as const) {
  test(`${what} of the service is refused under its variable, without a secret`, async (t) => {
    const shell = await commandLine(t);
    shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = url;
    const { exitCode, errors } = await shell.type(['balances']);
    assert.equal(exitCode, 2, errors);
    assert.match(errors, said);
    assert.doesNotMatch(errors, /hunter2/);
  });
}

test('if no server responds, the error names the address', async (t) => {
  const shell = await commandLine(t);
  await shell.sandbox.close();
  const { exitCode, errors } = await shell.type(['balances']);
  assert.equal(exitCode, 1);
  assert.match(
    errors,
    new RegExp(`${shell.sandbox.url}: cannot connect to the service\. Check CRYPTO_CHECKOUT_SER`),
  );
});

test('a port that clients never use is reported as such, and nothing can have been created', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = 'http://127.0.0.1:9';
  for (const args of [['balances'], ['invoice', 'create', '--amount', '5']]) {
    const { exitCode, errors } = await shell.type(args);
    assert.equal(exitCode, 1, errors);
    assert.match(errors, /http:\/\/127\.0\.0\.1:9: Node blocks this port\. Use/);
  }
});

test('a missing secret is an error with a recipe, and without a default', async (t) => {
  const shell = await commandLine(t);
  const { output: help } = await shell.type(['help', 'variables']);
  for (const recipe of [
    'the webhook signing secret; create one with "echo whsec_$(openssl rand -base64 32)"',
    'run alone; create one with "openssl rand -base64 32"',
  ])
    assert.ok(help.includes(recipe), recipe);
  const { errors } = await shell.type(['desk', '--person', 'Maja']);
  assert.match(errors, /staff; create one with "openssl rand -base64 32"\.\n$/);
  assert.doesNotMatch(errors, /default/);
});

test('a list of codes with another separator, or a wrong code in it, is an error that names them', async (t) => {
  const shell = await commandLine(t);
  const link = ['link', '--id', 'A-1', '--amount', '5', '--currency', 'EUR', '--offer'];
  assert.match(
    (await shell.type([...link, 'BTC;USDT'])).errors,
    /Separate codes with commas, such as BTC,USDT_TRC20/,
  );
  assert.match((await shell.type([...link, 'BTC,DOGGY'])).errors, /Correct "DOGGY": use one of BTC/);
});

test('invoice show is invoice info', async (t) => {
  const shell = await commandLine(t);
  const [show, info] = [
    await shell.type(['invoice', 'show', 'INV-NOSUCH00']),
    await shell.type(['invoice', 'info', 'INV-NOSUCH00']),
  ];
  assert.deepEqual(show, info);
  // Not the JSON around it.
  assert.match(show.errors, /\n {2}service message: invoice "INV-NOSUCH00" is unknown\. /);
});
