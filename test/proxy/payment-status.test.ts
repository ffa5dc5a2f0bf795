import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareAmounts } from '../../src/payment/index.js';
import { hasPayment, NO_PAYMENT, withStatusReport } from '../../src/proxy/domain/payment-status.js';
import type { StatusReport, PaymentStatus } from '../../src/proxy/domain/payment-status.js';
import type { CheckoutRecord, DisplayedInvoice } from '../../src/proxy/domain/record.js';
import { scheduleNextPoll } from '../../src/proxy/domain/schedule.js';
import { ledgerOf } from '../../src/proxy/domain/ledger.js';
import { withMoney } from '../../src/proxy/domain/apply-status.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/proxy/base/time.js';

const DEADLINE_MS = 1_800_000;

const created: StatusReport = {
  status: 'created',
  paid: null,
  missing: null,
  transactions: [],
  finishedAtMs: null,
  expiresAtMs: DEADLINE_MS,
  requestedAtMs: 1000,
};

const order = {
  id: 'A-1',
  amount: '49.00',
  currency: 'EUR',
  description: null,
  email: null,
  emailRequired: false,
  offers: null,
  lifetime: null,
  returnUrl: null,
  failUrl: null,
};

function invoice(money: PaymentStatus, changes: Partial<DisplayedInvoice> = {}): DisplayedInvoice {
  const empty: DisplayedInvoice = {
    stage: 'open',
    intendedAtMs: 0,
    sequence: 1,
    orderId: 'A-1',
    currency: 'USDT_TRC20',
    price: { amount: '49', currency: 'EUR' },
    isLive: true,
    isCancelRequested: false,
    money: NO_PAYMENT,
    movements: [],
    reviewReasons: [],
    viewer: null,
    nextPollAtMs: null,
    checkedAtMs: null,
    serviceId: 'INV-AAAAAAAA',
    createdAtMs: 0,
    expiresAtMs: DEADLINE_MS,
    fee: null,
    feePaidBy: null,
    hostedPage: null,
    testMode: false,
    pollFailure: null,
    hintedAtMs: null,
    nextCancelAtMs: null,
    address: 'T',
    amount: '100',
    ...changes,
  };
  return withMoney(empty, money, 0);
}

const after = (...reports: readonly Partial<StatusReport>[]): PaymentStatus =>
  reports.reduce<PaymentStatus>(
    (money, report) => withStatusReport(money, { ...created, ...report }),
    NO_PAYMENT,
  );

/** The state of a checkout with this one invoice. */
function stateOf(only: DisplayedInvoice) {
  const record: CheckoutRecord = {
    id: 'c-1',
    version: 1,
    order,
    issuedAtMs: 0,
    quotableUntilMs: null,
    reference: null,
    shop: { name: null },
    email: null,
    current: only.sequence,
    paidBy: null,
    transfer: null,
    createdAtMs: 0,
    decisions: [],
    refunds: [],
    attentionSinceMs: null,
    lastSeenAtMs: 0,
    invoices: [only],
  };
  return ledgerOf(record).status.state;
}

const stateAfter = (...reports: readonly Partial<StatusReport>[]) => stateOf(invoice(after(...reports)));

describe('a status of the service means', () => {
  const table: readonly (readonly [string, string, readonly Partial<StatusReport>[]])[] = [
    ['nothing seen', 'awaiting', [{}]],
    ['a transfer is listed', 'detected', [{ transactions: ['tx'] }]],
    ['an amount is paid, the status not changed yet', 'detected', [{ paid: '1' }]],
    ['a part', 'partial', [{ status: 'partial', paid: '1' }]],
    [
      'a part, polled after the deadline',
      'expired',
      [{ status: 'partial', paid: '1', requestedAtMs: DEADLINE_MS }],
    ],
    ['a part, closed by the service', 'expired', [{ status: 'partial', paid: '1' }, { status: 'canceled' }]],
    ['all of it', 'paid', [{ status: 'paid', paid: '100' }]],
    ['too much', 'overpaid', [{ status: 'overpaid', paid: '101' }]],
    ['closed without money', 'expired', [{ status: 'canceled' }]],
    ['a word that is not in the document', 'processing', [{ status: 'confirming' }]],
    ['such a word with a transfer', 'processing', [{ status: 'confirming', transactions: ['tx'] }]],
    ['such a word after payment', 'paid', [{ status: 'paid', paid: '100' }, { status: 'archived' }]],
    ['past the deadline, and the service has not said so', 'awaiting', [{ requestedAtMs: DEADLINE_MS + 1 }]],
    ['closed, and a transfer on its way', 'detected', [{ transactions: ['tx'] }, { status: 'canceled' }]],
  ];
  for (const [name, state, reports] of table) {
    it(`${name}: ${state}`, () => assert.equal(stateAfter(...reports), state));
  }

  it('an invoice that the payer canceled is canceled, not expired', () => {
    const canceled = invoice(after({ status: 'canceled' }), { isCancelRequested: true });
    assert.equal(stateOf(canceled), 'canceled');
  });

  it('money for an old, lower price does not pay the order, and for a higher one overpays it', () => {
    const cheap = invoice(after({ status: 'paid', paid: '100' }), {
      price: { amount: '10', currency: 'EUR' },
    });
    assert.equal(stateOf(cheap), 'expired');
    const dearer = invoice(after({ status: 'paid', paid: '100' }), {
      price: { amount: '50', currency: 'EUR' },
    });
    assert.equal(stateOf(dearer), 'overpaid');
  });
});

describe('a payment is late', () => {
  it('not if it was canceled, and then paid before the deadline', () => {
    assert.equal(after({ status: 'canceled' }, { status: 'paid', paid: '100' }).isLate, false);
  });

  it('if the service had closed an invoice without a deadline before', () => {
    const closed = { status: 'canceled', expiresAtMs: null };
    assert.equal(after(closed, { ...closed, status: 'paid', paid: '100' }).isLate, true);
  });

  it('never if its transaction was seen in time, however late the service finishes it', () => {
    const seen = { transactions: ['a'], requestedAtMs: DEADLINE_MS - 1 };
    const finishes = { status: 'paid', paid: '100', transactions: ['a'], requestedAtMs: DEADLINE_MS * 2 };
    for (const finishedAtMs of [null, DEADLINE_MS + 1, DEADLINE_MS * 2])
      assert.equal(after(seen, { ...finishes, finishedAtMs }).isLate, false);
  });

  it('if the part was seen in time, and the transaction with the rest after the deadline', () => {
    const half = { status: 'partial', paid: '50', transactions: ['a'], requestedAtMs: DEADLINE_MS - 1 };
    const rest = { status: 'paid', paid: '100', requestedAtMs: DEADLINE_MS * 2 };
    const finishedAtMs = DEADLINE_MS * 2;
    assert.equal(after(half, { ...rest, transactions: ['a', 'b'], finishedAtMs }).isLate, true);
    assert.equal(after(half, { ...rest, transactions: ['a'], finishedAtMs }).isLate, true);
  });

  it('if the service says that it was finished after the deadline', () => {
    assert.equal(after({ status: 'paid', paid: '100', finishedAtMs: DEADLINE_MS + 1 }).isLate, true);
  });

  it('never because of the time of the poll', () => {
    const money = after({
      status: 'paid',
      paid: '100',
      finishedAtMs: DEADLINE_MS,
      requestedAtMs: DEADLINE_MS * 9,
    });
    assert.equal(money.isLate, false);
  });

  it('not if more arrived later on an invoice that was paid in time', () => {
    const more = { status: 'overpaid', paid: '120', finishedAtMs: DEADLINE_MS + 1 };
    assert.equal(after({ status: 'paid', paid: '100', finishedAtMs: 5 }, more).isLate, false);
  });
});

describe('a transaction waits for confirmation', () => {
  const unconfirmedAfter = (...reports: readonly Partial<StatusReport>[]) => after(...reports).unconfirmed;
  const part = { status: 'partial', paid: '1' };

  const table: readonly (readonly [string, readonly string[], readonly Partial<StatusReport>[]])[] = [
    ['as long as nothing is paid', ['a', 'b'], [{ transactions: ['a'] }, { transactions: ['a', 'b'] }]],
    ['not if it is reported with the amount', [], [{ ...part, transactions: ['a'] }]],
    ['until the amount grows', [], [{ transactions: ['a'] }, { ...part, transactions: ['a'] }]],
    [
      'if it follows a part',
      ['b'],
      [
        { ...part, transactions: ['a'] },
        { ...part, transactions: ['a', 'b'] },
      ],
    ],
    [
      'until the amount grows again',
      [],
      [
        { ...part, transactions: ['a'] },
        { ...part, transactions: ['a', 'b'] },
        { ...part, paid: '2', transactions: ['a', 'b'] },
      ],
    ],
    [
      'not if another one has replaced it',
      [],
      [{ transactions: ['a'] }, { ...part, transactions: ['b'] }, { ...part, transactions: ['b'] }],
    ],
    [
      'not if the amount is reported before it',
      [],
      [part, { ...part, transactions: ['a'] }, { ...part, transactions: [] }],
    ],
    [
      'not after a part whose amount the service does not state',
      [],
      [{ transactions: ['a'] }, { status: 'partial', transactions: ['a'] }],
    ],
    ['until the invoice is paid', [], [{ transactions: ['a'] }, { status: 'paid', paid: null }]],
    ['although the service has closed the invoice', ['a'], [{ transactions: ['a'] }, { status: 'canceled' }]],
  ];
  for (const [name, unconfirmed, reports] of table) {
    it(name, () => assert.deepEqual(unconfirmedAfter(...reports), unconfirmed));
  }

  it('and is polled often enough, also after a part, the deadline and the monitoring window', () => {
    const money = after({ ...part, transactions: ['a'] }, { ...part, transactions: ['a', 'b'] });
    const known = invoice(money, { createdAtMs: 0, checkedAtMs: 0 });
    const confirmed = invoice(after({ ...part, transactions: ['a'] }), { createdAtMs: 0, checkedAtMs: 0 });
    const nextAfter = (one: DisplayedInvoice, nowMs: number) =>
      scheduleNextPoll(one, { nowMs, hasConnectedPage: false, monitoringMs: DAY_MS });
    const overMs = DEADLINE_MS + DAY_MS;
    assert.equal(nextAfter(known, overMs), overMs + HOUR_MS);
    assert.equal(nextAfter(confirmed, overMs), null);
    const closed = { ...known, money: { ...money, isClosed: true } };
    const eveningMs = DEADLINE_MS + 12 * HOUR_MS;
    assert.equal(nextAfter(closed, eveningMs), eveningMs + 5 * MINUTE_MS);
  });
});

const lookFields = {
  status: fc.constantFrom('created', 'paid', 'partial', 'overpaid', 'canceled', 'confirming'),
  paid: fc.option(fc.constantFrom('0', '0.1', '1', '1.00', '99', '100', '101')),
  missing: fc.option(fc.constantFrom('0', '1', '99')),
  transactions: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  finishedAtMs: fc.option(fc.integer({ min: 0, max: 2 * DEADLINE_MS })),
  expiresAtMs: fc.constant(DEADLINE_MS),
  requestedAtMs: fc.integer({ min: 0, max: 2 * DEADLINE_MS }),
};
const report: fc.Arbitrary<StatusReport> = fc.record(lookFields);

/** The progress of a payment, which only increases. */
function progress(money: PaymentStatus): number {
  const state = stateOf(invoice(money));
  const seen = hasPayment(money);
  const steps = {
    awaiting: 0,
    processing: seen ? 4 : 1,
    choosing: 0,
    creating: 0,
    canceled: 2,
    expired: seen ? 6 : 2,
    detected: 3,
    partial: 5,
    paid: 7,
    overpaid: 8,
  };
  return steps[state];
}

/** All transactions but those reported with a lower sum, and those in every list that was reported with the highest. */
function waitingIn(reports: readonly StatusReport[]): readonly string[] {
  const sumOf = ({ status, paid }: StatusReport) => Number(paid ?? (status === 'partial' ? '0.5' : '0'));
  const highest = Math.max(...reports.map(sumOf));
  const listed = (some: readonly StatusReport[]) => some.flatMap(({ transactions }) => transactions);
  if (highest === 0) return listed(reports);
  const withHighest = reports.filter((one) => sumOf(one) === highest && one.transactions.length > 0);
  const earlier = listed(reports.filter((one) => sumOf(one) < highest));
  return listed(withHighest).filter(
    (id) => !earlier.includes(id) && !withHighest.every(({ transactions }) => transactions.includes(id)),
  );
}

describe('in any order of the responses', () => {
  it('a payment never regresses, the paid amount never falls, and detected money never disappears', () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
        reports.reduce<PaymentStatus>((money, next) => {
          const merged = withStatusReport(money, next);
          assert.ok(progress(merged) >= progress(money));
          assert.ok(compareAmounts(merged.paid, money.paid) >= 0);
          assert.ok(!hasPayment(money) || hasPayment(merged));
          assert.ok(money.transactions.every((transaction) => merged.transactions.includes(transaction)));
          assert.ok(merged.unconfirmed.every((transaction) => merged.transactions.includes(transaction)));
          return merged;
        }, NO_PAYMENT);
      }),
      { numRuns: 1000 },
    );
  });

  it('the final state is the same', () => {
    const shuffled = fc
      .array(report, { maxLength: 8 })
      .chain((reports) =>
        fc.tuple(fc.constant(reports), fc.shuffledSubarray(reports, { minLength: reports.length })),
      );
    fc.assert(
      fc.property(shuffled, ([reports, others]) => {
        const [a, b] = [after(...reports), after(...others)];
        assert.equal(progress(a), progress(b));
        assert.equal(compareAmounts(a.paid, b.paid), 0);
        assert.deepEqual([...a.transactions].sort(), [...b.transactions].sort());
        assert.deepEqual([...a.unconfirmed].sort(), [...b.unconfirmed].sort());
      }),
      { numRuns: 1000 },
    );
  });

  it('repeated responses change nothing, also old ones at the end', () => {
    const repeated = fc.array(report, { minLength: 1, maxLength: 6 }).chain((reports) =>
      fc.tuple(
        fc.constant(reports),
        fc.array(fc.nat(reports.length - 1), { maxLength: 12 }).map((more) => {
          const again = more.flatMap((index) => reports[index] ?? []);
          return [...again.slice(0, 6), ...reports, ...again.slice(6)];
        }),
      ),
    );
    fc.assert(
      fc.property(repeated, ([reports, others]) => {
        const [a, b] = [after(...reports), after(...others)];
        assert.equal(progress(a), progress(b));
        assert.equal(compareAmounts(a.paid, b.paid), 0);
        assert.deepEqual(new Set(a.transactions), new Set(b.transactions));
        assert.deepEqual(new Set(a.unconfirmed), new Set(b.unconfirmed));
      }),
      { numRuns: 1000 },
    );
  });

  it('the same transactions wait for confirmation, however often each response arrives', () => {
    const unpaid = fc.record({
      ...lookFields,
      status: fc.constantFrom('created', 'partial', 'confirming', 'canceled'),
      paid: fc.constantFrom(null, '1', '1.00', '2'),
    });
    const arrivals = fc
      .array(unpaid, { minLength: 1, maxLength: 6 })
      .chain((reports) =>
        fc.tuple(
          fc.constant(reports),
          fc.array(fc.nat(reports.length - 1), { maxLength: 6 }),
          fc.infiniteStream(fc.nat()),
        ),
      )
      .map(([reports, again, order]) => {
        const all = [...reports, ...again.flatMap((index) => reports[index] ?? [])];
        const places = new Map(all.map((_, index) => [index, order.next().value ?? 0]));
        const arrived = [...all.keys()].toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
        return { reports, arrived: arrived.flatMap((index) => all[index] ?? []) };
      });
    fc.assert(
      fc.property(arrivals, ({ reports, arrived }) => {
        assert.deepEqual(new Set(after(...arrived).unconfirmed), new Set(waitingIn(reports)));
      }),
      { numRuns: 5000 },
    );
  });

  it('a response from before money was detected does not remove it', () => {
    const early = fc.record({
      ...lookFields,
      status: fc.constantFrom('created', 'canceled'),
      paid: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(report, { maxLength: 6 }), fc.array(early), (reports, stale) => {
        const known = after(...reports);
        const later = after(...reports, ...stale);
        assert.ok(progress(later) >= progress(known));
        assert.equal(later.paid, known.paid);
        assert.equal(later.level, known.level);
      }),
      { numRuns: 1000 },
    );
  });

  it('the same response twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 6 }), report, (reports, last) => {
        const once = after(...reports, last);
        assert.deepEqual(withStatusReport(once, last), once);
      }),
    );
  });
});
