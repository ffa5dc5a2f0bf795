import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError, type Invoice } from '../../src/service/index.js';
import { reconcileBooks } from '../../src/proxy/staff/reconcile.js';
import { DAY_MS } from '../../src/proxy/base/time.js';
import { toOtherMovementRow } from '../../src/proxy/store/ledger-rows.js';
import { createHarness } from './fake-service.js';

const DAY = new Date(Date.UTC(2026, 0, 1));
const PAID = {
  status: 'paid',
  ...{ amountPaid: '1', received: '0.98', fee: '0.005', serviceFee: '0.015', transactions: ['t-1'] },
} as const;

/** A shop with two paid orders, and what the service lists. */
async function start(t: TestContext) {
  const { parts, clock, service, order } = await createHarness(t);
  const one = await order('A-1');
  const two = await order('A-2');
  for (const { invoiceId } of [one, two]) service.set(invoiceId, PAID);
  clock.now += 60_000;
  await parts.poller.pollDue();
  const withdrawal: Invoice = {
    ...service.make({ amount: '1', currency: 'USD', cryptocurrency: 'BTC' }),
    ...{ id: 'INV-WWWW0001', type: 'dw', status: 'created', amount: '0.5', amountToPay: '0.6' },
  };
  service.invoicesById.delete('INV-00000003');
  const { db } = parts.store;
  return {
    ...{ service, clock, first: one.invoiceId, second: two.invoiceId, db, withdrawal },
    /** Books a payout that the service may know. */
    pay: async () => {
      const movement = {
        kind: 'sent',
        source: 'payout',
        ...{ position: 1, amount: '0.5', atMs: clock.now, payout: 'p-1' },
        ...{ refund: null, person: null, withdrawal: withdrawal.id, usd: null },
        stated: { change: '-0.6', serviceFee: '0', networkFee: '0.1' },
      } as const;
      await db
        .insertInto('movements')
        .values(toOtherMovementRow({ currency: 'BTC' }, movement))
        .execute();
    },
    reconcile: (days = { from: DAY, to: DAY }, acceptsTestMode = false) =>
      reconcileBooks(db, days, { service, acceptsTestMode }),
  };
}

describe('a reconciliation', () => {
  it('closes if both have the same, to the last digit', async (t) => {
    const { service, reconcile, pay, withdrawal } = await start(t);
    await pay();
    service.invoicesById.set(withdrawal.id, withdrawal);
    service.make({ amount: '5', currency: 'EUR', cryptocurrency: 'BTC' });
    assert.deepEqual(await reconcile(), {
      ...{ from: '2026-01-01', to: '2026-01-01', closes: true, matched: 3, unpaid: 1 },
      ...{ onlyHere: 0, onlyThere: 0, different: 0, mismatches: [], unreadable: [] },
    });
  });

  it('finds each kind of mismatch', async (t) => {
    const { service, reconcile, pay, first, second, withdrawal } = await start(t);
    await pay();
    service.set(first, { received: '0.98000001' });
    service.invoicesById.delete(second);
    service.invoicesById.set(withdrawal.id, { ...withdrawal, status: 'canceled' });
    const unknown = service.make({ amount: '5', currency: 'EUR', cryptocurrency: 'LTC' });
    service.set(unknown.id, { status: 'partial', amountPaid: '0.5', received: null });
    const { closes, mismatches, ...counts } = await reconcile();
    assert.deepEqual([closes, counts.onlyHere, counts.onlyThere, counts.different], [false, 1, 1, 2]);
    assert.deepEqual(
      mismatches.map(({ result, kind, id, order, differences }) => [result, kind, id, order, differences]),
      [
        ['different', 'payment', first, 'A-1', ['balance']],
        ['only_here', 'payment', second, 'A-2', []],
        ['different', 'withdrawal', withdrawal.id, null, ['status']],
        ['only_there', 'payment', unknown.id, null, []],
      ],
    );
    const [different, here] = mismatches;
    assert.deepEqual(different?.there?.balanceChange, '0.98000001');
    assert.deepEqual(here?.here, { currency: 'BTC', amount: '1', balanceChange: '0.98', status: null });
  });

  it('looks up what moved in the period and was created before it', async (t) => {
    const { service, reconcile, first } = await start(t);
    service.listed = ({ id, ...invoice }) => (id === first ? null : { id, ...invoice });
    assert.equal((await reconcile()).matched, 2);
    // The service refuses a call with one unknown id.
    service.invoicesById.delete(first);
    service.listed = () => null;
    service.trouble = (ids) =>
      ids.includes(first) ? new ServiceError('refused', 'invoice information') : null;
    const { matched, onlyHere } = await reconcile();
    assert.deepEqual([matched, onlyHere], [1, 1]);
    const later = new Date(DAY.getTime() + DAY_MS);
    assert.equal((await reconcile({ from: later, to: later })).matched, 0);
  });

  it('does not close with an unreadable record', async (t) => {
    const { service, reconcile, first } = await start(t);
    service.listed = (invoice) => (invoice.id === first ? null : invoice);
    service.unreadable.add(first);
    const { closes, matched, unreadable, mismatches } = await reconcile();
    assert.deepEqual([closes, matched, mismatches], [false, 1, []]);
    assert.deepEqual(unreadable, [{ id: first, field: 'status' }]);
  });

  it('does not count records in test mode as money, except in test mode', async (t) => {
    const { service, reconcile } = await start(t);
    const { id } = service.make({ amount: '5', currency: 'EUR', cryptocurrency: 'BTC' });
    service.set(id, { ...PAID, testMode: true });
    assert.equal((await reconcile()).closes, true);
    assert.equal((await reconcile(undefined, true)).onlyThere, 1);
  });

  it('accepts what a short record does not state, and other names of the coin', async (t) => {
    const { service, reconcile, first, second, pay, withdrawal } = await start(t);
    await pay();
    service.set(first, { received: null, currency: null, type: null });
    const network = { name: null, networkCode: null, networkName: null };
    service.set(second, { currency: { code: 'BTC', symbol: 'BTC', ...network }, amountPaid: '1.000' });
    service.invoicesById.set(withdrawal.id, { ...withdrawal, amountToPay: null, amount: null, type: null });
    const { closes, matched } = await reconcile();
    assert.deepEqual([closes, matched], [true, 3]);
    service.set(second, { currency: { code: 'LTC', symbol: 'LTC', ...network } });
    const [mismatch] = (await reconcile()).mismatches;
    assert.deepEqual(mismatch?.differences, ['currency']);
  });
});
