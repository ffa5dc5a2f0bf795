import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { StoredInvoice } from '../../src/proxy/staff/serialize.js';
import { openStaff, type Staff } from '../../src/proxy/staff/staff.js';
import { type CheckoutRecord, paymentIdOf } from '../../src/proxy/domain/record.js';
import { countOwing } from '../../src/proxy/store/store-metrics.js';
import { briefStore, SERVER } from '../proxy/test-stores.js';
import { COIN_UNIT, History, Shop, unitsOf, type Fate, type Step } from './ledger-history.js';

/** In fewer of them, not every step happens to have an effect. */
const ALL_STEPS = 200;
/** The laws are those of the ledger: on PostgreSQL, by day, they are about its transactions alone. */
const HISTORIES = Number(process.env['LAW_RUNS'] ?? (SERVER === undefined ? ALL_STEPS : 40));
/** Processes that share a database. A file has one. */
const PROCESSES = SERVER === undefined ? 1 : 2;
/** Shops side by side. A file is read and written without waiting. */
const SHOPS = SERVER === undefined ? 1 : 3;

const of = fc.nat(2);
const nth = fc.nat(2);
const share = fc.constantFrom(100, 100, 50, 1);
const fate = fc.constantFrom<Fate>(
  ...(['sent', 'sent', 'refused', 'unreachable'] as const),
  ...(['lost after', 'lost before', 'killed after', 'killed before'] as const),
);
const decision = fc.constantFrom('accepted' as const, 'dismissed' as const);
const is = <const T extends string | boolean>(word: T) => fc.constant(word);

const pay = fc.record({
  ...{ do: is('pay'), of },
  percent: fc.constantFrom<number | 'unit' | 'dust'>(100, 50, 50, 99, 20, 150, 'unit', 'dust'),
});
const decideRefund = fc.record({
  ...{ do: is('decide refund'), nth },
  decision: fc.constantFrom('checked' as const, 'checked' as const, 'declined' as const),
});
const propose = fc.record({ do: is('propose'), nth, percent: share });
const approve = fc.record({ do: is('approve'), nth });
const takeBack = fc.record({ do: fc.constantFrom('decline' as const, 'take back' as const), nth });

const single: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: is('choose'), coin: fc.constantFrom('BTC' as const, 'LTC' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: is('price'), amount: fc.constantFrom('49.00', '39.00', '69.00', '0.01') }),
  },
  { weight: 2, arbitrary: fc.record({ do: is('wait'), minutes: fc.constantFrom(1, 5, 31) }) },
  { weight: 6, arbitrary: pay },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('report paid'),
      of,
      amount: fc.constantFrom('none' as const, 'received' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('report again'), of, back: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('close' as const, 'poll' as const), of }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'kill' }) },
  { weight: 2, arbitrary: fc.record({ do: is('settle'), nth, decision }) },
  { weight: 3, arbitrary: fc.record({ do: is('request'), of, hasKey: fc.boolean(), isSame: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: is('staff refund'), of, percent: share }) },
  { weight: 3, arbitrary: decideRefund },
  { weight: 4, arbitrary: propose },
  { weight: 4, arbitrary: approve },
  { weight: 3, arbitrary: takeBack },
  { weight: 4, arbitrary: fc.record({ do: is('send'), fate }) },
  { weight: 1, arbitrary: fc.record({ do: is('resolve'), nth }) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({ do: is('at once'), steps: fc.array(single, { minLength: 2, maxLength: 3 }) }),
  },
);

const mostly = (one: fc.Arbitrary<Step>, ...others: readonly fc.Arbitrary<Step>[]) =>
  fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: fc.oneof(...others) });

const refund = fc.oneof(
  fc.record({ do: is('request'), of, hasKey: fc.boolean(), isSame: is(false) }),
  fc.record({ do: is('staff refund'), of, percent: share }),
);

/** The way of a refund. Other steps may come between, such as another refund of the same money. */
const way: readonly fc.Arbitrary<Step>[] = [
  mostly(pay, refund, step),
  mostly(refund, step),
  mostly(propose, decideRefund, step),
  mostly(approve, takeBack, propose, step),
  mostly(fc.record({ do: is('send'), fate }), step),
  mostly(fc.record({ do: is('resolve'), nth }), step),
];

/** Steps, one after the other. In a counterexample, those that do not matter are gone: `null`. */
const inTurn = (steps: readonly fc.Arbitrary<Step>[]) =>
  fc.tuple(...steps.map((one) => fc.option(one, { freq: 1_000_000 })));
const stage = fc.oneof(inTurn(way), inTurn(way.map(() => step)));

/** Of 25 steps. */
const histories = fc
  .array(stage, { minLength: 4, maxLength: 4 })
  .map((stages) => [{ do: 'choose', coin: 'BTC' } as const, ...stages.flat()]);

const TERMS = ['received', 'applied', 'owed', 'reserved', 'refunded', 'dismissed'] as const;
type Sums = Readonly<Record<(typeof TERMS)[number], string | null>>;
const wholeUnits = (sum: bigint) => sum - (sum % COIN_UNIT);
const sumsOf = (sums: Sums) => TERMS.map((term) => unitsOf(sums[term] ?? '0'));

interface Seen {
  /** The order and the model. */
  readonly all: string;
  readonly isPaid: boolean;
  readonly price: string;
  readonly acceptances: number;
  /** Of each invoice, in units: what was taken by payouts or dismissed. */
  readonly gone: ReadonlyMap<number, bigint>;
  readonly movements: readonly string[];
  readonly version: number;
  readonly sums: string;
}

const NOTHING_SEEN: Seen = {
  ...{
    all: '',
    isPaid: false,
    price: '49.00',
    acceptances: 0,
    gone: new Map(),
    movements: [],
    version: 0,
    sums: '',
  },
};

/** Checks every law after a step, if anything has changed. */
async function inspect(history: History, record: CheckoutRecord, admin: Staff, before: Seen): Promise<Seen> {
  const all = JSON.stringify([record, history.model]);
  if (all === before.all) return before;
  const { process, checkoutId } = history;
  const payment = await process.staff.findPayment(paymentIdOf(checkoutId));
  const page = process.serialize(record);
  const command = await admin.findCheckout(checkoutId);
  assert.ok(command);
  const { items } = await process.staff.listAttention({ cursor: null, limit: 100 });
  const events = command.events.toReversed().map(({ event }) => event);
  const gone = new Map<number, bigint>();

  assert.deepEqual(
    [command.version, page.version],
    [payment.version, payment.version],
    'one version everywhere',
  );
  for (const invoice of payment.invoices) {
    const { number, id } = invoice;
    if (id === null) continue;
    const known = history.invoice(number);
    const [received = 0n, applied = 0n, owed = 0n, reserved = 0n, refunded = 0n, dismissed = 0n] =
      sumsOf(invoice);
    assert.ok(
      [received, applied, owed, reserved, refunded, dismissed].every((sum) => sum >= 0n),
      'no term is negative',
    );
    assert.equal(
      received,
      applied + owed + reserved + refunded + dismissed,
      'received is the sum of the others',
    );
    const expected = [
      known.received,
      history.sumOf(number, 'reserved'),
      history.sumOf(number, 'sent'),
      known.dismissed,
    ];
    assert.deepEqual([received, reserved, refunded, dismissed], expected.map(unitsOf), `invoice ${number}`);
    assert.ok(reserved + refunded <= received, 'no more is taken than was received');
    assert.equal(unitsOf(invoice.refundable), wholeUnits(applied + owed));
    assert.equal(owed, wholeUnits(owed), 'what is owed can be sent');
    gone.set(number, reserved + refunded + dismissed);

    const shown: StoredInvoice | undefined = command.invoices.find(({ sequence }) => sequence === number);
    assert.ok(shown);
    assert.deepEqual(sumsOf(shown), sumsOf(invoice), 'the command line');
    const listed = items.filter(
      (item) => 'invoice' in item && item.payment === paymentIdOf(checkoutId) && item.invoice === number,
    );
    const owing = listed.find((item) => item.kind === 'owed');
    const refunding = listed.reduce(
      (sum, item) => sum + (item.kind === 'refund' ? unitsOf(item.refund.amount) : 0n),
      0n,
    );
    // What staff refund in full is listed once, as the refund.
    const undecided = refunding >= owed ? 0n : owed;
    assert.equal(unitsOf(owing?.kind === 'owed' ? owing.owed : '0'), undecided, 'the attention list');
    const last = events.findLast(
      (event) => 'invoice' in event && event.type !== 'checkout.review_required' && event.invoice?.id === id,
    );
    if (last && 'invoice' in last && last.invoice && 'received' in last.invoice)
      assert.deepEqual(
        sumsOf(last.invoice),
        sumsOf(invoice),
        `the last event about invoice ${number}: ${last.type}`,
      );
    else assert.ok(received === 0n || applied === received, 'money that counts toward no order is reported');
    if (page.invoice?.id === id) assert.equal(unitsOf(page.invoice.paid), received, 'the page');
    const item = page.refunds?.items.find((one) => one.invoice === number);
    if (item?.state === 'possible')
      assert.ok(unitsOf(item.amount) <= applied + owed, 'the page offers what is here');
  }

  const isOwing = payment.invoices.some(({ owed }) => unitsOf(owed) > 0n);
  assert.equal(await countOwing(process.store), isOwing ? 1 : 0, 'the metrics');
  const sums = JSON.stringify(payment.invoices.map((invoice) => TERMS.map((term) => invoice[term])));
  assert.ok(payment.version >= before.version, 'the version never falls');
  if (payment.version === before.version && before.sums !== '')
    assert.equal(sums, before.sums, 'one version names the same sums');

  const rows = await process.store.db.selectFrom('movements').selectAll().orderBy('number').execute();
  // The service reports the transaction of a payout later: it is added once.
  const movements = rows.map((row) =>
    JSON.stringify(row.kind === 'sent' ? { ...row, transactions: null } : row),
  );
  assert.deepEqual(movements.slice(0, before.movements.length), before.movements, 'rows are only added');

  const isPaid = record.paidBy !== null;
  const covers = (number: number, lowestPrice: string, goneThen: ReadonlyMap<number, bigint>) => {
    const invoice = payment.invoices.find((one) => one.number === number);
    const known = history.invoices.get(number);
    if (!invoice || !known?.isReportedPaid || invoice.amount === null) return false;
    const [order, own] = [unitsOf(lowestPrice), unitsOf(invoice.price.amount)];
    if (own < order) return false;
    const due = wholeUnits((unitsOf(invoice.amount) * order) / own);
    const received = unitsOf(known.received);
    const here = received - (goneThen.get(number) ?? 0n);
    // The service may count less than the amount as paid, or say that it is paid with no amount.
    return received === 0n || (here > 0n && here >= (due < received ? due : received));
  };
  const paying = payment.invoices.filter(({ hasPaidOrder }) => hasPaidOrder);
  assert.equal(paying.length, isPaid ? 1 : 0);
  const isAccepted = history.acceptances > before.acceptances;
  if (isPaid && !before.isPaid && !isAccepted) {
    const lowest = unitsOf(before.price) < unitsOf(history.price) ? before.price : history.price;
    const [payer] = paying;
    assert.ok(payer);
    const goneThen = [gone, before.gone].some((then) => covers(payer.number, lowest, then));
    assert.ok(goneThen, 'only money that is here pays the order');
  }
  if (!isPaid)
    for (const { number } of payment.invoices)
      assert.ok(
        !covers(number, page.order.amount, gone),
        `invoice ${number} covers the price, and the order is not paid`,
      );
  if (before.isPaid) assert.ok(isPaid, 'a paid order stays paid');

  const fulfilling = events.filter((event) => event.fulfill);
  assert.ok(fulfilling.length <= 1, 'an order is fulfilled once');
  if (fulfilling.length > 0) assert.ok(isPaid, 'an unpaid order is not fulfilled');
  if (isPaid && !page.late) assert.equal(fulfilling.length, 1, 'an order that is paid in time is fulfilled');
  return {
    all,
    isPaid,
    price: history.price,
    acceptances: history.acceptances,
    gone,
    movements,
    version: payment.version,
    sums,
  };
}

/** Checks a number of histories in a shop of its own. @returns the steps that had an effect */
async function hold(count: number): Promise<ReadonlySet<string>> {
  const store = await briefStore();
  const [shop, admin] = [await Shop.open(store, PROCESSES), await openStaff(store)];
  const law = fc.asyncProperty(histories, async (steps) => {
    const history = await History.start(shop);
    try {
      let seen = NOTHING_SEEN;
      for (const one of steps) {
        if (one === null) continue;
        const record = await history.run(one);
        const now = await inspect(history, record, admin, seen);
        if (now !== seen) shop.effects.add('decision' in one ? one.decision : one.do);
        seen = now;
      }
    } finally {
      await history.end();
    }
  });
  try {
    await fc.assert(law, { numRuns: count });
    return shop.effects;
  } finally {
    await admin.close();
    await shop.end();
  }
}

/** Without those that are seen in what follows, such as a kill. */
const EFFECTS = [
  ...['choose', 'price', 'pay', 'report paid', 'close', 'request', 'staff refund'],
  ...['accepted', 'dismissed', 'checked', 'declined', 'propose', 'approve', 'decline', 'take back'],
  ...['sent', 'refused', 'unreachable', 'lost after', 'lost before', 'killed after', 'killed before'],
  ...['resolve', 'at once'],
];

describe('the laws of money', () => {
  it('hold after each step of any history of payments, refunds, decisions and payouts', async () => {
    const all = await Promise.all(Array.from({ length: SHOPS }, () => hold(Math.ceil(HISTORIES / SHOPS))));
    if (HISTORIES < ALL_STEPS) return;
    const missing = EFFECTS.filter((effect) => all.every((effects) => !effects.has(effect)));
    assert.deepEqual(missing, [], 'each step has had an effect');
  });
});
