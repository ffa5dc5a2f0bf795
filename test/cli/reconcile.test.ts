import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reconciliation } from '../../src/protocol/index.js';
import { openStore } from '../../src/proxy/store/store.js';
import { servedOrders } from './served-orders.js';
import { commandLine } from './command-line.js';
import { until } from '../until.js';

test('the books of a shop close, until the account has something that they do not have', async (t) => {
  const { shell, pay } = await servedOrders(t);
  await pay('A-1');
  await pay('A-2');
  const closed = await until(
    async () => {
      shell.sandbox.clock.advance(5);
      return shell.type(['reconcile']);
    },
    'both payments are in the books',
    ({ output }) => output.includes('2 matched'),
  );
  assert.deepEqual([closed.exitCode, closed.errors], [0, '']);
  assert.match(
    closed.output,
    /^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d: 2 matched, 0 only here, 0 only there, 0 different; 0 without money\n$/,
  );

  const summary = await shell.type(['books', '--summary']);
  const balances = (await shell.read(['balances'])) as readonly { readonly balance: string }[];
  const closing = / (\S+)\n$/.exec(summary.output)?.[1];
  assert.deepEqual(
    balances.map(({ balance }) => balance),
    [closing],
  );

  const created = (await shell.read([
    'invoice',
    'create',
    '--amount',
    '9',
    '--currency',
    'USD',
    '--pay-in',
    'BTC',
  ])) as {
    readonly id: string;
  };
  await shell.control('/payments', { uuid: created.id });
  const store = await openStore(shell.env['CRYPTO_CHECKOUT_STORE'] ?? '');
  t.after(() => store.close());
  await store.db.updateTable('movements').set({ amount: '1' }).where('order_id', '=', 'A-2').execute();
  const open = await shell.type(['reconcile']);
  assert.equal(open.exitCode, 1);
  assert.match(open.output, /^different +payment +INV-\w{8} +A-2 +USDT_TRC20 +1 +\d+\.\d+ .* amount$/m);
  assert.match(open.output, new RegExp(`^only there +payment +${created.id} +– +BTC +– +0\\.`, 'm'));
  assert.match(open.output, /: 1 matched, 0 only here, 1 only there, 1 different; 0 without money$/m);
  assert.match(open.errors, /^the books do not close\. Run a proxy until/);
  const json = await shell.type(['reconcile', '--json']);
  assert.equal(json.exitCode, 1);
  const { closes, mismatches } = JSON.parse(json.output) as Reconciliation;
  assert.deepEqual([closes, mismatches.length], [false, 2]);
});

test('a wrong period, or no store, is explained', async (t) => {
  const shell = await commandLine(t);
  const period = await shell.type(['reconcile', '--from', '2026-11-02', '--to', '2026-11-01']);
  assert.deepEqual([period.exitCode, period.output], [2, '']);
  assert.match(period.errors, /--to is before --from/);
  const day = await shell.type(['reconcile', '--from', '2026-02-30']);
  assert.equal(day.exitCode, 2);
  assert.match(day.errors, /Use a day such as 2026-11-21/);
  const store = await shell.type(['reconcile']);
  assert.equal(store.exitCode, 1);
  assert.match(store.errors, /does not exist/);
});
