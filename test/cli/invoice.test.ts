import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommandLine } from './command-line.js';
import { createServiceClient } from '../../src/service/node.js';
import { API_KEY, commandLine, WITHDRAWAL_KEY } from './command-line.js';

const TO = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

function idOf(value: unknown): string {
  assert.ok(typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string');
  return value.id;
}

/** The first or only record in the JSON output of a command. */
async function firstOf(shell: CommandLine, args: readonly string[]): Promise<Record<string, unknown>> {
  const answer = await shell.read(args);
  const [first]: unknown[] = Array.isArray(answer) ? answer : [answer];
  assert.ok(typeof first === 'object' && first !== null);
  return { ...first };
}

test('an invoice is created with a coin, shown with every digit, found again and canceled', async (t) => {
  const shell = await commandLine(t);
  const created = await shell.type([
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
  assert.equal(created.exitCode, 0, created.errors);
  assert.match(created.output, /^id +INV-[A-Z0-9]{8}$/m);
  assert.match(created.output, /^price +49 EUR$/m);
  const { amountToPay } = await firstOf(shell, ['invoice', 'list']);
  assert.match(created.output, new RegExp(`^to pay +${amountToPay} USDT_TRC20$`, 'm'));
  assert.match(created.output, /^page +http/m);
  assert.match(created.output, /^amount +\d+\.\d+ USDT_TRC20$/m);
  assert.match(created.output, /^mode +test, no real money$/m);
  const id = /INV-[A-Z0-9]{8}/.exec(created.output)?.[0] ?? '';

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
    /cancel invoice: the service rejected the request.*\n +service message: .*Cancel an invoice only while it is created/,
  );
});

test('a program gets the whole record of a new invoice with a coin, and its payment page', async (t) => {
  const shell = await commandLine(t);
  const created = await shell.read([
    'invoice',
    'create',
    '--amount',
    '49',
    '--currency',
    'EUR',
    '--pay-in',
    'BTC',
  ]);
  const info = await firstOf(shell, ['invoice', 'info', idOf(created)]);
  assert.ok(typeof created === 'object' && created !== null && 'link' in created);
  assert.match(String(created.link), /^http/);
  assert.deepEqual(created, { ...info, link: created.link, fiatCurrency: 'EUR' });
});

test('if the amount cannot be requested, the invoice is shown nevertheless, and how to request it', async (t) => {
  const shell = await commandLine(t);
  await shell.control('/faults', { endpoint: '/v2/invoice/merchant/info', kind: 'status', code: 400 });
  const { exitCode, output, errors } = await shell.type([
    'invoice',
    'create',
    '--amount',
    '49',
    '--pay-in',
    'BTC',
  ]);
  assert.equal(exitCode, 0);
  const [, id] = /^id +(INV-\w+)$/m.exec(output) ?? [];
  assert.match(output, /^address +\S+$/m);
  assert.match(
    errors,
    new RegExp(`its amount to pay is unknown(.|\n)*crypto-checkout invoice info ${id} to read it`),
  );
});

test('the price is in USD if no currency is given', async (t) => {
  const shell = await commandLine(t);
  const created = await shell.type(['invoice', 'create', '--amount', '49', '--currency', 'EUR']);
  assert.match(created.output, /^price +49 EUR$/m);
  const { id, amountUsd } = await firstOf(shell, ['invoice', 'list']);
  const list = await shell.type(['invoice', 'list']);
  assert.match(list.output, /^id .* USD +to pay/m);
  assert.match(list.output, new RegExp(` ${amountUsd} `));
  const info = await shell.type(['invoice', 'info', String(id)]);
  assert.match(info.output, new RegExp(`^price \\(USD\\) +${amountUsd}$`, 'm'));
  assert.doesNotMatch(info.output, /49 USD/);
});

test('an invoice without a coin shows no amounts of one', async (t) => {
  const shell = await commandLine(t);
  const created = await shell.type(['invoice', 'create', '--amount', '49']);
  const id = /INV-\w{8}/.exec(created.output)?.[0] ?? '';
  for (const { output } of [created, await shell.type(['invoice', 'info', id])]) {
    assert.match(output, /^coin +not chosen yet$/m);
    assert.doesNotMatch(output, /^(amount|fee|to pay|paid|due|received) /m);
  }
  assert.match((await shell.type(['invoice', 'list'])).output, /^INV.* 49 +– +– +–$/m);
});

test('a payment and a withdrawal are distinguished in the output', async (t) => {
  const shell = await commandLine(t);
  const wallet = await firstOf(shell, ['wallet', 'create', '--customer', 'c', '--currency', 'USDT_TRC20']);
  await shell.control('/payments', { address: wallet['address'], amount: '100' });
  await fetch(`${shell.sandbox.url}/v2/invoice/api/out/create`, {
    method: 'POST',
    headers: { 'authorization': `Token ${WITHDRAWAL_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ currency_code: 'USDT_TRC20', to_address: TO, amount: 12.5 }),
  });
  await shell.type(['invoice', 'create', '--amount', '49', '--pay-in', 'BTC']);
  const { output } = await shell.type(['invoice', 'list']);
  assert.match(output, / payment +created .* 49 +0\.\d+ +0 +BTC$/m);
  const [, id = ''] = /^(INV-\w+) .* withdrawal +\w+ +– +– +12\.5 +– +USDT_TRC20$/m.exec(output) ?? [];
  const info = await shell.type(['invoice', 'info', id]);
  assert.match(info.output, /^type +withdrawal$/m);
  assert.match(info.output, /^amount +12\.5 USDT_TRC20$/m);
  assert.doesNotMatch(info.output, /^(price|to pay|paid|due)/m);
});

test('an id without its prefix is canceled under its full name', async (t) => {
  const shell = await commandLine(t);
  const { id } = await firstOf(shell, ['invoice', 'create', '--amount', '5']);
  const { output } = await shell.type(['invoice', 'cancel', String(id).slice(4)]);
  assert.equal(output, `${String(id)} is canceled\n`);
});

test('offered coins are separated by commas, by blanks, or by both', async (t) => {
  const shell = await commandLine(t);
  for (const offer of [['BTC,LTC'], ['BTC', 'LTC'], ['BTC, LTC']]) {
    const { exitCode, errors } = await shell.type([
      'invoice',
      'create',
      '--amount',
      '5',
      '--offer',
      ...offer,
    ]);
    assert.equal(exitCode, 0, errors);
  }
});

test('JSON carries amounts as exact text, also the smallest', async (t) => {
  const shell = await commandLine(t);
  const invoice = await shell.read(['invoice', 'create', '--amount', '0.01', '--pay-in', 'BTC']);
  assert.ok(typeof invoice === 'object' && invoice !== null && 'amount' in invoice);
  assert.match(String(invoice.amount), /^0\.000000\d+$/);
});

test('a list requests every page and can be limited', async (t) => {
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

test('an unknown id ends with exit code 1 and the id', async (t) => {
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
  [
    'a coin without its network',
    ['invoice', 'create', '--amount', '1', '--pay-in', 'usdc'],
    /'usdc' is invalid\. Name its network too: USDC_ARB, [^\n]*USDC_SOL\.\n/,
  ],
  [
    'a lifetime of more than a month',
    ['invoice', 'create', '--amount', '1', '--lifetime', '99999'],
    /'--lifetime <minutes>' argument '99999' is invalid\. Use whole minutes from 1 to 43200/,
  ],
  [
    'the same in an order token',
    ['order-token', '--id', 'A', '--amount', '1', '--currency', 'EUR', '--lifetime', '43201'],
    /'--lifetime <minutes>' argument '43201' is invalid/,
  ],
  [
    'an unknown status',
    ['invoice', 'list', '--status', 'payed'],
    /'payed' is invalid\. Allowed choices are created, paid, partial, overpaid, canceled/,
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

test('a missing variable is named together with its purpose', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = undefined;
  const { exitCode, errors } = await shell.type(['balances']);
  assert.equal(exitCode, 2);
  assert.match(errors, /CRYPTO_CHECKOUT_API_KEY is not set\. Set it to the API key of the project/);
});

test('an invalid key is reported, and not shown', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = 'not-the-key';
  const { exitCode, errors } = await shell.type(['balances']);
  assert.equal(exitCode, 1);
  assert.match(errors, /rejected the key/);
  assert.doesNotMatch(errors, /withdrawal/);
  assert.doesNotMatch(errors, /not-the-key/);
});

test('a lost response to a creation ends with exit code 3, and nothing is sent twice', async (t) => {
  const shell = await commandLine(t);
  await shell.control('/faults', { endpoint: '/v2/invoice/create', kind: 'reset-after', times: 1 });
  const { exitCode, errors } = await shell.type(['invoice', 'create', '--amount', '5', '--order', 'A-9']);
  assert.equal(exitCode, 3);
  assert.match(errors, /may have succeeded.*Do not repeat it/);
  const found = await shell.read(['invoice', 'list', '--order', 'A-9']);
  assert.ok(Array.isArray(found));
  assert.equal(found.length, 1);
});

test('a lost response to a cancellation ends with exit code 3, and the way to check it', async (t) => {
  const shell = await commandLine(t);
  const created = await shell.type(['invoice', 'create', '--amount', '5']);
  const id = /INV-[A-Z0-9]{8}/.exec(created.output)?.[0] ?? '';
  await shell.control('/faults', {
    endpoint: '/v2/invoice/merchant/canceled',
    kind: 'reset-after',
    times: 1,
  });
  const { exitCode, errors } = await shell.type(['invoice', 'cancel', id]);
  assert.equal(exitCode, 3);
  assert.match(errors, new RegExp(`may be canceled. Run crypto-checkout invoice info ${id}`));
  assert.match((await shell.type(['invoice', 'info', id])).output, /^status +canceled$/m);
});

test("the service's message cannot move the cursor", async (t) => {
  const shell = await commandLine(t);
  const escape = '\u001b[2J';
  await createServiceClient({
    url: shell.sandbox.url,
    apiKey: API_KEY,
    shopId: shell.env['CRYPTO_CHECKOUT_SHOP_ID'] ?? '',
  }).createInvoice({ amount: '5', currency: 'USD', orderId: `A${escape}\u202e\u200f` });
  const { output } = await shell.type(['invoice', 'list']);
  assert.ok(!output.includes(escape) && !output.includes('\u202e'));
  assert.match(output, /A\ufffd\[2J\ufffd\\u\{200f\}/);
});

test('a price finer than its currency is refused before any request, and gets no token', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = 'first-secret-0123456789abcdef-0123456789';
  const price = (amount: string, currency: string) => ['--amount', amount, '--currency', currency];
  const refusal = /amount "49\.129" has more decimals than EUR\. Use at most 2/;
  for (const command of [
    ['invoice', 'create', ...price('49.129', 'eur')],
    ['order-token', '--id', 'A-1', ...price('49.129', 'eur')],
  ]) {
    const { exitCode, output, errors } = await shell.type(command);
    assert.deepEqual([exitCode, output], [2, ''], errors);
    assert.match(errors, refusal);
  }
  assert.deepEqual(await shell.read(['invoice', 'list']), []);
  assert.equal((await shell.type(['invoice', 'create', '--amount', '0.001'])).exitCode, 2, 'USD unless set');
  assert.equal((await shell.type(['invoice', 'create', ...price('1200.00', 'JPY')])).exitCode, 0);
  assert.equal((await shell.type(['invoice', 'create', ...price('1200.50', 'JPY')])).exitCode, 2);
});
