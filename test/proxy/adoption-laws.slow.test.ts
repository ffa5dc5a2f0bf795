import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseOrder } from '../../src/proxy/domain/order.js';
import type { Invoice } from '../../src/service/index.js';
import { openStore } from '../../src/proxy/store/store.js';
import { parseEvent } from '../../src/protocol/parse-event.js';
import { LAW, law, laws } from './laws.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';

const MINUTE_MS = 60_000;

/** What the service lists for an invoice with the number of the order. */
interface Shown {
  /** The list may lag behind the information. */
  readonly listed: boolean;
  readonly money: Partial<Invoice>;
  readonly type: string | null;
  readonly madeAfterMs: number | null;
  readonly price: string;
  readonly coin: 'BTC' | 'LTC';
}

const UNPAID: readonly Partial<Invoice>[] = [{}, { amountPaid: '0' }, { status: 'canceled' }];
const FUNDED: readonly Partial<Invoice>[] = [
  { status: 'partial', amountPaid: '0.4', amountMissing: '0.6' },
  { status: 'paid', amountPaid: '1' },
  { status: 'paid', amountPaid: '0' },
  { status: 'overpaid', amountPaid: '1.5' },
  { status: 'canceled', amountPaid: '0.1' },
  { status: 'on its way' },
  { transactions: ['tx'] },
  { amountPaid: '0.1' },
];

/** Mostly as our own. */
const usually = <T>(own: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const shown = fc.record<Shown>({
  listed: usually(true, false),
  money: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...UNPAID) }, fc.constantFrom(...FUNDED)),
  type: usually<string | null>('up', null, 'dw', 'refund'),
  madeAfterMs: usually<number | null>(0, 5000, -30_000, -3 * MINUTE_MS, -60 * MINUTE_MS, null),
  price: usually('49', '49.00', '12', '48.99'),
  coin: usually<Shown['coin']>('BTC', 'LTC'),
});

/** Whether the invoice may be that of the lost response, if it is the only one with its number. */
function isOurs({ listed, money, type, madeAfterMs, price, coin }: Shown): boolean {
  const isInTime = madeAfterMs !== null && madeAfterMs >= -MINUTE_MS;
  const isSame = coin === 'BTC' && price.startsWith('49') && (type === 'up' || type === null);
  return listed && isSame && isInTime && UNPAID.includes(money);
}

/** Whether the lost creation may have created it: an invoice from an hour earlier is an old one with the same number. */
function mayBeMeant({ listed, type, madeAfterMs }: Shown): boolean {
  const isRecent = madeAfterMs === null || madeAfterMs >= -10 * MINUTE_MS;
  return listed && isRecent && (type === 'up' || type === null);
}

laws('the law of adoption', () => {
  law(
    'an invoice that has money, or may be of another system, is never displayed, and pays nothing',
    async (t) => {
      const path = await freshStore(t);
      const { clock, parts, record, service } = await createHarness(t, path);
      const store = await openStore(path);
      t.after(() => store.close());
      service.fate = () => 'lost';
      let listed: readonly Invoice[] = [];
      service.listInvoices = async function* () {
        yield* listed;
      };
      let orders = 0;
      let adopted = 0;
      let alarms = 0;
      const property = fc.asyncProperty(fc.array(shown, { maxLength: 3 }), async (all) => {
        const id = `A-${(orders += 1)}`;
        const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
        const checkout = (await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now })).record;
        await parts.invoices.choose(checkout.id, { currency: 'BTC', email: null });
        const intendedMs = clock.now;
        service.invoicesById.clear();
        const invoices = all.map(({ money, type, madeAfterMs, price, coin }, index): Invoice => {
          const request = { amount: price, currency: 'EUR', orderId: id, cryptocurrency: coin };
          const created = service.make(request);
          service.invoicesById.delete(created.id);
          const serviceId = `INV-${String(orders * 10 + index).padStart(8, '0')}`;
          const createdAtMs = madeAfterMs === null ? null : intendedMs + madeAfterMs;
          const invoice = { ...created, ...money, id: serviceId, type, createdAtMs };
          service.invoicesById.set(serviceId, invoice);
          return invoice;
        });
        // For some invoices the list shows money only later.
        listed = invoices.flatMap((invoice, index) => {
          const { listed: isListed, money } = all[index] ?? assert.fail();
          const early = { status: 'created', amountPaid: null, transactions: [] };
          const isEarly = money === FUNDED[index];
          return isListed ? [{ ...invoice, fiatCurrency: null, ...(isEarly ? early : {}) }] : [];
        });
        clock.now += 3000;
        await parts.reconciler.reconcileDue();
        clock.now += MINUTE_MS;
        const after = await record(checkout.id);
        const isAlone = all.filter(mayBeMeant).length === 1;
        for (const [index, invoice] of invoices.entries()) {
          const stored = after.invoices.find(
            (one) => one.stage !== 'creating' && one.serviceId === invoice.id,
          );
          const what = all[index] ?? assert.fail();
          if (isOurs(what) && isAlone) {
            adopted += 1;
            assert.ok(stored?.stage === 'open', `${stored?.stage}`);
            assert.deepEqual(stored.reviewReasons, []);
          } else if (stored) {
            alarms += 1;
            assert.equal(stored.stage, 'rejected');
            assert.equal(stored.reviewReasons.length, 1);
            assert.equal(stored.nextPollAtMs, null);
          }
        }
        const rows = await store.db.selectFrom('events').select('payload').execute();
        // Each requires a review, and none is reported as money.
        const reported = rows.flatMap(({ payload }) => parseEvent(payload) ?? []);
        const rejected = after.invoices.filter(({ stage }) => stage === 'rejected');
        assert.equal(reported.filter((event) => 'reason' in event).length, rejected.length);
        assert.ok(reported.every((event) => 'reason' in event || event.type === 'checkout.expired'));
        for (const table of ['events', 'invoices', 'checkouts'] as const)
          await store.db.deleteFrom(table).execute();
      });
      await fc.assert(property, LAW);
      assert.ok(Math.min(adopted, alarms) > LAW.numRuns / 20, `${adopted} adopted, ${alarms} alarms`);
    },
  );
});
