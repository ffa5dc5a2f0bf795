// Findings of the randomized run, each with the fewest steps that cause it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import { orderEvent } from '../proxy/test-environment.js';
import type { Harness } from '../proxy/fake-service.js';
import { createHarness } from '../proxy/fake-service.js';
import { openStore } from '../../src/proxy/store/store.js';
import { temporaryFile } from '../temporary-folder.js';

/** Six minutes pass, and the service is polled. */
async function poll({ clock, parts }: Harness): Promise<void> {
  clock.now += 6 * 60_000;
  await parts.poller.pollDue();
}

/** The pending events for the shop, oldest first: the type, and the amount received on the invoice. */
async function reported(path: string): Promise<readonly string[]> {
  const store = await openStore(path);
  const rows = await store.db.selectFrom('events').select('payload').orderBy('sequence').execute();
  await store.close();
  return rows.map(({ payload }) => {
    const content: CheckoutEvent = JSON.parse(payload);
    const event = orderEvent(content);
    return 'received' in event.invoice ? `${event.type} ${event.invoice.received}` : event.type;
  });
}

describe('money that arrives on top of a surplus', () => {
  it('is reported as well, so that the shop knows the amount to settle', async (t) => {
    const path = temporaryFile(t);
    const harness = await createHarness(t, path);
    const { invoiceId } = await harness.order('A-1');
    for (const [status, amountPaid] of [
      ['paid', '1'],
      ['overpaid', '1.5'],
      ['overpaid', '1.75'],
      ['overpaid', '1.75'],
    ] as const) {
      harness.service.set(invoiceId, { status, amountPaid });
      await poll(harness);
    }
    assert.deepEqual(await reported(path), [
      'checkout.paid 1',
      'checkout.overpaid 1.5',
      'checkout.overpaid 1.75',
    ]);
  });

  it('is reported for a duplicate payment, too', async (t) => {
    const path = temporaryFile(t);
    const harness = await createHarness(t, path);
    const { checkoutId, invoiceId: old } = await harness.order('A-1');
    await harness.parts.invoices.choose(checkoutId, { currency: 'LTC', email: null });
    const chosen = (await harness.record(checkoutId)).invoices.at(-1);
    assert.ok(chosen && chosen.stage === 'open');
    harness.service.set(chosen.serviceId, { status: 'paid', amountPaid: '1' });
    await poll(harness);
    for (const amountPaid of ['1.25', '1.5']) {
      harness.service.set(old, { status: 'overpaid', amountPaid });
      await poll(harness);
    }
    assert.deepEqual(await reported(path), [
      'checkout.paid 1',
      'checkout.duplicate_payment 1.25',
      'checkout.duplicate_payment 1.5',
    ]);
  });
});
