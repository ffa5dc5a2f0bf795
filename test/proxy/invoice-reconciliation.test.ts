import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import { withCreatedInvoice, withRejectedInvoice } from '../../src/proxy/domain/creation.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import type { Invoice } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';

async function open(harness: Harness, id = 'A-1'): Promise<string> {
  const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
  return (await harness.parts.checkouts.openCheckout({ terms, issuedAtMs: harness.clock.now })).record.id;
}

const choose = (harness: Harness, id: string, currency: CurrencyCode = 'BTC') =>
  harness.parts.invoices.choose(id, { currency, email: null });

async function stateOf({ record, parts }: Harness, id: string) {
  return parts.serialize(await record(id)).state;
}

async function alarmsOf({ record }: Harness, id: string) {
  return (await record(id)).invoices.flatMap(({ reviewReasons: alarms }) => alarms);
}

/** Second by second, as the loops do it. */
async function pass(harness: Harness, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    harness.clock.now += 1000;
    await harness.parts.reconciler.reconcileDue();
    await harness.parts.poller.pollDue();
  }
}

/** An order whose first creation has this fate, and whose later ones are answered. */
async function lostOrder(t: TestContext, fate: 'answer lost' | 'lost') {
  const harness = await createHarness(t);
  harness.service.fate = () => (harness.service.created.length === 1 ? fate : 'answered');
  const id = await open(harness);
  await choose(harness, id);
  assert.equal(await stateOf(harness, id), 'creating');
  return { harness, id };
}

describe('the search for a lost invoice', () => {
  it('begins after two seconds, and its intervals grow', async (t) => {
    const { harness } = await lostOrder(t, 'lost');
    const polls: number[] = [];
    for (let second = 1; second <= 81; second += 1) {
      const before = harness.service.listings;
      await pass(harness, 1);
      if (harness.service.listings > before) polls.push(second);
    }
    assert.deepEqual(polls, [2, 7, 17, 37]);
    assert.equal(harness.service.created.length, 1);
    await pass(harness, 1);
    assert.deepEqual(
      harness.service.created.map(({ orderId }) => orderId),
      ['A-1', 'A-1.2'],
    );
  });

  it('continues while the list lags behind, and creates no second invoice', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    harness.service.listed = () => null;
    await pass(harness, 60);
    assert.equal(await stateOf(harness, id), 'creating');
    harness.service.listed = (invoice) => invoice;
    await pass(harness, 30);
    assert.equal(await stateOf(harness, id), 'awaiting');
    assert.equal(harness.service.created.length, 1);
  });

  it('treats an unreadable list as no result, however long that lasts', async (t) => {
    const { harness, id } = await lostOrder(t, 'lost');
    harness.service.listTrouble = () => new ServiceError('unavailable', 'list invoices');
    await pass(harness, 600);
    assert.equal(harness.service.created.length, 1);
    assert.ok(harness.service.listings <= 41, `${harness.service.listings} lookups`);
    harness.service.listTrouble = () => null;
    const { listings } = harness.service;
    const looksSoFar: number[] = [];
    while (harness.service.created.length === 1 && looksSoFar.length < 200) {
      await pass(harness, 1);
      looksSoFar.push(harness.service.listings - listings);
    }
    assert.equal(looksSoFar.at(-1), 3);
    assert.equal(await stateOf(harness, id), 'awaiting');
  });

  it('adopts invoices from the pages that it has read if the rest is unreadable, and concludes nothing about missing ones', async (t) => {
    const harness = await createHarness(t);
    harness.service.fate = ({ orderId }) => (orderId === 'A-1' ? 'answer lost' : 'lost');
    harness.service.listBreak = () => new ServiceError('invalid_response', 'list invoices');
    const [created, missing] = [await open(harness, 'A-1'), await open(harness, 'A-2')];
    for (const id of [created, missing]) await choose(harness, id);
    await pass(harness, 300);
    assert.equal(await stateOf(harness, created), 'awaiting');
    assert.equal(await stateOf(harness, missing), 'creating');
    assert.equal(harness.service.created.length, 2);
  });

  it('ends with a review if the status of the listed invoice stays unreadable, and the payer can choose again', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    harness.service.unreadable.add('INV-00000001');
    await pass(harness, 50);
    assert.deepEqual([await stateOf(harness, id), await alarmsOf(harness, id)], ['creating', []]);
    await pass(harness, 60);
    assert.deepEqual(
      [await stateOf(harness, id), await alarmsOf(harness, id)],
      ['choosing', ['adoption_in_doubt']],
    );
    await choose(harness, id);
    assert.equal(await stateOf(harness, id), 'awaiting');
    assert.equal(harness.service.created.length, 2);
  });

  it('pauses twice as long as a slow list took to read', async (t) => {
    const { harness } = await lostOrder(t, 'lost');
    const startedMs = harness.clock.now;
    const polls: number[] = [];
    harness.service.listTrouble = () => {
      polls.push((harness.clock.now - startedMs) / 1000);
      return null;
    };
    harness.service.listBreak = () => {
      harness.clock.now += 4000;
      return null;
    };
    await pass(harness, 3);
    // Another one is lost, and would be looked up two seconds later.
    harness.service.fate = () => 'lost';
    await choose(harness, await open(harness, 'A-2'));
    await pass(harness, 12);
    assert.deepEqual(polls, [2, 14]);
  });

  it('creates no invoice for a payer who has canceled long before', async (t) => {
    const { harness, id } = await lostOrder(t, 'lost');
    harness.clock.now += 16 * 60_000;
    await pass(harness, 40);
    assert.equal(harness.service.created.length, 1);
    assert.equal(await stateOf(harness, id), 'choosing');
  });

  it('waits as long as the service requests', async (t) => {
    const { harness } = await lostOrder(t, 'lost');
    harness.service.listTrouble = () =>
      new ServiceError('unavailable', 'list invoices', { retryAfterMs: 200_000 });
    await pass(harness, 200);
    assert.equal(harness.service.listings, 1);
  });

  it('reads the list once for all lost invoices', async (t) => {
    const harness = await createHarness(t);
    harness.service.fate = () => 'answer lost';
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => open(harness, `order-${n}`)));
    for (const id of ids) await choose(harness, id);
    await pass(harness, 3);
    assert.equal(harness.service.listings, 1);
    for (const id of ids) assert.equal(await stateOf(harness, id), 'awaiting');
  });

  it('waits until the process that may still receive the response has timed out', async (t) => {
    const harness = await createHarness(t);
    const { service, parts } = harness;
    const create = service.createInvoice.bind(service);
    let answer = () => {};
    service.createInvoice = async (request) => {
      const invoice = await create(request);
      await new Promise<void>((resolve) => (answer = resolve));
      return invoice;
    };
    const id = await open(harness);
    const choosing = choose(harness, id);
    await parts.checkouts.findCheckout(id);
    await pass(harness, 24);
    assert.equal(service.listings, 0);
    await pass(harness, 2);
    const found = await harness.record(id);
    assert.equal(await stateOf(harness, id), 'awaiting');
    // An invoice that was found already is not mistaken for another one.
    answer();
    assert.deepEqual((await choosing).invoices.length, 1);
    assert.equal((await harness.record(id)).version, found.version);
  });

  it('ends after a day', async (t) => {
    const { harness } = await lostOrder(t, 'lost');
    await pass(harness, 120);
    for (let hour = 0; hour < 26; hour += 1) {
      harness.clock.now += 3600_000;
      await harness.parts.reconciler.reconcileDue();
    }
    const { listings } = harness.service;
    harness.clock.now += 48 * 3600_000;
    await harness.parts.reconciler.reconcileDue();
    assert.equal(harness.service.listings, listings);
    assert.ok(listings < 45, `${listings} lookups in a day`);
  });
});

describe('an invoice that appears after another one was created instead', () => {
  it('is polled and not shown; money on it pays the order', async (t) => {
    const { harness, id } = await lostOrder(t, 'lost');
    await pass(harness, 90);
    assert.equal(await stateOf(harness, id), 'awaiting');
    const shown = (await harness.record(id)).invoices.find(({ isLive }) => isLive);
    harness.clock.now += 1;
    const late = harness.service.make({
      amount: '49.00',
      currency: 'EUR',
      orderId: 'A-1',
      cryptocurrency: 'BTC',
    });
    await pass(harness, 70);
    const view = harness.parts.serialize(await harness.record(id));
    assert.equal(view.state, 'awaiting');
    assert.equal(view.invoice?.id, shown?.stage === 'open' ? shown.serviceId : null);
    harness.service.set(late.id, { status: 'paid', amountPaid: '1' });
    await pass(harness, 400);
    const paid = harness.parts.serialize(await harness.record(id));
    assert.deepEqual([paid.state, paid.invoice?.id], ['paid', late.id]);
  });
});

describe('a creation that fails twice', () => {
  it('offers the choice to the payer again, and is not sent a third time by itself', async (t) => {
    const harness = await createHarness(t);
    harness.service.fate = () => 'lost';
    const id = await open(harness);
    await choose(harness, id);
    await pass(harness, 300);
    assert.equal(harness.service.created.length, 2);
    assert.equal(await stateOf(harness, id), 'choosing');
    harness.service.fate = () => 'answered';
    await choose(harness, id);
    assert.equal(await stateOf(harness, id), 'awaiting');
    assert.equal(harness.service.created.at(-1)?.orderId, 'A-1.3');
  });

  it('returns to the invoice that the payer had before', async (t) => {
    const harness = await createHarness(t);
    const { checkoutId: id, invoiceId } = await harness.order('A-1', 'LTC');
    harness.service.fate = () => 'lost';
    await choose(harness, id);
    await pass(harness, 300);
    const view = harness.parts.serialize(await harness.record(id));
    assert.deepEqual([view.state, view.invoice?.id], ['awaiting', invoiceId]);
  });

  it('is not sent again at all for a payer who has chosen another currency', async (t) => {
    const { harness, id } = await lostOrder(t, 'lost');
    await choose(harness, id, 'LTC');
    await pass(harness, 300);
    assert.deepEqual(
      harness.service.created.map(({ cryptocurrency }) => cryptocurrency),
      ['BTC', 'LTC'],
    );
  });
});

describe('an invoice with the number of the order', () => {
  const strange: Readonly<Record<string, (invoice: Invoice) => Partial<Invoice>>> = {
    'another price': () => ({ fiatAmount: '48.99' }),
    'no price': () => ({ fiatAmount: null }),
    'another coin': (invoice) => ({ currency: invoice.currency && { ...invoice.currency, code: 'LTC' } }),
    'no coin': () => ({ currency: null }),
    'a withdrawal': () => ({ type: 'dw' }),
    'an older one': ({ createdAtMs }) => ({ createdAtMs: (createdAtMs ?? 0) - 3600_000 }),
  };
  for (const [name, change] of Object.entries(strange)) {
    it(`is not adopted if it is ${name}, and is not touched`, async (t) => {
      const { harness, id } = await lostOrder(t, 'answer lost');
      const [first] = harness.service.invoicesById.values();
      harness.service.listed = (invoice) =>
        invoice.id === first?.id ? { ...invoice, ...change(invoice) } : invoice;
      await pass(harness, 30);
      assert.equal(await stateOf(harness, id), 'creating');
      await pass(harness, 90);
      const view = harness.parts.serialize(await harness.record(id));
      assert.equal(view.state, 'awaiting');
      assert.notEqual(view.invoice?.id, first?.id);
      assert.doesNotMatch(harness.logLines.join('\n'), /cancel/);
    });
  }

  it('is not adopted if another order has it', async (t) => {
    const harness = await createHarness(t);
    // An invoice of another order, under the number that the second invoice of A-1 will have.
    const other = await harness.order('B-1');
    harness.service.set(other.invoiceId, { orderId: 'A-1.2' });
    const { checkoutId: id } = await harness.order('A-1', 'LTC');
    harness.service.fate = () => 'lost';
    await choose(harness, id);
    await pass(harness, 30);
    assert.equal(await stateOf(harness, id), 'creating');
    assert.equal(await stateOf(harness, other.checkoutId), 'awaiting');
    harness.service.fate = () => 'answered';
    await pass(harness, 90);
    assert.equal(await stateOf(harness, id), 'awaiting');
    assert.equal(harness.service.created.at(-1)?.orderId, 'A-1.3');
  });

  it('is adopted if the list states zero as the amount in dollars of an order in dollars', async (t) => {
    const harness = await createHarness(t);
    harness.service.fate = () => 'answer lost';
    harness.service.listed = (invoice) => ({ ...invoice, amountUsd: '0' });
    const terms = parseOrder({ id: 'A-1', amount: '49.00', currency: 'USD' });
    const { record } = await harness.parts.checkouts.openCheckout({ terms, issuedAtMs: harness.clock.now });
    await choose(harness, record.id);
    await pass(harness, 30);
    assert.equal(await stateOf(harness, record.id), 'awaiting');
    assert.equal(harness.service.created.length, 1);
  });

  it('is canceled and not shown if the amount was read as dollars', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    harness.service.listed = (invoice) => ({ ...invoice, amountUsd: '49' });
    await pass(harness, 30);
    assert.equal(await stateOf(harness, id), 'choosing');
    assert.match(
      harness.logLines.join('\n'),
      /mismatched invoice rejected, canceling it.*does not confirm the ordered price/,
    );
  });

  it('is canceled and not shown if it is test money without test mode', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    harness.service.listed = (invoice) => ({ ...invoice, testMode: true });
    await pass(harness, 30);
    assert.equal(await stateOf(harness, id), 'choosing');
    assert.match(harness.logLines.join('\n'), /in code: testMode: true/);
  });

  it('is expired for the payer if it was closed meanwhile', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    const [first] = harness.service.invoicesById.keys();
    harness.service.set(first ?? '', { status: 'canceled' });
    await pass(harness, 5);
    assert.equal(await stateOf(harness, id), 'expired');
    await choose(harness, id);
    assert.equal(await stateOf(harness, id), 'awaiting');
  });

  it('is adopted silently if the service does not state its type', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    harness.service.listed = (invoice) => ({ ...invoice, type: null });
    await pass(harness, 5);
    assert.equal(await stateOf(harness, id), 'awaiting');
    assert.deepEqual(await alarmsOf(harness, id), []);
  });
});

describe('an invoice that may belong to another system', () => {
  const REQUEST = { amount: '49', currency: 'EUR', orderId: 'A-1', cryptocurrency: 'BTC' };

  /** Its money is not reported, its address is not shown, and it is not canceled; the payer can choose again. */
  async function isLeftAlone(harness: Harness, id: string, ids: readonly string[]): Promise<void> {
    const record = await harness.record(id);
    const left = record.invoices.flatMap((one) => (one.stage === 'rejected' ? [one] : []));
    assert.deepEqual(
      left.map(({ serviceId, reviewReasons: alarms }) => [serviceId, ...alarms]),
      ids.map((one) => [one, 'adoption_in_doubt']),
    );
    const view = harness.parts.serialize(record);
    assert.deepEqual([view.state, view.invoice], ['choosing', null]);
    assert.match(harness.logLines.join('\n'), /not adopted.*"alert":"adoption_in_doubt"/);
    for (const one of ids) harness.service.set(one, { status: 'paid', amountPaid: '1' });
    await pass(harness, 90);
    assert.equal(await stateOf(harness, id), 'choosing');
    assert.deepEqual(harness.service.canceled, []);
    // The next choice of the payer creates an invoice of the order's own.
    harness.service.fate = () => 'answered';
    await choose(harness, id);
    const chosen = harness.parts.serialize(await harness.record(id));
    assert.equal(chosen.state, 'awaiting');
    assert.ok(chosen.invoice && !ids.includes(chosen.invoice.id));
  }

  const first = ({ service }: Harness) => [...service.invoicesById.keys()][0] ?? assert.fail();
  const funded: Readonly<Record<string, Partial<Invoice>>> = {
    'has a part of the money': { status: 'partial', amountPaid: '0.4', amountMissing: '0.6' },
    'is paid': { status: 'paid', amountPaid: '1' },
    'was paid by hand': { status: 'paid', amountPaid: '0' },
    'has a transaction': { transactions: ['tx'] },
    'has an amount, and is called created': { amountPaid: '0.1' },
    'is closed with money': { status: 'canceled', amountPaid: '0.1' },
    'has an unknown status': { status: 'on its way' },
  };
  for (const [name, change] of Object.entries(funded)) {
    it(`is not touched and requires a review if it ${name} when it is found`, async (t) => {
      const { harness, id } = await lostOrder(t, 'answer lost');
      harness.service.set(first(harness), change);
      await pass(harness, 5);
      await isLeftAlone(harness, id, [first(harness)]);
    });

    it(`is not touched and requires a review if it ${name}, which the list does not show yet`, async (t) => {
      const { harness, id } = await lostOrder(t, 'answer lost');
      const created = harness.service.invoicesById.get(first(harness));
      harness.service.listed = () => created ?? null;
      harness.service.set(first(harness), change);
      await pass(harness, 5);
      await isLeftAlone(harness, id, [first(harness)]);
    });
  }

  it('is not touched and requires a review each if two fit', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    const twin = harness.service.make(REQUEST);
    await pass(harness, 5);
    await isLeftAlone(harness, id, [first(harness), twin.id]);
  });

  it('is not touched and requires a review if another price is under the same number', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    harness.service.make({ ...REQUEST, amount: '12' });
    await pass(harness, 5);
    await isLeftAlone(harness, id, [first(harness)]);
  });

  for (const [name, change] of [
    ['minutes before it was requested', (madeMs: number) => madeMs - 3 * 60_000],
    ['at an unknown time', () => null],
  ] as const) {
    it(`is not touched and requires a review if it was created ${name}`, async (t) => {
      const { harness, id } = await lostOrder(t, 'answer lost');
      harness.service.listed = (invoice) => ({ ...invoice, createdAtMs: change(invoice.createdAtMs ?? 0) });
      await pass(harness, 5);
      await isLeftAlone(harness, id, [first(harness)]);
    });
  }

  it('requires no review if it is the only one, unpaid, and was created when it was requested', async (t) => {
    for (const offMs of [-30_000, 0, 5 * 60_000, 6 * 3600_000]) {
      const { harness, id } = await lostOrder(t, 'answer lost');
      harness.service.listed = (invoice) => ({
        ...invoice,
        createdAtMs: (invoice.createdAtMs ?? 0) + offMs,
      });
      await pass(harness, 5);
      assert.equal(await stateOf(harness, id), 'awaiting');
      assert.deepEqual(await alarmsOf(harness, id), []);
    }
  });

  it('is not adopted before the service confirms that there is no money on it', async (t) => {
    const { harness, id } = await lostOrder(t, 'answer lost');
    harness.service.trouble = () => new ServiceError('unavailable', 'invoice information', { status: 503 });
    await pass(harness, 60);
    assert.equal(await stateOf(harness, id), 'creating');
    harness.service.set(first(harness), { status: 'paid', amountPaid: '1' });
    harness.service.trouble = () => null;
    await pass(harness, 60);
    await isLeftAlone(harness, id, [first(harness)]);
  });

  it('does not replace the response that has arrived meanwhile', async (t) => {
    const { harness, id } = await lostOrder(t, 'lost');
    const [intent] = (await harness.record(id)).invoices;
    assert.ok(intent?.stage === 'creating');
    const answered = harness.service.make(REQUEST);
    const { now } = harness.clock;
    const time = { nowMs: now, serviceNowMs: now };
    await harness.parts.checkouts.changeCheckout(id, (record) =>
      withCreatedInvoice(record, intent, answered, time),
    );
    const twin = { intent, created: harness.service.make(REQUEST), formerCurrent: null };
    const record = await harness.parts.checkouts.changeCheckout(id, (latest) =>
      withRejectedInvoice(latest, twin, 'adoption_in_doubt', time),
    );
    assert.deepEqual(
      record.invoices.map(({ sequence, stage }) => [sequence, stage]),
      [
        [1, 'created'],
        [2, 'rejected'],
      ],
    );
    assert.equal(record.current, 1);
  });

  it('is reported to the shop by the events', async (t) => {
    const path = await freshStore(t);
    const harness = await createHarness(t, path);
    harness.service.fate = () => 'answer lost';
    const id = await open(harness);
    await choose(harness, id);
    harness.service.set(first(harness), { status: 'paid', amountPaid: '1' });
    await pass(harness, 30);
    const operator = await openStaff(path);
    t.after(() => operator.close());
    const [event, ...others] = (await operator.listEvents()).map((one) => one.event);
    assert.ok(event?.type === 'checkout.review_required');
    assert.deepEqual([event.reason, event.invoice.id], ['adoption_in_doubt', first(harness)]);
    assert.deepEqual(others, []);
  });
});
