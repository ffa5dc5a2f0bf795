import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addAmounts,
  compareAmounts,
  isZeroAmount,
  scaleAmount,
  subtractAmounts,
  wholeUnits,
} from '../../src/payment/index.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import { withCurrentPrice } from '../../src/proxy/domain/reprice.js';
import { NO_PAYMENT, mergeStatusReport } from '../../src/proxy/domain/merge-status-reports.js';
import type { CheckoutRecord, DisplayedInvoice } from '../../src/proxy/domain/record.js';
import { ledgerOf, withPayingInvoice } from '../../src/proxy/domain/settlement.js';
import { withMoney } from '../../src/proxy/domain/apply-status.js';
import type { CheckoutEvent, CheckoutInvoiceEvent, OrderEvent } from '../../src/protocol/events.js';
import { deriveEvents } from '../../src/proxy/domain/events.js';
import { fromCheckoutRow, fromInvoiceRow, toCheckoutRow, toInvoiceRow } from '../../src/proxy/store/rows.js';
import { LAW } from './laws.js';

const DEADLINE_MS = 30 * 60_000;
const COINS: readonly CurrencyCode[] = ['BTC', 'USDT_TRC20', 'ETH'];

/** Possible events of a checkout, one after the other. */
type Step =
  | { readonly do: 'choose'; readonly coin: CurrencyCode; readonly amount: string }
  | { readonly do: 'price'; readonly amount: string; readonly issuedAtMs: number }
  | { readonly do: 'abandon' }
  | { readonly do: 'restart' }
  | { readonly do: 'answer'; readonly of: number; readonly answer: Answer };

interface Answer {
  readonly status: string;
  /** A share of the invoice's amount, in percent; `null`: the response has none. */
  readonly paidPercent: number | null;
  readonly transactions: readonly string[];
  readonly finishedAtMs: number | null;
  readonly requestedAtMs: number;
  /** The service has moved the deadline. */
  readonly expiresAtMs: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      coin: fc.constantFrom(...COINS),
      amount: fc.constantFrom('100', '0.00063617', '7', '0.3333'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      amount: fc.constantFrom('49.00', '39.00', '490.00', '33.33', '0.01'),
      issuedAtMs: fc.integer({ min: 0, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'abandon' }, { do: 'restart' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      of: fc.nat(4),
      answer: fc.record({
        status: fc.constantFrom('created', 'partial', 'paid', 'overpaid', 'canceled', 'confirming'),
        paidPercent: fc.option(fc.constantFrom(0, 1, 33, 50, 80, 99, 100, 101, 150)),
        transactions: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        finishedAtMs: fc.option(fc.integer({ min: 0, max: 2 * DEADLINE_MS })),
        requestedAtMs: fc.integer({ min: 0, max: 2 * DEADLINE_MS }),
        expiresAtMs: fc.constantFrom(DEADLINE_MS, DEADLINE_MS, DEADLINE_MS, 1.5 * DEADLINE_MS),
      }),
    }),
  },
);

const EMPTY: CheckoutRecord = {
  id: 'c-1',
  version: 1,
  order: {
    ...{ id: 'A-1', amount: '49.00', currency: 'EUR', description: null, email: null, emailRequired: false },
    ...{ offers: null, lifetime: null, returnUrl: null, failUrl: null },
  },
  issuedAtMs: 10,
  quotableUntilMs: null,
  reference: null,
  shop: { name: null },
  email: null,
  current: null,
  paidBy: null,
  transfer: null,
  createdAtMs: 0,
  decisions: [],
  refunds: [],
  attentionSinceMs: null,
  lastSeenAtMs: 0,
  invoices: [],
};

function chosen(record: CheckoutRecord, currency: CurrencyCode, amount: string): CheckoutRecord {
  const sequence = record.invoices.length + 1;
  const invoice: DisplayedInvoice = {
    ...{ stage: 'open', sequence, currency, amount, isLive: true, isCancelRequested: false },
    ...{ orderId: `A-1.${sequence}`, serviceId: `INV-0000000${sequence}`, address: `address ${sequence}` },
    price: { amount: record.order.amount, currency: record.order.currency },
    money: NO_PAYMENT,
    movements: [],
    reviewReasons: [],
    viewer: null,
    ...{ createdAtMs: 0, intendedAtMs: 0, expiresAtMs: DEADLINE_MS, nextPollAtMs: null, checkedAtMs: null },
    ...{ fee: null, feePaidBy: null, hostedPage: null, testMode: false, pollFailure: null },
    ...{ hintedAtMs: null, nextCancelAtMs: null },
  };
  return { ...record, current: sequence, invoices: [...record.invoices, invoice] };
}

function answered(record: CheckoutRecord, index: number, answer: Answer): CheckoutRecord {
  const { paidPercent, expiresAtMs, ...rest } = answer;
  const invoices = record.invoices.map((invoice, at) => {
    if (invoice.stage !== 'open' || at !== index) return invoice;
    const paid =
      paidPercent === null
        ? null
        : scaleAmount(invoice.amount, { by: String(paidPercent), over: '100', decimals: 18 });
    const inspect = { ...rest, expiresAtMs, paid, missing: null };
    return withMoney({ ...invoice, expiresAtMs }, mergeStatusReport(invoice.money, inspect), 0);
  });
  return { ...record, invoices };
}

function next(record: CheckoutRecord, what: Step): CheckoutRecord {
  switch (what.do) {
    case 'choose':
      return chosen(record, what.coin, what.amount);
    case 'price':
      return withCurrentPrice(record, {
        terms: { ...record.order, amount: what.amount },
        issuedAtMs: what.issuedAtMs,
        expiresAtMs: null,
      });
    case 'abandon':
      return { ...record, current: null };
    case 'restart':
      return fromCheckoutRow(toCheckoutRow(record), {
        ...{ decisions: [], refunds: [], transfer: null },
        invoices: record.invoices.map((invoice) =>
          fromInvoiceRow(toInvoiceRow(record.id, invoice), invoice.movements),
        ),
      });
    case 'answer':
      return answered(record, what.of, what.answer);
  }
}

/** One change, as `CheckoutRepository` applies it: with the invoice that pays the order, and the events for the shop. */
function changed(before: CheckoutRecord, what: Step): readonly [CheckoutRecord, readonly OrderEvent[]] {
  const after = withPayingInvoice(next(before, what));
  const isOfOrder = (event: CheckoutEvent): event is OrderEvent =>
    'invoice' in event && !('refund' in event) && event.type !== 'checkout.settled';
  return [after, deriveEvents(before, after, 0).filter(isOfOrder)];
}

function isMoneyEvent(event: OrderEvent): event is CheckoutInvoiceEvent {
  return event.type !== 'checkout.review_required';
}

const PAYER_TYPES: ReadonlySet<string> = new Set([
  'checkout.paid',
  'checkout.overpaid',
  'checkout.paid_late',
]);

/** Runs the steps, and calls `inspect` with the record after each and its events. */
function run(
  steps: readonly Step[],
  inspect: (after: CheckoutRecord, events: readonly CheckoutInvoiceEvent[], before: CheckoutRecord) => void,
): CheckoutRecord {
  return steps.reduce((before, what) => {
    const [after, events] = changed(before, what);
    inspect(after, events.filter(isMoneyEvent), before);
    return after;
  }, EMPTY);
}

function holds(law: (steps: readonly Step[]) => unknown): void {
  const property = fc.property(fc.array(step, { maxLength: 16 }), (steps) => {
    law(steps);
  });
  fc.assert(property, LAW);
}

const lower = (one: string, other: string) => (compareAmounts(one, other) < 0 ? one : other);

describe('in whatever order invoices are paid, abandoned or expire', () => {
  it('the amount received in a currency equals the applied and the owed amount, exactly', () => {
    holds((steps) =>
      run(steps, (after, events) => {
        const { invoices } = ledgerOf(after);
        for (const coin of COINS) {
          const ours = invoices.filter(({ invoice }) => invoice.currency === coin);
          const received = ours.reduce((sum, { invoice }) => addAmounts(sum, invoice.money.paid), '0');
          const applied = ours.reduce((sum, one) => addAmounts(sum, one.applied), '0');
          const owed = ours.reduce((sum, one) => addAmounts(sum, one.owed), '0');
          assert.equal(compareAmounts(received, addAmounts(applied, owed)), 0, coin);
        }
        for (const { invoice } of events)
          assert.equal(compareAmounts(invoice.received, addAmounts(invoice.applied, invoice.owed)), 0);
      }),
    );
  });

  it('each owed amount is reported once, and a growing one with its new total', () => {
    holds((steps) => {
      const reported = new Map<string, CheckoutInvoiceEvent>();
      run(steps, (after, events) => {
        for (const event of events) {
          const known = reported.get(event.invoice.id);
          const isKnown = known !== undefined && known.invoice.owed === event.invoice.owed;
          const isOwed = !isZeroAmount(event.invoice.owed) && !PAYER_TYPES.has(event.type);
          assert.ok(!(isOwed && isKnown), `${event.type} ${event.invoice.owed} is reported twice`);
          reported.set(event.invoice.id, event);
        }
        for (const { invoice, owed } of ledgerOf(after).invoices)
          assert.equal(reported.get(invoice.serviceId)?.invoice.owed ?? '0', owed);
      });
    });
  });

  it('only an invoice that the service calls paid, for the newest price or more, pays the order', () => {
    holds((steps) =>
      run(steps, (after, events) => {
        for (const { paysOrder, invoice } of ledgerOf(after).invoices) {
          if (!paysOrder) continue;
          assert.match(invoice.money.level, /^(paid|overpaid)$/);
          assert.ok(compareAmounts(invoice.price.amount, after.order.amount) >= 0);
        }
        for (const { type, invoice, order } of events) {
          if (!PAYER_TYPES.has(type)) continue;
          assert.ok(compareAmounts(invoice.price.amount, order.amount) >= 0);
        }
      }),
    );
  });

  it('one invoice pays the order, by no more than its price, and an order that is paid stays paid', () => {
    holds((steps) => {
      let paidBy: number | null = null;
      run(steps, (after) => {
        const { invoices, status } = ledgerOf(after);
        const payers = invoices.filter(({ paysOrder }) => paysOrder);
        assert.ok(payers.length <= 1);
        if (paidBy !== null) assert.equal(payers[0]?.invoice.sequence, paidBy);
        paidBy = payers[0]?.invoice.sequence ?? null;
        if (paidBy === null) return;
        assert.match(status.state, /^(paid|overpaid)$/);
        for (const one of invoices) {
          const { amount, currency } = one.invoice;
          assert.ok(amount !== null);
          // What is below the unit of the coin stays with the order.
          const isBelowUnit = (sum: string) => isZeroAmount(wholeUnits(sum, currency));
          const applied = one.paysOrder ? lower(one.received, amount) : '0';
          const beyond = (sum: string) => subtractAmounts(one.applied, lower(one.applied, sum));
          assert.ok(isBelowUnit(beyond(applied)));
          if (compareAmounts(one.invoice.price.amount, after.order.amount) === 0)
            assert.ok(compareAmounts(one.applied, applied) >= 0);
        }
      });
    });
  });

  it('an order that was paid late is reported as paid late, and never as paid or overpaid', () => {
    holds((steps) => {
      const types = new Set<string>();
      const end = run(steps, (_, events) => events.forEach(({ type }) => types.add(type)));
      const isPaid = end.paidBy !== null;
      const { late } = ledgerOf(end);
      assert.equal(types.has('checkout.paid_late'), isPaid && late);
      assert.equal(types.has('checkout.paid') || types.has('checkout.overpaid'), isPaid && !late);
    });
  });

  it('a status after the deadline that lacked the money is late, if the service names no time', () => {
    const deadline = fc.record({
      sinceMs: fc.integer({ min: 0, max: 1e6 }),
      paidAfterMs: fc.integer({ min: 1, max: 1e6 }),
    });
    fc.assert(
      fc.property(deadline, ({ sinceMs, paidAfterMs }) => {
        const base = { paidPercent: null, transactions: [], finishedAtMs: null, expiresAtMs: DEADLINE_MS };
        const lacking: Answer = { ...base, status: 'created', requestedAtMs: DEADLINE_MS + sinceMs };
        const paid: Answer = {
          ...base,
          status: 'paid',
          paidPercent: 100,
          transactions: ['a'],
          requestedAtMs: DEADLINE_MS + sinceMs + paidAfterMs,
        };
        const choose: Step = { do: 'choose', coin: 'BTC', amount: '7' };
        const answer = (given: Answer): Step => ({ do: 'answer', of: 0, answer: given });
        const lateOf = (...answers: readonly Answer[]) =>
          ledgerOf(run([choose, ...answers.map(answer)], () => undefined)).late;
        assert.equal(lateOf(lacking, paid), true);
        assert.equal(lateOf(paid), false);
        // Its transaction was named in time, or a time was.
        assert.equal(lateOf({ ...lacking, transactions: ['a'] }, paid), false);
        assert.equal(lateOf(lacking, { ...paid, finishedAtMs: DEADLINE_MS }), false);
        assert.equal(lateOf({ ...lacking, requestedAtMs: DEADLINE_MS - 1 }, paid), false);
      }),
      LAW,
    );
  });

  it('the price that was signed last counts until the order is paid, and of two with the same time the higher one', () => {
    holds((steps) => {
      let newest = { amount: EMPTY.order.amount, issuedAtMs: EMPTY.issuedAtMs };
      steps.reduce((before, what) => {
        const [after] = changed(before, what);
        if (what.do === 'price' && before.paidBy === null) {
          const isHigher = compareAmounts(what.amount, newest.amount) > 0;
          const isLater = what.issuedAtMs > newest.issuedAtMs;
          if (isLater || (what.issuedAtMs === newest.issuedAtMs && isHigher)) newest = what;
        }
        assert.equal(after.order.amount, newest.amount);
        return after;
      }, EMPTY);
    });
  });

  it('a restart changes nothing', () => {
    holds((steps) => {
      const plain = run(steps, () => undefined);
      const restarted = run(
        steps.flatMap((one): readonly Step[] => [one, { do: 'restart' }]),
        () => undefined,
      );
      assert.deepEqual(ledgerOf(restarted), ledgerOf(plain));
    });
  });
});
