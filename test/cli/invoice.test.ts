import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine } from './command-line.js';

function idOf(value: unknown): string {
  assert.ok(typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string');
  return value.id;
}

test('an invoice is made with a coin, shown with every digit, found again and canceled', async (t) => {
  const shell = await commandLine(t);
  const made = await shell.type([
    'invoice',
    'create',
    '--amount',
    '49.00',
    '--currency',
    'eur',
    '--order',
    'A-1',
    '--pay-in',
    'usdt_trc20',
  ]);
  assert.equal(made.exitCode, 0, made.errors);
  assert.match(made.output, /^id +INV-[A-Z0-9]{8}$/m);
  assert.match(made.output, /^price +49 EUR$/m);
  assert.match(made.output, /^amount +\d+\.\d+ USDT_TRC20$/m);
  assert.match(made.output, /^mode +test: no money moves$/m);
  const id = /INV-[A-Z0-9]{8}/.exec(made.output)?.[0] ?? '';

  const list = await shell.type(['invoice', 'list', '--order', 'A-1']);
  assert.match(list.output, new RegExp(`^${id} .* created +A-1 .*USDT_TRC20$`, 'm'));
  const info = await shell.read(['invoice', 'info', id.slice(4)]);
  assert.ok(Array.isArray(info));
  assert.deepEqual(info.map(idOf), [id]);

  assert.deepEqual(await shell.read(['invoice', 'cancel', id]), { id, status: 'canceled' });
  const twice = await shell.type(['invoice', 'cancel', id]);
  assert.equal(twice.exitCode, 1);
  assert.match(
    twice.errors,
    /cancel invoice: the service refused .*\n +the service said: .*only a created invoice/,
  );
});

test('JSON carries amounts as exact text, also the smallest', async (t) => {
  const shell = await commandLine(t);
  const invoice = await shell.read(['invoice', 'create', '--amount', '0.01', '--pay-in', 'BTC']);
  assert.ok(typeof invoice === 'object' && invoice !== null && 'amount' in invoice);
  assert.match(String(invoice.amount), /^0\.000000\d+$/);
});

test('a list asks for every page and can be cut short', async (t) => {
  const shell = await commandLine(t);
  for (let order = 1; order <= 120; order += 1) {
    await shell.type(['invoice', 'create', '--amount', '1', '--order', `A-${order}`]);
  }
  const all = await shell.read(['invoice', 'list']);
  assert.ok(Array.isArray(all));
  assert.equal(new Set(all.map(idOf)).size, 120);
  const few = await shell.read(['invoice', 'list', '--limit', '3']);
  assert.ok(Array.isArray(few));
  assert.equal(few.length, 3);
});

test('an id that the service does not know ends with 1 and its name', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, errors } = await shell.type(['invoice', 'info', 'INV-NOSUCH00']);
  assert.equal(exitCode, 1);
  assert.match(errors, /INV-NOSUCH00/);
});

for (const [what, args, said] of [
  [
    'an amount of zero',
    ['invoice', 'create', '--amount', '0'],
    /'--amount <amount>' argument '0' is invalid.*above zero/,
  ],
  ['an amount with a comma', ['invoice', 'create', '--amount', '4,90'], /'4,90' is invalid/],
  [
    'an unknown coin',
    ['invoice', 'create', '--amount', '1', '--pay-in', 'DOGE'],
    /'DOGE' is invalid.*BTC, LTC/,
  ],
  ['a day that does not exist', ['invoice', 'list', '--from', '2026-02-30'], /'2026-02-30' is invalid/],
  [
    'an end before the start',
    ['invoice', 'list', '--from', '2026-03-02', '--to', '2026-03-01'],
    /later than end/,
  ],
  ['a command that does not exist', ['invoice', 'destroy'], /unknown command 'destroy'/],
  ['an option that does not exist', ['balances', '--all'], /unknown option '--all'/],
  ['a missing option', ['wallet', 'create', '--currency', 'BTC'], /'--customer <text>' not specified/],
] as const) {
  test(`${what} is refused by name, with exit code 2`, async (t) => {
    const shell = await commandLine(t);
    const { exitCode, errors, output } = await shell.type(args);
    assert.equal(exitCode, 2);
    assert.match(errors, said);
    assert.equal(output, '');
  });
}

test('a missing variable is named together with what it holds', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = undefined;
  const { exitCode, errors } = await shell.type(['balances']);
  assert.equal(exitCode, 2);
  assert.match(errors, /CRYPTO_CHECKOUT_API_KEY is not set: set it to the API key of the project/);
});

test('a wrong key is said so, and not shown', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = 'not-the-key';
  const { exitCode, errors } = await shell.type(['balances']);
  assert.equal(exitCode, 1);
  assert.match(errors, /does not accept the key/);
  assert.doesNotMatch(errors, /not-the-key/);
});

test('the answer to a creation is lost: exit code 3, and nothing is sent twice', async (t) => {
  const shell = await commandLine(t);
  await shell.control('/faults', { endpoint: '/v2/invoice/create', kind: 'reset-after', times: 1 });
  const { exitCode, errors } = await shell.type(['invoice', 'create', '--amount', '5', '--order', 'A-9']);
  assert.equal(exitCode, 3);
  assert.match(errors, /may have worked.*Do not repeat it/);
  const found = await shell.read(['invoice', 'list', '--order', 'A-9']);
  assert.ok(Array.isArray(found));
  assert.equal(found.length, 1);
});

test('the answer to a cancellation is lost: exit code 3, and the way to find out', async (t) => {
  const shell = await commandLine(t);
  const made = await shell.type(['invoice', 'create', '--amount', '5']);
  const id = /INV-[A-Z0-9]{8}/.exec(made.output)?.[0] ?? '';
  await shell.control('/faults', {
    endpoint: '/v2/invoice/merchant/canceled',
    kind: 'reset-after',
    times: 1,
  });
  const { exitCode, errors } = await shell.type(['invoice', 'cancel', id]);
  assert.equal(exitCode, 3);
  assert.match(errors, new RegExp(`may be canceled. Look with: crypto-checkout invoice info ${id}`));
  assert.match((await shell.type(['invoice', 'info', id])).output, /^status +canceled$/m);
});

test("the service's words cannot move the cursor", async (t) => {
  const shell = await commandLine(t);
  const escape = '\u001b[2J';
  await shell.type(['invoice', 'create', '--amount', '5', '--order', `A${escape}\u202e`]);
  const { output } = await shell.type(['invoice', 'list']);
  assert.ok(!output.includes(escape) && !output.includes('\u202e'));
  assert.match(output, /A\\u\{1b\}\[2J/);
});
