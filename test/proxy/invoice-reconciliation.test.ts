import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import { withCreatedInvoice, withRejectedInvoice } from '../../src/proxy/domain/created-invoice.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { openStoreAdmin } from '../../src/proxy/admin.js';
import type { Invoice } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import { freshStore } from './test-stores.js';
import { openWorkshop } from './fake-service.js';
import type { Workshop } from './fake-service.js';

async function open(workshop: Workshop, id = 'A-1'): Promise<string> {
  const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
  return (await workshop.parts.checkouts.open({ terms, issuedAtMs: workshop.clock.now })).record.id;
}

const choose = (workshop: Workshop, id: string, currency: CurrencyCode = 'BTC') =>
  workshop.parts.invoices.choose(id, { currency, email: null });

async function stateOf({ record, parts }: Workshop, id: string) {
  return parts.serialize(await record(id)).state;
}

async function alarmsOf({ record }: Workshop, id: string) {
  return (await record(id)).invoices.flatMap(({ reviewReasons: alarms }) => alarms);
}

/** Second by second, as the loops do it. */
async function pass(workshop: Workshop, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    workshop.clock.now += 1000;
    await workshop.parts.reconciler.reconcileDue();
    await workshop.parts.poller.pollDue();
  }
}

/** An order whose first creation has this fate, and whose later ones are answered. */
async function lostOrder(t: TestContext, fate: 'answer lost' | 'lost') {
  const workshop = await openWorkshop(t);
  workshop.service.fate = () => (workshop.service.created.length === 1 ? fate : 'answered');
  const id = await open(workshop);
  await choose(workshop, id);
  assert.equal(await stateOf(workshop, id), 'creating');
  return { workshop, id };
}

describe('looking for a lost invoice', () => {
  it('begins after two seconds, and the pauses grow', async (t) => {
    const { workshop } = await lostOrder(t, 'lost');
    const looks: number[] = [];
    for (let second = 1; second <= 81; second += 1) {
      const before = workshop.service.listings;
      await pass(workshop, 1);
      if (workshop.service.listings > before) looks.push(second);
    }
    assert.deepEqual(looks, [2, 7, 17, 37]);
    assert.equal(workshop.service.created.length, 1);
    await pass(workshop, 1);
    assert.deepEqual(
      workshop.service.created.map(({ orderId }) => orderId),
      ['A-1', 'A-1.2'],
    );
  });

  it('goes on while the list is late, and no second one is made', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    workshop.service.listed = () => null;
    await pass(workshop, 60);
    assert.equal(await stateOf(workshop, id), 'creating');
    workshop.service.listed = (invoice) => invoice;
    await pass(workshop, 30);
    assert.equal(await stateOf(workshop, id), 'awaiting');
    assert.equal(workshop.service.created.length, 1);
  });

  it('takes a list that cannot be read for no answer, however long it lasts', async (t) => {
    const { workshop, id } = await lostOrder(t, 'lost');
    workshop.service.listTrouble = () => new ServiceError('unavailable', 'list invoices');
    await pass(workshop, 600);
    assert.equal(workshop.service.created.length, 1);
    assert.ok(workshop.service.listings <= 41, `${workshop.service.listings} looks`);
    workshop.service.listTrouble = () => null;
    const { listings } = workshop.service;
    const looksSoFar: number[] = [];
    while (workshop.service.created.length === 1 && looksSoFar.length < 200) {
      await pass(workshop, 1);
      looksSoFar.push(workshop.service.listings - listings);
    }
    assert.equal(looksSoFar.at(-1), 3);
    assert.equal(await stateOf(workshop, id), 'awaiting');
  });

  it('adopts what it has read when the rest cannot be read, and takes nothing there to be missing', async (t) => {
    const workshop = await openWorkshop(t);
    workshop.service.fate = ({ orderId }) => (orderId === 'A-1' ? 'answer lost' : 'lost');
    workshop.service.listBreak = () => new ServiceError('invalid_response', 'list invoices');
    const [made, missing] = [await open(workshop, 'A-1'), await open(workshop, 'A-2')];
    for (const id of [made, missing]) await choose(workshop, id);
    await pass(workshop, 300);
    assert.equal(await stateOf(workshop, made), 'awaiting');
    assert.equal(await stateOf(workshop, missing), 'creating');
    assert.equal(workshop.service.created.length, 2);
  });

  it('leaves a list alone that takes long to read, twice as long as that', async (t) => {
    const { workshop } = await lostOrder(t, 'lost');
    const startedMs = workshop.clock.now;
    const looks: number[] = [];
    workshop.service.listTrouble = () => {
      looks.push((workshop.clock.now - startedMs) / 1000);
      return null;
    };
    workshop.service.listBreak = () => {
      workshop.clock.now += 4000;
      return null;
    };
    await pass(workshop, 3);
    // Another one is lost, and would be looked for two seconds later.
    workshop.service.fate = () => 'lost';
    await choose(workshop, await open(workshop, 'A-2'));
    await pass(workshop, 12);
    assert.deepEqual(looks, [2, 14]);
  });

  it('makes no invoice for a payer who has long given up', async (t) => {
    const { workshop, id } = await lostOrder(t, 'lost');
    workshop.clock.now += 16 * 60_000;
    await pass(workshop, 40);
    assert.equal(workshop.service.created.length, 1);
    assert.equal(await stateOf(workshop, id), 'choosing');
  });

  it('waits as long as the service asks for', async (t) => {
    const { workshop } = await lostOrder(t, 'lost');
    workshop.service.listTrouble = () =>
      new ServiceError('unavailable', 'list invoices', { retryAfterMs: 200_000 });
    await pass(workshop, 200);
    assert.equal(workshop.service.listings, 1);
  });

  it('reads the list once for all that are lost', async (t) => {
    const workshop = await openWorkshop(t);
    workshop.service.fate = () => 'answer lost';
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => open(workshop, `order-${n}`)));
    for (const id of ids) await choose(workshop, id);
    await pass(workshop, 3);
    assert.equal(workshop.service.listings, 1);
    for (const id of ids) assert.equal(await stateOf(workshop, id), 'awaiting');
  });

  it('is left to the process that waits for the answer, as long as it can wait', async (t) => {
    const workshop = await openWorkshop(t);
    const { service, parts } = workshop;
    const create = service.createInvoice.bind(service);
    let answer = () => {};
    service.createInvoice = async (request) => {
      const invoice = await create(request);
      await new Promise<void>((resolve) => (answer = resolve));
      return invoice;
    };
    const id = await open(workshop);
    const choosing = choose(workshop, id);
    await parts.checkouts.find(id);
    await pass(workshop, 24);
    assert.equal(service.listings, 0);
    await pass(workshop, 2);
    const found = await workshop.record(id);
    assert.equal(await stateOf(workshop, id), 'awaiting');
    // What was found already is not taken for another invoice.
    answer();
    assert.deepEqual((await choosing).invoices.length, 1);
    assert.equal((await workshop.record(id)).version, found.version);
  });

  it('ends after a day', async (t) => {
    const { workshop } = await lostOrder(t, 'lost');
    await pass(workshop, 120);
    for (let hour = 0; hour < 26; hour += 1) {
      workshop.clock.now += 3600_000;
      await workshop.parts.reconciler.reconcileDue();
    }
    const { listings } = workshop.service;
    workshop.clock.now += 48 * 3600_000;
    await workshop.parts.reconciler.reconcileDue();
    assert.equal(workshop.service.listings, listings);
    assert.ok(listings < 45, `${listings} looks in a day`);
  });
});

describe('an invoice that turns up after another one was made in its place', () => {
  it('is watched and not shown; money on it pays the order', async (t) => {
    const { workshop, id } = await lostOrder(t, 'lost');
    await pass(workshop, 90);
    assert.equal(await stateOf(workshop, id), 'awaiting');
    const shown = (await workshop.record(id)).invoices.find(({ isLive }) => isLive);
    workshop.clock.now += 1;
    const late = workshop.service.make({
      amount: '49.00',
      currency: 'EUR',
      orderId: 'A-1',
      cryptocurrency: 'BTC',
    });
    await pass(workshop, 70);
    const view = workshop.parts.serialize(await workshop.record(id));
    assert.equal(view.state, 'awaiting');
    assert.equal(view.invoice?.id, shown?.stage === 'shown' ? shown.serviceId : null);
    workshop.service.set(late.id, { status: 'paid', amountPaid: '1' });
    await pass(workshop, 400);
    const paid = workshop.parts.serialize(await workshop.record(id));
    assert.deepEqual([paid.state, paid.invoice?.id], ['paid', late.id]);
  });
});

describe('a creation that fails twice', () => {
  it('gives the choice back to the payer, and is not sent a third time by itself', async (t) => {
    const workshop = await openWorkshop(t);
    workshop.service.fate = () => 'lost';
    const id = await open(workshop);
    await choose(workshop, id);
    await pass(workshop, 300);
    assert.equal(workshop.service.created.length, 2);
    assert.equal(await stateOf(workshop, id), 'choosing');
    workshop.service.fate = () => 'answered';
    await choose(workshop, id);
    assert.equal(await stateOf(workshop, id), 'awaiting');
    assert.equal(workshop.service.created.at(-1)?.orderId, 'A-1.3');
  });

  it('goes back to the invoice that the payer had before', async (t) => {
    const workshop = await openWorkshop(t);
    const { checkoutId: id, invoiceId } = await workshop.order('A-1', 'LTC');
    workshop.service.fate = () => 'lost';
    await choose(workshop, id);
    await pass(workshop, 300);
    const view = workshop.parts.serialize(await workshop.record(id));
    assert.deepEqual([view.state, view.invoice?.id], ['awaiting', invoiceId]);
  });

  it('is not sent again at all for a payer who has turned to another currency', async (t) => {
    const { workshop, id } = await lostOrder(t, 'lost');
    await choose(workshop, id, 'LTC');
    await pass(workshop, 300);
    assert.deepEqual(
      workshop.service.created.map(({ cryptocurrency }) => cryptocurrency),
      ['BTC', 'LTC'],
    );
  });
});

describe('what carries the number of the order', () => {
  const strange: Readonly<Record<string, (invoice: Invoice) => Partial<Invoice>>> = {
    'another price': () => ({ fiatAmount: '48.99' }),
    'no price': () => ({ fiatAmount: null }),
    'another coin': (invoice) => ({ currency: invoice.currency && { ...invoice.currency, code: 'LTC' } }),
    'no coin': () => ({ currency: null }),
    'a withdrawal': () => ({ type: 'dw' }),
    'an older one': ({ createdAtMs }) => ({ createdAtMs: (createdAtMs ?? 0) - 3600_000 }),
  };
  for (const [name, change] of Object.entries(strange)) {
    it(`is not adopted when it is ${name}, and is left alone`, async (t) => {
      const { workshop, id } = await lostOrder(t, 'answer lost');
      const [first] = workshop.service.invoicesById.values();
      workshop.service.listed = (invoice) =>
        invoice.id === first?.id ? { ...invoice, ...change(invoice) } : invoice;
      await pass(workshop, 30);
      assert.equal(await stateOf(workshop, id), 'creating');
      await pass(workshop, 90);
      const view = workshop.parts.serialize(await workshop.record(id));
      assert.equal(view.state, 'awaiting');
      assert.notEqual(view.invoice?.id, first?.id);
      assert.doesNotMatch(workshop.logLines.join('\n'), /cancel/);
    });
  }

  it('is not adopted when another order has it', async (t) => {
    const workshop = await openWorkshop(t);
    // Another order's, under the number that the second invoice of A-1 will have.
    const other = await workshop.order('B-1');
    workshop.service.set(other.invoiceId, { orderId: 'A-1.2' });
    const { checkoutId: id } = await workshop.order('A-1', 'LTC');
    workshop.service.fate = () => 'lost';
    await choose(workshop, id);
    await pass(workshop, 30);
    assert.equal(await stateOf(workshop, id), 'creating');
    assert.equal(await stateOf(workshop, other.checkoutId), 'awaiting');
    workshop.service.fate = () => 'answered';
    await pass(workshop, 90);
    assert.equal(await stateOf(workshop, id), 'awaiting');
    assert.equal(workshop.service.created.at(-1)?.orderId, 'A-1.3');
  });

  it('is cancelled and not shown when the amount was taken for dollars', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    workshop.service.listed = (invoice) => ({ ...invoice, amountUsd: '49' });
    await pass(workshop, 30);
    assert.equal(await stateOf(workshop, id), 'choosing');
    assert.match(
      workshop.logLines.join('\n'),
      /mismatched invoice rejected, canceling it.*does not confirm the ordered price/,
    );
  });

  it('is cancelled and not shown when it is play money that was not asked for', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    workshop.service.listed = (invoice) => ({ ...invoice, testMode: true });
    await pass(workshop, 30);
    assert.equal(await stateOf(workshop, id), 'choosing');
    assert.match(workshop.logLines.join('\n'), /Set service.testMode to true/);
  });

  it('is expired for the payer when it was closed meanwhile', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    const [first] = workshop.service.invoicesById.keys();
    workshop.service.set(first ?? '', { status: 'canceled' });
    await pass(workshop, 5);
    assert.equal(await stateOf(workshop, id), 'expired');
    await choose(workshop, id);
    assert.equal(await stateOf(workshop, id), 'awaiting');
  });

  it('is adopted without a word where the service does not say what kind it is', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    workshop.service.listed = (invoice) => ({ ...invoice, type: null });
    await pass(workshop, 5);
    assert.equal(await stateOf(workshop, id), 'awaiting');
    assert.deepEqual(await alarmsOf(workshop, id), []);
  });
});

describe('what may be another system’s', () => {
  const REQUEST = { amount: '49', currency: 'EUR', orderId: 'A-1', cryptocurrency: 'BTC' };

  /** No money on it is told, its address is not shown, and it is not canceled; the payer can choose again. */
  async function isLeftAlone(workshop: Workshop, id: string, ids: readonly string[]): Promise<void> {
    const record = await workshop.record(id);
    const left = record.invoices.flatMap((one) => (one.stage === 'rejected' ? [one] : []));
    assert.deepEqual(
      left.map(({ serviceId, reviewReasons: alarms }) => [serviceId, ...alarms]),
      ids.map((one) => [one, 'adoption_in_doubt']),
    );
    const view = workshop.parts.serialize(record);
    assert.deepEqual([view.state, view.invoice], ['choosing', null]);
    assert.match(workshop.logLines.join('\n'), /not adopted.*"alert":"adoption_in_doubt"/);
    for (const one of ids) workshop.service.set(one, { status: 'paid', amountPaid: '1' });
    await pass(workshop, 90);
    assert.equal(await stateOf(workshop, id), 'choosing');
    assert.deepEqual(workshop.service.canceled, []);
    // What the payer chooses now is the order's own.
    workshop.service.fate = () => 'answered';
    await choose(workshop, id);
    const chosen = workshop.parts.serialize(await workshop.record(id));
    assert.equal(chosen.state, 'awaiting');
    assert.ok(chosen.invoice && !ids.includes(chosen.invoice.id));
  }

  const first = ({ service }: Workshop) => [...service.invoicesById.keys()][0] ?? assert.fail();
  const funded: Readonly<Record<string, Partial<Invoice>>> = {
    'has a part of the money': { status: 'partial', amountPaid: '0.4', amountMissing: '0.6' },
    'is paid': { status: 'paid', amountPaid: '1' },
    'was paid by hand': { status: 'paid', amountPaid: '0' },
    'has a transaction': { transactions: ['tx'] },
    'has an amount, and is called created': { amountPaid: '0.1' },
    'is closed with money': { status: 'canceled', amountPaid: '0.1' },
    'has a status that nobody knows': { status: 'on its way' },
  };
  for (const [name, change] of Object.entries(funded)) {
    it(`is left alone with an alarm when it ${name} as it is found`, async (t) => {
      const { workshop, id } = await lostOrder(t, 'answer lost');
      workshop.service.set(first(workshop), change);
      await pass(workshop, 5);
      await isLeftAlone(workshop, id, [first(workshop)]);
    });

    it(`is left alone with an alarm when it ${name}, which the list does not show yet`, async (t) => {
      const { workshop, id } = await lostOrder(t, 'answer lost');
      const made = workshop.service.invoicesById.get(first(workshop));
      workshop.service.listed = () => made ?? null;
      workshop.service.set(first(workshop), change);
      await pass(workshop, 5);
      await isLeftAlone(workshop, id, [first(workshop)]);
    });
  }

  it('is left alone with an alarm each when two fit', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    const twin = workshop.service.make(REQUEST);
    await pass(workshop, 5);
    await isLeftAlone(workshop, id, [first(workshop), twin.id]);
  });

  it('is left alone with an alarm when another price stands under the same number', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    workshop.service.make({ ...REQUEST, amount: '12' });
    await pass(workshop, 5);
    await isLeftAlone(workshop, id, [first(workshop)]);
  });

  for (const [name, change] of [
    ['minutes before it was asked for', (madeMs: number) => madeMs - 3 * 60_000],
    ['at a time that the service does not tell', () => null],
  ] as const) {
    it(`is left alone with an alarm when it was made ${name}`, async (t) => {
      const { workshop, id } = await lostOrder(t, 'answer lost');
      workshop.service.listed = (invoice) => ({ ...invoice, createdAtMs: change(invoice.createdAtMs ?? 0) });
      await pass(workshop, 5);
      await isLeftAlone(workshop, id, [first(workshop)]);
    });
  }

  it('alarms nobody where it is the only one, unpaid, and was made when it was asked for', async (t) => {
    for (const offMs of [-30_000, 0, 5 * 60_000, 6 * 3600_000]) {
      const { workshop, id } = await lostOrder(t, 'answer lost');
      workshop.service.listed = (invoice) => ({
        ...invoice,
        createdAtMs: (invoice.createdAtMs ?? 0) + offMs,
      });
      await pass(workshop, 5);
      assert.equal(await stateOf(workshop, id), 'awaiting');
      assert.deepEqual(await alarmsOf(workshop, id), []);
    }
  });

  it('is not adopted before the service says that there is no money on it', async (t) => {
    const { workshop, id } = await lostOrder(t, 'answer lost');
    workshop.service.trouble = () => new ServiceError('unavailable', 'invoice information', { status: 503 });
    await pass(workshop, 60);
    assert.equal(await stateOf(workshop, id), 'creating');
    workshop.service.set(first(workshop), { status: 'paid', amountPaid: '1' });
    workshop.service.trouble = () => null;
    await pass(workshop, 60);
    await isLeftAlone(workshop, id, [first(workshop)]);
  });

  it('does not take the place of the answer that has come meanwhile', async (t) => {
    const { workshop, id } = await lostOrder(t, 'lost');
    const [intent] = (await workshop.record(id)).invoices;
    assert.ok(intent?.stage === 'intended');
    const answered = workshop.service.make(REQUEST);
    await workshop.parts.checkouts.change(id, (record) =>
      withCreatedInvoice(record, intent, answered, workshop.clock.now),
    );
    const twin = { intent, created: workshop.service.make(REQUEST), formerCurrent: null };
    const record = await workshop.parts.checkouts.change(id, (latest) =>
      withRejectedInvoice(latest, twin, 'adoption_in_doubt', workshop.clock.now),
    );
    assert.deepEqual(
      record.invoices.map(({ sequence, stage }) => [sequence, stage]),
      [
        [1, 'made'],
        [2, 'rejected'],
      ],
    );
    assert.equal(record.current, 1);
  });

  it('is told to the shop by the events', async (t) => {
    const path = await freshStore(t);
    const workshop = await openWorkshop(t, path);
    workshop.service.fate = () => 'answer lost';
    const id = await open(workshop);
    await choose(workshop, id);
    workshop.service.set(first(workshop), { status: 'paid', amountPaid: '1' });
    await pass(workshop, 30);
    const operator = await openStoreAdmin(path);
    t.after(() => operator.close());
    const [event, ...others] = (await operator.events()).map((one) => one.event);
    assert.ok(event?.type === 'checkout.review_required');
    assert.deepEqual([event.reason, event.invoice.id], ['adoption_in_doubt', first(workshop)]);
    assert.deepEqual(others, []);
  });
});
