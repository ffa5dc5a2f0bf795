import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareAmounts } from '../../src/payment/index.js';
import {
  hasPayment,
  isPaid,
  NO_PAYMENT,
  unconfirmedIn,
  mergeStatusReport,
} from '../../src/proxy/domain/merge-status-reports.js';
import type { StatusReport, PaymentStatus } from '../../src/proxy/domain/merge-status-reports.js';
import type { CheckoutRecord, DisplayedInvoice } from '../../src/proxy/domain/record.js';
import { scheduleNextPoll } from '../../src/proxy/domain/poll-schedule.js';
import { ledgerOf } from '../../src/proxy/domain/settlement.js';
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
    (money, report) => mergeStatusReport(money, { ...created, ...report }),
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

  const half = { status: 'partial', paid: '50' };
  const full = { status: 'paid', paid: '100', requestedAtMs: 2 * DEADLINE_MS };
  const finishTimes = [null, 2 * DEADLINE_MS - 1];

  it('not if both transactions were seen in time, and the second is confirmed after the deadline', () => {
    const both = { transactions: ['a', 'b'] };
    const confirmed = { ...half, ...both, requestedAtMs: 2000 };
    const overdue = { ...confirmed, requestedAtMs: DEADLINE_MS + 1 };
    for (const finishedAtMs of finishTimes) {
      const end = { ...full, ...both, finishedAtMs };
      assert.equal(after(both, confirmed, end).isLate, false);
      assert.equal(after(both, confirmed, overdue, end).isLate, false);
      // The typical time to a confirmation has passed, but no other transaction can have completed it.
      assert.equal(after(both, overdue, { ...overdue, requestedAtMs: 1.9 * DEADLINE_MS }, end).isLate, false);
      assert.equal(after(confirmed, end).isLate, false);
    }
  });

  it('if the last transaction was first seen after the deadline, whatever else was pending since before', () => {
    const pending = { transactions: ['a'] };
    const overdue = { transactions: ['a'], requestedAtMs: DEADLINE_MS + 1 };
    const both = { transactions: ['a', 'b'], requestedAtMs: DEADLINE_MS + 2 };
    for (const finishedAtMs of finishTimes) {
      const end = { ...full, transactions: ['a', 'b'], finishedAtMs };
      assert.equal(after(pending, overdue, both, end).isLate, true);
      assert.equal(after(pending, overdue, end).isLate, true);
      const parts = [
        { ...both, ...half },
        { ...both, ...half, transactions: ['a', 'b', 'c'] },
      ] as const;
      assert.equal(after(pending, overdue, ...parts, { ...end, transactions: ['a', 'b', 'c'] }).isLate, true);
    }
  });

  it('as the finish time says, else not, if the first report after the deadline has the last transaction', () => {
    const both = { transactions: ['a', 'b'], requestedAtMs: DEADLINE_MS + 2 };
    for (const [finishedAtMs, isLate] of [
      [null, false],
      [DEADLINE_MS, false],
      [DEADLINE_MS + 1, true],
    ] as const) {
      const end = { ...full, ...both, requestedAtMs: full.requestedAtMs, finishedAtMs };
      assert.equal(after({ transactions: ['a'] }, both, end).isLate, isLate);
    }
  });

  it('if only its transaction was replaced by one that was first seen after the deadline', () => {
    const overdue = { transactions: ['a'], requestedAtMs: DEADLINE_MS + 1 };
    assert.equal(after({ transactions: ['a'] }, overdue, { ...full, transactions: ['b'] }).isLate, true);
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

const unconfirmed = (money: PaymentStatus) => unconfirmedIn({ money, currency: 'USDT_TRC20' });

/** The longest usual time to a confirmation on TRON. */
const CONFIRMATION_MS = MINUTE_MS;

describe('a transaction waits for confirmation', () => {
  const part = { status: 'partial', paid: '1' };
  const more = { status: 'partial', paid: '2' };
  const a = { transactions: ['a'] };
  const ab = { transactions: ['a', 'b'] };
  const abc = { transactions: ['a', 'b', 'c'] };

  /** The reports follow each other by four seconds. */
  const table: readonly (readonly [string, readonly string[], readonly Partial<StatusReport>[]])[] = [
    ['as long as nothing is paid', ['a', 'b'], [a, ab]],
    ['not if it is reported with the amount', [], [{ ...part, ...a }]],
    ['until the amount grows', [], [a, { ...part, ...a }]],
    [
      'if it follows a part',
      ['b'],
      [
        { ...part, ...a },
        { ...part, ...ab },
      ],
    ],
    [
      'until the amount grows again',
      [],
      [
        { ...part, ...a },
        { ...part, ...ab },
        { ...more, ...ab },
      ],
    ],
    ['if it was pending beside the one that is confirmed', ['b'], [a, ab, { ...part, ...ab }]],
    ['if it is first reported with the amount, beside another one', ['b'], [a, { ...part, ...ab }]],
    ['unless the amount grows once per transaction', [], [ab, { ...part, ...ab }, { ...more, ...ab }]],
    ['if the amount grows fewer times', ['c'], [abc, { ...part, ...abc }, { ...more, ...abc }]],
    ['if a report between them was lost', ['b', 'c'], [abc, { ...more, ...abc }, { ...more, ...abc }]],
    ['in doubt, of a report without transactions, too', ['b'], [ab, part]],
    [
      'although the part is stated later than its status',
      ['b'],
      [a, { ...ab, status: 'partial' }, { ...part, ...ab }],
    ],
    [
      'not if another one has replaced it',
      [],
      [a, { ...part, transactions: ['b'] }, { ...part, transactions: ['b'] }],
    ],
    ['not if the amount is reported before it', [], [part, { ...part, ...a }, { ...part, transactions: [] }]],
    ['not after a part whose amount the service does not state', [], [a, { status: 'partial', ...a }]],
    ['until the invoice is paid', [], [ab, { status: 'paid', paid: null }]],
    ['although the service has closed the invoice', ['a'], [a, { status: 'canceled' }]],
  ];
  for (const [name, expected, reports] of table) {
    it(name, () => {
      const timed = reports.map((one, index) => ({ ...one, requestedAtMs: 1000 + 4000 * index }));
      assert.deepEqual(unconfirmed(after(...timed)), expected);
      assert.deepEqual(unconfirmed(after(...timed.toReversed())), expected);
      assert.deepEqual(unconfirmed(after(...timed, ...timed)), expected);
    });
  }

  it('no longer than usual if another one is confirmed, unless it was seen later', () => {
    const at = (requestedAtMs: number) => ({ ...part, ...ab, requestedAtMs });
    const end = at(2000 + CONFIRMATION_MS);
    assert.deepEqual(unconfirmed(after(ab, at(2000), at(1999 + CONFIRMATION_MS))), ['b']);
    assert.deepEqual(unconfirmed(after(ab, at(2000), end)), []);
    assert.deepEqual(unconfirmed(after(end, ab, at(2000))), []);
    assert.deepEqual(unconfirmed(after(ab, at(2000), { ...end, ...abc })), ['c']);
    const weekMs = 2000 + 7 * DAY_MS;
    assert.deepEqual(unconfirmed(after(ab, { ...at(2000), ...abc }, at(2001), at(weekMs))), []);
    assert.deepEqual(unconfirmed(after(a, { ...at(2000), ...a }, at(2001), at(weekMs))), ['b']);
  });

  it('as long as its network usually takes, and a minute at least', () => {
    const reports = [ab, { ...part, ...ab, requestedAtMs: 2000 }];
    const afterMs = (ms: number) => after(...reports, { ...part, ...ab, requestedAtMs: 2000 + ms });
    for (const [currency, ms] of [
      ['BTC', HOUR_MS],
      ['USDT_TON', MINUTE_MS],
    ] as const) {
      assert.deepEqual(unconfirmedIn({ money: afterMs(ms - 1), currency }), ['b']);
      assert.deepEqual(unconfirmedIn({ money: afterMs(ms), currency }), []);
    }
  });

  it('and is polled often enough, also after a part, the deadline and the monitoring window', () => {
    const money = after({ ...part, ...a }, { ...part, ...ab, requestedAtMs: 2000 });
    const known = invoice(money, { createdAtMs: 0, checkedAtMs: 0 });
    const confirmed = invoice(after({ ...part, ...a }), { createdAtMs: 0, checkedAtMs: 0 });
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

/** Reports that were requested one after the other. */
const reportsOf = (one: fc.Arbitrary<StatusReport>, limits: { minLength?: number; maxLength: number }) =>
  fc.uniqueArray(one, { ...limits, selector: ({ requestedAtMs }) => requestedAtMs });

/** All but what is decided by the report that arrives first. */
function facts(money: PaymentStatus) {
  const { missing: _, isLate: __, finishedAtMs: ___, unpaidAtMs, sums, ...rest } = money;
  const known = { ...rest, paid: Number(money.paid), unconfirmed: unconfirmed(money) };
  if (isPaid(money)) return known;
  return { ...known, unpaidAtMs, sums: sums.map(({ paid, ...sum }) => ({ ...sum, paid: Number(paid) })) };
}

describe('in any order of the responses', () => {
  it('a payment never regresses, the paid amount never falls, and detected money never disappears', () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
        reports.reduce<PaymentStatus>((money, next) => {
          const merged = mergeStatusReport(money, next);
          assert.ok(progress(merged) >= progress(money));
          assert.ok(compareAmounts(merged.paid, money.paid) >= 0);
          assert.ok(!hasPayment(money) || hasPayment(merged));
          for (const { id, seenAtMs } of money.transactions) {
            const known = merged.transactions.find((one) => one.id === id);
            assert.ok(known && known.seenAtMs <= seenAtMs);
          }
          const ids = new Set(merged.transactions.map(({ id }) => id));
          assert.ok(unconfirmed(merged).every((id) => ids.has(id)));
          return merged;
        }, NO_PAYMENT);
      }),
      { numRuns: 1000 },
    );
  });

  it('the final state is the same', () => {
    const shuffled = reportsOf(report, { maxLength: 8 }).chain((reports) =>
      fc.tuple(fc.constant(reports), fc.shuffledSubarray(reports, { minLength: reports.length })),
    );
    fc.assert(
      fc.property(shuffled, ([reports, others]) => {
        const [a, b] = [after(...reports), after(...others)];
        assert.equal(progress(a), progress(b));
        assert.deepEqual(facts(a), facts(b));
      }),
      { numRuns: 1000 },
    );
  });

  it('repeated responses change nothing, also old ones at the end', () => {
    const repeated = reportsOf(report, { minLength: 1, maxLength: 6 }).chain((reports) =>
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
        assert.deepEqual(facts(a), facts(b));
      }),
      { numRuns: 1000 },
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
        assert.deepEqual(mergeStatusReport(once, last), once);
      }),
    );
  });
});

/** What happens on the chain: transactions of one coin each are confirmed in the order in which they arrive. */
const history = fc
  .array(fc.record({ pauseMs: fc.nat(DEADLINE_MS / 2), confirmMs: fc.nat(DEADLINE_MS / 2) }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((steps) => {
    let [seenAtMs, confirmedAtMs] = [1000, 0];
    const chain = steps.map(({ pauseMs, confirmMs }, index) => {
      seenAtMs += pauseMs;
      confirmedAtMs = Math.max(confirmedAtMs, seenAtMs + confirmMs);
      return { id: `t${index}`, seenAtMs, confirmedAtMs };
    });
    const polls = fc.uniqueArray(fc.integer({ min: 0, max: 4 * DEADLINE_MS }), {
      minLength: 1,
      maxLength: 12,
    });
    return fc.record({
      chain: fc.constant(chain),
      pollsMs: polls.map((all) => all.toSorted((a, b) => a - b)),
      hasFinishTime: fc.boolean(),
    });
  });

describe('of transactions that are confirmed in order', () => {
  const law = (
    inspect: (seen: {
      readonly money: PaymentStatus;
      readonly before: PaymentStatus;
      readonly poll: StatusReport;
      readonly pending: readonly string[];
      /** The time of the first report with each transaction. */
      readonly reportedAtMs: ReadonlyMap<string, number>;
      readonly pollsMs: readonly number[];
    }) => void,
  ) => {
    const property = fc.property(history, ({ chain, pollsMs, hasFinishTime }) => {
      const reportedAtMs = new Map<string, number>();
      pollsMs.reduce<PaymentStatus>((before, requestedAtMs) => {
        const listed = chain.filter(({ seenAtMs }) => seenAtMs <= requestedAtMs);
        const confirmed = listed.filter(({ confirmedAtMs }) => confirmedAtMs <= requestedAtMs);
        const pending = listed.filter((one) => !confirmed.includes(one)).map(({ id }) => id);
        const isFull = confirmed.length === chain.length;
        for (const { id } of listed) if (!reportedAtMs.has(id)) reportedAtMs.set(id, requestedAtMs);
        const poll = {
          ...created,
          status: isFull ? 'paid' : confirmed.length > 0 ? 'partial' : 'created',
          paid: confirmed.length > 0 ? String(confirmed.length) : null,
          transactions: listed.map(({ id }) => id),
          finishedAtMs: isFull && hasFinishTime ? (chain.at(-1)?.confirmedAtMs ?? null) : null,
          requestedAtMs,
        };
        const money = mergeStatusReport(before, poll);
        inspect({ money, before, poll, pending, reportedAtMs, pollsMs });
        return money;
      }, NO_PAYMENT);
    });
    fc.assert(property, { numRuns: 5000 });
  };

  it('each is first seen in the first report that lists it', () => {
    law(({ money, reportedAtMs }) => {
      assert.deepEqual(new Map(money.transactions.map(({ id, seenAtMs }) => [id, seenAtMs])), reportedAtMs);
    });
  });

  it('a pending one waits until the next is confirmed, for the usual time at least', () => {
    law(({ money, pending, poll }) => {
      const grownAtMs = money.sums.at(-1)?.atMs ?? Infinity;
      const isRecent = poll.requestedAtMs < grownAtMs + CONFIRMATION_MS;
      const isSeenAfter = (id: string) =>
        money.transactions.some((one) => one.id === id && one.seenAtMs > grownAtMs);
      const waiting = unconfirmed(money);
      for (const id of pending) assert.ok(waiting.includes(id) || !(isRecent || isSeenAfter(id)));
      // The screen goes on.
      if (!isRecent) assert.deepEqual(waiting, pending.filter(isSeenAfter));
    });
  });

  it('the last one decides whether the payment is late', () => {
    law(({ money, before, poll, reportedAtMs, pollsMs }) => {
      if (isPaid(before) || !isPaid(money)) return;
      const seenMs = [...reportedAtMs.values()].at(-1) ?? Infinity;
      const firstOverdueMs = pollsMs.find((atMs) => atMs >= DEADLINE_MS) ?? Infinity;
      const isUnseen = seenMs >= DEADLINE_MS;
      const isFinishedLate =
        poll.finishedAtMs === null ? seenMs > firstOverdueMs : poll.finishedAtMs > DEADLINE_MS;
      assert.equal(money.isLate, isUnseen && isFinishedLate);
    });
  });
});
