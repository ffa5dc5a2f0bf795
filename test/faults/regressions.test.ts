// What the randomised run has found, each told by the least that brings it about.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import { orderEvent } from '../proxy/test-environment.js';
import type { Harness } from '../proxy/fake-service.js';
import { createHarness } from '../proxy/fake-service.js';
import { temporaryFile } from '../proxy/webhook-receiver.js';
import { openStore } from '../../src/proxy/store/store.js';

/** Six minutes pass, and the service is asked. */
async function look({ clock, parts }: Harness): Promise<void> {
  clock.now += 6 * 60_000;
  await parts.poller.pollDue();
}

/** What the shop is to be told, oldest first: the type, and the sum that has come on the invoice. */
async function told(path: string): Promise<readonly string[]> {
  const store = await openStore(path);
  const rows = await store.db.selectFrom('events').select('payload').orderBy('sequence').execute();
  await store.close();
  return rows.map(({ payload }) => {
    const content: CheckoutEvent = JSON.parse(payload);
    const event = orderEvent(content);
    return 'paid' in event.invoice ? `${event.type} ${event.invoice.paid}` : event.type;
  });
}

describe('money that comes on top of too much', () => {
  it('is told as well, so that the sum that the shop knows is what there is to settle', async (t) => {
    const path = await temporaryFile(t);
    const workshop = await createHarness(t, path);
    const { invoiceId } = await workshop.order('A-1');
    for (const [status, amountPaid] of [
      ['paid', '1'],
      ['overpaid', '1.5'],
      ['overpaid', '1.75'],
      ['overpaid', '1.75'],
    ] as const) {
      workshop.service.set(invoiceId, { status, amountPaid });
      await look(workshop);
    }
    assert.deepEqual(await told(path), [
      'checkout.paid 1',
      'checkout.overpaid 1.5',
      'checkout.overpaid 1.75',
    ]);
  });

  it('of a second payment, too', async (t) => {
    const path = await temporaryFile(t);
    const workshop = await createHarness(t, path);
    const { checkoutId, invoiceId: old } = await workshop.order('A-1');
    await workshop.parts.invoices.choose(checkoutId, { currency: 'LTC', email: null });
    const chosen = (await workshop.record(checkoutId)).invoices.at(-1);
    assert.ok(chosen && chosen.stage === 'shown');
    workshop.service.set(chosen.serviceId, { status: 'paid', amountPaid: '1' });
    await look(workshop);
    for (const amountPaid of ['1.25', '1.5']) {
      workshop.service.set(old, { status: 'overpaid', amountPaid });
      await look(workshop);
    }
    assert.deepEqual(await told(path), [
      'checkout.paid 1',
      'checkout.duplicate_payment 1.25',
      'checkout.duplicate_payment 1.5',
    ]);
  });
});
