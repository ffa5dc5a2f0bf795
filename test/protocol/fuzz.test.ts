import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { caipIds } from '../../src/payment/index.js';
import type { Checkout, DepositAddress } from '../../src/protocol/index.js';
import { parseCheckout, parseProblem, parseDepositAddress, ProtocolError } from '../../src/protocol/index.js';
import { mutatedValue } from '../faults/mutations.js';
import { assertLinear, assertUnpolluted } from '../faults/parser-properties.js';
import { CHECKOUT as EXAMPLE } from './example.js';

const CHECKOUT: Checkout = {
  ...EXAMPLE,
  state: 'partial',
  invoice: EXAMPLE.invoice && { ...EXAMPLE.invoice, paid: '0.0001', due: '0.00002345' },
};
const WALLET: DepositAddress = {
  id: 'w-1',
  currency: 'BTC',
  ...caipIds('BTC'),
  address: 'bc1qaddress',
  createdAt: '2026-11-21T09:50:00.000Z',
  testMode: false,
};

/** Every text in the parsed value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Values that the parser of a checkout must not return. */
function assertHarmless({ order, invoice }: Checkout): void {
  for (const link of [order.returnUrl, order.failUrl, order.support, invoice?.hostedPage])
    assert.match(link ?? 'https://none', /^(https?:|mailto:)/i);
  for (const amount of [
    order.amount,
    invoice?.amount,
    invoice?.paid,
    invoice?.due,
    invoice?.surplus,
    invoice?.fee,
  ])
    assert.match(amount ?? '0', /^\d{1,200}(\.\d{1,200})?$/);
}

/** The parsed value: `undefined` if the parser refuses it with its own error, which does not quote the input. */
function read<T>(reader: (value: unknown) => T, value: unknown): T | null {
  try {
    return reader(value);
  } catch (error) {
    assert.ok(error instanceof ProtocolError, String(error));
    assert.ok(error.message.length < 200, error.message.slice(0, 300));
    return null;
  } finally {
    assertUnpolluted();
  }
}

describe('any data from the proxy', () => {
  test('similar to a checkout is a checkout, unchanged when it is parsed again, or a ProtocolError', () => {
    const count = { taken: 0, refused: 0 };
    const property = fc.property(mutatedValue(CHECKOUT), (value) => {
      const checkout = read(parseCheckout, value);
      count[checkout ? 'taken' : 'refused'] += 1;
      if (!checkout) return;
      assertHarmless(checkout);
      assert.deepEqual(parseCheckout(checkout), checkout);
      assert.deepEqual(parseCheckout(JSON.parse(JSON.stringify(checkout))), checkout);
    });
    fc.assert(property, { numRuns: 2_000 });
    assert.ok(count.taken > 50 && count.refused > 50, JSON.stringify(count));
  });

  test('similar to a deposit address is one, or a ProtocolError', () => {
    const property = fc.property(mutatedValue(WALLET), (value) => {
      const wallet = read(parseDepositAddress, value);
      if (wallet) assert.deepEqual(Object.keys(wallet).sort(), Object.keys(WALLET).sort());
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('similar to a problem is a problem, or none', () => {
    const problem = { status: 404, code: 'order_not_found', title: 'x', retryable: false, requestId: 'r' };
    const property = fc.property(mutatedValue(problem), (value) => {
      for (const text of textsIn(parseProblem(value))) assert.equal(typeof text, 'string');
      assertUnpolluted();
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('in a huge checkout takes time in proportion to its length', async () => {
    const offer = CHECKOUT.offers[0];
    await assertLinear(2_000, (size) => {
      const many = { ...CHECKOUT, offers: Array.from({ length: size }, () => offer) };
      assert.equal(parseCheckout(many).offers.length, size);
      read(parseCheckout, { ...CHECKOUT, now: '2026-11-21T'.padEnd(size, '0') });
      read(parseCheckout, { ...CHECKOUT, order: { ...CHECKOUT.order, amount: '9'.repeat(size) } });
      read(parseCheckout, {
        ...CHECKOUT,
        order: { ...CHECKOUT.order, returnUrl: `https://${'x'.repeat(size)}` },
      });
    });
  });
});
