import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommandLine } from './command-line.js';
import { commandLine, ORDER_SECRET, SECRETS, WEBHOOK_SECRET } from './command-line.js';
import { commandNames } from './command-names.js';
import { MERCHANT_SECRET } from './desk-fixture.js';
import { temporaryFolder } from '../temporary-folder.js';

const TO = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

/** Every command, with the arguments that make it do as much as possible. */
const COMMANDS: readonly (readonly string[])[] = [
  ['--help'],
  ['invoice', 'create', '--amount', '5', '--pay-in', 'BTC'],
  ['invoice', 'list'],
  ['invoice', 'info', 'INV-NOSUCH00'],
  ['invoice', 'cancel', 'INV-NOSUCH00'],
  ['statistics'],
  ['balances'],
  ['wallet', 'create', '--customer', 'c', '--currency', 'BTC'],
  ['wallet', 'list'],
  ['withdraw', '--currency', 'USDT_TRC20', '--amount', '1', '--to', TO, '--yes'],
  ['payouts', 'propose', '--person', 'Maja', '--currency', 'USDT_TRC20', '--amount', '1', '--to', TO],
  ['payouts', 'approve', 'none', '--person', 'Jon', '--yes'],
  ['payouts', 'decline', 'none', '--person', 'Jon', '--reason', 'no'],
  ['payouts', 'list'],
  ['payouts', 'book', '--person', 'Maja'],
  ['refund', 'list'],
  ['refund', 'create', 'none', '--invoice', '1', '--to', TO, '--person', 'Jon'],
  ['refund', 'decide', 'none', '--person', 'Jon', '--decline', 'no'],
  ['attention', 'list'],
  ['checkout', 'list'],
  ['checkout', 'show', 'A-1'],
  ['checkout', 'accept', 'A-1', '--person', 'Jon'],
  ['checkout', 'dismiss', 'A-1', '--person', 'Jon', '--note', 'no'],
  ['ledger', 'A-1'],
  ['books', '--summary'],
  ['reconcile'],
  ['event', 'list'],
  ['event', 'resend', 'evt_none'],
  ['event', 'trigger', 'checkout.paid'],
  ['event', 'listen', '--forward-to', 'http://127.0.0.1:1'],
  ['store', 'move', '--to', 'postgres://shop@127.0.0.1:1/shop', '--dry-run'],
  ['order-token', '--id', 'A-1', '--amount', '5', '--currency', 'EUR'],
  ['link', '--id', 'A-1', '--amount', '5', '--currency', 'EUR'],
  ['customer-token', '--id', 'c-1'],
  ['sandbox', 'pay', 'INV-NOSUCH00'],
  ['sandbox', 'advance', '1s'],
  ['sandbox', 'fail'],
  ['doctor', '--create', '--webhook'],
  ['doctor', '--json'],
  // They end before they begin: tests of their own look for secrets when they continue.
  ['serve'],
  ['desk', '--person', 'Maja'],
  ['sandbox', '--port', '70000'],
  ['payouts', 'run'],
];

async function everything(shell: CommandLine): Promise<string> {
  let all = '';
  for (const command of COMMANDS) {
    const { output, errors } = await shell.type(command);
    assert.notEqual(output + errors, '', command.join(' '));
    all += output + errors;
  }
  return all;
}

test('the output of every command is searched for secrets', async (t) => {
  const typed = COMMANDS.map((args) => args.join(' '));
  for (const name of await commandNames(await commandLine(t)))
    assert.ok(
      typed.some((line) => line === name || line.startsWith(`${name} `)),
      name,
    );
});

for (const [what, prepare] of [
  ['where all is well', () => undefined],
  ['where the service takes no key', (shell) => shell.control('/faults', { kind: 'unauthorized' })],
  ['where the service fails', (shell) => shell.control('/faults', { kind: 'status', code: 400 })],
  ['where answers are lost', (shell) => shell.control('/faults', { kind: 'truncate' })],
  [
    'where the service cannot be reached',
    (shell) => {
      shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = 'http://127.0.0.1:1';
    },
  ],
] as const satisfies readonly (readonly [string, (shell: CommandLine) => unknown])[]) {
  test(`no command prints a secret ${what}`, async (t) => {
    const former = process.env['XDG_STATE_HOME'];
    process.env['XDG_STATE_HOME'] = temporaryFolder(t);
    t.after(() => {
      if (former === undefined) delete process.env['XDG_STATE_HOME'];
      else process.env['XDG_STATE_HOME'] = former;
    });
    const shell = await commandLine(t);
    Object.assign(shell.env, {
      PORT: String(shell.sandbox.port),
      CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
      CRYPTO_CHECKOUT_MERCHANT_SECRET: MERCHANT_SECRET,
      CRYPTO_CHECKOUT_WEBHOOK_URL: `${shell.sandbox.url}/events`,
      CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    });
    await prepare(shell);
    const printed = await everything(shell);
    for (const secret of [...SECRETS, MERCHANT_SECRET]) assert.ok(!printed.includes(secret), secret);
  });
}
