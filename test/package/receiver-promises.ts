import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { sampleEvent, SAMPLE_TYPES } from '../../src/cli/base/sample-event.js';
import { until } from '../proxy/test-environment.js';
import { paidEvent } from '../server-example/paid-event.js';
import {
  beginRequest,
  flood,
  keyOf,
  OTHER_SECRET,
  post,
  realEvent,
  SECRET,
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
  receiver.sells('A-1');
  for (const eventId of ['evt_1', 'evt_1', 'evt_2'])
    assert.equal(await deliver(receiver, 'A-1', eventId), 204, receiver.output());
  assert.equal(await deliver(receiver, 'A-1', 'evt_3', { type: 'checkout.overpaid' }), 204);
  assert.deepEqual(receiver.shipments(), ['A-1']);
  assert.deepEqual(receiver.reviews(), ['evt_3'], 'a person settles the surplus');
}

async function refusesForgeries(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  receiver.sells('A-1');
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
  assert.deepEqual(receiver.shipments(), []);
  assert.equal(await post(receiver.url, genuine), 204);
  assert.equal(
    await post(receiver.url, signed(realEvent('A-1', 'evt_2'), { key: keyOf(OTHER_SECRET) })),
    204,
  );
  assert.deepEqual(receiver.shipments(), ['A-1']);
}

async function comparesThePrice(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  receiver.sells('A-more', '490.00');
  receiver.sells('A-a-little-more', '49.000000000000000001');
  receiver.sells('A-other-coin', '49.00', 'USD');
  const others = ['A-more', 'A-a-little-more', 'A-other-coin', 'A-unknown'];
  for (const id of others) assert.equal(await deliver(receiver, id, `evt_${id}`), 204, receiver.output());
  assert.deepEqual(receiver.shipments(), []);
  assert.deepEqual(
    receiver.reviews(),
    others.map((id) => `evt_${id}`),
  );
  receiver.sells('A-49', '49');
  receiver.sells('A-49.0', '49.0');
  for (const id of ['A-49', 'A-49.0']) assert.equal(await deliver(receiver, id, `evt_${id}`), 204);
  assert.deepEqual(receiver.shipments(), ['A-49', 'A-49.0']);
}

async function asksAPerson(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  receiver.sells('A-1');
  const late = { checkout: { id: 'c', version: 3, state: 'paid', late: true } };
  const reported = [
    { type: 'checkout.paid_late', ...late },
    { type: 'checkout.paid', ...late },
    { type: 'checkout.underpaid' },
    { type: 'checkout.duplicate_payment' },
    { type: 'checkout.partial' },
    { type: 'checkout.expired' },
    { type: 'checkout.canceled' },
  ];
  for (const [index, changes] of reported.entries())
    assert.equal(await deliver(receiver, 'A-1', `evt_${index}`, changes), 204, receiver.output());
  const alarm = { type: 'checkout.review_required', reason: 'unexpected_test_mode', testMode: true };
  assert.equal(await deliver(receiver, 'A-1', 'evt_alarm', alarm), 204, receiver.output());
  assert.deepEqual(receiver.shipments(), []);
  assert.deepEqual(receiver.reviews(), ['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_alarm']);
  const reasons = receiver.books.prepare('select reason from reviews order by rowid desc').raw().all();
  assert.deepEqual(reasons[0], ['unexpected_test_mode']);
}

async function storesWhatIsOwed(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  receiver.sells('A-1');
  const { checkout, invoice } = paidEvent('A-1');
  const owes = (version: number, id: string, unapplied?: string) => ({
    checkout: { ...checkout, version },
    invoice: { ...invoice, id, unapplied },
  });
  const reported = [
    { type: 'checkout.partial', ...owes(8, 'INV-1', '0') },
    { type: 'checkout.overpaid', ...owes(9, 'INV-1', '0.1') },
    { type: 'checkout.overpaid', ...owes(10, 'INV-1', '0.3') },
    { type: 'checkout.overpaid', ...owes(9, 'INV-1', '0.1') },
    { type: 'checkout.underpaid', ...owes(11, 'INV-2', '0.000000000000000001') },
    { type: 'checkout.paid_late', ...owes(12, 'INV-3', '5') },
    { type: 'checkout.paid', ...owes(13, 'INV-3', '0') },
    { type: 'checkout.review_required', reason: 'address_reused', ...owes(14, 'INV-1') },
    { type: 'checkout.overpaid', testMode: true, ...owes(15, 'INV-1', '0.5') },
  ];
  for (const [index, changes] of reported.entries())
    assert.equal(await deliver(receiver, 'A-1', `evt_${index}`, changes), 204, receiver.output());
  assert.deepEqual(receiver.owed(), ['INV-1 0.3', 'INV-2 0.000000000000000001', 'INV-3 0']);
}

async function createsTheTables(t: TestContext, sample: Sample): Promise<void> {
  const { books } = await startReceiver(t, sample);
  const sql = "select sql from sqlite_schema where type = 'table'";
  const tables = (books.prepare(sql).raw().all() as readonly [string][]).map(([text]) => text);
  const statements = (text: string) =>
    text
      .replaceAll(/ if not exists|;$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
  assert.equal(statements(tables.join(';\n')), statements(TABLES));
}

async function ignoresTestMode(t: TestContext, sample: Sample): Promise<void> {
  const [real, trying] = await Promise.all([
    startReceiver(t, sample),
    startReceiver(t, sample, { CRYPTO_CHECKOUT_TEST_MODE: '1' }),
  ]);
  for (const receiver of [real, trying]) {
    receiver.sells('A-1');
    assert.equal(await deliver(receiver, 'A-1', 'evt_1', { testMode: true }), 204, receiver.output());
  }
  assert.deepEqual([real.shipments(), real.reviews()], [[], []]);
  assert.deepEqual(trying.shipments(), ['A-1']);
  const warning = /ignored checkout\.paid of A-1: .*CRYPTO_CHECKOUT_TEST_MODE/;
  await until(
    async () => real.output(),
    (said) => warning.test(said),
    'it warns',
  );
  assert.doesNotMatch(trying.output(), warning);
}

/** In test mode too, where the sample accepts events that move no money. */
async function ignoresTests(t: TestContext, sample: Sample): Promise<void> {
  const createdAt = new Date().toISOString();
  for (const variables of [{}, { CRYPTO_CHECKOUT_TEST_MODE: '1' }]) {
    const receiver = await startReceiver(t, sample, variables);
    const before = receiver.owed();
    const test = signed({ id: 'evt_test', type: 'webhook.test', createdAt, testMode: true });
    assert.equal(await post(receiver.url, test), 204, receiver.output());
    assert.deepEqual([receiver.shipments(), receiver.reviews(), receiver.owed()], [[], [], before]);
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
  assert.deepEqual(receiver.shipments(), []);
  assert.ok(!receiver.reviews().includes('evt_payout'), 'a payout is about no order');
}

async function losesNothing(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  receiver.sells('A-1');
  receiver.books.exec(
    "create trigger broken before insert on shipments begin select raise(abort, 'no space'); end",
  );
  const overpaid = { type: 'checkout.overpaid' };
  assert.equal(await deliver(receiver, 'A-1', 'evt_1', overpaid), 500, 'the proxy sends the event again');
  receiver.books.exec('drop trigger broken');
  assert.equal(await deliver(receiver, 'A-1', 'evt_1', overpaid), 204, receiver.output());
  assert.deepEqual(receiver.shipments(), ['A-1']);
  assert.deepEqual(receiver.reviews(), ['evt_1']);
  await until(
    async () => receiver.output(),
    (said) => said.includes('order A-1 is paid'),
    'it reports the order',
  );
  const reviews = receiver.output().match(/review A-1/g) ?? [];
  assert.ok(reviews.length <= 1, `it reports nothing that it has taken back: ${receiver.output()}`);
  assert.ok(receiver.isAlive());
}

async function survives(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample);
  receiver.sells('A-1');
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
  receiver.sells('A-1');
  for (const length of ['1000', '1000', '1000', '-1', '1e9', 'x', '9'.repeat(5000)])
    await beginRequest(t, receiver.url, length);
  assert.equal(await deliver(receiver, 'A-1', 'evt_1'), 204, receiver.output());
  assert.deepEqual(receiver.shipments(), ['A-1']);
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
        (answer) => answer === 'ended' || answer === 500,
        `with "${text}" ${sample.name} answers 500, or ends: ${output()}`,
      );
      assert.ok(status === 500 || child.exitCode !== 0, output());
      await until(
        async () => output(),
        (said) => /CRYPTO_CHECKOUT_WEBHOOK_SECRET|secrets/.test(said),
        'it says what is wrong',
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
  ['stores what is owed for each invoice: the newest total, whichever event comes last', storesWhatIsOwed],
  ['creates the tables of the guide', createsTheTables],
  ['ignores payments in test mode with a warning, unless the shop itself is in test mode', ignoresTestMode],
  ['answers a test of the endpoint, and does nothing else', ignoresTests],
  ['answers every type of event, those about payouts too, which are about no order', answersEveryType],
  ['requests an event again that it could not fulfill, loses nothing, and reports it once', losesNothing],
  ['outlives aborted requests and bodies of 100 MB, in little memory', survives],
  ['answers the proxy while others keep their requests open', answersOthers],
  ['wants a prefix and 24 to 64 bytes of key, and shows none', wantsAKey],
];
