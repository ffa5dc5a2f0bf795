import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { CheckoutCache } from '../../src/proxy/checkouts/checkout-cache.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import type { TestEnvironment } from './test-environment.js';
import { startProxy, startService } from './test-environment.js';

const SECOND_MS = 1000;

/** Two processes of a shop on one store. */
async function twoProxies(t: TestContext): Promise<readonly [TestEnvironment, TestEnvironment]> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const store = await freshStore(t);
  const options = { isIdle: true, proxy: { store } } as const;
  return [await startProxy(t, sandbox, options), await startProxy(t, sandbox, options)];
}

/** The status, and the ETag as a page has it. */
async function tagOf(
  { call }: TestEnvironment,
  id: string,
  known = '',
): Promise<readonly [number, string | null]> {
  const headers = { 'if-none-match': known };
  const response = await call('GET', `/checkouts/${id}`, { headers });
  await response.arrayBuffer();
  return [response.status, response.headers.get('etag')];
}

describe('a checkout that is read repeatedly', () => {
  it('shows a change by another process in the very next response', async (t) => {
    const [one, other] = await twoProxies(t);
    const { id } = await one.open();
    for (let round = 0; round < 3; round += 1) assert.equal((await one.get(id)).state, 'choosing');
    const chosen = await other.choose(id);
    const seen = await one.get(id);
    assert.equal(seen.state, 'awaiting');
    assert.equal(seen.version, chosen.version);
    assert.deepEqual({ ...seen, now: '' }, { ...chosen, now: '' });
  });

  it('is answered as unchanged to a page that has it, until another process changes it', async (t) => {
    const [one, other] = await twoProxies(t);
    const { id } = await one.open();
    const [, etag] = await tagOf(one, id);
    assert.ok(etag);
    assert.deepEqual(await tagOf(one, id, etag), [304, etag]);
    assert.deepEqual(await tagOf(one, id, `"x", ${etag}`), [304, etag]);
    await other.choose(id);
    const [status, later] = await tagOf(one, id, etag);
    assert.equal(status, 200);
    assert.notEqual(later, etag);
  });

  it('shows the time of every response, and updates that do not change the version', async (t) => {
    const shop = await createHarness(t, await freshStore(t));
    const { checkoutId, invoiceId } = await shop.order('A-1');
    const { checkoutCache, checkouts, poller } = shop.parts;
    const read = async (): Promise<Checkout> =>
      JSON.parse((await checkoutCache.readCheckout(checkoutId, null)).toText());
    const first = await read();
    for (let round = 0; round < 2; round += 1) assert.deepEqual(await read(), first);
    shop.clock.now += SECOND_MS;
    assert.equal(Date.parse((await read()).now) - Date.parse(first.now), SECOND_MS);
    shop.clock.now += 60 * SECOND_MS;
    assert.equal((await read()).stale, true);
    await poller.pollNow(await checkouts.findCheckout(checkoutId), invoiceId);
    const current = await read();
    assert.deepEqual([current.stale, current.version], [false, first.version]);
    assert.equal(current.checkedAt, current.now);
    assert.deepEqual(current, shop.parts.serialize(await shop.record(checkoutId)));
  });

  it('uses bounded memory, for any number of checkouts', async (t) => {
    const shop = await createHarness(t, await freshStore(t));
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) ids.push((await shop.order(`A-${index}`)).checkoutId);
    const { checkouts } = shop.parts;
    const refused = { has: () => false, revision: 0 };
    const settings = {
      offers: [],
      shop: {},
      supportUrl: null,
      wallets: undefined,
      refunds: 'off' as const,
      lifetime: { hours: 0, minutes: 30 },
      testMode: true,
      monitoringMs: 0,
      refused,
    };
    const versions = { stamp: () => undefined };
    const maxCharacters = 2500;
    const checkoutCache = new CheckoutCache({
      settings,
      checkouts,
      versions,
      present: () => ({ nowMs: shop.clock.now, serviceNowMs: shop.clock.now }),
      maxCharacters,
    });
    for (const id of [...ids, ...ids]) {
      assert.equal(JSON.parse((await checkoutCache.readCheckout(id, null)).toText()).id, id);
      assert.ok(checkoutCache.characters <= maxCharacters, `${checkoutCache.characters} characters`);
    }
    assert.ok(checkoutCache.characters > 0);
  });
});
