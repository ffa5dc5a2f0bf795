import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Answer } from '../service/scripted-service.js';
import {
  createdText,
  invoiceText,
  json,
  objectText,
  startService,
  success,
  walletText,
} from '../service/scripted-service.js';
import type { CommandLine } from './command-line.js';
import { commandLine } from './command-line.js';

/** The forms in which others have recorded the responses of a real service, as the command line shows them. */

/** A command line before a service that always sends this response. */
async function shellOf(t: TestContext, answer: Answer): Promise<CommandLine> {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = (await startService(t, answer)).url;
  return shell;
}

const listed = (...records: readonly string[]) =>
  json(`{"status":"success","result":[${records.join()}],"all_count":${records.length}}`);

const USDT =
  '{"id":2,"code":"USDT","fullcode":"USDT_TRC20","network":{"code":"TRX","id":2,"fullname":"Tron"}}';

test('an invoice without a chosen coin shows none, even if the service names the default one', async (t) => {
  const fields = { address: '""', currency: USDT, amount: '0.11', fee: '1.4', amount_to_pay: '1.51' };
  const creator = await shellOf(t, success(createdText(fields)));
  const created = await creator.type(['invoice', 'create', '--amount', '10', '--currency', 'RUB']);
  const shell = await shellOf(t, listed(invoiceText(fields)));
  for (const { output } of [created, await shell.type(['invoice', 'info', 'ABCD1234'])]) {
    assert.match(output, /^coin +not chosen yet$/m);
    assert.doesNotMatch(output, /USDT|^(amount|fee|to pay|paid|due|received) /m);
  }
  assert.match((await shell.type(['invoice', 'list'])).output, /^INV.* 10 +– +– +–$/m);
});

test('a withdrawal without an address in its record shows its coin and amount', async (t) => {
  const shell = await shellOf(
    t,
    listed(invoiceText({ type: '"dw"', address: '""', currency: USDT, amount: '12.4' })),
  );
  assert.match((await shell.type(['invoice', 'info', 'ABCD1234'])).output, /^amount +12\.4 USDT_TRC20$/m);
  assert.match((await shell.type(['invoice', 'list'])).output, / withdrawal .* 12\.4 +– +USDT_TRC20$/m);
});

test('the short form of a record is shown, with its fields', async (t) => {
  const short = objectText({
    uuid: '"ABCD1234"',
    address: '"bc1qaddress"',
    currency: '{"code":"BTC","fullcode":"BTC"}',
    amount: '"0.00012345"',
    status: '"paid"',
    amount_paid: '"0E-8"',
    order_id: '1001',
  });
  const shell = await shellOf(t, listed(short));
  const { output } = await shell.type(['invoice', 'info', 'ABCD1234']);
  assert.match(output, /^order +1001$/m);
  assert.match(output, /^status +paid$/m);
  assert.match(output, /^paid +0 BTC$/m);
  assert.match(output, /^due +0 BTC$/m);
  assert.match((await shell.type(['invoice', 'list', '--order', '1001'])).output, /^INV-ABCD1234 /m);
});

for (const typed of ['abcd1234', 'inv-abcd1234', 'INV-abcd1234']) {
  test(`"${typed}" is found, in any letter case of the response`, async (t) => {
    const shell = await shellOf(t, listed(invoiceText()));
    const { exitCode, output, errors } = await shell.type(['invoice', 'info', typed]);
    assert.equal(exitCode, 0, errors);
    assert.match(output, /^id +INV-ABCD1234$/m);
  });
}

test('an unknown id is named', async (t) => {
  const shell = await shellOf(t, listed(invoiceText()));
  const { exitCode, errors } = await shell.type(['invoice', 'info', 'abcd1234', 'inv-abcd1235']);
  assert.equal(exitCode, 1);
  assert.match(errors, /the service does not know INV-ABCD1235$/m);
});

test('the missing amount is shown without rounding noise', async (t) => {
  const fields = { amount_to_pay: '100.4', amount_paid: '98.0', to_surcharge: '2.4000000000000057' };
  for (const [currency, coin] of [
    [USDT, 'USDT_TRC20'],
    ['{"code":"ETH","fullcode":"ETH"}', 'ETH'],
  ] as const) {
    const shell = await shellOf(t, listed(invoiceText({ ...fields, status: '"partial"', currency })));
    const { output } = await shell.type(['invoice', 'info', 'ABCD1234']);
    assert.match(output, new RegExp(`^due +2\\.4 ${coin}$`, 'm'));
  }
});

test('an invoice that appears on a later page with more money is listed once, in that state', async (t) => {
  const other = invoiceText({ uuid: '"INV-ABCD1235"' });
  const shell = await shellOf(t, (response, requested) => {
    const record = invoiceText(requested.body.includes('"offset":0') ? {} : { status: '"paid"' });
    const page = requested.body.includes('"offset":0') ? record : `${record},${other}`;
    json(`{"status":"success","result":[${page}],"all_count":3}`)(response, requested);
  });
  for (const [args, expected] of [
    [[], ['INV-ABCD1234 paid', 'INV-ABCD1235 created']],
    [['--status', 'created'], ['INV-ABCD1235 created']],
    [['--status', 'paid'], ['INV-ABCD1234 paid']],
  ] as const) {
    const records = (await shell.read(['invoice', 'list', ...args])) as { id: string; status: string }[];
    assert.deepEqual(
      records.map(({ id, status }) => `${id} ${status}`),
      expected,
    );
  }
});

test('a coin that the document does not list is shown in lists and balances', async (t) => {
  const currency = '{"code":"TUSD_TRC20","short_code":"TUSD","obj_network":{"code":"TRX"}}';
  const balance = objectText({ currency, balance_crypto: '5', available_balance: '4.5' });
  const balances = await shellOf(t, success(`[${balance}]`));
  assert.match((await balances.type(['balances'])).output, /^TUSD_TRC20 +5 +– +4\.5 +–$/m);
  const list = await shellOf(t, listed(invoiceText({ currency })));
  assert.match((await list.type(['invoice', 'list'])).output, /TUSD_TRC20$/m);
  assert.match((await list.type(['invoice', 'info', 'ABCD1234'])).output, /^due +0\.00012355 TUSD_TRC20$/m);
});

const TUSD = '{"code":"TUSD_TRC20","short_code":"TUSD"}';

test('an unreadable balance is named by its coin, one below zero is shown, and neither hides another', async (t) => {
  const rows = [
    objectText({ currency: TUSD, balance_crypto: '5', available_balance: '4.5' }),
    objectText({ currency: USDT, balance_crypto: '"much"', available_balance: 'null' }),
    objectText({ currency: '"BTC"', balance_crypto: '-0.50', balance_usd: '-31.2', available_balance: '0' }),
    objectText({ balance_crypto: '1', available_balance: '1' }),
  ];
  const shell = await shellOf(t, success(`[${rows.join()}]`));
  const { output } = await shell.type(['balances']);
  assert.match(output, /^TUSD_TRC20 +5 +– +4\.5 +–$/m);
  assert.match(output, /^USDT_TRC20 +unreadable +– +unreadable +–$/m);
  assert.match(output, /^BTC +-0\.5 +-31\.2 +0 +–$/m);
  assert.match(output, /^unreadable +1 +– +1 +–$/m);
});

test('an unreadable number of the statistics is no zero, and hides no other', async (t) => {
  const counts = '{"all":3,"created":1,"paid":"two","overpaid":0,"partial":0,"canceled":0}';
  const sums = '{"all":30,"created":10,"paid":20,"overpaid":0,"partial":0}';
  const shell = await shellOf(t, success(`{"count":${counts},"amount":${sums}}`));
  const { output } = await shell.type(['statistics']);
  assert.match(output, /^paid +unreadable +20$/m);
  assert.match(output, /^canceled +0 +unreadable$/m);
  assert.match(output, /^all +3 +30$/m);
});

test('an unreadable invoice is named as such, and hides no other', async (t) => {
  const odd = invoiceText({ uuid: '"INV-ABCD1235"', status: '7' });
  const shell = await shellOf(t, listed(odd, invoiceText(), invoiceText({ uuid: '7' })));
  const list = await shell.type(['invoice', 'list']);
  assert.match(list.output, /^INV-ABCD1234 /m);
  assert.equal(list.errors, 'omitted as unreadable: INV-ABCD1235 (status), one without an id (uuid)\n');
  const info = await shell.type(['invoice', 'info', 'ABCD1234', 'ABCD1235', 'ABCD1236']);
  assert.match(info.output, /INV-ABCD1234/);
  assert.equal(info.exitCode, 1);
  assert.equal(info.errors, 'INV-ABCD1235 is unreadable (status); the service does not know INV-ABCD1236\n');
});

test('an unreadable deposit address is named as such, and hides no other', async (t) => {
  const odd = walletText({ uuid: '"w-2"', address: '7' });
  const shell = await shellOf(t, success(`{"staticWallets":[${odd},${walletText()}]}`));
  const { output, errors } = await shell.type(['wallet', 'list']);
  assert.equal(output.trim().split('\n').length, 2);
  assert.equal(errors, 'omitted as unreadable: w-2 (address)\n');
});

test('a response with "ok" alone confirms a cancellation', async (t) => {
  const shell = await shellOf(t, success('"ok"'));
  const { exitCode, output, errors } = await shell.type(['invoice', 'cancel', 'ABCD1234']);
  assert.equal(exitCode, 0, errors);
  assert.equal(output, 'INV-ABCD1234 is canceled\n');
});

const BARE = objectText({
  currency: '{"code":"USDT_TRC20","short_code":"USDT"}',
  address: '"Taddress"',
  uuid: '"3f2b8c1d9e7a4f60b5c8d2e1a9f07b34"',
});

test('a wallet with currency, address and uuid alone is created, and listed', async (t) => {
  const creator = await shellOf(t, success(BARE));
  const created = await creator.type(['wallet', 'create', '--customer', 'c-7', '--currency', 'USDT_TRC20']);
  assert.equal(created.exitCode, 0, created.errors);
  assert.match(created.output, /^id +3f2b8c1d9e7a4f60b5c8d2e1a9f07b34$/m);
  assert.match(created.output, /^customer +c-7$/m);
  assert.match(created.output, /^address +Taddress$/m);
  const shell = await shellOf(t, success(`{"staticWallets":[${BARE}]}`));
  const list = await shell.type(['wallet', 'list']);
  assert.match(list.output, /^3f2b8c1d9e7a4f60b5c8d2e1a9f07b34 +– +– +USDT_TRC20 +Taddress +–$/m);
});

test('wallets without a customer are not silently left out of a search for a customer', async (t) => {
  const named = `${BARE.slice(0, -1)},"identify":"c-7"}`.replace('3f2b', '4f2b');
  const shell = await shellOf(t, success(`{"staticWallets":[${BARE},${named}]}`));
  const { exitCode, output, errors } = await shell.type(['wallet', 'list', '--customer', 'c-7']);
  assert.equal(exitCode, 0);
  assert.match(output, /^4f2b/m);
  assert.doesNotMatch(output, /^3f2b/m);
  assert.match(errors, /omitted: 1 deposit address has no customer in the list/);
});

for (const [what, answer, said] of [
  ['406 and nothing else', json('', 406), /is unavailable\. Try again in a minute\. \(HTTP 406\)/],
  ['403 and a detail', json('{"detail":"Invalid token."}', 403), /rejected the key/],
  [
    'a bare text',
    json('{"status":"error","result":"start is wrong"}', 400),
    /service message: "start is wrong"/,
  ],
] as const) {
  test(`an error with ${what} is explained`, async (t) => {
    const shell = await shellOf(t, answer);
    const { exitCode, errors } = await shell.type(['invoice', 'info', 'ABCD1234']);
    assert.equal(exitCode, 1);
    assert.match(errors, said);
  });
}
