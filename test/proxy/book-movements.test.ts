import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { BookRow } from '../../src/protocol/index.js';
import type { Invoice } from '../../src/service/index.js';
import { toBookRow } from '../../src/proxy/domain/books.js';
import { MINUTE_MS } from '../../src/proxy/base/time.js';
import { readBookMovements } from '../../src/proxy/store/books.js';
import { removeFinishedCheckouts } from '../../src/proxy/store/finished-checkouts.js';
import { createHarness } from './fake-service.js';

const ALWAYS = { fromMs: 0, untilMs: Date.UTC(2100, 0) };
const FINISHED_AT = Date.UTC(2026, 0, 1, 0, 4, 59);

async function start(t: TestContext) {
  const { parts, clock, service, order } = await createHarness(t);
  const { checkoutId, invoiceId } = await order('A-1');
  const { db } = parts.store;
  return {
    ...{ parts, clock, checkoutId, invoiceId },
    report: async (report: Partial<Invoice>) => {
      service.set(invoiceId, { finishedAtMs: FINISHED_AT, ...report });
      clock.now += MINUTE_MS;
      // Paid invoices are polled ever more rarely.
      await db.updateTable('invoices').set({ next_poll_at: clock.now }).execute();
      await parts.poller.pollDue();
    },
    rows: async () => {
      const rows: BookRow[] = [];
      for await (const movement of readBookMovements(db, ALWAYS)) rows.push(toBookRow(movement));
      return rows;
    },
  };
}

const PAID = {
  status: 'paid',
  ...{ amountPaid: '1', amountPaidUsd: '53.21', received: '0.98', fee: '0.005', serviceFee: '0.015' },
  transactions: ['t-1'],
} as const;

describe('the movement of a payment', () => {
  it('has what the service states about it, and the price of the order', async (t) => {
    const { report, rows, checkoutId, invoiceId } = await start(t);
    await report(PAID);
    const [row, ...others] = await rows();
    assert.ok(row);
    assert.deepEqual(others, []);
    const { number, at, payment, ...fields } = row;
    assert.ok(number > 0 && at.startsWith('2026-01-01T00:01') && payment?.startsWith('pay_'));
    assert.ok(!JSON.stringify(row).includes(checkoutId));
    assert.deepEqual(fields, {
      kind: 'received',
      ...{
        order: 'A-1',
        invoice: invoiceId,
        deposit: null,
        currency: 'BTC',
        coin: 'BTC',
        network: 'Bitcoin',
      },
      ...{ amount: '1', paidAt: '2026-01-01T00:04:59.000Z', price: { amount: '49.00', currency: 'EUR' } },
      ...{ usd: '53.21', fees: '0.02', serviceFee: '0.015', networkFee: '0.005', balanceChange: '0.98' },
      ...{ transactions: ['t-1'], refund: null, payout: null, withdrawal: null, person: null },
    });
  });

  it('of a part has only what is new', async (t) => {
    const { report, rows } = await start(t);
    await report({ ...PAID, status: 'partial', amountPaid: '0.4', amountPaidUsd: '21.28', received: '0.38' });
    await report({ ...PAID, transactions: ['t-1', 't-2'] });
    assert.deepEqual(
      (await rows()).map((row) => [
        row.amount,
        row.balanceChange,
        row.fees,
        row.usd,
        row.transactions.length,
      ]),
      [
        ['0.4', '0.38', '0.02', '21.28', 1],
        ['0.6', '0.6', '0', '31.93', 2],
      ],
    );
  });

  it('keeps that the service stated nothing, and is adjusted once it does', async (t) => {
    const { report, rows, parts } = await start(t);
    await report({ ...PAID, received: null, amountPaidUsd: null });
    await report({ ...PAID, received: null });
    assert.deepEqual(
      (await rows()).map(({ kind, serviceFee, fees, balanceChange, usd }) => [
        kind,
        serviceFee,
        fees,
        balanceChange,
        usd,
      ]),
      [['received', null, '0', '1', null]],
    );
    const before = await parts.store.db.selectFrom('events').select('id').execute();
    await report(PAID);
    await report(PAID);
    const [, adjusted, ...others] = await rows();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [adjusted?.kind, adjusted?.amount, adjusted?.fees, adjusted?.serviceFee, adjusted?.balanceChange],
      ['adjusted', '0', '0.02', '0.015', '-0.02'],
    );
    const after = await parts.store.db.selectFrom('events').select('id').execute();
    assert.deepEqual(after, before, 'the shop hears nothing of it');
  });

  it('is adjusted in both directions, and at most 50 times', async (t) => {
    const { report, rows } = await start(t);
    await report(PAID);
    for (let count = 0; count < 60; count += 1) await report({ ...PAID, received: count % 2 ? '0.98' : '0' });
    const all = await rows();
    assert.equal(all.length, 51);
    assert.deepEqual(
      all.slice(0, 3).map(({ balanceChange }) => balanceChange),
      ['0.98', '-0.98', '0.98'],
    );
  });

  it('is not adjusted by a response with a lower amount', async (t) => {
    const { report, rows } = await start(t);
    await report(PAID);
    await report({ ...PAID, amountPaid: '0.4', received: '0.38' });
    assert.equal((await rows()).length, 1);
  });

  it('outlives its checkout', async (t) => {
    const { report, rows, parts, clock } = await start(t);
    await report(PAID);
    const before = await rows();
    await parts.store.db.updateTable('invoices').set({ next_poll_at: null }).execute();
    await parts.store.db.updateTable('events').set({ delivered_at: clock.now }).execute();
    const beforeMs = clock.now + 1;
    const removal = { beforeMs, tokensBeforeMs: beforeMs, limit: 9 };
    assert.equal(await removeFinishedCheckouts(parts.store, removal), 1);
    assert.deepEqual(await rows(), before);
  });
});
