import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { addAmounts } from '../../src/payment/index.js';
import type { CheckoutProxy } from '../../src/proxy/index.js';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { openStore } from '../../src/proxy/store/store.js';
import type { CommandLine } from './command-line.js';
import { commandLine, ORDER_SECRET, WEBHOOK_SECRET } from './command-line.js';
import { until } from '../until.js';
import type { ShopServer } from '../shop-server.js';
import { startShopServer, status } from '../shop-server.js';
import { chooseCurrency } from '../pay-order.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

interface Setup {
  readonly shell: CommandLine;
  readonly shop: ShopServer;
  /** An order with an invoice in USDT_TRC20. */
  order(id: string): Promise<{ readonly id: string; readonly invoice: string }>;
}

/** A running proxy, and a command line beside it with access only to its store. */
async function withProxy(t: TestContext): Promise<Setup> {
  const shell = await commandLine(t);
  const shop = await startShopServer(t);
  const silent = () => undefined;
  const proxy = createCheckoutProxy({
    service: {
      url: shell.sandbox.url,
      apiKey: shell.env['CRYPTO_CHECKOUT_API_KEY'] ?? '',
      shopId: shell.env['CRYPTO_CHECKOUT_SHOP_ID'] ?? '',
      testMode: true,
    },
    orderSecrets: [ORDER_SECRET],
    webhook: { url: shop.url, secrets: [WEBHOOK_SECRET] },
    store: shell.env['CRYPTO_CHECKOUT_STORE'] ?? '',
    clock: shell.sandbox.clock,
    logger: { info: silent, warn: silent, error: silent },
  });
  await proxy.start();
  t.after(() => proxy.stop());
  return { shell, shop, order: (id) => order(proxy, id) };
}

async function order(proxy: CheckoutProxy, orderId: string): Promise<{ id: string; invoice: string }> {
  const token = await createOrderToken(
    { id: orderId, amount: '49.00', currency: 'EUR' },
    { secret: ORDER_SECRET },
  );
  const send = (request: Request) => proxy.fetch(request);
  const base = 'https://shop.example/crypto-checkout';
  const { id, invoice } = await chooseCurrency(base, token, undefined, send);
  return { id, invoice: invoice?.id ?? '' };
}

const SECOND = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC';

/** Waits until `event list` shows a line of this form. */
function listed(shell: CommandLine, options: readonly string[], line: RegExp): Promise<RegExpExecArray> {
  return until(
    async () => {
      shell.sandbox.clock.advance(5);
      return line.exec((await shell.type(['event', 'list', ...options])).output);
    },
    `event list ${options.join(' ')} shows ${line}`,
  );
}

test('a checkout is found by its state and shown by its order, with every digit and its events', async (t) => {
  const { shell, order } = await withProxy(t);
  const paid = await order('A-1');
  await order('A-2');
  await shell.control('/payments', { uuid: paid.invoice });
  await listed(shell, ['--delivered'], /checkout\.paid +A-1 +\d+\.\d+ USDT_TRC20 +delivered/);

  const list = await shell.type(['checkout', 'list', '--state', 'paid']);
  assert.match(list.output, new RegExp(`^${paid.id} .* paid +A-1 +49\\.00 EUR`, 'm'));
  assert.doesNotMatch(list.output, /A-2/);
  assert.match((await shell.type(['checkout', 'list', '--order', 'A-2'])).output, /awaiting +A-2/);
  assert.equal(((await shell.read(['checkout', 'list', '--limit', '1'])) as unknown[]).length, 1);

  const shown = await shell.type(['checkout', 'show', 'A-1']);
  assert.equal(shown.exitCode, 0, shown.errors);
  assert.match(shown.output, new RegExp(`^id +${paid.id}$`, 'm'));
  assert.match(shown.output, new RegExp(`^invoice +${paid.invoice}$`, 'm'));
  assert.match(shown.output, /^received +\d+\.\d+ USDT_TRC20$/m);
  assert.match(shown.output, /^state +paid, pays the order$/m);
  assert.match(shown.output, /checkout\.paid/);
  const details = (await shell.read(['checkout', 'show', paid.id])) as { order: { amount: string } };
  assert.equal(details.order.amount, '49.00');
});

test('a checkout that owes money to the payer is found, with the amount', async (t) => {
  const { shell, order } = await withProxy(t);
  const overpaid = await order('A-1');
  await order('A-2');
  await shell.control('/payments', { uuid: overpaid.invoice, amount: '100' });
  await listed(shell, ['--delivered'], /checkout\.overpaid +A-1/);

  const list = await shell.type(['checkout', 'list', '--owing']);
  assert.doesNotMatch(list.output, /A-2/);
  const [checkout] = (await shell.read(['checkout', 'list', '--owing'])) as readonly {
    readonly id: string;
    readonly owed: readonly { readonly amount: string; readonly reason: string }[];
  }[];
  assert.equal(checkout?.id, overpaid.id);
  const [owed] = checkout.owed;
  assert.equal(owed?.reason, 'surplus');
  assert.match(list.output, new RegExp(`^${overpaid.id} .* ${owed.amount} USDT_TRC20 `, 'm'));
});

test('the movements of an order are listed with running sums, and its sums now', async (t) => {
  const { shell, order } = await withProxy(t);
  const overpaid = await order('A-1');
  assert.equal((await shell.type(['ledger', 'A-1'])).output, 'nothing was received\n');
  await shell.control('/payments', { uuid: overpaid.invoice, amount: '100' });
  await listed(shell, ['--delivered'], /checkout\.overpaid +A-1/);
  const { exitCode, output } = await shell.type(['ledger', 'A-1']);
  assert.equal(exitCode, 0);
  assert.match(
    output,
    /^time \(UTC\) +invoice +movement +amount +received +applied \+ owed +source +reference$/m,
  );
  assert.match(
    output,
    new RegExp(
      `^${SECOND.replace(' UTC', '')} +${overpaid.invoice} +received +100 USDT_TRC20 +100 +100 +service +\\w{6}…$`,
      'm',
    ),
  );
  const book = (await shell.read(['ledger', overpaid.id])) as {
    readonly order: string;
    readonly invoices: readonly { readonly applied: string; readonly owed: string }[];
  };
  assert.equal(book.order, 'A-1');
  const [now] = book.invoices;
  assert.equal(addAmounts(now?.applied ?? '0', now?.owed ?? '0'), '100');
  const unknown = await shell.type(['ledger', 'A-9']);
  assert.deepEqual([unknown.exitCode, unknown.output], [1, '']);
  assert.match(unknown.errors, /there is no checkout or order "A-9" in this store/);
});

test('the derived columns of all checkouts are compared with the movements', async (t) => {
  const { shell, order } = await withProxy(t);
  const overpaid = await order('A-1');
  await order('A-2');
  await shell.control('/payments', { uuid: overpaid.invoice, amount: '100' });
  await listed(shell, ['--delivered'], /checkout\.overpaid +A-1/);
  const right = await shell.type(['ledger', '--verify']);
  assert.deepEqual([right.exitCode, right.output], [0, '2 checkouts, 0 differences\n']);
  const store = await openStore(shell.env['CRYPTO_CHECKOUT_STORE'] ?? '');
  t.after(() => store.close());
  await store.db.updateTable('checkouts').set({ is_owing: false }).where('order_id', '=', 'A-1').execute();
  const wrong = await shell.type(['ledger', '--verify']);
  assert.equal(wrong.exitCode, 1);
  assert.match(wrong.output, /^A-1  is_owing: stored no, computed yes\n2 checkouts, 1 difference$/m);
  const without = { attention_since: null };
  await store.db.updateTable('checkouts').set(without).where('order_id', '=', 'A-1').execute();
  const since = { attention_since: Date.parse('2026-11-21T07:48:00Z') };
  await store.db.updateTable('checkouts').set(since).where('order_id', '=', 'A-2').execute();
  const both = (await shell.type(['ledger', '--verify'])).output;
  assert.match(both, /^A-1  attention_since: stored none, computed a time$/m);
  assert.match(both, /^A-2  attention_since: stored 2026-11-21T07:48:00\.000Z, computed none$/m);
  const missing = await shell.type(['ledger']);
  assert.equal(missing.exitCode, 2);
  assert.match(missing.errors, /the order is missing/);
});

test('what the staff must decide is listed, oldest first', async (t) => {
  const { shell, order } = await withProxy(t);
  assert.equal((await shell.type(['attention', 'list'])).errors, 'nothing needs your attention\n');
  const overpaid = await order('A-1');
  await shell.control('/payments', { uuid: overpaid.invoice, amount: '100' });
  await listed(shell, ['--delivered'], /checkout\.overpaid +A-1/);
  const { exitCode, output } = await shell.type(['attention', 'list']);
  assert.equal(exitCode, 0);
  assert.match(
    output,
    new RegExp(`owed: \\d+(\\.\\d+)? USDT_TRC20, surplus +A-1 +${paymentIdOf(overpaid.id)}`),
  );
  assert.deepEqual(stepsIn(output), [
    'refund create A-1 --invoice 1 --to <address> --person <name>',
    'checkout dismiss A-1 --invoice 1 --about owed --note <reason> --person <name>',
  ]);
  const [item] = (await shell.read(['attention', 'list'])) as readonly { readonly kind: string }[];
  assert.equal(item?.kind, 'owed');

  const person = ['--person', 'Maja Lind'];
  const accepted = await shell.type(['checkout', 'accept', 'A-1', ...person]);
  assert.equal(accepted.exitCode, 1);
  assert.match(accepted.errors, /no money of order A-1 can be accepted .*Run checkout dismiss, or refund/);
  assert.equal((await shell.type(['checkout', 'dismiss', 'A-1', ...person])).exitCode, 2, 'without a reason');
  assert.equal((await shell.type(['checkout', 'dismiss', 'A-1', '--note', 'x'])).exitCode, 2);
  assert.equal((await shell.type(['checkout', 'dismiss', 'A-1', ...person, '--note', ' '])).exitCode, 2);
  const dismissed = await shell.type(['checkout', 'dismiss', 'A-1', ...person, '--note', 'A tip']);
  assert.equal(dismissed.exitCode, 0, dismissed.errors);
  assert.match(dismissed.output, /^decision +dismissed\ncase +owed\nperson +Maja Lind\nnote +A tip$/m);
  assert.equal((await shell.type(['attention', 'list'])).errors, 'nothing needs your attention\n');
  const { output: shown } = await shell.type(['checkout', 'show', paymentIdOf(overpaid.id)]);
  assert.match(shown, /^owed +0 USDT_TRC20$/m);
  assert.match(shown, /^surplus +[\d.]+ USDT_TRC20$/m);
  const again = await shell.type(['checkout', 'dismiss', 'A-1', ...person, '--note', 'A tip']);
  assert.deepEqual([again.exitCode, again.output], [1, '']);
  assert.match(again.errors, /no decision about order A-1 is pending/);
  const unknown = ['checkout', 'accept', 'A-9', ...person];
  assert.match((await shell.type(unknown)).errors, /no checkout or order "A-9"/);
});

/** The commands that are printed below the cases. */
const stepsIn = (output: string) => [...output.matchAll(/^  → (.*)$/gm)].map(([, step]) => step);

test('a late payment is accepted by a command, which the shop fulfills and the audit log has', async (t) => {
  const { shell, shop, order } = await withProxy(t);
  const { invoice, id } = await order('A-1');
  shell.sandbox.clock.advance(3600);
  await listed(shell, [], /checkout\.expired +A-1/);
  await shell.control('/payments', { uuid: invoice, amount: '100' });
  await listed(shell, ['--late'], /checkout\.paid_late +A-1/);
  const [accept = ''] = stepsIn((await shell.type(['attention', 'list'])).output);
  assert.equal(accept, 'checkout accept A-1 --invoice 1 --person <name>');
  const several = ['checkout', 'dismiss', id, '--person', 'Maja Lind', '--note', 'x'];
  assert.match(
    (await shell.type(several)).errors,
    /several cases .* are pending: --invoice 1 --about late; --invoice 1 --about owed\./,
  );
  const args = accept.replace('<name>', 'Maja').split(' ');
  const { exitCode, output, errors } = await shell.type([...args, '--note', 'In stock']);
  assert.equal(exitCode, 0, errors);
  assert.match(output, /^decision +accepted\ncase +late$/m);
  await until(() => {
    shell.sandbox.clock.advance(5);
    return shop.requests.some(({ body }) => /"checkout\.settled".*"fulfill":true/.test(body));
  }, 'the shop fulfills the order');
  const store = await openStore(shell.env['CRYPTO_CHECKOUT_STORE'] ?? '');
  t.after(() => store.close());
  const entries = await store.db.selectFrom('audit_log').selectAll().execute();
  assert.deepEqual(
    entries.map(({ person, action, subject }) => [person, action, subject]),
    [['Maja', 'payment.settle', paymentIdOf(id)]],
  );
});

test('a dead letter is found, and delivered when it is sent again', async (t) => {
  const { shell, shop, order } = await withProxy(t);
  const { invoice } = await order('A-1');
  shop.answer = status(500);
  await shell.control('/payments', { uuid: invoice });
  await listed(shell, ['--waiting'], /checkout\.paid .* waiting +– +[1-9]\d* +webhook answered 500/);
  // "Gone": the shop accepts it no more.
  shop.answer = status(410);
  const [, id = ''] = await listed(shell, ['--dead'], /^(evt_\S+) .*checkout\.paid .* dead .* 410$/m);
  const { output: attention } = await shell.type(['attention', 'list']);
  assert.match(
    attention,
    new RegExp(
      `dead letter: checkout\\.paid \\(webhook answered 410\\) +A-1 +${id}\n  → event resend ${id}$`,
      'm',
    ),
  );
  assert.doesNotMatch(attention, /events? not delivered/);
  assert.match((await shell.type(['doctor'])).output, /^failed +events .*\n +→ run .*event list --dead/m);

  const refused = shop.requests.length;
  shop.answer = status(204);
  const { exitCode, output, errors } = await shell.type(['event', 'resend', id]);
  assert.equal(exitCode, 0, errors);
  assert.match(output, new RegExp(`^event +${id}$`, 'm'));
  const delivered = new RegExp(`^${id} .* delivered +(${SECOND}) +1 +–$`, 'm');
  const [, deliveredAt = ''] = await listed(shell, ['--checkout', 'A-1'], delivered);
  assert.deepEqual(
    shop.requests.slice(refused).map(({ headers }) => headers['webhook-id']),
    [id],
  );
  assert.equal((await shell.type(['event', 'list', '--dead'])).errors, 'no events\n');
  const again = await shell.type(['event', 'resend', id]);
  assert.equal(again.exitCode, 0);
  assert.match(again.errors, new RegExp(`^already delivered at ${deliveredAt}; redelivering$`, 'm'));
  await until(
    async () => {
      shell.sandbox.clock.advance(5);
      const [, time = ''] = delivered.exec((await shell.type(['event', 'list'])).output) ?? [];
      return time;
    },
    'event list shows that it was delivered again',
    (time) => time > deliveredAt,
  );
  const doctor = await shell.type(['doctor']);
  assert.match(doctor.output, /audit log +2 entries/, 'each is in the audit log');
});

test('late payments are found, and show what the staff have decided', async (t) => {
  const { shell, order } = await withProxy(t);
  const { invoice } = await order('A-1');
  const other = await order('A-2');
  shell.sandbox.clock.advance(3600);
  await listed(shell, [], /checkout\.expired +A-1 +USDT_TRC20/);
  await shell.control('/payments', { uuid: invoice });
  await listed(shell, ['--late'], /checkout\.paid_late +A-1/);
  assert.equal((await shell.type(['event', 'list', '--duplicate'])).output, '');
  assert.match((await shell.type(['checkout', 'list'])).output, / (over)?paid late, not accepted +A-1 /);
  assert.match(
    (await shell.type(['checkout', 'show', 'A-1'])).output,
    /^state +(over)?paid late, not accepted$/m,
  );
  await shell.type(['checkout', 'accept', 'A-1', '--person', 'Maja Lind']);
  assert.match(
    (await shell.type(['checkout', 'show', 'A-1'])).output,
    /^state +(over)?paid, late, pays the order$[\s\S]*^decided +late accepted by Maja Lind$/m,
  );
  await shell.control('/payments', { uuid: other.invoice });
  await listed(shell, ['--late'], /checkout\.paid_late +A-2/);
  await shell.type(['checkout', 'dismiss', 'A-2', '--person', 'Maja Lind', '--note', 'Sold out, paid back']);
  assert.match(
    (await shell.type(['checkout', 'show', 'A-2'])).output,
    /^state +(over)?paid, late$[\s\S]*^decided +late dismissed by Maja Lind$/m,
  );
});

for (const [args, exitCode, said] of [
  [['checkout', 'show', 'unknown'], 1, /there is no checkout or order "unknown" in this store/],
  [['event', 'list', '--checkout', 'nope'], 1, /there is no checkout or order "nope" in this store/],
  [['event', 'resend', 'evt_none'], 1, /there is no event "evt_none" in this store/],
  [['checkout', 'list', '--state', 'payed'], 2, /'payed' is invalid\. Use one of choosing/],
  [['event', 'list', '--late', '--dead'], 2, /'--dead' cannot be used with option '--late'/],
  [['event', 'list', '--limit', '5000'], 2, /limit is invalid \(5000\)\. Pass a whole number from 1 to 1000/],
  [
    ['checkout', 'list', '--store', '/nowhere/at/all.sqlite'],
    1,
    /store "\/nowhere.* does not exist\. .* use the value/,
  ],
] as const) {
  test(`${args.join(' ')} ends with ${exitCode} and names the reason`, async (t) => {
    const { shell } = await withProxy(t);
    const outcome = await shell.type(args);
    assert.equal(outcome.exitCode, exitCode, outcome.errors);
    assert.match(outcome.errors, said);
    assert.equal(outcome.output, '');
  });
}
