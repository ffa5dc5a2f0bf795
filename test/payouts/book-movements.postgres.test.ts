import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BookRow } from '../../src/protocol/index.js';
import { toBookRow } from '../../src/proxy/domain/books.js';
import { readBookMovements } from '../../src/proxy/store/books.js';
import { until } from '../until.js';
import { ADDRESS, startPayouts, type PayoutContext } from './payout-fixture.js';
import { startRefunds } from './refund-fixture.js';

async function rowsOf({ store }: Pick<PayoutContext, 'store'>): Promise<readonly BookRow[]> {
  const rows: BookRow[] = [];
  const always = { fromMs: 0, untilMs: Date.UTC(2100, 0) };
  for await (const movement of readBookMovements(store.db, always)) rows.push(toBookRow(movement));
  return rows;
}

describe('the movements of payouts', () => {
  it('are those of a payout that pays no refund, with its fee, and once its transaction', async (t) => {
    const context = await startPayouts(t);
    const { environment, propose, approve, find, process } = context;
    const payout = await propose();
    await approve(payout);
    const running = await process();
    await running.runOnce();
    const { serviceId } = await find(payout.id);
    const [row, ...others] = await rowsOf(context);
    assert.ok(row && serviceId !== null);
    assert.deepEqual(others, []);
    const { number: _, at: __, usd, ...fields } = row;
    assert.ok(usd !== null && Number(usd) > 12);
    assert.deepEqual(fields, {
      kind: 'paid_out',
      ...{ order: null, payment: null, invoice: null, deposit: null, paidAt: null, price: null },
      ...{ currency: 'USDT_TRC20', coin: 'USDT', network: 'TRON', amount: '12.5' },
      ...{ fees: '1', serviceFee: '0', networkFee: '1', balanceChange: '-13.5' },
      ...{ transactions: [], refund: null, payout: payout.id, withdrawal: serviceId, person: 'Jon Berg' },
    });
    assert.ok(!JSON.stringify(row).includes(ADDRESS));
    await environment.control('confirmations', { uuid: serviceId });
    await until(async () => {
      environment.sandbox.clock.advance(20);
      await running.runOnce();
      return (await find(payout.id)).transaction;
    }, 'the transaction is known');
    const after = await rowsOf(context);
    const { transaction } = await find(payout.id);
    assert.deepEqual(after, [{ ...row, transactions: [transaction] }]);
  });

  it('are those of its refund, with the same fee', async (t) => {
    const context = await startRefunds(t);
    const { refunds, propose, approve, process, uuid } = context;
    await refunds.ask({ amount: '2.5' });
    const [refund] = await refunds.list();
    assert.ok(refund);
    const { id } = await refunds.payment();
    const payout = await propose({ amount: '2.5', refund: { payment: id, id: refund.id } });
    await approve(payout);
    await (await process()).runOnce();
    const rows = await rowsOf(context);
    const ofRefund = rows.map(({ kind, amount, balanceChange, refund: of, person }) => [
      ...[kind, amount, balanceChange, of, person],
    ]);
    assert.deepEqual(ofRefund, [
      ['received', '61.5', rows[0]?.balanceChange, null, null],
      ['reserved', '2.5', '0', refund.id, 'Maja Lind'],
      ['refunded', '2.5', '-3.5', refund.id, 'Jon Berg'],
    ]);
    assert.equal(rows[2]?.invoice, uuid);
    assert.equal(rows[2]?.order, 'A-1');
  });
});
