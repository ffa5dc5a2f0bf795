import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import Database from 'libsql';
import type { OrderEvent } from '../../src/proxy/index.js';
import { openStore } from '../../src/proxy/store/store.js';
import type { Store } from '../../src/proxy/store/store.js';
import type { Invoice } from '../../src/service/index.js';
import { freshStore } from './test-stores.js';
import { onStatements } from './statements.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';
import { orderEvent } from './test-environment.js';

const MINUTE_MS = 60_000;
const ORDERS = 3;
const WRITING = /^(?:insert|update "checkouts"|commit)/;

/** The next statuses from the service, also old ones; and the statement of the write at which the process fails, if any. */
interface Step {
  readonly order: number;
  readonly says: Partial<Invoice>;
  readonly failsAt: number | null;
}

const answers: readonly Partial<Invoice>[] = [
  { status: 'created', amountPaid: null },
  { status: 'created', amountPaid: null, transactions: ['tx-1'] },
  { status: 'partial', amountPaid: '0.4', amountMissing: '0.6', transactions: ['tx-1'] },
  { status: 'paid', amountPaid: '1', transactions: ['tx-1', 'tx-2'] },
  { status: 'overpaid', amountPaid: '1.5', transactions: ['tx-1', 'tx-2', 'tx-3'] },
  { status: 'canceled', amountPaid: null },
];

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    order: fc.nat(ORDERS - 1),
    says: fc.constantFrom(...answers),
    failsAt: fc.option(fc.nat(7)),
  }),
  { minLength: 1, maxLength: 8 },
);

/** From now on the n-th statement fails, once. */
function breaker(t: TestContext): (failsAt: number | null) => void {
  let left: number | null = null;
  const pass = () => {
    if (left === null) return;
    left -= 1;
    if (left >= 0) return;
    left = null;
    throw new Error('the process is killed here');
  };
  const exec: (this: Database.Database, sql: string) => unknown = Database.prototype.exec;
  t.mock.method(Database.prototype, 'exec', function (this: Database.Database, sql: string) {
    if (WRITING.test(sql)) pass();
    return exec.call(this, sql);
  });
  t.after(onStatements((sql) => void (WRITING.test(sql) && pass())));
  return (failsAt) => (left = failsAt);
}

async function eventsOf({ db }: Store, checkoutId: string): Promise<readonly OrderEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .orderBy('sequence')
    .execute();
  return rows.map(({ payload }) => orderEvent(JSON.parse(payload)));
}

/** After it money may still be on its way. */
const isNoEnd = (type: OrderEvent['type']) => type !== 'checkout.expired' && type !== 'checkout.canceled';

/** The events for the shop match the store: nothing more, nothing less, nothing twice. */
async function agree({ parts, record }: Harness, store: Store, checkoutId: string): Promise<void> {
  const known = await record(checkoutId);
  const { state, invoice } = parts.serialize(known);
  const events = await eventsOf(store, checkoutId);
  const types = events.map(({ type }) => type);
  assert.equal(new Set(types).size, types.length, `${types.join()} has something twice`);
  assert.ok(events.every(({ checkout }, at) => checkout.version >= (events[at - 1]?.checkout.version ?? 0)));
  const last = events.at(-1);
  const isTold = ['partial', 'paid', 'overpaid', 'expired', 'canceled'].includes(state);
  if (isTold) assert.equal(last?.checkout.state, state, `${types.join()} in state ${state}`);
  else assert.deepEqual(types.filter(isNoEnd), [], `in state ${state}`);
  if (!last || !('paid' in last.invoice)) return;
  assert.ok(last.checkout.version <= known.version);
  assert.equal(last.invoice.paid, invoice?.paid);
}

describe('the outbox and the states', () => {
  it('agree after any merge, and wherever a write was interrupted', async (t) => {
    const fail = breaker(t);
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const path = await freshStore(t);
        const harness = await createHarness(t, path);
        const store = await openStore(path);
        const { parts, service, clock, order } = harness;
        const created = [];
        for (let index = 0; index < ORDERS; index += 1) created.push(await order(`A-${index}`));
        for (const { order: index, says, failsAt } of [...all, ...all.slice(-1).map(untroubled)]) {
          const one = created[index];
          assert.ok(one);
          service.set(one.invoiceId, says);
          clock.now += 2 * MINUTE_MS;
          fail(failsAt);
          await parts.poller.pollDue();
          fail(null);
          await agree(harness, store, one.checkoutId);
        }
        await store.close();
      }),
      { numRuns: Number(process.env['RUNS'] ?? 10) },
    );
  });
});

function untroubled(step: Step): Step {
  return { ...step, failsAt: null };
}
