import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';

const SECOND_MS = 1000;

describe('two processes on one file, while a new one replaces the old', () => {
  it('poll each invoice once between them', async (t) => {
    const path = await freshStore(t);
    const old = await createHarness(t, path);
    const young = await createHarness(t, path);
    for (let index = 0; index < 20; index += 1) await old.order(`A-${index}`);
    for (const [id, invoice] of old.service.invoicesById) young.service.invoicesById.set(id, invoice);
    old.service.polled.length = 0;
    for (const { clock } of [old, young]) clock.now += 5 * SECOND_MS;
    await Promise.all([old.parts.poller.pollDue(), young.parts.poller.pollDue()]);
    const requested = [...old.service.polled, ...young.service.polled].flat();
    assert.equal(requested.length, 20);
    assert.equal(new Set(requested).size, 20);
  });

  it('continue the polls that the other had begun when it ended, within seconds and not before', async (t) => {
    const path = await freshStore(t);
    const old = await createHarness(t, path);
    const young = await createHarness(t, path);
    const { invoiceId, checkoutId } = await old.order('A-1');
    const invoice = old.service.invoicesById.get(invoiceId);
    assert.ok(invoice);
    young.service.invoicesById.set(invoiceId, { ...invoice, status: 'paid', amountPaid: '1' });
    for (const { clock } of [old, young]) clock.now += 5 * SECOND_MS;
    // It is killed while it waits for the response: it never writes again.
    let isAsked = false;
    t.mock.method(old.service, 'invoices', () => {
      isAsked = true;
      return new Promise(() => undefined);
    });
    void old.parts.poller.pollDue();
    while (!isAsked) await new Promise((resolve) => setImmediate(resolve));

    const atMs = young.clock.now;
    while (young.service.polled.length === 0 && young.clock.now - atMs < 60 * SECOND_MS) {
      young.clock.now += SECOND_MS;
      await young.parts.poller.pollDue();
    }
    const tookS = (young.clock.now - atMs) / SECOND_MS;
    assert.ok(tookS > 5 && tookS <= 30, `after ${tookS} s`);
    assert.equal(young.parts.serialize(await young.record(checkoutId)).state, 'paid');
  });
});
