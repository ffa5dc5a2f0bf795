import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { FAULT_HINTS } from '../../src/sandbox/environment.js';
import { compareAmounts, subtractAmounts } from '../../src/payment/index.js';
import { commandLine, type CommandLine } from './command-line.js';
import { program } from './program.js';
import { listen } from '../listen.js';
import { freePort } from '../free-port.js';

interface Invoice {
  readonly id: string;
  readonly status: string;
  readonly address: string;
  readonly amountToPay: string;
  readonly amountPaid: string;
}

async function invoiceIn(shell: CommandLine, coin: string): Promise<Invoice> {
  return (await shell.read(['invoice', 'create', '--amount', '49', '--pay-in', coin])) as Invoice;
}

async function stateOf(shell: CommandLine, { id }: Invoice): Promise<Invoice> {
  const [invoice] = (await shell.read(['invoice', 'info', id])) as Invoice[];
  assert.ok(invoice);
  return invoice;
}

test('pay names an invoice that the sandbox does not know', async (t) => {
  const shell = await commandLine(t);
  const paying = program(t, ['sandbox', 'pay', 'INV-NOPE'], shell.env);
  assert.notEqual(await paying.ended, 0);
  assert.match(paying.errors(), /invoice "INV-NOPE" is unknown/);
});

test('pay pays the amount due, by the id or the address of an invoice', async (t) => {
  const shell = await commandLine(t);
  const [byId, byAddress] = [await invoiceIn(shell, 'USDT_TRC20'), await invoiceIn(shell, 'BTC')];
  const paying = program(t, ['sandbox', 'pay', byId.id.slice(4)], shell.env);
  assert.equal(await paying.ended, 0, paying.errors());
  assert.match(
    paying.output(),
    new RegExp(`^invoice +${byId.id}\nstatus +paid\npaid +${byId.amountToPay} USDT_TRC20$`, 'm'),
  );
  assert.match(paying.output(), /^transaction +\w+$/m);
  assert.equal((await stateOf(shell, byId)).status, 'paid');
  const { invoice } = (await shell.read(['sandbox', 'pay', byAddress.address])) as {
    invoice: { status: string };
  };
  assert.equal(invoice.status, 'paid');
});

test('pay leaves an invoice half paid, overpaid, or paid by an amount', async (t) => {
  const shell = await commandLine(t);
  const paid = async (...flags: string[]) => {
    const invoice = await invoiceIn(shell, 'USDT_TRC20');
    const { exitCode, output, errors } = await shell.type(['sandbox', 'pay', invoice.id, ...flags]);
    assert.equal(exitCode, 0, errors);
    return { invoice: await stateOf(shell, invoice), output };
  };
  const half = await paid('--half');
  assert.equal(half.invoice.status, 'partial');
  const { amountPaid, amountToPay } = half.invoice;
  const due = subtractAmounts(amountToPay, amountPaid);
  assert.match(half.output, new RegExp(`^due +${due} USDT_TRC20$`, 'm'));
  assert.ok(['0', '0.000001'].includes(subtractAmounts(amountPaid, due)), 'half of it, rounded up');
  const over = await paid('--over');
  assert.equal(over.invoice.status, 'overpaid');
  assert.equal(compareAmounts(over.invoice.amountPaid, over.invoice.amountToPay), 1);
  const some = await paid('--amount', '1.25');
  assert.deepEqual([some.invoice.status, some.invoice.amountPaid], ['partial', '1.25']);
});

test('pay chooses a coin if there is none, and pays into a deposit address', async (t) => {
  const shell = await commandLine(t);
  const { id } = (await shell.read(['invoice', 'create', '--amount', '5'])) as Invoice;
  const half = await shell.type(['sandbox', 'pay', id, '--half']);
  assert.equal(half.exitCode, 1);
  assert.match(
    half.errors,
    new RegExp(`^${id} has no currency yet\\. Select one in the checkout, or pay without --half\\.$`, 'm'),
  );
  const exact = await shell.type(['sandbox', 'pay', id, '--currency', 'eth']);
  assert.match(exact.output, /^paid +[\d.]+ ETH$/m);
  const wallet = (await shell.read(['wallet', 'create', '--customer', 'c', '--currency', 'BTC'])) as Invoice;
  const deposit = await shell.type(['sandbox', 'pay', wallet.address, '--amount', '0.5']);
  assert.match(deposit.output, /^received +0\.5 BTC$/m);
});

test('advance moves the clock of the sandbox', async (t) => {
  const shell = await commandLine(t);
  const invoice = await invoiceIn(shell, 'BTC');
  const beforeMs = shell.sandbox.clock.nowMs();
  const moving = program(t, ['sandbox', 'advance', '25h'], shell.env);
  assert.equal(await moving.ended, 0, moving.errors());
  assert.match(moving.output(), /^the clock of the sandbox is at \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/);
  const movedMs = shell.sandbox.clock.nowMs() - beforeMs;
  assert.ok(movedMs >= 25 * 3600_000 && movedMs < 25 * 3600_000 + 60_000, `${movedMs} ms`);
  assert.equal((await stateOf(shell, invoice)).status, 'canceled');
});

test('fail lists the faults of the sandbox, sets them, and removes them', async (t) => {
  const shell = await commandLine(t);
  const help = program(t, ['sandbox', 'fail', '--help'], shell.env);
  assert.equal(await help.ended, 0);
  for (const [kind, hint] of Object.entries(FAULT_HINTS))
    assert.ok(help.output().replace(/ +/g, ' ').includes(` ${kind} ${hint}\n`), kind);
  const failing = program(
    t,
    ['sandbox', 'fail', 'status', '--code', '400', '--endpoint', '/v2/invoice/create', '--times', '2'],
    shell.env,
  );
  assert.equal(await failing.ended, 0, failing.errors());
  assert.match(failing.output(), /^status +\/v2\/invoice\/create +2 +– +400$/m);
  assert.notEqual((await shell.type(['invoice', 'create', '--amount', '5'])).exitCode, 0);
  assert.equal((await shell.type(['balances'])).exitCode, 0);
  assert.match((await shell.type(['sandbox', 'fail'])).output, /^status +\/v2\/invoice\/create +1 /m);
  assert.match(
    (await shell.type(['sandbox', 'fail', 'delay', '--ms', '50'])).output,
    /^delay +every +all +50 +–$/m,
  );
  assert.equal((await shell.type(['sandbox', 'fail', '--clear'])).errors, 'no faults\n');
  assert.equal((await shell.type(['invoice', 'create', '--amount', '5'])).exitCode, 0);
});

for (const [args, exitCode, said] of [
  [['pay', 'INV-NOSUCH00'], 1, /^invoice "INV-NOSUCH00" is unknown\. Send the uuid/],
  [
    ['pay', 'INV-NOSUCH00', '--half'],
    1,
    /^there is no invoice INV-NOSUCH00 in this sandbox\. Run invoice list to find it\.$/m,
  ],
  [['pay', 'unknown'], 1, /^address "unknown" is unknown\. Send the address of an invoice/],
  [['pay', 'X', '--amount', 'much'], 2, /argument 'much' is invalid\. Use a number above zero/],
  [['pay', 'X', '--half', '--over'], 2, /'--half' cannot be used with option '--over'/],
  [['pay', 'X', '--amount', '1', '--half'], 2, /'--amount <amount>' cannot be used with option '--half'/],
  [['pay'], 2, /missing required argument 'id'/],
  [
    ['advance', '1 hour'],
    2,
    /'1 hour' is invalid for argument 'time'\. Use a time such as 90s, 30m, 1h or 2d\./,
  ],
  [['advance', '9999999d'], 1, /^advance is 863999913600\. Send a number from 0 to/],
  [['fail', 'dely'], 2, /'dely' is invalid for argument 'kind'\. Use one of delay, status, /],
  [['fail', 'delay'], 1, /^--ms is missing\. Send the delay in milliseconds\.$/m],
  [['fail', 'status', '--code', '999'], 1, /^--code is 999\. Send a whole number from 200 to 599\.$/m],
  [
    ['fail', 'delay', '--ms', '5', '--endpoint', '/v3'],
    1,
    /^--endpoint "\/v3" is invalid for delay\. Send one of \/v2/,
  ],
  [['fail', 'delay', '--clear'], 2, /^--clear removes all faults\. Omit "delay"\.$/m],
  [['pay', 'X', '--port', '4011'], 2, /^error: --port starts a sandbox\. Use --url for a running one\.$/m],
  [['pya', 'X'], 2, /^error: unknown command 'pya'\. Use pay, advance or fail\.$/m],
  [
    ['pay', 'X', '--url', 'localhost:4010'],
    2,
    /^--url is "localhost:4010"\. Use the address that the sandbox prints/,
  ],
] as const) {
  test(`sandbox ${args.join(' ')} ends with ${exitCode} and names the remedy`, async (t) => {
    const shell = await commandLine(t);
    const outcome = await shell.type(['sandbox', ...args]);
    assert.match(outcome.errors, said);
    assert.deepEqual([outcome.exitCode, outcome.output], [exitCode, '']);
  });
}

test('a remote service is not mistaken for a sandbox, and another server is reported as such', async (t) => {
  const shell = await commandLine(t);
  const pay = async (...more: string[]) => shell.type(['sandbox', 'pay', 'INV-ABCD1234', ...more]);
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = 'https://u:hunter2@pay.example/x?key=hunter2';
  const elsewhere = await pay();
  assert.equal(elsewhere.exitCode, 2);
  assert.match(
    elsewhere.errors,
    /^CRYPTO_CHECKOUT_SERVICE_URL "pay\.example\/x" is not on this machine and may be the real service\. Pass/,
  );
  const away = `http://hunter2:hunter2@127.0.0.1:${await freePort()}`;
  const refused = await pay('--url', away);
  assert.match(
    refused.errors,
    /^no sandbox responds at http:\/\/127\.0\.0\.1:\d+\. Start it with crypto-checkout sandbox/,
  );
  const other = createServer((_, response) => void response.end('<h1>Welcome</h1>'));
  const page = await pay('--url', await listen(t, other));
  assert.match(page.errors, /^http:\/\/127\.0\.0\.1:\d+ is not a sandbox\. /);
  for (const { exitCode, errors } of [elsewhere, refused, page]) {
    assert.ok(exitCode > 0);
    assert.doesNotMatch(errors, /hunter2/);
  }
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = undefined;
  const named = await shell.type(['sandbox', 'fail', '--url', shell.sandbox.url]);
  assert.deepEqual([named.exitCode, named.errors], [0, 'no faults\n']);
});
