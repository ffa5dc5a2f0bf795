import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addAmounts, subtractAmounts } from '../../src/payment/index.js';
import { addSignedAmounts, negateAmount } from '../../src/payment/signed-amount.js';
import { bookRowSchema, type BookMonth } from '../../src/protocol/index.js';
import { parseMessage } from '../../src/protocol/schema.js';
import { summarizeBooks, toBookRow, type BookMovement } from '../../src/proxy/domain/books.js';
import { MOVEMENT_KINDS, type StatedChange } from '../../src/proxy/domain/movement.js';
import { changeOf, nextChange, nextUsd } from '../../src/proxy/domain/stated-change.js';

const START = Date.UTC(2026, 9, 20);
const PERIOD = { fromMs: Date.UTC(2026, 10, 5), untilMs: Date.UTC(2027, 1, 3) };

const NOTHING = {
  ...{ order: null, payment: null, invoice: null, deposit: null, paidAtMs: null, price: null, usd: null },
  ...{ transactions: [], refund: null, payout: null, withdrawal: null, person: null },
} as const;

function movement(fields: Partial<BookMovement>): BookMovement {
  const base = { number: 1, kind: 'received', atMs: PERIOD.fromMs, currency: 'BTC', amount: '1' } as const;
  return { ...NOTHING, ...base, stated: null, ...fields };
}

/** Up to 18 decimals, which no float holds. */
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => addAmounts(`${units}e-${scale}`, '0'));
const signed = fc.tuple(amount, fc.boolean()).map(([text, isBelow]) => (isBelow ? negateAmount(text) : text));
const stated: fc.Arbitrary<StatedChange> = fc.record({
  change: signed,
  serviceFee: signed,
  networkFee: signed,
});

const movements = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...MOVEMENT_KINDS),
      atMs: fc.integer({ min: START, max: PERIOD.untilMs + 40 * 86_400_000 }),
      currency: fc.constantFrom('BTC', 'USDT_TRC20', 'TUSD_TRC20'),
      amount,
      stated: fc.option(stated),
      deposit: fc.option(fc.constant('d')),
      refund: fc.option(fc.constant('r')),
    })
    .map(({ kind, ...fields }) =>
      movement(
        kind === 'adjusted'
          ? {
              ...fields,
              kind,
              amount: '0',
              stated: fields.stated ?? { change: '0', serviceFee: '0', networkFee: '0' },
            }
          : { ...fields, kind, stated: kind === 'received' || kind === 'sent' ? fields.stated : null },
      ),
    ),
  { maxLength: 40 },
);

const closingBy = ({ opening, received, fees, refunded, paidOut }: BookMonth) =>
  addSignedAmounts([opening, received, ...[fees, refunded, paidOut].map(negateAmount)]);

describe('the summary of the books', () => {
  it('closes each month, and opens the next one with its closing', () => {
    fc.assert(
      fc.property(movements, (all) => {
        const months = summarizeBooks(all, PERIOD);
        const last = new Map<string, BookMonth>();
        for (const month of months) {
          assert.equal(closingBy(month), month.closing);
          const before = last.get(month.currency);
          if (before) assert.equal(month.opening, before.closing);
          last.set(month.currency, month);
        }
        for (const [currency, { closing }] of last) {
          const changes = all.filter((one) => one.currency === currency && one.atMs < PERIOD.untilMs);
          assert.equal(closing, addSignedAmounts(changes.map((one) => changeOf(one).change)));
        }
      }),
    );
  });

  it('is the same for any order of the movements, and for two halves of the period', () => {
    fc.assert(
      fc.property(movements, fc.integer({ min: 1, max: 60 }), (all, days) => {
        const whole = summarizeBooks(all, PERIOD);
        assert.deepEqual(summarizeBooks(all.toReversed(), PERIOD), whole);
        const middleMs = PERIOD.fromMs + days * 86_400_000;
        const first = summarizeBooks(all, { ...PERIOD, untilMs: middleMs });
        const second = summarizeBooks(all, { ...PERIOD, fromMs: middleMs });
        for (const opened of second.filter(({ from }) => from === second[0]?.from)) {
          const closed = first.findLast(({ currency }) => currency === opened.currency);
          if (closed) assert.equal(opened.opening, closed.closing);
        }
      }),
    );
  });

  it('has every month of the period, for each coin that the shop has ever had', () => {
    const months = summarizeBooks([movement({ atMs: START, amount: '2.5' })], PERIOD);
    assert.deepEqual(
      months.map(({ month, from, to, opening, closing, rows }) => [month, from, to, opening, closing, rows]),
      [
        ['2026-11', '2026-11-05', '2026-11-30', '2.5', '2.5', 0],
        ['2026-12', '2026-12-01', '2026-12-31', '2.5', '2.5', 0],
        ['2027-01', '2027-01-01', '2027-01-31', '2.5', '2.5', 0],
        ['2027-02', '2027-02-01', '2027-02-02', '2.5', '2.5', 0],
      ],
    );
  });

  it('counts the rows whose fees the service did not state', () => {
    const of = { change: '0.99', serviceFee: '0.01', networkFee: '0' };
    const [month] = summarizeBooks(
      [movement({}), movement({ stated: of }), movement({ kind: 'reserved' })],
      PERIOD,
    );
    assert.deepEqual([month?.rows, month?.withoutFees, month?.received, month?.fees], [2, 1, '2', '0.01']);
  });
});

describe('a row of the books', () => {
  it('is a row of the protocol, and its sums are those of the summary', () => {
    fc.assert(
      fc.property(movements, (all) => {
        const rows = all.map((one, index) => toBookRow({ ...one, number: index + 1 }));
        for (const row of rows) assert.deepEqual(parseMessage(bookRowSchema, row, 'row'), row);
        const everything = { fromMs: START, untilMs: PERIOD.untilMs + 41 * 86_400_000 };
        for (const currency of new Set(all.map((one) => one.currency))) {
          const of = rows.filter((row) => row.currency === currency);
          const last = summarizeBooks(all, everything).findLast((month) => month.currency === currency);
          assert.equal(addSignedAmounts(of.map(({ balanceChange }) => balanceChange)), last?.closing);
          const months = summarizeBooks(all, everything).filter((month) => month.currency === currency);
          const fees = addSignedAmounts(months.map((month) => month.fees));
          assert.equal(addSignedAmounts(of.map((row) => row.fees)), fees);
        }
      }),
    );
  });

  it('says where the money went', () => {
    const kinds = [
      movement({}),
      movement({ deposit: 'd' }),
      movement({ kind: 'sent', refund: 'r' }),
      movement({ kind: 'sent' }),
    ].map((one) => toBookRow(one));
    assert.deepEqual(
      kinds.map(({ kind, balanceChange }) => [kind, balanceChange]),
      [
        ['received', '1'],
        ['deposited', '1'],
        ['refunded', '-1'],
        ['paid_out', '-1'],
      ],
    );
    const known = toBookRow(movement({ currency: 'USDT_TRC20' }));
    assert.deepEqual([known.coin, known.network], ['USDT', 'TRON']);
    const unknown = toBookRow(movement({ currency: 'TUSD_TRC20' }));
    assert.deepEqual([unknown.coin, unknown.network], ['TUSD_TRC20', null]);
  });
});

describe('what the service states', () => {
  const totals = { total: '98.6', serviceFee: '1', networkFee: '0.4', usd: null };

  it('is split into its own fee and the transfer fee', () => {
    assert.deepEqual(nextChange('100', totals, []), { change: '98.6', serviceFee: '1', networkFee: '0.4' });
    // The payer bears the transfer fee, in addition to the amount.
    const ofPayer = { ...totals, total: '99' };
    assert.deepEqual(nextChange('100', ofPayer, []), { change: '99', serviceFee: '1', networkFee: '0' });
    // More than the stated fees is missing, for a reason that the service does not state.
    const notYet = { ...totals, total: '0' };
    assert.deepEqual(nextChange('100', notYet, []), { change: '0', serviceFee: '1', networkFee: '0.4' });
    // The fees exceed a small payment.
    const small = nextChange('0.9', { ...totals, total: '0' }, []);
    assert.deepEqual(small, { change: '0', serviceFee: '0.5', networkFee: '0.4' });
    // More was credited than paid.
    const more = nextChange('100', { ...totals, total: '101' }, []);
    assert.deepEqual(more, { change: '101', serviceFee: '0', networkFee: '0' });
    assert.equal(nextChange('100', { ...totals, total: null }, []), null);
  });

  it('of a withdrawal is what leaves the balance', () => {
    const added = nextChange('-10', { ...totals, total: '11.4' }, []);
    assert.deepEqual(added, { change: '-11.4', serviceFee: '1', networkFee: '0.4' });
    const inside = nextChange('-10', { ...totals, total: '10' }, []);
    assert.deepEqual(inside, { change: '-10', serviceFee: '0', networkFee: '0' });
  });

  it('adds up over several parts, however the service changes its mind', () => {
    const part = fc.record({
      paid: amount,
      total: fc.option(amount),
      serviceFee: fc.option(amount),
      networkFee: fc.option(amount),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        let paid = '0';
        const changes: StatedChange[] = [];
        for (const { paid: more, ...of } of parts) {
          paid = addAmounts(paid, more);
          const next = nextChange(paid, { ...of, usd: null }, changes);
          changes.push(next ?? changeOf({ kind: 'received', amount: more }));
          if (of.total !== null)
            assert.equal(addSignedAmounts(changes.map(({ change }) => change)), of.total);
        }
      }),
    );
  });

  it('in USD is what it states in addition, never below zero', () => {
    assert.equal(nextUsd('10.5', []), '10.5');
    assert.equal(nextUsd('10.5', ['4']), subtractAmounts('10.5', '4'));
    assert.equal(nextUsd('3', ['4']), null);
    assert.equal(nextUsd('3', [null]), null);
    assert.equal(nextUsd(null, []), null);
  });
});
