import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { WebhookEvent } from '../../src/protocol/events.js';
import type { Problem } from '../../src/protocol/index.js';
import {
  CHECKOUT_STATES,
  parseCheckout,
  parseProblem,
  PROBLEMS,
  ProtocolError,
} from '../../src/protocol/index.js';
import { CHECKOUT } from './example.js';

/** The checkout from JSON, with one value replaced (`undefined`: omitted). */
function withValue(path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(CHECKOUT);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((node, key) => Reflect.get(Object(node), key) as unknown, copy);
  if (value === undefined) Reflect.deleteProperty(Object(parent), last);
  else Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

test('a checkout is parsed as it was sent', () => {
  assert.deepEqual(parseCheckout(JSON.parse(JSON.stringify(CHECKOUT))), CHECKOUT);
});

test('every state of the protocol is understood', () => {
  for (const state of CHECKOUT_STATES) assert.equal(parseCheckout(withValue('state', state)).state, state);
});

test('an invoice may have no displayable address, and its hosted page instead', () => {
  const checkout = parseCheckout(withValue('invoice.address', null));
  assert.equal(checkout.invoice?.address, null);
  assert.equal(checkout.invoice?.hostedPage, 'https://pay.example/INV-ABCD1234');
});

test('optional fields may be missing', () => {
  const least = {
    ...CHECKOUT,
    checkedAt: null,
    order: { id: 'order-7', amount: '49', currency: 'EUR', emailRequired: true },
    shop: {},
    offers: [],
    invoice: null,
  };
  assert.deepEqual(parseCheckout(least), least);
});

test('fields that the protocol does not list are dropped everywhere', () => {
  const sent: unknown = JSON.parse(
    JSON.stringify(CHECKOUT).replaceAll('"id":', '"apiKey":"secret","__proto__":{"polluted":true},"id":'),
  );
  assert.deepEqual(parseCheckout(sent), CHECKOUT);
});

test("fields count only when they are the object's own", () => {
  assert.throws(() => parseCheckout(Object.create(CHECKOUT)), { path: 'checkout.id' });
});

test('links that a page must not follow are dropped', () => {
  for (const path of [
    'order.returnUrl',
    'order.failUrl',
    'order.support',
    'invoice.hostedPage',
    'shop.logo',
  ]) {
    for (const link of [
      'javascript:alert(1)',
      ' javascript:x',
      'javascript:https://x',
      'javascript:mailto:x',
      'JaVaScRiPt:x',
      'data:text/html,x',
      '//x',
      '/x',
      '',
      5,
      {},
    ]) {
      const parsed = parseCheckout(withValue(path, link));
      const [owner, key] = path.split('.');
      const kept = Reflect.get(Object(Reflect.get(parsed, owner ?? '')), key ?? '') as unknown;
      assert.equal(kept ?? null, null, `${path} ${JSON.stringify(link)}`);
    }
  }
  assert.equal(parseCheckout(withValue('order.returnUrl', 'mailto:a@b')).order.returnUrl, undefined);
  assert.equal(
    parseCheckout(withValue('order.support', 'HTTPS://help.example')).order.support,
    'HTTPS://help.example',
  );
});

test('an unknown currency is not offered', () => {
  const offers = [
    { code: 'DOGE', available: true },
    { code: 'toString', available: true },
    ...CHECKOUT.offers,
  ];
  assert.deepEqual(parseCheckout(withValue('offers', offers)).offers, CHECKOUT.offers);
});

test('an unknown payer of the fee counts as unknown', () => {
  assert.equal(parseCheckout(withValue('invoice.feePaidBy', 'bank')).invoice?.feePaidBy, null);
});

const REFUSED: readonly [path: string, ...values: unknown[]][] = [
  ['id', undefined, '', 5],
  ['version', undefined, -1, -0, 1.5, '3', NaN],
  ['now', undefined, 'soon', 1763719200000, '2026-13-41T00:00:00Z'],
  ['state', undefined, 'refunded', 'toString', null],
  ['late', undefined, 'true', 0],
  ['stale', null],
  ['testMode', undefined],
  ['order', undefined, null, [], 'order-7'],
  ['order.amount', undefined, 49, '-1', '1,5', '1e3', 'NaN', '', '0x10', '١'],
  ['order.currency', undefined, 'euro', 'eu', 'EURO'],
  ['order.emailRequired', undefined],
  ['order.description', 5],
  ['shop', undefined, null],
  ['offers', undefined, {}, null],
  ['offers.0', null, 'BTC'],
  ['offers.0.available', undefined],
  ['invoice', [], 'INV-ABCD1234'],
  ['invoice.currency', undefined, 'DOGE', 'constructor'],
  ['invoice.address', undefined, '', 5],
  ['invoice.amount', 0.00012345, '-1', ''],
  ['invoice.paid', undefined, '0.1.2'],
  ['invoice.due', '-0.1', 5],
  ['invoice.surplus', '-0.1'],
  ['invoice.fee', '1e-7', 'free'],
  ['invoice.createdAt', undefined, '2026-11-21 10:00:00'],
  ['invoice.expiresAt', 'never', 0],
  ['invoice.transactions', undefined, 't1', [5]],
  ['invoice.unconfirmed', undefined, 't1', [5]],
];
for (const [path, ...values] of REFUSED) {
  test(`an invalid checkout.${path} is refused by its name`, () => {
    for (const value of values) {
      assert.throws(
        () => parseCheckout(withValue(path, value)),
        (error) => {
          assert.ok(error instanceof ProtocolError);
          const place = error.path.replace(/\[(\d+)\]/g, '.$1');
          assert.ok(place.startsWith(`checkout.${path}`), `${error.path} for ${JSON.stringify(value)}`);
          assert.ok(error.message.startsWith(`${error.path}: expected `));
          return true;
        },
      );
    }
  });
}

test('any input is a checkout or a ProtocolError', () => {
  const paths = REFUSED.map(([path]) => path);
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
  const broken = fc.tuple(fc.constantFrom(...paths), anything).map(([path, value]) => withValue(path, value));
  fc.assert(
    fc.property(fc.oneof(anything, broken), (value) => {
      try {
        // An accepted checkout is accepted again, unchanged.
        const parsed = parseCheckout(value);
        assert.deepEqual(parseCheckout(parsed), parsed);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
      }
    }),
    { numRuns: 2_000 },
  );
});

const PROBLEM: Problem = {
  type: 'about:blank',
  title: 'This order is not known',
  status: 404,
  code: 'order_not_found',
  retryable: false,
  requestId: 'r-1',
};

test('a problem is parsed as it was sent, without unlisted fields', () => {
  assert.deepEqual(parseProblem({ ...PROBLEM, trace: 'secret' }), PROBLEM);
  const detailed = { ...PROBLEM, detail: 'Send "order"' };
  assert.deepEqual(parseProblem(detailed), detailed);
});

test('every code of the protocol is understood', () => {
  for (const code of Object.keys(PROBLEMS)) assert.equal(parseProblem({ ...PROBLEM, code })?.code, code);
});

test('any other value is no problem of the protocol, and never a crash', () => {
  for (const code of ['toString', '__proto__', 'Not_Found', 5])
    assert.equal(parseProblem({ ...PROBLEM, code }), null);
  assert.equal(parseProblem({ ...PROBLEM, retryable: 'no' }), null);
  assert.equal(parseProblem({ ...PROBLEM, requestId: undefined }), null);
  fc.assert(
    fc.property(fc.anything(), (value) => {
      assert.equal(parseProblem(value), null);
    }),
  );
});

test('fulfill of every event can be read, and leads to the order', () => {
  const orderToFulfill = (event: WebhookEvent) => (event.fulfill ? event.order.id : null);
  const createdAt = new Date(0).toISOString();
  assert.equal(orderToFulfill({ id: 'evt_1', type: 'webhook.test', createdAt, testMode: true }), null);
});
