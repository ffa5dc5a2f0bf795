import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import Database from 'libsql';
import type { CheckoutEvent, CheckoutEventInvoice } from '../../src/proxy/index.js';
import { sampleEvent, SAMPLE_TYPES } from '../../src/cli/base/sample-event.js';
import { until } from '../until.js';
import { paidEvent } from '../server-example/paid-event.js';
import {
  beginRequest,
  flood,
  keyOf,
  OTHER_SECRET,
  post,
  realEvent,
  SECRET,
  SQLITE_COLUMNS,
  secretOf,
  signed,
  startReceiver,
  startSample,
  TABLES,
  type Receiver,
  type Sample,
} from './receiver.js';

/** Delivers an event that the proxy has signed. */
const deliver = (receiver: Receiver, orderId: string, eventId: string, changes: object = {}) =>
  post(receiver.url, signed(realEvent(orderId, eventId, changes)));

async function fulfillsOnce(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-1');
  for (const eventId of ['evt_1', 'evt_1', 'evt_2'])
    assert.equal(await deliver(receiver, 'A-1', eventId), 204, receiver.output());
  assert.equal(await deliver(receiver, 'A-1', 'evt_3', { type: 'checkout.overpaid', fulfill: false }), 204);
  assert.deepEqual(await receiver.shipments(), ['A-1']);
  assert.deepEqual(await receiver.reviews(), ['evt_3'], 'a person settles the surplus');
}

async function refusesForgeries(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-1');
  const event = realEvent('A-1', 'evt_1');
  const genuine = signed(event);
  const { headers, body } = genuine;
  const timestamps = ['', 'now', '-1', `${headers['webhook-timestamp']}x`, '1e99', '9'.repeat(5000)];
  const forged = {
    'with an empty key': signed(event, { key: Buffer.alloc(0) }),
    'with the key of another shop': signed(event, { key: keyOf(secretOf(32, 9)) }),
    'with the text of the secret as its key': signed(event, { key: Buffer.from(SECRET) }),
    'an hour ago': signed(event, { age: 3600 }),
    'in the future': signed(event, { age: -3600 }),
    'for another body': { headers, body: body.replace('A-1', 'A-2') },
    'for another id': { headers: { ...headers, 'webhook-id': 'evt_2' }, body },
    'by an empty signature': { headers: { ...headers, 'webhook-signature': '' }, body },
    'by an unknown version': { headers: { ...headers, 'webhook-signature': 'v1a,AAAA v2,AAAA v1' }, body },
    'not at all': { headers: { 'content-type': 'application/json' }, body },
    'without a body': { headers, body: '' },
    ...Object.fromEntries(
      timestamps.map((time) => [
        `at "${time.slice(0, 20)}"`,
        { headers: { ...headers, 'webhook-timestamp': time }, body },
      ]),
    ),
  };
  for (const [how, request] of Object.entries(forged))
    assert.equal(await post(receiver.url, request), 400, `signed ${how}: ${receiver.output()}`);
  assert.deepEqual(await receiver.shipments(), []);
  assert.equal(await post(receiver.url, genuine), 204);
  assert.equal(
    await post(receiver.url, signed(realEvent('A-1', 'evt_2'), { key: keyOf(OTHER_SECRET) })),
    204,
  );
  assert.deepEqual(await receiver.shipments(), ['A-1']);
}

async function comparesThePrice(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-more', '490.00');
  await receiver.sells('A-a-little-more', '49.000000000000000001');
  await receiver.sells('A-other-coin', '49.00', 'USD');
  const others = ['A-more', 'A-a-little-more', 'A-other-coin', 'A-unknown'];
  for (const id of others) assert.equal(await deliver(receiver, id, `evt_${id}`), 204, receiver.output());
  assert.deepEqual(await receiver.shipments(), []);
  assert.deepEqual(await receiver.reviews(), others.map((id) => `evt_${id}`).sort());
  await receiver.sells('A-49', '49');
  await receiver.sells('A-49.0', '49.0');
  for (const id of ['A-49', 'A-49.0']) assert.equal(await deliver(receiver, id, `evt_${id}`), 204);
  assert.deepEqual(await receiver.shipments(), ['A-49', 'A-49.0']);
}

async function asksAPerson(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-1');
  const reported = [
    { type: 'checkout.paid_late', checkout: { ...paidEvent('A-1').checkout, version: 3, late: true } },
    { type: 'checkout.underpaid' },
    { type: 'checkout.duplicate_payment' },
    { type: 'checkout.overpaid' },
    { type: 'refund.requested' },
    { type: 'checkout.partial' },
    { type: 'checkout.expired' },
    { type: 'checkout.canceled' },
  ] as const;
  for (const [index, changes] of reported.entries()) {
    const event = { fulfill: false, ...changes, ...detailsOf(changes.type) };
    assert.equal(await deliver(receiver, 'A-1', `evt_${index}`, event), 204, receiver.output());
  }
  const alarm = { type: 'checkout.review_required', reason: 'unexpected_test_mode', testMode: true };
  assert.equal(await deliver(receiver, 'A-1', 'evt_alarm', withoutMoney(alarm)), 204, receiver.output());
  assert.deepEqual(await receiver.shipments(), []);
  assert.deepEqual(await receiver.reviews(), ['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_alarm']);
  const reasons = await receiver.books.select("select reason from reviews where event_id = 'evt_alarm'");
  assert.deepEqual(reasons, [['unexpected_test_mode']]);
}

/** An invoice that the payer may never have seen has no amounts. */
function withoutMoney(changes: object): object {
  const { id, orderId, currency, address, price, caip2, caip19 } = paidEvent('A-1').invoice;
  return {
    ...changes,
    fulfill: undefined,
    invoice: { id, orderId, currency, address, price, caip2, caip19 },
  };
}

type Money = Partial<Pick<CheckoutEventInvoice, 'owed' | 'reserved' | 'refunded' | 'dismissed' | 'applied'>>;

/** What an event says about the order A-1, of which the type and `fulfill` decide what the shop does. */
interface Reported {
  readonly type: CheckoutEvent['type'];
  /** The version of the checkout. Default: one more than that of the event before. */
  readonly version?: number;
  /** The id of the event. Default: a new one. */
  readonly id?: string;
  readonly fulfill?: boolean;
  /** The id of the invoice; `null` if it was never displayed. */
  readonly invoice?: string | null;
  readonly received?: string;
  /** What is not zero. */
  readonly money?: Money;
}

const NO_MONEY = { applied: '0', owed: '0', reserved: '0', refunded: '0', dismissed: '0' };

/** What only events of this type have. */
function detailsOf(type: CheckoutEvent['type']): object {
  const base = { invoiceId: 'INV-1', currency: 'BTC', amount: '0.2' };
  if (type === 'checkout.settled')
    return { decision: { ...base, kind: 'accepted', about: 'owed', person: 'Sam', note: null } };
  if (!type.startsWith('refund.')) return {};
  const refund = {
    ...base,
    id: 'r',
    requestedBy: 'payer',
    address: 'bc1',
    email: null,
    payout: null,
    reply: null,
  };
  return { refund, fulfill: undefined };
}

/** Delivers the events in this order to a shop that sells the order A-1. */
async function afterEvents(t: TestContext, sample: Sample, events: readonly Reported[]): Promise<Receiver> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-1');
  const { checkout, invoice: paid } = paidEvent('A-1');
  for (const [index, event] of events.entries()) {
    const { type, version = index + 1, id = `evt_${index + 1}`, fulfill, invoice = 'INV-1' } = event;
    const money = { ...NO_MONEY, ...event.money };
    const changes = {
      ...{ type, checkout: { ...checkout, version }, fulfill: fulfill ?? false },
      invoice: invoice && { ...paid, id: invoice, received: event.received ?? '1', ...money },
      ...detailsOf(type),
    };
    assert.equal(await deliver(receiver, 'A-1', id, changes), 204, receiver.output());
  }
  return receiver;
}

async function booksARefund(t: TestContext, sample: Sample): Promise<void> {
  const surplus = { received: '1.2' };
  const refund = [
    { type: 'refund.requested', ...surplus, money: { applied: '1', owed: '0.2' } },
    { type: 'refund.reserved', ...surplus, money: { applied: '1', reserved: '0.2' } },
  ] as const;
  const events = [
    { type: 'checkout.overpaid', fulfill: true, ...surplus, money: { applied: '1', owed: '0.2' } },
    ...refund,
    { type: 'refund.released', ...surplus, money: { applied: '1', owed: '0.2' } },
    ...refund,
    { type: 'refund.sent', ...surplus, money: { applied: '1', refunded: '0.2' } },
  ] as const;
  const expected = ['1 + 0.2 + 0 + 0 + 0', '1 + 0 + 0.2 + 0 + 0', '1 + 0 + 0 + 0.2 + 0'];
  for (const [index, count] of [4, 3, 7].entries()) {
    const receiver = await afterEvents(t, sample, events.slice(0, count));
    assert.deepEqual(await receiver.ledger(), [`A-1 INV-1 1.2 = ${expected[index]}`]);
    assert.deepEqual(await receiver.shipments(), ['A-1']);
  }
}

async function fulfillsAcceptedOrders(t: TestContext, sample: Sample): Promise<void> {
  const inFull = { money: { applied: '1' } };
  const accepted = { type: 'checkout.settled', fulfill: true, ...inFull } as const;
  const late = await afterEvents(t, sample, [
    { type: 'checkout.paid_late', ...inFull },
    accepted,
    { ...accepted, id: 'evt_2', version: 2 },
    { ...accepted, id: 'evt_other' },
    { type: 'checkout.overpaid', received: '1.5', money: { applied: '1', owed: '0.5' } },
  ]);
  assert.deepEqual(await late.shipments(), ['A-1']);
  assert.deepEqual(await late.ledger(), ['A-1 INV-1 1.5 = 1 + 0.5 + 0 + 0 + 0']);

  const partial = await afterEvents(t, sample, [
    { type: 'checkout.underpaid', received: '0.9', money: { owed: '0.9' } },
    { type: 'checkout.settled', fulfill: true, received: '0.9', money: { applied: '0.9' } },
  ]);
  assert.deepEqual(await partial.shipments(), ['A-1']);
  assert.deepEqual(await partial.ledger(), ['A-1 INV-1 0.9 = 0.9 + 0 + 0 + 0 + 0']);
}

async function closesDismissedDebts(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await afterEvents(t, sample, [
    { type: 'checkout.paid', fulfill: true, money: { applied: '1' } },
    { type: 'checkout.duplicate_payment', invoice: 'INV-2', money: { owed: '1' } },
    { type: 'checkout.settled', invoice: 'INV-2', money: { dismissed: '1' } },
    { type: 'checkout.settled', invoice: null },
  ]);
  assert.deepEqual(await receiver.ledger(), [
    'A-1 INV-1 1 = 1 + 0 + 0 + 0 + 0',
    'A-1 INV-2 1 = 0 + 0 + 0 + 0 + 1',
  ]);
  assert.deepEqual(await receiver.shipments(), ['A-1']);
}

async function ignoresTheTypeAlone(t: TestContext, sample: Sample): Promise<void> {
  const given = { money: { refunded: '1' } };
  const receiver = await afterEvents(t, sample, [
    { type: 'checkout.paid_late', money: { applied: '1' } },
    { type: 'refund.reserved', money: { reserved: '1' } },
    { type: 'refund.sent', ...given },
    { type: 'checkout.duplicate_payment', received: '1.01', money: { refunded: '1', owed: '0.01' } },
    { type: 'checkout.paid', ...given },
    { type: 'checkout.overpaid', received: '1.01', money: { refunded: '1', owed: '0.01' } },
    { type: 'checkout.settled', received: '1.01', money: { refunded: '1', dismissed: '0.01' } },
  ]);
  assert.deepEqual(await receiver.shipments(), []);
  assert.deepEqual(await receiver.ledger(), ['A-1 INV-1 1.01 = 0 + 0 + 0 + 1 + 0.01']);
}

async function keepsTheNewestLedger(t: TestContext, sample: Sample): Promise<void> {
  const overpaid = {
    type: 'checkout.overpaid',
    received: '1.3',
    money: { applied: '1', owed: '0.3' },
  } as const;
  const partial = { type: 'checkout.partial', received: '0.5', money: { applied: '0.5' } } as const;
  const receiver = await afterEvents(t, sample, [
    { ...partial, version: 8 },
    { ...overpaid, version: 10 },
    // Redelivered.
    { ...partial, version: 8, id: 'evt_1' },
    // A later event may have the same version.
    { type: 'refund.requested', version: 11, received: '1.3', money: { applied: '1', owed: '0.3' } },
    { type: 'refund.reserved', version: 11, received: '1.3', money: { applied: '1', reserved: '0.3' } },
    {
      type: 'refund.requested',
      version: 11,
      id: 'evt_4',
      received: '1.3',
      money: { applied: '1', owed: '0.3' },
    },
    {
      type: 'checkout.underpaid',
      invoice: 'INV-2',
      version: 12,
      received: '0.000000000000000001',
      money: { owed: '0.000000000000000001' },
    },
    // A dead letter that was resent: older amounts, but the order is to be fulfilled.
    { type: 'checkout.paid', version: 9, fulfill: true, money: { applied: '1' } },
  ]);
  assert.deepEqual(await receiver.ledger(), [
    'A-1 INV-1 1.3 = 1 + 0 + 0.3 + 0 + 0',
    'A-1 INV-2 0.000000000000000001 = 0 + 0.000000000000000001 + 0 + 0 + 0',
  ]);
  assert.deepEqual(await receiver.shipments(), ['A-1']);
}

async function createsTheTables(t: TestContext, sample: Sample): Promise<void> {
  const { books } = await startReceiver(t, sample);
  const guide = new Database(':memory:');
  t.after(() => guide.close());
  guide.exec(TABLES);
  const ofGuide = guide.prepare(SQLITE_COLUMNS).raw().all() as readonly [string][];
  const columns = (await books.select(books.columns)).map(([name]) => String(name));
  assert.ok(columns.length > 10);
  assert.deepEqual(columns.sort(), ofGuide.map(([name]) => name).sort());
}

async function ignoresTestMode(t: TestContext, sample: Sample): Promise<void> {
  const [real, trying] = await Promise.all([
    startReceiver(t, sample),
    startReceiver(t, sample, { CRYPTO_CHECKOUT_TEST_MODE: '1' }),
  ]);
  for (const receiver of [real, trying]) {
    await receiver.sells('A-1');
    assert.equal(await deliver(receiver, 'A-1', 'evt_1', { testMode: true }), 204, receiver.output());
  }
  assert.deepEqual(await Promise.all([real.shipments(), real.reviews(), real.ledger()]), [[], [], []]);
  assert.deepEqual(await trying.shipments(), ['A-1']);
  const warning = /ignored checkout\.paid of A-1: .*CRYPTO_CHECKOUT_TEST_MODE/;
  await until(
    async () => real.output(),
    'it warns',
    (said) => warning.test(said),
  );
  assert.doesNotMatch(trying.output(), warning);
}

/** In test mode too, where the sample accepts events that move no money. */
async function ignoresTests(t: TestContext, sample: Sample): Promise<void> {
  const createdAt = new Date().toISOString();
  for (const variables of [{}, { CRYPTO_CHECKOUT_TEST_MODE: '1' }]) {
    const receiver = await startReceiver(t, sample, variables);
    const test = signed({ id: 'evt_test', type: 'webhook.test', createdAt, testMode: true });
    assert.equal(await post(receiver.url, test), 204, receiver.output());
    const { shipments, reviews, ledger } = receiver;
    assert.deepEqual(await Promise.all([shipments(), reviews(), ledger()]), [[], [], []]);
  }
}

/** As the command line sends them, and of real money. */
async function answersEveryType(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  const subject = { order: 'A-1', amount: '49.00', currency: 'EUR', customer: 'C-1' };
  let nowMs = Date.parse('2026-11-21T08:00:00Z');
  for (const type of SAMPLE_TYPES) {
    const sent = sampleEvent(type, subject, { nowMs: () => (nowMs += 1000) });
    const event = 'payout' in sent ? { ...sent, id: 'evt_payout' } : sent;
    const events = event.type === 'webhook.test' ? [event] : [event, { ...event, testMode: false }];
    for (const each of events)
      assert.equal(await post(receiver.url, signed(each)), 204, `${type}: ${receiver.output()}`);
  }
  assert.deepEqual(await receiver.shipments(), []);
  assert.ok(!(await receiver.reviews()).includes('evt_payout'), 'a payout is about no order');
}

async function losesNothing(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-1');
  await receiver.books.run('alter table shipments rename column order_id to broken');
  const overpaid = { type: 'checkout.overpaid' };
  assert.equal(await deliver(receiver, 'A-1', 'evt_1', overpaid), 500, 'the proxy sends the event again');
  await receiver.books.run('alter table shipments rename column broken to order_id');
  assert.equal(await deliver(receiver, 'A-1', 'evt_1', overpaid), 204, receiver.output());
  assert.deepEqual(await receiver.shipments(), ['A-1']);
  assert.deepEqual(await receiver.reviews(), ['evt_1']);
  await until(
    async () => receiver.output(),
    'it reports the order',
    (said) => said.includes('order A-1 is paid'),
  );
  const reviews = receiver.output().match(/review A-1/g) ?? [];
  assert.ok(reviews.length <= 1, `it reports nothing that it has taken back: ${receiver.output()}`);
  assert.ok(receiver.isAlive());
}

async function survives(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-1');
  const idleMb = receiver.peakMb();
  const { headers } = signed(realEvent('A-1', 'evt_flood'));
  await flood(receiver.url, headers);
  const extraMb = receiver.peakMb() - idleMb;
  assert.ok(extraMb < sample.extraMb, `it took ${extraMb.toFixed(0)} MB more`);
  assert.equal(await deliver(receiver, 'A-1', 'evt_1'), 204, receiver.output());
  assert.ok(receiver.isAlive());
}

async function answersOthers(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  await receiver.sells('A-1');
  for (const length of ['1000', '1000', '1000', '-1', '1e9', 'x', '9'.repeat(5000)])
    await beginRequest(t, receiver.url, length);
  assert.equal(await deliver(receiver, 'A-1', 'evt_1'), 204, receiver.output());
  assert.deepEqual(await receiver.shipments(), ['A-1']);
}

/** It may refuse to start, or refuse every event: with a response after which the proxy sends it again. */
async function wantsAKey(t: TestContext, sample: Sample): Promise<void> {
  const unfit = [
    ...['', ',', ' , '].map((text) => ({ text, key: Buffer.alloc(0) })),
    ...[0, 1, 23, 65].map((bytes) => ({ text: `${SECRET},${secretOf(bytes)}`, key: Buffer.alloc(bytes, 7) })),
    { text: SECRET.replace('whsec_', ''), key: keyOf(SECRET) },
    { text: SECRET.replace('whsec_', 'secret'), key: keyOf(SECRET) },
    { text: 'whsec_not base64 at all, but long enough', key: Buffer.alloc(0) },
  ];
  await Promise.all(
    unfit.map(async ({ text, key }) => {
      const { url, child, output } = await startSample(t, sample, { CRYPTO_CHECKOUT_WEBHOOK_SECRET: text });
      const request = signed(realEvent('A-1', 'evt_1'), { key });
      const status = await until(
        async () => (child.exitCode === null ? post(url, request) : 'ended'),
        `with "${text}" ${sample.name} answers 500, or ends: ${output()}`,
        (answer) => answer === 'ended' || answer === 500,
      );
      assert.ok(status === 500 || child.exitCode !== 0, output());
      await until(
        async () => output(),
        'it says what is wrong',
        (said) => /CRYPTO_CHECKOUT_WEBHOOK_SECRET|secrets/.test(said),
      );
      if (key.length > 1) assert.ok(!output().includes(key.toString('base64').slice(0, 20)), output());
    }),
  );
}

/** The promises of every receiver of the docs. */
export const PROMISES: readonly (readonly [promise: string, keeps: typeof fulfillsOnce])[] = [
  ['fulfills an order once, for any number and kind of its events', fulfillsOnce],
  [
    'refuses what is forged, altered or replayed, also after a comma behind the last secret',
    refusesForgeries,
  ],
  ['fulfills nothing that was paid at another price than that of its order', comparesThePrice],
  ['leaves late money, and all else that no rule decides about, to a person', asksAPerson],
  ['takes over the ledger of a refund: owed, reserved, released, sent', booksARefund],
  ['fulfills an order that staff accepted, late or in part, once', fulfillsAcceptedOrders],
  ['owes nothing of a duplicate payment that staff dismissed', closesDismissedDebts],
  ['fulfills nothing because of a type, nor after all was given back', ignoresTheTypeAlone],
  ['keeps the newest amounts of each invoice, and handles each event once', keepsTheNewestLedger],
  ['creates the tables of the guide', createsTheTables],
  ['ignores payments in test mode with a warning, unless the shop itself is in test mode', ignoresTestMode],
  ['answers a test of the endpoint, and does nothing else', ignoresTests],
  ['answers every type of event, those about payouts too, which are about no order', answersEveryType],
  ['requests an event again that it could not fulfill, loses nothing, and reports it once', losesNothing],
  ['outlives aborted requests and bodies of 100 MB, in little memory', survives],
  ['answers the proxy while others keep their requests open', answersOthers],
  ['wants a prefix and 24 to 64 bytes of key, and shows none', wantsAKey],
];
