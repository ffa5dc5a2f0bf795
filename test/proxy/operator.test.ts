import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { openStaff, type Staff } from '../../src/proxy/staff/staff.js';
import { openStore } from '../../src/proxy/store/store.js';
import { createHarness } from './fake-service.js';
import { CREATE, invoiceOf, openPaid, orderEvent, SECRETS, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import { temporaryFile } from '../temporary-folder.js';

async function open(t: TestContext, path: string): Promise<Staff> {
  const operator = await openStaff(path);
  t.after(() => operator.close());
  return operator;
}

describe('an operator beside a running proxy', { concurrency: 4 }, () => {
  it('sees checkouts, their invoices and their events, without e-mail and secrets', async (t) => {
    const store = temporaryFile(t);
    const environment = await startEnvironment(t, { proxy: { store } });
    const { id } = await environment.open({ email: 'payer@home.example' });
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
    const { id: other } = await environment.open({ id: 'A-2', amount: '5.00' });
    await environment.control('faults', { kind: 'reset-before', endpoint: CREATE, times: 1 });
    await environment.choose(other);

    const operator = await open(t, store);
    const all = await operator.listCheckouts();
    assert.deepEqual(all.map(({ order }) => order.id).toSorted(), ['A-1', 'A-2']);
    assert.deepEqual(
      (await operator.listCheckouts({ state: 'paid' })).map((checkout) => checkout.id),
      [id],
    );
    assert.equal((await operator.listCheckouts({ limit: 1 })).length, 1);
    const [line] = await operator.listCheckouts({ order: 'A-1' });
    assert.deepEqual(line?.order, { id: 'A-1', amount: '49.00', currency: 'EUR' });
    assert.match(line.createdAt, /^\d{4}-\d\d-\d\dT.*Z$/);

    await until(
      () => operator.listEvents({ kind: 'delivered' }),
      'the event is delivered',
      ({ length }) => length === 1,
    );
    const details = await operator.findCheckout('A-1');
    assert.deepEqual(details, await operator.findCheckout(id));
    assert.equal(details?.state, 'paid');
    const [paid] = details.invoices;
    assert.equal(paid?.id, invoice.id);
    assert.equal(paid.amount, invoice.amount);
    assert.equal(paid.received, invoice.amount);
    assert.equal(paid.due, '0');
    assert.equal(paid.hasPaidOrder, true);
    assert.deepEqual(
      details.events.map(({ type, status, attempts }) => [type, status, attempts]),
      [['checkout.paid', 'delivered', 1]],
    );
    assert.equal((await operator.findCheckout('A-2'))?.invoices[0]?.state, 'creating');
    assert.equal(await operator.findCheckout('A-3'), null);

    const text = JSON.stringify([all, details, await operator.listEvents()]);
    for (const secret of [...Object.values(SECRETS), 'home.example']) assert.ok(!text.includes(secret));
  });

  it('has a delivered event delivered again: the proxy does so within seconds, under the same id', async (t) => {
    const store = temporaryFile(t);
    const environment = await startEnvironment(t, { proxy: { store } });
    await openPaid(environment);
    const operator = await open(t, store);
    const [event] = await until(
      () => operator.listEvents({ kind: 'delivered', checkout: 'A-1' }),
      'the event is delivered',
      ({ length }) => length === 1,
    );
    assert.deepEqual(await operator.findEvent(event?.id ?? ''), event);
    assert.equal((await operator.resendEvent(event?.id ?? '', 'command line')).status, 'waiting');
    await until(
      () => environment.events.map((reported) => reported.id),
      'it is delivered again',
      (ids) => ids.length === 2,
    );
    assert.deepEqual(environment.events[1], environment.events[0]);
    assert.equal(await operator.findEvent('evt_unknown'), null);
    await assert.rejects(operator.resendEvent('evt_unknown', 'command line'), /record_not_found/);
  });

  it('finds the cases that require a review', async (t) => {
    const path = temporaryFile(t);
    const harness = await createHarness(t, path);
    const { invoiceId: first } = await harness.order('A-1', 'BTC');
    const { invoiceId: second } = await harness.order('A-1', 'LTC');
    const { invoiceId: late } = await harness.order('A-2', 'BTC');
    harness.service.set(first, { status: 'paid', amountPaid: '1' });
    harness.service.set(late, { status: 'canceled', address: 'another' });
    harness.clock.now += 31 * 60_000;
    await harness.parts.poller.pollDue();
    harness.service.set(second, { status: 'paid', amountPaid: '1' });
    harness.service.set(late, { status: 'paid', amountPaid: '1' });
    harness.clock.now += 31 * 60_000;
    await harness.parts.poller.pollDue();
    const operator = await open(t, path);
    const types = async (kind: 'waiting' | 'late' | 'duplicate' | 'review' | 'dead') =>
      (await operator.listEvents({ kind })).map(({ event }) => `${orderEvent(event).order.id} ${event.type}`);
    assert.deepEqual(await types('duplicate'), ['A-1 checkout.duplicate_payment']);
    assert.deepEqual(await types('late'), ['A-2 checkout.paid_late']);
    assert.deepEqual(await types('review'), ['A-2 checkout.review_required']);
    assert.deepEqual(await types('dead'), []);
    assert.equal((await types('waiting')).length, 5);
    assert.deepEqual((await operator.findCheckout('A-2'))?.invoices[0]?.reviewReasons, ['address_changed']);
    const lines = await operator.listCheckouts();
    assert.deepEqual(
      Object.fromEntries(lines.map(({ order, state, late: isLate }) => [order.id, [state, isLate]])),
      {
        'A-1': ['paid', false],
        'A-2': ['paid', true],
      },
    );
  });

  it('sees which filter is invalid', async (t) => {
    const path = temporaryFile(t);
    await (await openStore(path)).close();
    const operator = await open(t, path);
    const call = (name: 'listEvents' | 'listCheckouts', filter: object) =>
      Promise.resolve().then(() => Reflect.apply(operator[name], operator, [filter]));
    await assert.rejects(
      call('listEvents', { kind: 'lost' }),
      /kind is unknown \("lost"\)\. Use waiting, dead/,
    );
    await assert.rejects(
      call('listCheckouts', { state: 'gone' }),
      /state is unknown \("gone"\)\. Use choosing/,
    );
    await assert.rejects(
      call('listEvents', { limit: 0 }),
      /limit is invalid \(0\)\. Pass a whole number from 1 to 1000/,
    );
  });
});

describe('an operator does not open', () => {
  it('a file that does not exist, and creates none', async (t) => {
    const path = temporaryFile(t);
    await assert.rejects(openStaff(path), /store ".*store\.sqlite" does not exist\. .* use the value/);
    assert.ok(!existsSync(path));
    await assert.rejects(openStaff(dirname(path)), /does not exist/);
    await assert.rejects(openStaff(':memory:'), /":memory:" does not exist/);
  });

  it('a file of another program, and leaves it as it is', async (t) => {
    const path = temporaryFile(t);
    const letter = 'a letter to the bank, long enough to have a header of its own. '.repeat(20);
    for (const [content, message] of [
      ['', /is not a store of a checkout proxy\. Use the value/],
      [letter, /is not an SQLite file\. Use the value/],
    ] as const) {
      const file = join(dirname(path), `other-${content.length}`);
      await writeFile(file, content);
      await assert.rejects(openStaff(file), message);
      assert.equal(await readFile(file, 'utf8'), content);
    }
  });

  it('the store of another release, and does not migrate it', async (t) => {
    const path = temporaryFile(t);
    const migrations = async (change: string) => {
      const store = await openStore(path);
      await sql.raw(change).execute(store.db);
      await store.close();
    };
    await migrations('delete from kysely_migration');
    await assert.rejects(openStaff(path), /was written by an older release\. Start the proxy/);
    await assert.rejects(openStaff(path), /was written by an older release/);
    const other = temporaryFile(t);
    const store = await openStore(other);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(store.db);
    await store.close();
    await assert.rejects(openStaff(other), /was written by a newer release/);
  });
});
