import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import { claimEvents } from '../../src/proxy/store/outbox.js';
import { resetFutureSchedules } from '../../src/proxy/store/future-schedules.js';
import { LEASE_MS, withLease } from '../../src/proxy/store/claim.js';
import { openStore } from '../../src/proxy/store/store.js';
import { claimNextPolls } from '../../src/proxy/store/poll-queue.js';
import { claimDepositAddress, saveDepositAddress } from '../../src/proxy/store/deposit-addresses.js';
import type { DepositAddress } from '../../src/protocol/index.js';
import type { SandboxServer } from '../../src/sandbox/index.js';
import { invoicesAtService, LIST } from './lost-invoices.js';
import { freshStore } from './test-stores.js';
import {
  CANCEL,
  CREATE,
  INFO,
  invoiceOf,
  json,
  SECRETS,
  startProxy,
  startService,
} from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';
import { createHarness } from './fake-service.js';

const HOUR_MS = 3600_000;

/** The clock of a machine, which runs with that of the service and may be set. */
interface HostClock {
  aheadHours: number;
  nowMs(): number;
}

function hostClock({ clock }: SandboxServer, aheadHours: number): HostClock {
  const host = { aheadHours, nowMs: () => clock.nowMs() + host.aheadHours * HOUR_MS };
  return host;
}

/** How the clock of the machine is set; hours ahead of the clock of the service, before and after. */
const CHANGES = [
  ['is set back by six hours', 0, -6],
  ['is set forward by six hours', 0, 6],
  ['was six hours ahead, and is right again', 6, 0],
  ['was six hours behind, and is right again', -6, 0],
  ['is set back by one hour', 0, -1],
  ['stays six hours ahead', 6, 6],
  ['stays six hours behind', -6, -6],
] as const;

interface Scenario {
  readonly sandbox: SandboxServer;
  readonly host: HostClock;
  readonly shop: { isAway: boolean; readonly received: CheckoutEvent[] };
  readonly store: string;
  /** Starts a process on the one store. */
  readonly start: (clock?: HostClock) => Promise<TestEnvironment>;
}

async function openScenario(t: TestContext, aheadHours: number): Promise<Scenario> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const host = hostClock(sandbox, aheadHours);
  const shop: Scenario['shop'] = { isAway: false, received: [] };
  const store = await freshStore(t);
  const onEvent = (event: CheckoutEvent) => {
    if (shop.isAway) throw new Error('the shop is away');
    shop.received.push(event);
  };
  const start = (clock = host) => startProxy(t, sandbox, { proxy: { store, clock, onEvent } });
  return { sandbox, host, shop, store, start };
}

const logged = ({ logLines }: TestEnvironment, words: string) =>
  until(
    () => logLines,
    `the log says "${words}"`,
    (lines) => lines.some((line) => line.includes(words)),
  );

/** A task that waits for its next time, which was scheduled by the clock as it is now. */
type Matter = (
  scenario: Scenario,
  environment: TestEnvironment,
) => Promise<(environment: TestEnvironment) => Promise<unknown>>;

/** Each returns a function that resolves once the task has completed. */
const MATTERS: Readonly<Record<string, Matter>> = {
  'an open invoice is polled on': async ({ shop, sandbox }, environment) => {
    const { id } = await environment.open();
    const { id: uuid } = invoiceOf(await environment.choose(id));
    await until(
      () => environment.get(id),
      'it is polled',
      ({ checkedAt }) => checkedAt !== null,
    );
    return async (later) => {
      await later.control('payments', { uuid });
      // No page is connected, which would have it polled immediately: the interval of an open invoice passes.
      sandbox.clock.advance(16);
      await until(
        () => shop.received.map(({ type }) => type),
        'the shop receives the payment event',
        (types) => types.includes('checkout.paid'),
      );
    };
  },

  'an event that the shop did not take is delivered': async ({ shop }, environment) => {
    const { id } = await environment.open();
    const { id: uuid } = invoiceOf(await environment.choose(id));
    shop.isAway = true;
    await environment.control('payments', { uuid });
    await logged(environment, 'event delivery failed, retrying');
    return async () => {
      shop.isAway = false;
      await until(
        () => shop.received.map(({ type }) => type),
        'the shop is notified',
        (types) => types.length > 0,
      );
      assert.deepEqual(
        shop.received.map(({ type }) => type),
        ['checkout.paid'],
      );
    };
  },

  'a lost creation is found': async ({ sandbox }, environment) => {
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.control('faults', { kind: 'status', code: 503, endpoint: LIST });
    assert.equal((await environment.choose(id)).state, 'creating');
    await logged(environment, 'invoice list unavailable, retrying');
    return async (later) => {
      await later.clear('faults');
      const shown = await until(
        () => later.get(id),
        'the payer is shown the invoice',
        ({ state }) => state === 'awaiting',
      );
      const created = await invoicesAtService(sandbox, 'A-1');
      assert.deepEqual(
        created.map(({ uuid }) => uuid),
        [invoiceOf(shown).id],
      );
    };
  },

  'what its payer gave up is canceled': async (_, environment) => {
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.control('faults', { kind: 'status', code: 503, endpoint: CANCEL });
    assert.equal((await environment.choose(id)).state, 'creating');
    await environment.cancel(id);
    await logged(environment, 'invoice cancellation failed');
    return async (later) => {
      await later.clear('faults');
      await until(
        () => later.get(id),
        'the payer sees that it is canceled',
        ({ state }) => state === 'canceled',
      );
    };
  },

  'a deposit is checked again': async ({ shop, host }, environment) => {
    await environment.control('postbacks', { url: `${environment.url}/crypto-checkout/postbacks` });
    const customer = await createCustomerToken('c-7', { secret: SECRETS.orderSecret, clock: host });
    const body = { customer, currency: 'USDT_TRC20' };
    const { address } = await json<DepositAddress>(
      await environment.call('POST', '/deposit-addresses', { body }),
    );
    await environment.control('faults', { kind: 'status', code: 503, endpoint: INFO });
    await environment.control('payments', { address, amount: '5' });
    await logged(environment, 'deposit check failed, retrying');
    return async (later) => {
      await later.clear('faults');
      await until(
        () => shop.received,
        'the shop is notified',
        ({ length }) => length === 1,
      );
      const [event] = shop.received;
      assert.ok(event?.type === 'deposit.received' && event.verified);
    };
  },
};

for (const [change, before, after] of CHANGES) {
  const set = ({ host, sandbox }: Scenario) => {
    host.aheadHours = after;
    // If the clock is not set, the scheduled interval has to pass.
    if (before === after) sandbox.clock.advance(60);
  };
  describe(`when the clock of the machine ${change}`, { concurrency: 4 }, () => {
    for (const [matter, prepare] of Object.entries(MATTERS)) {
      it(`${matter} while the proxy runs`, async (t) => {
        const scenario = await openScenario(t, before);
        const environment = await scenario.start();
        const goesOn = await prepare(scenario, environment);
        set(scenario);
        await goesOn(environment);
      });

      it(`${matter} by the next start`, async (t) => {
        const scenario = await openScenario(t, before);
        const environment = await scenario.start();
        const goesOn = await prepare(scenario, environment);
        await environment.proxy.stop();
        set(scenario);
        await goesOn(await scenario.start());
      });
    }
  });
}

describe('the records that a process with a wrong clock has left behind', { concurrency: 4 }, () => {
  it('hold no claim for hours: an open invoice and an event continue after the process that claimed them has died', async (t) => {
    const { sandbox, shop, store, start } = await openScenario(t, 0);
    const first = await start();
    shop.isAway = true;
    const paid = await first.open({ id: 'A-1' });
    const open = await first.open({ id: 'A-2' });
    await first.control('payments', { uuid: invoiceOf(await first.choose(paid.id)).id });
    const { id: uuid } = invoiceOf(await first.choose(open.id));
    await logged(first, 'event delivery failed, retrying');
    await first.proxy.stop();

    const dying = await openStore(store);
    const aheadMs = sandbox.clock.nowMs() + 6 * HOUR_MS;
    const claim = { nowMs: aheadMs, untilMs: aheadMs + LEASE_MS, limit: 100 };
    assert.equal((await claimNextPolls(dying, claim)).length, 2);
    assert.equal((await claimEvents(dying, { ...claim, except: [] })).length, 1);
    await dying.close();

    shop.isAway = false;
    const second = await start();
    await second.control('payments', { uuid });
    await until(
      () => shop.received.length,
      'the shop receives both events',
      (count) => count === 2,
    );
  });

  it('hold no claim on a deposit address for hours: the customer gets the address', async (t) => {
    const { sandbox, host, store, start } = await openScenario(t, 0);
    const environment = await start();
    const dying = await openStore(store);
    const aheadMs = sandbox.clock.nowMs() + 6 * HOUR_MS;
    const key = { customer: 'c-7', currency: 'BTC' } as const;
    const claim = await claimDepositAddress(dying, key, { nowMs: aheadMs, untilMs: aheadMs + LEASE_MS });
    assert.equal(claim.stage, 'claimed');
    await dying.close();
    const customer = await createCustomerToken('c-7', { secret: SECRETS.orderSecret, clock: host });
    const response = await environment.call('POST', '/deposit-addresses', {
      body: { customer, currency: 'BTC' },
    });
    assert.equal(response.status, 200, await response.text());
  });

  const slept = async (
    { host, sandbox, shop }: Scenario,
    restarted: () => TestEnvironment | Promise<TestEnvironment>,
  ) => {
    sandbox.clock.advance(40 * 60);
    host.aheadHours = 0;
    const environment = await restarted();
    await environment.clear('faults');
    await logged(environment, 'listed invoice adopted');
    const [{ uuid } = { uuid: '' }, ...others] = await invoicesAtService(sandbox, 'A-1');
    assert.deepEqual(others, []);
    await environment.control('payments', { uuid });
    // A closed invoice is polled once an hour.
    sandbox.clock.advance(60 * 60);
    await until(
      () => shop.received,
      'the shop receives the late payment event',
      (received) =>
        received.some((event) => event.type === 'checkout.paid_late' && event.invoice.id === uuid),
    );
  };
  const lose = async (environment: TestEnvironment) => {
    const { id } = await environment.open({ id: 'A-1' });
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.control('faults', { kind: 'status', code: 503, endpoint: LIST });
    assert.equal((await environment.choose(id)).state, 'creating');
  };

  it('include a lost creation that is found, even if the machine has slept since', async (t) => {
    const scenario = await openScenario(t, 3);
    const environment = await scenario.start();
    await lose(environment);
    await logged(environment, 'invoice list unavailable, retrying');
    await slept(scenario, () => environment);
  });

  it('include a lost creation that is found, even if the process stopped before it searched', async (t) => {
    const scenario = await openScenario(t, 3);
    const environment = await scenario.start();
    // The response gives the process the time of the service.
    await environment.choose((await environment.open({ id: 'A-2' })).id);
    await lose(environment);
    await environment.proxy.stop();
    await slept(scenario, () => scenario.start());
  });

  it('are corrected, and schedules that a right clock made stay as they are', async (t) => {
    const path = await freshStore(t);
    const { parts, clock, order } = await createHarness(t, path);
    const [{ checkoutId: ahead }, { checkoutId: right }] = [await order('A-1'), await order('A-2')];
    const store = await openStore(path);
    t.after(() => store.close());
    const plan = (checkoutId: string, hours: number) =>
      store.db
        .updateTable('invoices')
        .set({
          ...{ next_poll_at: clock.now + hours * HOUR_MS, next_lookup_at: clock.now + hours * HOUR_MS },
          ...{ next_cancel_at: clock.now + hours * HOUR_MS },
        })
        .where('checkout_id', '=', checkoutId)
        .execute();
    await plan(ahead, 6);
    await plan(right, 1);
    const plans = async () =>
      (await store.db.selectFrom('invoices').selectAll().orderBy('service_order_id').execute()).map((row) =>
        [row.next_poll_at, row.next_lookup_at, row.next_cancel_at].map(
          (atMs) => (Number(atMs) - clock.now) / HOUR_MS,
        ),
      );
    await resetFutureSchedules(store, clock.now, 'periodic');
    assert.deepEqual(await plans(), [
      [0, 0, 0],
      [1, 1, 1],
    ]);
    await parts.clockGuard.checkClock();
    assert.deepEqual(await plans(), [
      [0, 0, 0],
      [1, 0, 0],
    ]);
  });

  it('are released by the process that holds them as soon as its clock is right again', async () => {
    const clock = { now: 6 * HOUR_MS, nowMs: () => clock.now };
    const renewals: [number, number][] = [];
    const renew = (...times: [number, number]) => {
      renewals.push(times);
      return Promise.resolve();
    };
    const untilMs = clock.now + LEASE_MS;
    clock.now = 0;
    await withLease(clock, { untilMs, renew }, () =>
      until(
        () => renewals.length,
        'the claim is renewed',
        (count) => count > 0,
      ),
    );
    assert.deepEqual(renewals, [[untilMs, LEASE_MS]]);
  });

  it('give a customer no second address: the first one stays', async (t) => {
    const store = await openStore(await freshStore(t));
    t.after(() => store.close());
    const key = { customer: 'c-7', currency: 'BTC' } as const;
    await claimDepositAddress(store, key, { nowMs: 0, untilMs: LEASE_MS });
    const wallet = { ...key, isAddressValid: true, createdAtMs: 0 };
    const first = await saveDepositAddress(store, { ...wallet, id: 'W-1', address: 'first' }, null);
    const second = await saveDepositAddress(store, { ...wallet, id: 'W-2', address: 'second' }, null);
    assert.deepEqual([first.address, second.address], ['first', 'first']);
  });
});

describe('a clock that was far ahead for a moment', { concurrency: 4 }, () => {
  const DAY_MS = 24 * HOUR_MS;

  it('does not end the monitoring of an invoice: late money is detected', async (t) => {
    const { parts, service, clock, order, record } = await createHarness(t);
    const { checkoutId, invoiceId } = await order('A-1');
    service.set(invoiceId, { status: 'canceled' });
    clock.now += 40 * DAY_MS;
    await parts.poller.pollDue();
    assert.equal((await record(checkoutId)).invoices[0]?.nextPollAtMs, null);
    clock.now -= 40 * DAY_MS;
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await parts.clockGuard.checkClock();
    await parts.poller.pollDue();
    assert.equal(parts.serialize(await record(checkoutId)).state, 'paid');
  });

  it('deletes no checkout that is not old', async (t) => {
    const path = await freshStore(t);
    const { parts, service, clock, order } = await createHarness(t, path);
    const { checkoutId, invoiceId } = await order('A-1');
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    // Its monitoring window ends, and the shop is notified.
    for (const hours of [1, 48]) {
      clock.now += hours * HOUR_MS;
      await parts.poller.pollDue();
    }
    const store = await openStore(path);
    t.after(() => store.close());
    await store.db.updateTable('events').set({ delivered_at: clock.now }).execute();
    await parts.retention.removeDue();
    for (const days of [200, 0, -200, 0]) {
      clock.now += days * DAY_MS;
      await parts.retention.removeDue();
    }
    assert.equal((await parts.checkouts.findCheckout(checkoutId)).id, checkoutId);
    for (const days of [200, 1]) {
      clock.now += days * DAY_MS;
      await parts.retention.removeDue();
    }
    await assert.rejects(parts.checkouts.findCheckout(checkoutId), { code: 'checkout_not_found' });
  });

  it('does not end the search for a lost creation, nor fail it after fewer lookups', async (t) => {
    const { parts, service, clock } = await createHarness(t);
    service.fate = () => 'answer lost';
    service.listed = () => null;
    const terms = parseOrder({ id: 'A-1', amount: '49.00', currency: 'EUR' });
    const { record } = await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now });
    await parts.invoices.choose(record.id, { currency: 'BTC', email: null });
    clock.now += 2 * DAY_MS;
    for (const poll of [1, 2]) {
      await parts.reconciler.reconcileDue();
      assert.equal(service.listings, poll);
      assert.equal(parts.serialize(await parts.checkouts.findCheckout(record.id)).state, 'creating');
      clock.now += 10_000;
    }
    clock.now -= 2 * DAY_MS;
    service.listed = (invoice) => invoice;
    await parts.clockGuard.checkClock();
    await parts.reconciler.reconcileDue();
    assert.equal(parts.serialize(await parts.checkouts.findCheckout(record.id)).state, 'awaiting');
    assert.equal(service.created.length, 1);
  });

  it('does not hide a lost creation from a list that can be read only minutes later', async (t) => {
    const { parts, service, clock } = await createHarness(t);
    const terms = parseOrder({ id: 'A-1', amount: '49.00', currency: 'EUR' });
    const { record } = await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now });
    clock.now += 5 * HOUR_MS;
    service.fate = () => {
      clock.now -= 5 * HOUR_MS;
      return 'answer lost';
    };
    await parts.invoices.choose(record.id, { currency: 'BTC', email: null });
    clock.now += 20 * 60_000;
    await parts.reconciler.reconcileDue();
    assert.equal(parts.serialize(await parts.checkouts.findCheckout(record.id)).state, 'awaiting');
    assert.equal(service.created.length, 1);
  });

  it('does not make the proxy ignore the postbacks of an invoice or a connected page', async (t) => {
    const { parts, service, clock, order } = await createHarness(t);
    const { checkoutId, invoiceId } = await order('A-1');
    clock.now += 6 * HOUR_MS;
    await parts.poller.prioritize({ serviceIds: [invoiceId] });
    parts.checkouts.recordConnectedPage(await parts.checkouts.findCheckout(checkoutId));
    await parts.poller.pollDue();
    clock.now -= 6 * HOUR_MS;
    assert.equal(await parts.poller.prioritize({ serviceIds: [invoiceId] }), 1);
    parts.checkouts.recordConnectedPage(await parts.checkouts.findCheckout(checkoutId));
    await until(
      async () => (await parts.checkouts.findCheckout(checkoutId)).lastSeenAtMs,
      'the subscription of the page is stored',
      (lookedAtMs) => lookedAtMs === clock.now,
    );
    service.polled.length = 0;
    await parts.poller.pollDue();
    assert.deepEqual(service.polled, [[invoiceId]]);
  });
});

/** An order of which a part is paid and detected. */
async function paidInPart(
  environment: TestEnvironment,
): Promise<{ readonly id: string; readonly uuid: string }> {
  const { id } = await environment.open();
  const { id: uuid } = invoiceOf(await environment.choose(id));
  await environment.control('payments', { uuid, amount: '10.5' });
  await until(
    () => environment.get(id),
    'the part is seen',
    ({ state }) => state === 'partial',
  );
  return { id, uuid };
}

describe('a partial payment', { concurrency: 2 }, () => {
  it('is not declared expired by a clock that is six hours ahead for a moment', async (t) => {
    const { host, shop, start } = await openScenario(t, 0);
    const environment = await start();
    const { id, uuid } = await paidInPart(environment);
    host.aheadHours = 6;
    const polls = async () => (await environment.counts())[INFO] ?? 0;
    const before = await polls();
    await until(polls, 'the service is polled while the clock is ahead', (count) => count > before + 1);
    assert.equal((await environment.get(id)).state, 'partial');
    host.aheadHours = 0;
    await environment.control('payments', { uuid });
    await until(
      () => environment.get(id),
      'the rest pays the order',
      ({ state }) => state === 'paid',
    );
    await until(
      () => shop.received.map(({ type }) => type),
      'the shop is notified',
      (types) => types.length >= 2,
    );
    assert.deepEqual(
      shop.received.map(({ type }) => type),
      ['checkout.partial', 'checkout.paid'],
    );
  });

  it('expires when its deadline has passed, also if the clock of the machine is right', async (t) => {
    const { sandbox, start } = await openScenario(t, 0);
    const environment = await start();
    const { id } = await paidInPart(environment);
    sandbox.clock.advance(31 * 60);
    await until(
      () => environment.get(id),
      'the payer sees that it has expired',
      ({ state }) => state === 'expired',
    );
  });
});
