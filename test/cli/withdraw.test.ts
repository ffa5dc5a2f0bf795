import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { CommandLine } from './command-line.js';
import type { Answer } from '../service/scripted-service.js';
import { invoiceText, json, objectText, startService, withdrawalText } from '../service/scripted-service.js';
import { openStore } from '../../src/proxy/store/store.js';
import { saveJournalHead } from '../../src/proxy/store/payout-journal.js';
import { freshStore } from '../proxy/test-stores.js';
import { commandLine } from './command-line.js';
import { temporaryFolder } from '../temporary-folder.js';

const PATH = '/v2/invoice/api/out/create';
const TO = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const WITHDRAW = ['withdraw', '--currency', 'usdt_trc20', '--amount', '12.50', '--to', TO];

const { XDG_STATE_HOME } = process.env;

/** A command line whose account holds 100 USDT, with a limiter of its own. */
async function richShell(t: TestContext): Promise<CommandLine> {
  process.env['XDG_STATE_HOME'] = temporaryFolder(t);
  t.after(() => {
    if (XDG_STATE_HOME === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = XDG_STATE_HOME;
  });
  const shell = await commandLine(t);
  const created = await shell.type(['wallet', 'create', '--customer', 'c-1', '--currency', 'USDT_TRC20']);
  const address = /^address +(\S+)$/m.exec(created.output)?.[1];
  await shell.control('/payments', { address, amount: '100' });
  return shell;
}

test('money is sent after a summary and a confirmation', async (t) => {
  const shell = await richShell(t);
  const { exitCode, output, errors } = await shell.type(WITHDRAW, ['yes']);
  assert.equal(exitCode, 0, errors);
  assert.match(errors, /^currency +USDT_TRC20 \(Tether.*\)$/m);
  assert.match(errors, /^network +TRON \(TRC-20\)$/m);
  assert.match(errors, /^amount +12\.5 USDT_TRC20$/m);
  assert.match(errors, /^to +TXYZ opYR dj2D 9XRt bG41 1XZZ 3kM5 VkAe Bf$/m);
  assert.match(errors, /^available now +100 USDT_TRC20$/m);
  assert.match(
    errors,
    /^fee +unknown before sending: the service may deduct it from the amount, or add it$/m,
  );
  assert.match(errors, /^and afterwards +87\.5 USDT_TRC20, before any fee$/m);
  assert.match(errors, /Type yes to send: $/);
  assert.match(output, /^id +INV-[A-Z0-9]{8}$/m);
  assert.match(output, /^status +created$/m);
  assert.match(output, new RegExp(`^to +${TO}$`, 'm'));
  assert.equal(await shell.requestCount(PATH), 1);
});

for (const answer of ['', 'y', 'YES', 'no', 'yes please']) {
  test(`the answer "${answer}" sends nothing`, async (t) => {
    const shell = await richShell(t);
    const { exitCode, output, errors } = await shell.type(WITHDRAW, [answer]);
    assert.equal(exitCode, 1);
    assert.match(errors, /nothing was sent\n$/);
    assert.equal(output, '');
    assert.equal(await shell.requestCount(PATH), 0);
  });
}

test('without a terminal, --yes is required', async (t) => {
  const shell = await richShell(t);
  const refused = await shell.type(WITHDRAW);
  assert.equal(refused.exitCode, 2);
  assert.match(refused.errors, /Pass --yes to skip it/);
  assert.equal(await shell.requestCount(PATH), 0);
  const sent = await shell.type([...WITHDRAW, '--yes', '--json']);
  assert.equal(sent.exitCode, 0, sent.errors);
  const { amount, address, currency } = JSON.parse(sent.output);
  assert.deepEqual({ amount, address, currency }, { amount: '12.5', address: TO, currency: 'USDT_TRC20' });
});

for (const [what, currency, to, said] of [
  ['a wrong character', 'USDT_TRC20', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBg', /checksum does not match/],
  ['another form', 'USDT_TRC20', '0x52908400098527886E0F7030069857D2E4169EE7', /not an address on TRON/],
  ['a test network', 'BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /for a test network/],
  ['another network', 'LTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', /another network than Litecoin/],
  ["the token's own contract", 'USDT_TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /own contract/],
  ['the zero address', 'ETH', '0x0000000000000000000000000000000000000000', /no one has the key/],
  ['nothing', 'BTC', '', /it is empty/],
] as const) {
  test(`${what} as the recipient is refused with a reason, before a prompt or a request`, async (t) => {
    const shell = await commandLine(t);
    const { exitCode, errors } = await shell.type(
      ['withdraw', '--currency', currency, '--amount', '1', '--to', to],
      ['yes'],
    );
    assert.equal(exitCode, 2, errors);
    assert.match(errors, said);
    assert.doesNotMatch(errors, /Type yes/);
    assert.equal(await shell.requestCount(PATH), 0);
  });
}

test('an amount finer than the coin is refused before the prompt', async (t) => {
  const shell = await commandLine(t);
  const args = ['withdraw', '--currency', 'USDT_TRC20', '--amount', '0.0000001', '--to', TO];
  const { exitCode, errors } = await shell.type(args, ['yes']);
  assert.equal(exitCode, 2);
  assert.match(errors, /more decimals than USDT_TRC20\. Use at most 6/);
  assert.doesNotMatch(errors, /Type yes/);
});

test('more than the account holds is refused before the prompt, and nothing is sent', async (t) => {
  const shell = await richShell(t);
  const args = ['withdraw', '--currency', 'USDT_TRC20', '--amount', '100.01', '--to', TO];
  for (const { exitCode, errors } of [
    await shell.type(args, ['yes']),
    await shell.type([...args, '--yes']),
  ]) {
    assert.equal(exitCode, 1);
    assert.match(
      errors,
      /nothing was sent\. 100 USDT_TRC20 can be withdrawn, 100\.01 USDT_TRC20 were requested/,
    );
    assert.doesNotMatch(errors, /Type yes/);
  }
  assert.equal(await shell.requestCount(PATH), 0);
});

test('an address of the service without https:// is refused under its variable', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = 'localhost:4010';
  const { exitCode, errors } = await shell.type(WITHDRAW, ['yes']);
  assert.equal(exitCode, 2);
  assert.match(errors, /^CRYPTO_CHECKOUT_SERVICE_URL is "localhost:4010", without https/);
});

test('without the API key the balance is omitted, and money is sent nevertheless', async (t) => {
  const shell = await richShell(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = undefined;
  const { exitCode, errors } = await shell.type([...WITHDRAW, '--yes']);
  assert.equal(exitCode, 0, errors);
  assert.doesNotMatch(errors, /available/);
});

test('an invalid withdrawal key is reported, and not shown', async (t) => {
  const shell = await richShell(t);
  shell.env['CRYPTO_CHECKOUT_WITHDRAWAL_KEY'] = 'not-the-key';
  const { exitCode, errors } = await shell.type([...WITHDRAW, '--yes']);
  assert.equal(exitCode, 1);
  assert.match(errors, /rejected the key.*A withdrawal needs its own key/);
  assert.doesNotMatch(errors, /not-the-key/);
});

test('a lost response ends with exit code 3, the likely record, and nothing sent twice', async (t) => {
  const shell = await richShell(t);
  await shell.control('/faults', { endpoint: PATH, kind: 'reset-after', times: 1 });
  const { exitCode, output, errors } = await shell.type(WITHDRAW, ['yes']);
  assert.equal(exitCode, 3);
  assert.match(errors, /may have succeeded. Do not repeat it until you know/);
  assert.match(errors, /Records marked > have this currency, address and amount/);
  assert.match(errors, /The request was sent at 20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
  assert.match(output, new RegExp(`^> +INV-\\w{8} .* 12\\.5 +USDT_TRC20 +${TO}$`, 'm'));
  assert.equal(await shell.requestCount(PATH), 1);
});

test('a lost request ends with exit code 3, and a record of another amount is not mistaken for it', async (t) => {
  const shell = await richShell(t);
  await shell.type(['withdraw', '--currency', 'USDT_TRC20', '--amount', '3', '--to', TO, '--yes']);
  await shell.control('/faults', { endpoint: PATH, kind: 'reset-before', times: 1 });
  // Another key has a limiter of its own; the fault applies before the service checks it.
  shell.env['CRYPTO_CHECKOUT_WITHDRAWAL_KEY'] = 'another-key';
  const lost = await shell.type([...WITHDRAW, '--yes', '--json']);
  assert.equal(lost.exitCode, 3, lost.errors);
  assert.doesNotMatch(lost.errors, /marked >/);
  assert.match(lost.errors, /Records marked \? have this currency and address, but another amount/);
  const { status, records } = JSON.parse(lost.output);
  assert.equal(status, 'unknown');
  assert.equal(records.length, 1);
  assert.deepEqual([records[0].matches, records[0].amount, records[0].type], [false, '3', 'dw']);
});

test('a lost response with an unreadable account ends with instructions how to check', async (t) => {
  const shell = await richShell(t);
  shell.env['CRYPTO_CHECKOUT_API_KEY'] = undefined;
  await shell.control('/faults', { endpoint: PATH, kind: 'html', times: 1 });
  const { exitCode, errors } = await shell.type([...WITHDRAW, '--yes']);
  assert.equal(exitCode, 3);
  assert.match(
    errors,
    /set CRYPTO_CHECKOUT_API_KEY and CRYPTO_CHECKOUT_SHOP_ID and run crypto-checkout invoice list/,
  );
});

/** A command line before a service with this response to a withdrawal and this list. */
async function scriptedShell(
  t: TestContext,
  withdrawal: Answer,
  list: (nowMs: number) => readonly string[] = () => [],
): Promise<CommandLine> {
  const shell = await richShell(t);
  const { url } = await startService(t, (response, requested) => {
    const records = list(shell.sandbox.clock.nowMs());
    const listed = json(`{"status":"success","result":[${records.join()}],"all_count":${records.length}}`);
    const balances = json('{"status":"success","result":[]}', 500);
    const answer = { [PATH]: withdrawal, '/v2/invoice/merchant/list': listed }[requested.path] ?? balances;
    answer(response, requested);
  });
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = url;
  return shell;
}

/** A command line whose account has these balances. */
async function shellWithBalances(t: TestContext, rows: string): Promise<CommandLine> {
  const shell = await richShell(t);
  const { url } = await startService(t, (response, requested) => {
    const isWithdrawal = requested.path === PATH;
    const result = isWithdrawal
      ? withdrawalText({ address: JSON.stringify(TO), amount: '12.5' })
      : `[${rows}]`;
    json(`{"status":"success","result":${result}}`)(response, requested);
  });
  shell.env['CRYPTO_CHECKOUT_SERVICE_URL'] = url;
  return shell;
}

const balanceRow = (currency: string, available: string) =>
  `{"currency":${currency},"balance_crypto":500,"available_balance":${available}}`;

test('a balance below zero holds nothing that can be withdrawn', async (t) => {
  const shell = await shellWithBalances(t, balanceRow('"USDT_TRC20"', '-20.50'));
  for (const args of [WITHDRAW, [...WITHDRAW, '--yes']]) {
    const { exitCode, output, errors } = await shell.type(args, ['yes']);
    assert.deepEqual([exitCode, output], [1, '']);
    assert.match(errors, /^available now +-20\.5 USDT_TRC20$/m);
    assert.match(
      errors,
      /nothing was sent\. 0 USDT_TRC20 can be withdrawn, 12\.50? USDT_TRC20 were requested/,
    );
    assert.doesNotMatch(errors, /and afterwards|Type yes/);
  }
});

for (const [what, rows] of [
  ['unreadable', balanceRow('"USDT_TRC20"', '"much"')],
  ['perhaps that without a code', `${balanceRow('"BTC"', '1')},${balanceRow('{}', '100')}`],
] as const) {
  test(`a balance that is ${what} counts as unknown, and not as money or as none`, async (t) => {
    const shell = await shellWithBalances(t, rows);
    const { errors } = await shell.type(WITHDRAW, ['no']);
    assert.match(errors, /^available now +unknown: the balance is unreadable$/m);
    assert.doesNotMatch(errors, /and afterwards|can be withdrawn/);
    assert.match(errors, /Type yes to send: /);
  });
}

const cut: Answer = (response) => response.destroy();
const REQUESTED = { address: JSON.stringify(TO), amount: '12.4', order_id: '"None"' };
const atMs = (timeMs: number) => JSON.stringify(new Date(timeMs).toISOString());

for (const [what, answer] of [
  [
    'as published',
    '{"status":"success","result":{"invoice_id":"INV-ABCD1234","status":"created","currency":"USDT_TRC20","amount":12.4}}',
  ],
  ['under "data"', `{"status":"success","data":${withdrawalText({ ...REQUESTED })}}`],
] as const) {
  test(`a smaller amount in a response ${what} has an unknown outcome, and its id is named`, async (t) => {
    const shell = await scriptedShell(t, json(answer));
    const { exitCode, output, errors } = await shell.type([...WITHDRAW, '--yes']);
    assert.equal(exitCode, 3, errors);
    assert.match(errors, /reported the id INV-ABCD1234 with 12\.4 instead of 12\.50? USDT_TRC20/);
    assert.match(errors, /Do not repeat it until you know/);
    assert.doesNotMatch(output, /^status/m);
  });
}

test('a withdrawal in an error has an unknown outcome, and its id is named', async (t) => {
  const withdrawal = withdrawalText({ ...REQUESTED, amount: '12.5' });
  const shell = await scriptedShell(t, json(`{"status":"success","result":${withdrawal}}`, 400));
  const { exitCode, errors } = await shell.type([...WITHDRAW, '--yes']);
  assert.equal(exitCode, 3, errors);
  assert.match(errors, /reported the id INV-ABCD1234 in an error, so it may have succeeded/);
});

/** The record in this list that matches the lost one of 12.5: its last letter, and how alike it is. */
async function foundAmong(t: TestContext, list: (nowMs: number) => readonly string[]) {
  const shell = await scriptedShell(t, cut, list);
  const { exitCode, output, errors } = await shell.type([...WITHDRAW, '--yes', '--json']);
  assert.equal(exitCode, 3, errors);
  const { records }: { records: { id: string; matches: boolean; amountDiffers: boolean }[] } =
    JSON.parse(output);
  const found = records.map(({ id, matches, amountDiffers }) => [
    id.slice(-1),
    matches ? 'same' : amountDiffers ? 'amount' : 'other',
  ]);
  return { found: Object.fromEntries(found), errors };
}

test('a lost one is found by its address, time and type, even if its amount differs', async (t) => {
  const { found, errors } = await foundAmong(t, (nowMs) => [
    withdrawalText({ ...REQUESTED, uuid: '"INV-AAAAAAAA"', created: atMs(nowMs) }),
    withdrawalText({ ...REQUESTED, uuid: '"INV-BBBBBBBB"', created: 'null', type: 'null' }),
    withdrawalText({ ...REQUESTED, uuid: '"INV-CCCCCCCC"', created: atMs(nowMs - 25 * 3_600_000) }),
    withdrawalText({ uuid: '"INV-DDDDDDDD"', created: atMs(nowMs), amount: '12.5' }),
    withdrawalText({
      ...REQUESTED,
      uuid: '"INV-EEEEEEEE"',
      created: atMs(nowMs),
      currency: '{"code":"BTC"}',
    }),
    withdrawalText({ ...REQUESTED, uuid: '"INV-FFFFFFFF"', created: atMs(nowMs), address: '""' }),
    invoiceText({ ...REQUESTED, uuid: '"INV-GGGGGGGG"', created: atMs(nowMs) }),
    invoiceText({ uuid: '"INV-HHHHHHHH"', created: atMs(nowMs), type: 'null' }),
  ]);
  assert.deepEqual(found, { A: 'amount', B: 'amount', C: 'other', D: 'other', E: 'other', F: 'other' });
  assert.match(errors, /Records marked \? have this currency and address/);
});

test('a lost one whose record has no address is found by its amount', async (t) => {
  const { found, errors } = await foundAmong(t, (nowMs) => [
    withdrawalText({ uuid: '"INV-AAAAAAAA"', created: atMs(nowMs), amount: '"12.50"', address: '""' }),
    withdrawalText({ ...REQUESTED, uuid: '"INV-BBBBBBBB"', created: atMs(nowMs), amount: '12.5' }),
  ]);
  assert.deepEqual(found, { A: 'same', B: 'same' });
  assert.match(errors, /Records marked > have this currency, address and amount/);
});

for (const hours of [-23, 23])
  test(`a lost one is found by a service whose clock differs by ${hours} hours`, async (t) => {
    const { found } = await foundAmong(t, (nowMs) => [
      withdrawalText({ ...REQUESTED, amount: '12.5', created: atMs(nowMs + hours * 3_600_000) }),
    ]);
    assert.deepEqual(Object.values(found), ['same']);
  });

test('if no withdrawal of the list may be the lost one, the output says so', async (t) => {
  const { found, errors } = await foundAmong(t, () => []);
  assert.deepEqual(found, {});
  assert.match(errors, /No record has this currency and address; it may still appear/);
});

test('no text of the command claims how a fee is charged', async (t) => {
  const refusing = await scriptedShell(t, json(objectText({ status: '"error"', result: '"no"' }), 400));
  const refused = await refusing.type([...WITHDRAW, '--yes']);
  const help = await refusing.type(['withdraw', '--help']);
  const done = await (await richShell(t)).type(WITHDRAW, ['yes']);
  assert.equal(done.exitCode, 0, done.errors);
  for (const text of [refused.errors, help.output, done.errors, done.output])
    assert.doesNotMatch(
      text,
      /on top|less the fee|and the fee|\b(?:deducts|deducted|adds|added|includ\w+)\b/,
    );
});

for (const [name, value] of [
  ['CRYPTO_CHECKOUT_PAYOUT_SECRET', 'planted-payout-secret-0123456789abcdef-0123456789'],
  ['CRYPTO_CHECKOUT_PAYOUT_JOURNAL', '/var/lib/shop/payouts.jsonl'],
  ['CRYPTO_CHECKOUT_PAYOUT_LIMITS', 'USDT_TRC20=100'],
] as const) {
  test(`where payouts are set up by ${name}, nothing is sent past the two people`, async (t) => {
    const shell = await richShell(t);
    shell.env[name] = value;
    for (const typed of [[...WITHDRAW, '--yes'], WITHDRAW]) {
      const { exitCode, errors } = await shell.type(typed, ['yes']);
      assert.equal(exitCode, 1);
      assert.match(errors, new RegExp(`nothing was sent\\. Payouts are set up here \\(${name} is set\\)`));
      assert.match(errors, /Run crypto-checkout payouts propose/);
      assert.doesNotMatch(errors, /Type yes|planted/);
    }
    assert.equal(await shell.requestCount(PATH), 0);
  });
}

test('where the store has payouts, nothing is sent past the two people', async (t) => {
  const shell = await richShell(t);
  const path = await freshStore(t);
  shell.env[path.startsWith('postgres') ? 'DATABASE_URL' : 'CRYPTO_CHECKOUT_STORE'] = path;
  const store = await openStore(path);
  t.after(() => store.close());
  const before = await shell.type([...WITHDRAW, '--yes']);
  assert.equal(before.exitCode, 0, before.errors);
  await saveJournalHead(store.db, null, { lines: 1, hash: 'a' });
  const after = await shell.type([...WITHDRAW, '--yes']);
  assert.equal(after.exitCode, 1);
  assert.match(after.errors, /Payouts are set up here \(the store has payouts\)/);
  assert.equal(await shell.requestCount(PATH), 1);
});
