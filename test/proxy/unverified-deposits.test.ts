import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { DepositReceivedEvent } from '../../src/proxy/index.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { resetFutureSchedules } from '../../src/proxy/store/future-schedules.js';
import { readStoreMetrics } from '../../src/proxy/store/store-metrics.js';
import { openStore } from '../../src/proxy/store/store.js';
import { claimDepositAddress, saveDepositAddress } from '../../src/proxy/store/deposit-addresses.js';
import type { DepositAddressKey } from '../../src/proxy/domain/deposit.js';
import type { Invoice } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import { freshStore } from './test-stores.js';
import { addressFor, createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';

const ID = 'INV-00000001';
const ADDRESS = addressFor('BTC', 'of the customer');
const LITECOIN: Invoice['currency'] = {
  ...{ code: 'LTC', symbol: 'LTC', name: null },
  ...{ networkCode: null, networkName: null },
};
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

interface Doubtful extends Harness {
  readonly deposits: () => Promise<readonly DepositReceivedEvent[]>;
  /** A further postback. */
  readonly notify: (body: object) => Promise<void>;
  readonly counted: () => Promise<Readonly<Record<string, number>>>;
  /** The times at which the service was called, in seconds after the postback. */
  readonly pass: (seconds: number, stepS?: number) => Promise<readonly number[]>;
  /** How the start of a process changes the schedule. */
  readonly restart: () => Promise<void>;
}

/** A customer has an address, and a postback claims money there. */
async function notified(
  t: TestContext,
  body: object = { amount: '0.5' },
  others: readonly DepositAddressKey[] = [],
): Promise<Doubtful> {
  const path = await freshStore(t);
  const harness = await createHarness(t, path);
  const { parts, clock, service } = harness;
  const store = await openStore(path);
  t.after(() => store.close());
  const createdAtMs = clock.now;
  for (const [index, key] of [{ customer: 'c-7', currency: 'BTC' } as const, ...others].entries()) {
    await claimDepositAddress(store, key, { nowMs: createdAtMs, untilMs: createdAtMs });
    const address = key.customer === 'c-7' ? ADDRESS : addressFor('BTC', key.customer);
    const created = { id: `w-${index + 1}`, address, isAddressValid: true, createdAtMs };
    await saveDepositAddress(store, { ...key, ...created }, null);
  }
  const operator = await openStaff(path);
  t.after(() => operator.close());
  const notify = (claims: object) => {
    const fields = { order_id: 'c-7', currency: 'BTC', invoice_id: ID, ...claims };
    return parts.postbacks.handlePostback(parsePostback(JSON.stringify(fields)), null);
  };
  await notify(body);
  let passedS = 0;
  return {
    ...harness,
    notify,
    deposits: async () =>
      (await operator.listEvents()).flatMap(({ event }) =>
        event.type === 'deposit.received' ? [event] : [],
      ),
    counted: async () => Object.fromEntries((await readStoreMetrics(store, clock.now)).deposits),
    restart: () => resetFutureSchedules(store, clock.now, 'start'),
    async pass(seconds, stepS = 1) {
      const times: number[] = [];
      for (const endS = passedS + seconds; passedS < endS; passedS += stepS) {
        const before = service.polled.length;
        await parts.deposits.verifyDue();
        if (service.polled.length > before) times.push(passedS);
        clock.now += stepS * 1000;
      }
      return times;
    },
  };
}

/** The service has the money on record. */
function confirm({ service, clock }: Doubtful): void {
  const { id } = service.make({ amount: '1', currency: 'USD', orderId: 'c-7', cryptocurrency: 'BTC' });
  assert.equal(id, ID);
  service.set(id, { address: ADDRESS, status: 'paid', amountPaid: '0.5', createdAtMs: clock.now });
}

describe('a deposit that the service does not confirm', { concurrency: 4 }, () => {
  it('is verified when the service confirms it a day later, however many times the proxy has restarted', async (t) => {
    const doubtful = await notified(t);
    await doubtful.pass(120);
    for (let restarts = 0; restarts < 50; restarts += 1) {
      await doubtful.restart();
      await doubtful.pass(2);
    }
    await doubtful.pass(DAY_S, 60);
    confirm(doubtful);
    await doubtful.pass(DAY_S, 60);
    const [event, ...others] = await doubtful.deposits();
    assert.deepEqual([event?.verified, event?.amount, others.length], [true, '0.5', 0]);
  });

  it('is reported as unverified within two minutes, checked ever more rarely, and no more after two days', async (t) => {
    const doubtful = await notified(t);
    assert.deepEqual(await doubtful.pass(120), [0, 2, 12, 42, 102]);
    const [event, ...others] = await doubtful.deposits();
    assert.deepEqual([event?.verified, event?.amount, others.length], [false, '0.5', 0]);
    const later = await doubtful.pass(2 * DAY_S, 60);
    const hours = later.map((second) => Math.round((second / HOUR_S) * 10) / 10);
    assert.deepEqual(hours, [0.1, 0.6, 2.6, 10.6, 34.6]);
    assert.deepEqual(await doubtful.pass(5 * DAY_S, HOUR_S), []);
    assert.equal((await doubtful.deposits()).length, 1);
  });

  it('stays visible to the operator: in the metrics, and among the events', async (t) => {
    const doubtful = await notified(t);
    assert.deepEqual(await doubtful.counted(), { waiting: 1, verified: 0, unverified: 0, mismatch: 0 });
    await doubtful.pass(120);
    const unverified = { waiting: 0, verified: 0, unverified: 1, mismatch: 0 };
    assert.deepEqual(await doubtful.counted(), unverified);
    await doubtful.pass(3 * DAY_S, HOUR_S);
    assert.deepEqual(await doubtful.counted(), unverified);
  });

  it('is reported again under the same id when the service confirms it after all, once', async (t) => {
    const doubtful = await notified(t, { amount: '5000000' });
    await doubtful.pass(120);
    const [reported] = await doubtful.deposits();
    confirm(doubtful);
    await doubtful.pass(HOUR_S, 10);
    const [again, ...others] = await doubtful.deposits();
    assert.deepEqual([again?.id, again?.verified, again?.amount], [reported?.id, true, '0.5']);
    assert.equal(others.length, 0);
    assert.deepEqual(await doubtful.counted(), { waiting: 0, verified: 1, unverified: 0, mismatch: 0 });
    assert.deepEqual(await doubtful.pass(2 * DAY_S, HOUR_S), []);
  });

  it('is not abandoned while the service knows it and has no money yet: a slow chain', async (t) => {
    const doubtful = await notified(t);
    confirm(doubtful);
    doubtful.service.set(ID, { status: 'created', amountPaid: null });
    await doubtful.pass(HOUR_S, 10);
    assert.deepEqual(await doubtful.deposits(), []);
    doubtful.service.set(ID, { status: 'paid', amountPaid: '0.5' });
    await doubtful.pass(3 * HOUR_S, 60);
    const [event] = await doubtful.deposits();
    assert.deepEqual([event?.verified, event?.amount], [true, '0.5']);
  });

  it('is a mismatch in the end if the service knows it and never has money for it', async (t) => {
    const doubtful = await notified(t);
    confirm(doubtful);
    doubtful.service.set(ID, { status: 'created', amountPaid: null });
    await doubtful.pass(2 * DAY_S, 600);
    assert.deepEqual(await doubtful.deposits(), []);
    assert.deepEqual(await doubtful.counted(), { waiting: 0, verified: 0, unverified: 0, mismatch: 1 });
    assert.match(doubtful.logLines.join('\n'), /deposit postback dropped.*unpaid at the service/);
  });

  it('is checked again after a further postback, also if it was a mismatch or unverified', async (t) => {
    for (const isKnown of [true, false]) {
      const doubtful = await notified(t);
      if (isKnown) {
        confirm(doubtful);
        doubtful.service.set(ID, { status: 'created', amountPaid: null });
      }
      await doubtful.pass(3 * DAY_S, 600);
      if (!isKnown) confirm(doubtful);
      doubtful.service.set(ID, { status: 'paid', amountPaid: '0.5' });
      assert.deepEqual(await doubtful.pass(DAY_S, HOUR_S), []);
      await doubtful.notify({ amount: '0.5' });
      await doubtful.pass(2);
      const [event, ...others] = await doubtful.deposits();
      assert.deepEqual([event?.verified, event?.amount, others.length], [true, '0.5', 0]);
      // A verified one is final.
      await doubtful.notify({ amount: '0.5' });
      assert.deepEqual(await doubtful.pass(60), []);
    }
  });

  it('is reported with the oldest of several addresses, without an amount, if the coin is not known', async (t) => {
    const doubtful = await notified(t, { currency: null, amount: '0.5' }, [
      { customer: 'c-7', currency: 'LTC' },
    ]);
    await doubtful.pass(120);
    const [event] = await doubtful.deposits();
    assert.deepEqual([event?.customer, event?.verified, event?.amount], ['c-7', false, null]);
    assert.equal((await doubtful.counted())['mismatch'], 0);
  });

  it('is reported if the coin is another one than that of the address', async (t) => {
    const doubtful = await notified(t, { currency: 'LTC', amount: '0.5' });
    await doubtful.pass(120);
    const [event] = await doubtful.deposits();
    assert.deepEqual([event?.currency, event?.verified, event?.amount], ['BTC', false, null]);
  });

  it('is checked ever more rarely if every check fails, and reported after three days', async (t) => {
    const doubtful = await notified(t);
    doubtful.service.trouble = () => new ServiceError('unavailable', 'information', { status: 500 });
    const firstHour = await doubtful.pass(HOUR_S, 5);
    assert.ok(firstHour.length >= 5 && firstHour.length <= 20, `${firstHour.length} in the first hour`);
    const rest = await doubtful.pass(3 * DAY_S, 600);
    assert.ok(rest.length <= 80, `${rest.length} in three days`);
    const [event] = await doubtful.deposits();
    assert.equal(event?.verified, false);
    assert.deepEqual(await doubtful.pass(2 * DAY_S, HOUR_S), []);
  });
});

describe("the service's record of a deposit", { concurrency: 4 }, () => {
  it('without a type is a deposit: a missing type means nothing', async (t) => {
    const doubtful = await notified(t);
    confirm(doubtful);
    doubtful.service.set(ID, { type: null });
    await doubtful.pass(1);
    const [event] = await doubtful.deposits();
    assert.deepEqual([event?.verified, event?.amount], [true, '0.5']);
  });

  it('as a withdrawal is not a deposit', async (t) => {
    const doubtful = await notified(t);
    confirm(doubtful);
    doubtful.service.set(ID, { type: 'dw' });
    await doubtful.pass(1);
    assert.deepEqual(await doubtful.deposits(), []);
    assert.equal((await doubtful.counted())['mismatch'], 1);
  });

  for (const [name, change, amount, reason] of [
    ['without an address', { address: null }, '0.5', 'names no address'],
    ['without an address and a customer', { address: null, orderId: null }, '0.5', 'names no address'],
    [
      'at an address that the proxy does not know',
      { address: 'elsewhere' },
      '0.5',
      'no known deposit address',
    ],
    ['without an amount', { amountPaid: null }, '0.7', 'names no amount'],
    ['with an amount of zero', { amountPaid: '0' }, '0.7', 'names no amount'],
    ['in another coin', { currency: LITECOIN }, null, 'no known deposit address'],
  ] as const) {
    it(`that is paid ${name} is reported as unverified, and verified once it is complete`, async (t) => {
      const doubtful = await notified(t, { amount: '0.7' });
      confirm(doubtful);
      const { address, orderId, currency, amountPaid } =
        doubtful.service.invoicesById.get(ID) ?? assert.fail();
      doubtful.service.set(ID, change);
      await doubtful.pass(3 * DAY_S, 600);
      const [event, ...others] = await doubtful.deposits();
      assert.deepEqual(
        [event?.customer, event?.wallet.id, event?.currency, event?.amount, event?.verified, others.length],
        ['c-7', 'w-1', 'BTC', amount, false, 0],
      );
      const logged = doubtful.logLines.join('\n');
      assert.match(logged, new RegExp(`deposit needs review.*${reason}`));
      assert.doesNotMatch(logged, /dropped|unpaid/);
      assert.deepEqual(await doubtful.counted(), { waiting: 0, verified: 0, unverified: 1, mismatch: 0 });
      doubtful.service.set(ID, { address, orderId, currency, amountPaid });
      await doubtful.notify({});
      await doubtful.pass(2);
      const [again] = await doubtful.deposits();
      assert.deepEqual([again?.id, again?.verified, again?.amount], [event?.id, true, '0.5']);
    });
  }

  for (const status of ['created', 'canceled', 'confirming']) {
    it(`that states an amount and stays "${status}" is reported as unverified in the end`, async (t) => {
      const doubtful = await notified(t);
      confirm(doubtful);
      doubtful.service.set(ID, { status });
      await doubtful.pass(HOUR_S, 10);
      assert.deepEqual(await doubtful.deposits(), []);
      await doubtful.pass(2 * DAY_S, 600);
      const [event, ...others] = await doubtful.deposits();
      assert.deepEqual([event?.verified, event?.amount, others.length], [false, '0.5', 0]);
      assert.doesNotMatch(doubtful.logLines.join('\n'), /dropped/);
    });
  }

  it('without an address belongs to the customer whom it names', async (t) => {
    const doubtful = await notified(t, { amount: '0.7' }, [{ customer: 'c-8', currency: 'BTC' }]);
    confirm(doubtful);
    doubtful.service.set(ID, { address: null, orderId: 'c-8' });
    await doubtful.pass(HOUR_S, 10);
    const events = await doubtful.deposits();
    assert.deepEqual(
      events.map(({ customer, verified, amount }) => [customer, verified, amount]),
      [['c-8', false, '0.5']],
    );
  });

  it('that is the invoice of an order is no deposit, even if a postback was there first', async (t) => {
    const doubtful = await notified(t);
    const { invoiceId } = await doubtful.order('A-1');
    assert.equal(invoiceId, ID);
    doubtful.service.set(ID, { status: 'paid', amountPaid: '0.5', address: null });
    await doubtful.pass(2 * DAY_S, 600);
    assert.deepEqual(await doubtful.deposits(), []);
    assert.match(doubtful.logLines.join('\n'), /deposit postback dropped.*belongs to an order/);
  });

  it('with the address of one customer and the name of another requires a review', async (t) => {
    const doubtful = await notified(t, { amount: '0.5' }, [{ customer: 'c-8', currency: 'BTC' }]);
    confirm(doubtful);
    doubtful.service.set(ID, { orderId: 'c-8' });
    await doubtful.pass(1);
    const [event] = await doubtful.deposits();
    assert.deepEqual([event?.customer, event?.verified, event?.amount], ['c-7', false, '0.5']);
    assert.match(doubtful.logLines.join('\n'), /service names two customers for one deposit/);
    // The service corrects itself.
    doubtful.service.set(ID, { orderId: 'c-7' });
    await doubtful.pass(HOUR_S, 10);
    const events = await doubtful.deposits();
    assert.deepEqual(
      events.map(({ customer, verified }) => [customer, verified]),
      [['c-7', true]],
    );
  });

  it('without a currency at an address of two leaves open which one was paid', async (t) => {
    const doubtful = await notified(t, { amount: '0.5' }, [{ customer: 'c-7', currency: 'LTC' }]);
    confirm(doubtful);
    doubtful.service.set(ID, { currency: null });
    await doubtful.pass(1);
    const [event] = await doubtful.deposits();
    assert.deepEqual([event?.currency, event?.verified, event?.amount], ['BTC', false, '0.5']);
  });

  it('under a name that the shop does not know belongs to the customer with that address', async (t) => {
    const doubtful = await notified(t);
    confirm(doubtful);
    doubtful.service.set(ID, { orderId: null });
    await doubtful.pass(1);
    assert.deepEqual(
      (await doubtful.deposits()).map(({ customer, verified }) => [customer, verified]),
      [['c-7', true]],
    );
  });
});
