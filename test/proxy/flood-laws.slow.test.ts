import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DepositVerifier, QUOTAS } from '../../src/proxy/deposit-addresses/deposit-verifier.js';
import type { PendingDeposit } from '../../src/proxy/domain/deposit.js';
import { claimDepositAddress, saveDepositAddress } from '../../src/proxy/store/deposit-addresses.js';
import { claimDeposits, recordDeposit } from '../../src/proxy/store/deposits.js';
import { openStore, Store } from '../../src/proxy/store/store.js';
import { ServiceError } from '../../src/service/index.js';
import { law, LONG_LAW, type LawContext, laws } from './laws.js';
import { briefStore } from './test-stores.js';
import { addressFor, FakeService } from './fake-service.js';

const CUSTOMERS = ['c-1', 'c-2', 'c-3', 'c-4'] as const;
/** The number of postbacks that one client may send in a round: 1,200 a minute. */
const MAX_FORGED = 10;
const MAX_CALLS = 17;
const ROUND_MS = 500;
/** Created once: thousands of stack traces would take longer than the law itself. */
const REFUSED = new ServiceError('refused', 'information');
const QUIET = { info() {}, warn() {}, error() {} };

/** The customers that the postbacks of a round name, in their order. Often as many as possible, of one customer. */
const customer = fc.nat(CUSTOMERS.length - 1);
const forged = fc.oneof(
  fc.array(customer, { maxLength: MAX_FORGED }),
  fc.array(customer, { minLength: MAX_FORGED, maxLength: MAX_FORGED }),
  customer.map((one) => Array<number>(MAX_FORGED).fill(one)),
);
const flood = fc.record({
  before: fc.array(forged, { maxLength: 2 }),
  /** The number of postbacks in its round before the deposit of a customer. */
  own: forged,
  place: fc.oneof(fc.nat(MAX_FORGED), fc.constant(MAX_FORGED)),
  customer,
  after: forged,
  refuses: fc.boolean(),
});

/** What some clients send in one burst, more than the rounds can check, and a deposit of another client in the middle. */
const SENDERS = 11;
const burst = fc.array(fc.tuple(customer, fc.nat(SENDERS - 1)), { minLength: 13, maxLength: 30 });
const bursts = fc.record({
  before: burst,
  owner: customer,
  after: burst,
  newestFirst: fc.boolean(),
});

interface Arrival {
  readonly customer: number;
  readonly invoiceId: string;
  readonly sender: string | null;
}

/** A store for all runs, and the number of requests about each id. */
async function openQueue(t: LawContext) {
  const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now };
  const store = await openStore(await briefStore());
  t.after(() => store.close());
  for (const customer of CUSTOMERS) {
    const key = { customer, currency: 'BTC' } as const;
    await claimDepositAddress(store, key, { nowMs: clock.now, untilMs: clock.now });
    const created = { id: `w-${customer}`, address: addressFor('BTC', customer), isAddressValid: true };
    await saveDepositAddress(store, { ...key, ...created, createdAtMs: clock.now }, null);
  }
  const request = { amount: '1', currency: 'USD', cryptocurrency: 'BTC' } as const;
  const record = new FakeService(clock).make(request);
  let requested: string[] = [];
  let refuses = false;
  const invoices = ([id = '']: readonly string[]) => {
    requested.push(id);
    if (!id.startsWith('INV-GENUINE')) {
      return refuses ? Promise.reject(REFUSED) : Promise.resolve(new Map());
    }
    const customer = CUSTOMERS[Number(id.at(-1))] ?? assert.fail();
    const paid = {
      id,
      address: addressFor('BTC', customer),
      orderId: customer,
      status: 'paid',
      amountPaid: '1',
    };
    return Promise.resolve(new Map([[id, { ...record, ...paid }]]));
  };
  const verifier = () =>
    new DepositVerifier({
      ...{ service: { invoices }, store, clock, logger: QUIET, acceptsTestMode: false },
      ...{ hasPostbackSecret: false, onEvent: () => undefined },
    });
  let count = 0;
  return {
    verifier,
    async empty(isRefusing: boolean): Promise<void> {
      refuses = isRefusing;
      for (const table of ['events', 'deposits'] as const) await store.db.deleteFrom(table).execute();
    },
    /** Postbacks arrive one after the other, in one transaction. */
    async arrive(arrivals: readonly Arrival[]): Promise<void> {
      await store.db.transaction().execute(async (tx) => {
        for (const { customer, invoiceId, sender } of arrivals) {
          clock.now += 1;
          count += 1;
          const deposit: PendingDeposit = {
            ...{ id: `evt_${count}`, customer: CUSTOMERS[customer] ?? assert.fail(), currency: 'BTC' },
            ...{ invoiceId, amount: '1', transaction: null, isSigned: false, sender },
            ...{ recordedAtMs: clock.now, checks: 0, isReported: false },
          };
          await recordDeposit(new Store(tx), deposit, clock.now);
        }
      });
    },
    /** @returns the ids of the new deposits that a round would request from the service */
    async claim(newestFirst: boolean): Promise<readonly (string | null)[]> {
      const quota = QUOTAS.find(({ lanes }) => lanes.includes('new')) ?? assert.fail();
      const times = { nowMs: clock.now, untilMs: clock.now + ROUND_MS };
      const claimed = await claimDeposits(store, { ...quota, ...times, newestFirst });
      return claimed.map(({ invoiceId }) => invoiceId);
    },
    /** @returns the ids that are requested from the service in this round */
    async round(one: DepositVerifier): Promise<readonly string[]> {
      requested = [];
      await one.verifyDue();
      clock.now += ROUND_MS;
      return requested;
    },
    forge: (customer: number, sender: string | null = null): Arrival => {
      count += 1;
      return { customer, invoiceId: `INV-F${String(count).padStart(7, '0')}`, sender };
    },
  };
}

laws('the law of floods', () => {
  law(
    'what one client can send delays a deposit by one round at most, and costs a bounded number of calls',
    async (t) => {
      const queue = await openQueue(t);
      const property = fc.asyncProperty(
        flood,
        async ({ before, own, place, customer: owner, after, refuses }) => {
          await queue.empty(refuses);
          const verifier = queue.verifier();
          const round = async () => {
            const requested = await queue.round(verifier);
            assert.ok(requested.length <= MAX_CALLS, `${requested.length} calls`);
            return requested;
          };
          for (const customers of before) {
            await queue.arrive(customers.map((one) => queue.forge(one)));
            await round();
          }
          const genuine = `INV-GENUINE${owner}`;
          const deposit = { customer: owner, invoiceId: genuine, sender: null };
          await queue.arrive(own.map((one) => queue.forge(one)).toSpliced(place, 0, deposit));
          const first = await round();
          if (first.includes(genuine)) return;
          await queue.arrive(after.map((one) => queue.forge(one)));
          assert.ok((await round()).includes(genuine), 'it waits for a third round');
        },
      );
      await fc.assert(property, LONG_LAW);
    },
  );

  law(
    'whatever a few clients send in a burst, a deposit of another is checked in its first round',
    async (t) => {
      const queue = await openQueue(t);
      const property = fc.asyncProperty(bursts, async ({ before, owner, after, newestFirst }) => {
        await queue.empty(false);
        const forge = (burst: readonly (readonly [customer: number, sender: number])[]) =>
          burst.map(([customer, sender]) => queue.forge(customer, String(sender)));
        const deposit = { customer: owner, invoiceId: 'INV-GENUINE', sender: 'the service' };
        await queue.arrive([...forge(before), deposit, ...forge(after)]);
        const claimed = await queue.claim(newestFirst);
        assert.ok(claimed.includes(deposit.invoiceId), 'it waits for a second round');
      });
      await fc.assert(property, LONG_LAW);
    },
  );
});
