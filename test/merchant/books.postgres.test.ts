import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSignedAmounts, negateAmount } from '../../src/payment/signed-amount.js';
import type { BookRows, BookSummary, MerchantBalances, Reconciliation } from '../../src/protocol/index.js';
import { createServiceClient } from '../../src/service/node.js';
import { startPayouts } from '../payouts/payout-fixture.js';
import { invoiceOf, problemOf, SECRETS, type TestEnvironment } from '../proxy/test-environment.js';
import { signIn, startMerchant, type CalledProxy } from './staff.js';

const today = ({ sandbox }: CalledProxy) => new Date(sandbox.clock.nowMs()).toISOString().slice(0, 10);
const daysOf = (environment: CalledProxy) => `from=${today(environment)}&to=${today(environment)}`;

async function sells(environment: TestEnvironment, id: string) {
  const { id: checkout } = await environment.open({ id, amount: '49.00' });
  const { id: uuid } = invoiceOf(await environment.choose(checkout, 'BTC'));
  await environment.control('payments', { uuid });
  await environment.becomes(checkout, 'paid');
}

describe('the books for staff', { concurrency: 2 }, () => {
  it('are listed in pages, oldest first, and add up to the balance at the service', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    for (const order of ['A-1', 'A-2', 'A-3']) await sells(environment, order);
    const days = daysOf(environment);
    const found: BookRows['rows'][number][] = [];
    let pages = 0;
    for (let next: string | null = ''; next !== null; pages += 1) {
      const cursor = next === '' ? '' : `&cursor=${next}`;
      const page: BookRows = await staff.get(`/books?${days}&limit=2${cursor}`);
      found.push(...page.rows);
      next = page.next;
    }
    assert.deepEqual(
      found.map(({ order }) => order),
      ['A-1', 'A-2', 'A-3'],
    );
    assert.equal(pages, 2);
    const { months, from } = await staff.get<BookSummary>(`/books/summary?${days}`);
    const { balances } = await staff.get<MerchantBalances>('/balances');
    assert.equal(from, today(environment));
    assert.deepEqual(
      months.map(({ currency, closing, rows, withoutFees }) => [currency, closing, rows, withoutFees]),
      [['BTC', balances.find(({ currency }) => currency === 'BTC')?.balance, 3, 0]],
    );
    const [month] = months;
    assert.ok(month);
    const { opening, received, fees, refunded, paidOut, closing } = month;
    const going = [fees, refunded, paidOut].map(negateAmount);
    assert.equal(addSignedAmounts([opening, received, ...going]), closing);
  });

  it('are compared with the list of the service', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    await sells(environment, 'A-1');
    const path = `/reconciliation?${daysOf(environment)}`;
    const closed = await staff.get<Reconciliation>(path);
    assert.deepEqual([closed.closes, closed.matched, closed.mismatches], [true, 1, []]);
    const { url } = environment.sandbox;
    const service = createServiceClient({ url, apiKey: SECRETS.apiKey, shopId: SECRETS.shopId });
    const order = { amount: '5.00', currency: 'USD', orderId: 'elsewhere', cryptocurrency: 'BTC' };
    const { id } = await service.createInvoice(order);
    await environment.control('payments', { uuid: id });
    const open = await staff.get<Reconciliation>(path);
    assert.deepEqual([open.closes, open.matched, open.onlyThere], [false, 1, 1]);
    assert.deepEqual(
      open.mismatches.map(({ result, kind, id: of, order: name }) => [result, kind, of, name]),
      [['only_there', 'payment', id, 'elsewhere']],
    );
  });

  it('have payouts, and the service has the same', async (t) => {
    const { environment, maja, propose, approve, process } = await startPayouts(t);
    await approve(await propose());
    await (await process()).runOnce();
    const result = await maja.get<Reconciliation>(`/reconciliation?${daysOf(environment)}`);
    // The account was funded by an invoice of another system.
    assert.deepEqual([result.matched, result.onlyThere, result.onlyHere, result.different], [1, 1, 0, 0]);
    assert.deepEqual(
      result.mismatches.map(({ kind }) => kind),
      ['payment'],
    );
  });

  it('name what is wrong with a request, and need a session that may read payments', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    for (const [path, named] of [
      ['/books', /from is invalid/],
      ['/books?from=2026-11-01&to=2026-11-31', /to is invalid/],
      ['/books?from=2026-11-02&to=2026-11-01', /to is before from/],
      ['/books?from=2026-11-01&to=2026-11-30&cursor=x', /cursor is invalid/],
      ['/books?from=2026-11-01&to=2026-11-30&limit=0', /limit is invalid/],
      ['/books/summary?from=2026-11-01', /to is invalid/],
      ['/reconciliation?from=2026-01-01&to=2026-11-30', /Pass at most 92 days/],
    ] as const) {
      const response = await staff.call('GET', path);
      assert.equal(response.status, 400, path);
      assert.match((await problemOf(response)).detail ?? '', named);
    }
    const other = signIn(environment, 'Jon Berg', ['statistics:read']);
    for (const path of ['/books', '/books/summary', '/reconciliation'])
      assert.equal((await problemOf(await other.call('GET', path))).code, 'scope_missing', path);
  });
});
