import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openStore } from '../../src/proxy/store/store.js';
import { commandLine, type CommandLine } from './command-line.js';

const DAY_MS = 86_400_000;
const NOVEMBER = Date.UTC(2026, 10, 1);

const ROW = {
  ...{ checkout_id: 'c', sequence: 1, position: 1, order_id: 'A-1', invoice_id: 'INV-AAAA0001' },
  ...{ currency: 'USDT_TRC20', kind: 'received', amount: '10', at: NOVEMBER, source: 'service' },
  ...{ price_amount: '9.00', price_currency: 'EUR', usd: '10.01', transactions: '["t-1","t-2"]' },
  ...{ balance_change: '9.9', service_fee: '0.1', network_fee: '0' },
} as const;
const SENT = {
  ...{ payout_id: 'p-1', position: 1, withdrawal_id: 'INV-WWWW0001', currency: 'USDT_TRC20', kind: 'sent' },
  ...{ amount: '4', at: NOVEMBER + 30 * DAY_MS, source: 'payout', person: '=Jon Berg' },
  ...{ balance_change: '-5.4', service_fee: '0', network_fee: '1.4' },
} as const;

/** A command line, and a store with these movements. */
async function start(t: TestContext, rows: readonly object[]): Promise<CommandLine> {
  const shell = await commandLine(t);
  const store = await openStore(shell.env['CRYPTO_CHECKOUT_STORE'] ?? '');
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500).map((row) => ({ ...ROW, ...row }));
    await store.db.insertInto('movements').values(some).execute();
  }
  await store.close();
  return shell;
}

const none = Object.fromEntries(Object.keys(ROW).map((key) => [key, null]));
const sent = { ...none, ...SENT };

describe('books', () => {
  it('exports one row per movement, safe for spreadsheets', async (t) => {
    const shell = await start(t, [{}, sent, { position: 2, at: NOVEMBER - 1 }]);
    const { exitCode, output, errors } = await shell.type([
      'books',
      '--from',
      '2026-11-01',
      '--to',
      '2026-12-01',
    ]);
    assert.deepEqual([exitCode, errors], [0, '']);
    const [head, ...lines] = output.split('\r\n');
    assert.equal(
      head,
      'number,time,kind,order,currency,coin,network,amount,fees,service_fee,network_fee,balance_change,usd,price,price_currency,paid_at,transactions,payment,invoice,deposit,refund,payout,withdrawal,person',
    );
    const payment = /pay_[\w-]{22}/.exec(output)?.[0];
    assert.deepEqual(lines, [
      `1,2026-11-01T00:00:00.000Z,received,A-1,USDT_TRC20,USDT,TRON,10,0.1,0.1,0,9.9,10.01,9.00,EUR,,t-1 t-2,${payment},INV-AAAA0001,,,,,`,
      `2,2026-12-01T00:00:00.000Z,paid_out,,USDT_TRC20,USDT,TRON,4,1.4,0,1.4,-5.4,,,,,,,,,,p-1,INV-WWWW0001,'=Jon Berg`,
      '',
    ]);
  });

  it('prints JSON lines, with every digit as text', async (t) => {
    const shell = await start(t, [
      { amount: '0.100000000000000001', balance_change: null, service_fee: null, network_fee: null },
    ]);
    const args = ['books', '--from', '2026-11-01', '--to', '2026-11-01', '--format', 'jsonl'];
    const { exitCode, output, errors } = await shell.type(args);
    assert.equal(exitCode, 0);
    const { number, kind, amount, balanceChange, serviceFee, price } = JSON.parse(output) as Record<
      string,
      unknown
    >;
    assert.deepEqual(
      [number, kind, amount, balanceChange, serviceFee, price],
      [
        1,
        'received',
        '0.100000000000000001',
        '0.100000000000000001',
        null,
        { amount: '9.00', currency: 'EUR' },
      ],
    );
    assert.match(errors, /^1 movement has no fees, because the service did not state them/);
  });

  it('adds up months, as a table and as CSV', async (t) => {
    const shell = await start(t, [{}, sent, { position: 2, at: NOVEMBER - 1 }]);
    const args = ['books', '--from', '2026-11-01', '--to', '2026-12-31', '--summary'];
    const table = await shell.type(args);
    assert.equal(table.exitCode, 0);
    assert.match(table.output, /^month +currency +opening +received +fees +refunded +paid out +closing$/m);
    assert.match(table.output, /^2026-11 +USDT_TRC20 +9\.9 +10 +0\.1 +0 +0 +19\.8$/m);
    assert.match(table.output, /^2026-12 +USDT_TRC20 +19\.8 +0 +1\.4 +0 +4 +14\.4$/m);
    const csv = await shell.type([...args, '--format', 'csv']);
    assert.match(
      csv.output,
      /^2026-12,2026-12-01,2026-12-31,USDT_TRC20,USDT,TRON,19\.8,0,1\.4,0,4,14\.4,1,0\r$/m,
    );
    const lines = (await shell.type([...args, '--format', 'jsonl'])).output.trim().split('\n');
    assert.equal(lines.length, 2);
    assert.equal((JSON.parse(lines[1] ?? '') as { closing: string }).closing, '14.4');
    const empty = await shell.type(['books', '--summary', '--from', '2020-01-01', '--to', '2020-01-31']);
    assert.equal(empty.output, 'no movements\n');
  });

  it('writes a complete file, or none', async (t) => {
    const shell = await start(t, [{}]);
    const path = join(shell.folder, 'november.csv');
    const args = ['books', '--from', '2026-11-01', '--to', '2026-11-30', '--output'];
    const { exitCode, output } = await shell.type([...args, path]);
    assert.deepEqual([exitCode, output], [0, '']);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.startsWith('\ufeffnumber,time'));
    assert.equal(text.split('\r\n').length, 3);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const nowhere = await shell.type([...args, join(shell.folder, 'no', 'such', 'folder.csv')]);
    assert.equal(nowhere.exitCode, 1);
    assert.match(nowhere.errors, /^--output ".*folder\.csv" cannot be written \(ENOENT\)/);
    assert.ok(!readdirSync(shell.folder).some((name) => name.endsWith('.part')));
  });

  it('streams a large store, and leaves nothing behind after Ctrl-C', async (t) => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ position: index + 1, at: NOVEMBER + index }));
    const shell = await start(t, many);
    const path = join(shell.folder, 'november.csv');
    const period = ['--from', '2026-11-01', '--to', '2026-11-30'];
    const whole = await shell.type(['books', ...period]);
    assert.equal(whole.output.split('\r\n').length, 5002);
    // An answer makes the terminal interactive.
    const running = shell.start(['books', ...period, '--output', path], ['']);
    shell.interrupt();
    const { exitCode, errors } = await running.ended;
    assert.deepEqual([exitCode, errors.includes('interrupted')], [130, true]);
    assert.ok(!readdirSync(shell.folder).some((name) => name.includes('november')));
    const summing = await shell.start(['books', ...period, '--summary'], ['']).ended;
    assert.match(summing.errors, /adding up movements … 5000/);
    assert.match(summing.output, /2026-11 +USDT_TRC20 +0 +50000 +500 +0 +0 +49500/);
  });

  it('explains wrong options', async (t) => {
    const shell = await start(t, []);
    for (const [args, problem] of [
      [
        ['--from', '31.11.2026'],
        /option '--from <day>' argument '31\.11\.2026' is invalid\. Use a day such as/,
      ],
      [
        ['--from', '2026-11-02', '--to', '2026-11-01'],
        /--to is before --from\. Pass the later day as --to\./,
      ],
      [['--format', 'xml'], /Allowed choices are csv, jsonl, table/],
      [['--format', 'table'], /--format table is too wide for movements\. Use csv, jsonl, or --summary\./],
    ] as const) {
      const { exitCode, output, errors } = await shell.type(['books', ...args]);
      assert.deepEqual([exitCode, output], [2, '']);
      assert.match(errors, problem);
    }
  });
});
