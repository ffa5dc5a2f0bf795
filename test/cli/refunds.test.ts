import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Checkout, MerchantPaymentDetails } from '../../src/protocol/index.js';
import { ADDRESS, OTHER_ADDRESS, PAYOUT_SECRET, startPayouts } from '../payouts/payout-fixture.js';
import { startRefunds } from '../payouts/refund-fixture.js';
import { invoiceOf, json } from '../proxy/test-environment.js';
import { commandLine } from './command-line.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

test('refunds are listed, checked, declined and paid by commands', async (t) => {
  const { environment, maja, path, process, approve, withdrawals } = await startPayouts(t);
  const { id } = await environment.open({ id: 'A-1' });
  const { id: uuid, amount } = invoiceOf(await environment.choose(id));
  await environment.control('payments', { uuid, amount: String(Number(amount) + 2.5) });
  await environment.becomes(id, 'overpaid');
  const ask = async (address: string) =>
    json<Checkout>(
      await environment.call('POST', `/checkouts/${id}/refund`, {
        body: { invoice: 1, address, amount: '2.5' },
      }),
    );
  await ask(ADDRESS);
  await ask(OTHER_ADDRESS);
  const details = () => maja.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`);
  const [first, second] = (await details()).refunds;
  assert.ok(first && second);

  const shell = await commandLine(t);
  const store = ['--store', path];
  shell.env['CRYPTO_CHECKOUT_PAYOUT_SECRET'] = PAYOUT_SECRET;
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = '1';
  const listed = await shell.type(['refund', 'list', ...store]);
  for (const text of [first.id, second.id, ADDRESS, 'A-1', 'the link, not checked'])
    assert.ok(listed.output.includes(text), text);

  const person = ['--person', 'Maja Lind'];
  const pay = ['payouts', 'propose', '--refund', first.id, ...person, ...store];
  const early = await shell.type(pay);
  assert.notEqual(early.exitCode, 0);
  assert.match(early.errors, /First record how you checked/);
  const both = ['--decline', 'x', '--checked', 'y'];
  assert.notEqual(
    (await shell.type(['refund', 'decide', first.id, ...person, ...both, ...store])).exitCode,
    0,
  );
  assert.notEqual((await shell.type(['refund', 'decide', first.id, ...person, ...store])).exitCode, 0);
  const accept = ['--accept', 'Sent two more'];
  const refused = await shell.type(['refund', 'decide', first.id, ...person, ...accept, ...store]);
  assert.notEqual(refused.exitCode, 0);
  assert.match(refused.errors, /other money has paid the order/);
  const checked = ['--checked', 'Showed the transfer'];
  assert.equal(
    (await shell.type(['refund', 'decide', first.id, ...person, ...checked, ...store])).exitCode,
    0,
  );
  const decline = ['--decline', 'You did not pay this order.'];
  assert.equal(
    (await shell.type(['refund', 'decide', second.id, ...person, ...decline, ...store])).exitCode,
    0,
  );
  assert.deepEqual(
    (await details()).refunds.map(({ check, reply }) => [check?.note, reply]),
    [
      ['Showed the transfer', null],
      [undefined, 'You did not pay this order.'],
    ],
  );

  const { exitCode, output } = await shell.type(pay);
  assert.equal(exitCode, 0);
  const [refund] = (await details()).refunds;
  const waits = new RegExp(`refund ${first.id} is proposed: payout ${refund?.payout} awaits another person`);
  const decideAgain = ['refund', 'decide', first.id, ...person, ...checked, ...store];
  for (const again of [pay, decideAgain]) assert.match((await shell.type(again)).errors, waits);
  assert.match(
    (await shell.type(['refund', 'decide', second.id, ...person, ...decline, ...store])).errors,
    /was declined\. Run refund create/,
  );
  const [, payoutId = ''] = /^id +(\S+)$/m.exec(output) ?? [];
  assert.match(
    (await shell.type(['attention', 'list', ...store])).output,
    new RegExp(`payout proposed: 2\\.5 USDT_TRC20 +A-1 +${payoutId}\\n  → payouts approve ${payoutId} `),
  );
  for (const command of [
    ['approve', '--yes'],
    ['decline', '--reason', 'mine'],
  ]) {
    const own = await shell.type(['payouts', ...command, payoutId, ...person, ...store]);
    assert.equal(own.exitCode, 1);
    assert.match(
      own.errors,
      /this person proposed the payout, so another person must approve or decline it\./,
    );
    assert.doesNotMatch(own.errors, /second_person_required/);
  }
  const { payouts } = await maja.get<{ payouts: readonly Parameters<typeof approve>[0][] }>('/payouts');
  const payout = payouts.find((one) => one.id === refund?.payout);
  assert.ok(payout);
  await approve(payout);
  await (await process()).runOnce();
  assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '2.5' }]);
});

test('money that a payout has reserved can be refunded by no other one', async (t) => {
  const { id, refunds, path } = await startRefunds(t);
  for (const address of [ADDRESS, OTHER_ADDRESS])
    assert.equal((await refunds.create('2.5', { address })).status, 201);
  const [first, second] = await refunds.list();
  assert.ok(first && second);
  await refunds.propose(first);
  const shell = await commandLine(t);
  const store = ['--store', path];
  const { output } = await shell.type(['attention', 'list', ...store]);
  assert.match(
    output,
    new RegExp(`money has left or is reserved: 2\\.5 .*\n  → refund decide ${second.id} --decline <reason>`),
  );
  const dismiss = ['checkout', 'dismiss', id, '--person', 'Maja Lind', '--note', 'Kept', ...store];
  assert.match(
    (await shell.type(dismiss)).errors,
    /a payout has reserved 2\.5 USDT_TRC20\. To decide otherwise/,
  );
  const decline = ['refund', 'decide', second.id, '--person', 'Maja Lind', '--decline', 'Paid to another'];
  assert.equal((await shell.type([...decline, ...store])).exitCode, 0);
});

test('the shop fulfills an order instead of refunding it, by a command', async (t) => {
  const { environment, maja, path } = await startPayouts(t);
  const { id } = await environment.open({ id: 'A-1' });
  const { id: uuid } = invoiceOf(await environment.choose(id));
  await environment.control('payments', { uuid, amount: '2' });
  await environment.becomes(id, 'partial');
  environment.sandbox.clock.advance(86_400);
  await environment.becomes(id, 'expired');
  await environment.call('POST', `/checkouts/${id}/refund`, {
    body: { invoice: 1, address: ADDRESS, amount: '2' },
  });
  const shell = await commandLine(t);
  const store = ['--store', path];
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = '1';
  const listed = await shell.type(['refund', 'list', '--json', ...store]);
  const [waiting] = JSON.parse(listed.output) as readonly { readonly id: string; readonly amount: string }[];
  assert.equal(waiting?.amount, '2');

  const accept = ['--accept', 'The rest was paid in cash'];
  const decided = await shell.type([
    ...['refund', 'decide', waiting.id, '--person', 'Maja Lind'],
    ...[...accept, '--json', ...store],
  ]);
  assert.equal(decided.exitCode, 0, decided.errors);
  assert.equal((JSON.parse(decided.output) as { readonly state: string }).state, 'accepted');
  const { decisions, pending, audit } = await maja.get<MerchantPaymentDetails>(
    `/payments/${paymentIdOf(id)}`,
  );
  assert.deepEqual(
    decisions.map(({ decision, amount, person, note }) => [decision, amount, person, note]),
    [['accepted', '2', 'Maja Lind', 'The rest was paid in cash']],
  );
  assert.deepEqual(pending, []);
  assert.equal(audit[0]?.action, 'payment.settle');
  assert.match((await shell.type(['refund', 'list', ...store])).errors, /no pending refunds/);
});

test('a refund without a request is created by a command, which confirms more than is owed', async (t) => {
  const { environment, maja, path } = await startPayouts(t);
  const { id } = await environment.open({ id: 'A-1', amount: '50.00' });
  const { id: uuid } = invoiceOf(await environment.choose(id));
  await environment.control('payments', { uuid, amount: '61.5' });
  await environment.becomes(id, 'overpaid');
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = '1';
  const create = (...more: readonly string[]) =>
    shell.type([
      ...['refund', 'create', 'A-1', '--invoice', '1', '--to', ADDRESS, '--person', 'Maja Lind'],
      ...['--store', path, ...more],
    ]);
  const refunds = async () =>
    (await maja.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`)).refunds;

  const more = await create('--amount', '40');
  assert.equal(more.exitCode, 1);
  for (const part of ['40 USDT_TRC20', '2.5 USDT_TRC20', 'Pass --includes-payment'])
    assert.ok(more.errors.includes(part), more.errors);
  assert.doesNotMatch(more.errors, /includesPayment/);
  assert.match((await create('--amount', '0.0000001')).errors, /at least 0\.000001 USDT/);
  assert.equal((await create('--amount', '1,000')).exitCode, 2);
  assert.deepEqual(await refunds(), []);

  const owed = await create('--json');
  assert.equal(owed.exitCode, 0, owed.errors);
  const [refund, ...others] = await refunds();
  assert.deepEqual([refund?.amount, refund?.requestedBy, others], ['2.5', 'staff', []]);
  assert.equal((JSON.parse(owed.output) as { readonly id: string }).id, refund?.id);
  assert.doesNotMatch(owed.errors, /already exists/);
  const same = await create();
  assert.match(same.output, new RegExp(String(refund?.id)));
  assert.match(same.errors, /this refund already exists and is requested; nothing was created/);
  assert.equal((await refunds()).length, 1, 'the same command again creates no other refund');
  shell.env['CRYPTO_CHECKOUT_PAYOUT_SECRET'] = PAYOUT_SECRET;
  const pay = ['payouts', 'propose', '--refund', refund?.id ?? '', '--person', 'Maja Lind', '--store', path];
  assert.equal((await shell.type(pay)).exitCode, 0);
  assert.match((await create()).errors, /already exists and is proposed/, 'nothing is owed any more');
  assert.equal((await refunds()).length, 1);
  const confirmed = await create('--amount', '40', '--includes-payment');
  assert.equal(confirmed.exitCode, 0, confirmed.errors);
  assert.match(confirmed.output, /40 USDT_TRC20/);
  assert.equal((await refunds()).length, 2);

  const other = ['refund', 'create', 'A-1', '--person', 'Maja Lind', '--store', path];
  const noInvoice = await shell.type([...other, '--invoice', '2', '--to', ADDRESS]);
  assert.equal(noInvoice.exitCode, 1);
  assert.match(
    noInvoice.errors,
    /order A-1 has no invoice 2\. Pass one of its invoices: 1 \(USDT_TRC20, overpaid\)\./,
  );
  const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
  for (const to of [ethereum, 'nowhere']) {
    const wrong = await shell.type([...other, '--invoice', '1', '--to', to]);
    assert.equal(wrong.exitCode, 2);
    assert.match(
      wrong.errors,
      new RegExp(`the address "${to}" cannot be used: it is not an address on TRON .*Copy it again`),
    );
  }
  const unknown = ['refund', 'create', 'A-9', '--invoice', '1', '--to', ADDRESS, '--person', 'Maja Lind'];
  assert.match((await shell.type([...unknown, '--store', path])).errors, /no checkout or order "A-9"/);
  const { output } = await shell.type(['refund', 'create', '--help']);
  assert.match(output.replaceAll(/\s+/g, ' '), /--includes-payment .*includes money that pays the order/);
});

test('a command that states no amount refunds nothing where nothing is owed', async (t) => {
  const { environment, path } = await startPayouts(t);
  const { id } = await environment.open({ id: 'A-1' });
  const { id: uuid } = invoiceOf(await environment.choose(id));
  await environment.control('payments', { uuid });
  await environment.becomes(id, 'paid');
  const shell = await commandLine(t);
  const { exitCode, errors } = await shell.type([
    ...['refund', 'create', id, '--invoice', '1', '--to', ADDRESS, '--person', 'Maja Lind'],
    ...['--includes-payment', '--store', path],
  ]);
  assert.equal(exitCode, 1);
  assert.match(errors, /nothing is owed on invoice 1 of order A-1\. Pass --amount/);
});

test('a refund is of the only invoice with money, and its next step is printed', async (t) => {
  const { environment, path } = await startPayouts(t);
  const { id } = await environment.open({ id: 'A-1' });
  const shell = await commandLine(t);
  const create = () =>
    shell.type(['refund', 'create', 'A-1', '--to', ADDRESS, '--person', 'Maja Lind', '--store', path]);
  const early = await create();
  assert.match(
    early.errors,
    /no invoice of order A-1 received money\. Pass one with --invoice: there is none\./,
  );
  const { id: uuid, amount } = invoiceOf(await environment.choose(id));
  await environment.control('payments', { uuid, amount: String(Number(amount) + 2.5) });
  await environment.becomes(id, 'overpaid');
  assert.match((await shell.type(['checkout', 'show', 'A-1', '--store', path])).output, /^number +1$/m);
  const { exitCode, output, errors } = await create();
  assert.equal(exitCode, 0, errors);
  const [, refund = ''] = /^id +(\S+)$/m.exec(output) ?? [];
  assert.match(output, new RegExp(`^to +${ADDRESS}$`, 'm'), 'it can be copied');
  assert.equal(errors, `→ payouts propose --refund ${refund} --person <name>\n`);
});

test('an approval asks, and needs --yes without a terminal', async (t) => {
  const shell = await commandLine(t);
  const approve = ['payouts', 'approve', 'none', '--person', 'Jon'];
  const { exitCode, errors } = await shell.type(approve);
  assert.deepEqual([exitCode, errors], [2, 'Confirmation requires a terminal. Pass --yes to skip it.\n']);
});

test('the help of refunds names the commands from a refund to its payment, one a line', async (t) => {
  const { output } = await (await commandLine(t)).type(['refund', '--help']);
  for (const step of ['refund list', 'refund create', 'refund decide', 'payouts propose', 'payouts approve'])
    assert.match(output, new RegExp(`^  ${step}\\b.*  \\S`, 'm'), step);
});
