import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { createOrderToken } from '../../src/proxy/order-token.js';
import { json, problemOf, SECRETS, startWorld } from './world.js';

describe('the price of an order', { concurrency: 6 }, () => {
  const at = (seconds: number, amount: string) =>
    createOrderToken(
      { id: 'A-1', amount, currency: 'EUR' },
      {
        secret: SECRETS.orderSecret,
        clock: { nowMs: () => Date.now() + seconds * 1000 },
      },
    );

  it('follows the newest token, and never an older one', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const open = async (order: string) =>
      json<Checkout>(await world.call('POST', '/checkouts', { body: { order } }));
    assert.equal((await open(await at(0, '49.00'))).order.amount, '49.00');
    assert.equal((await open(await at(5, '59.00'))).order.amount, '59.00');
    assert.equal((await open(await at(1, '1.00'))).order.amount, '59.00');
  });

  it('that has changed needs a new invoice, and the old one does not pay it', async (t) => {
    const world = await startWorld(t);
    const first = await world.open({ amount: '10.00' });
    const cheap = await world.choose(first.id);
    const dear = await world.open({ amount: '1000.00' });
    assert.equal(dear.id, first.id);
    assert.equal(dear.state, 'choosing');
    const chosen = await world.choose(first.id);
    assert.notEqual(chosen.invoice?.id, cheap.invoice?.id);
    await world.control('payments', { uuid: cheap.invoice?.id });
    world.sandbox.clock.advance(20);
    const after = await world.becomes(first.id, 'expired');
    assert.equal(after.invoice?.id, cheap.invoice?.id);
    assert.notEqual(after.invoice?.paid, '0');
  });

  it('does not change any more once money has been seen', async (t) => {
    const world = await startWorld(t);
    const { id } = await world.open({ amount: '10.00' });
    const { invoice } = await world.choose(id);
    await world.control('payments', { uuid: invoice?.id, amount: '1' });
    await world.becomes(id, 'partial');
    assert.equal((await world.open({ amount: '99.00' })).order.amount, '10.00');
  });

  it('may come from a resolver, which decides for each visitor', async (t) => {
    const world = await startWorld(t, {
      isIdle: true,
      proxy: {
        orderSecrets: undefined,
        orders: (reference, request) =>
          request.headers.get('cookie') === 'visitor=7'
            ? { id: reference, amount: '5.00', currency: 'USD' }
            : null,
      },
    });
    const body = { order: 'C-1' };
    const denied = await world.call('POST', '/checkouts', { body });
    assert.equal(denied.status, 404);
    assert.equal((await problemOf(denied)).code, 'order_not_found');
    const allowed = await world.call('POST', '/checkouts', { body, headers: { cookie: 'visitor=7' } });
    assert.equal(allowed.status, 201);
    assert.equal((await json<Checkout>(allowed)).order.amount, '5.00');
  });

  it('that a resolver gets wrong is an error of the shop, told in the log', async (t) => {
    const orders = () => ({ id: 'C-1', amount: 'five', currency: 'USD' });
    const world = await startWorld(t, { isIdle: true, proxy: { orderSecrets: undefined, orders } });
    const response = await world.call('POST', '/checkouts', { body: { order: 'C-1' } });
    assert.equal(response.status, 500);
    assert.match(world.logLines.join(), /amount is \\"five\\": give exact decimal text/);
  });
});
