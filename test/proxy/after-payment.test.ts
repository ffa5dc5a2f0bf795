import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BROWSER, overpaid, refundsOf } from '../payouts/refund-fixture.js';
import { ADDRESS, startPayouts } from '../payouts/payout-fixture.js';
import { invoiceOf, json, openPaid, orderToken, problemOf, startEnvironment } from './test-environment.js';

const publicUrl = 'https://pay.shop.example/crypto-checkout';
/** Each path that begins with an order, and what a stranger with the order sends there. */
const BY_ORDER = ['/checkouts', `/checkouts?browser=${'s'.repeat(43)}`, '/render', '/form'] as const;

describe('an order that is paid', { concurrency: 3 }, () => {
  for (const [kind, order] of [
    ['order token', () => orderToken({ id: 'A-1', amount: '50.00', email: 'payer@example.com' })],
    ['reference', () => Promise.resolve('A-1')],
  ] as const)
    it(`opens nothing for whoever has its ${kind}, wherever they send it`, async (t) => {
      const context = await startPayouts(
        t,
        { refunds: 'on' },
        { publicUrl, orders: (id) => ({ id, amount: '50.00', currency: 'EUR' }) },
      );
      const { environment } = context;
      const { id, refunds } = await overpaid(context, 'A-1', '61.5');
      await refunds.asked();
      const paid = await environment.get(id, BROWSER);
      const { address, transactions } = invoiceOf(paid);
      const secrets = [id, address ?? '', ...transactions, ADDRESS, ADDRESS.slice(-4), 'payer@example.com'];

      for (const path of BY_ORDER) {
        const fields = { order: await order(), currency: 'USDT_TRC20' };
        const isForm = path === '/form';
        const response = await environment.call('POST', path, {
          ...(isForm ? { text: new URLSearchParams(fields).toString() } : { body: fields }),
          headers: isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
        });
        const text = `${JSON.stringify([...response.headers])} ${await response.clone().text()}`;
        assert.equal(response.status, 409, `${path} ${text}`);
        if (!isForm) assert.equal((await problemOf(response)).code, 'checkout_closed', path);
        for (const secret of secrets) assert.ok(!text.includes(secret), `${path} contains ${secret}`);
      }
      if (kind === 'order token') {
        const page = await environment.call('GET', `/pay/${await order()}`);
        const html = await page.text();
        assert.equal(page.status, 200);
        for (const secret of secrets) assert.ok(!html.includes(secret), `the page contains ${secret}`);
      }
      // The payer's browser has the id.
      assert.equal((await environment.get(id)).state, 'overpaid');
    });

  it('stays closed after its money was given back', async (t) => {
    const context = await startPayouts(t, { refunds: 'on' }, { publicUrl });
    const { environment, propose, approve, process } = context;
    const id = await openPaid(environment, { amount: '50.00' });
    const refunds = refundsOf(context, id);
    const created = await refunds.create('59', { includesPayment: true });
    const { refunds: all } = await json<Awaited<ReturnType<typeof refunds.payment>>>(created);
    const { id: payment } = await refunds.payment();
    await approve(
      await propose({ amount: '59', address: ADDRESS, refund: { payment, id: all[0]?.id ?? '' } }),
    );
    await (await process()).runOnce();
    assert.equal((await refunds.list())[0]?.state, 'sent');
    const order = await orderToken({ id: 'A-1', amount: '50.00' });
    for (const path of ['/checkouts', '/render']) {
      const response = await environment.call('POST', path, { body: { order } });
      assert.equal((await problemOf(response)).code, 'checkout_closed', path);
    }
    const page = await (await environment.call('GET', `/pay/${order}`)).text();
    assert.match(page, /Please don’t send anything more/);
  });

  it('can still be opened until then, also by a second person who wants to pay the rest', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const { id: uuid } = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid, amount: '10' });
    await environment.becomes(id, 'partial');
    assert.equal((await environment.open()).id, id);
    const { html } = await json<{ readonly html: string }>(
      await environment.call('POST', '/render', { body: { order: await orderToken() } }),
    );
    assert.ok(html.includes(id));
  });
});
