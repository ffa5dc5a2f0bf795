import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionSnapshot } from '../../src/checkout/index.js';
import { payableInvoice, screenOf } from '../../src/checkout/index.js';
import { payableIn } from '../../src/checkout/state.js';
import type { Checkout } from '../../src/protocol/index.js';
import { CHECKOUT_STATES } from '../../src/protocol/index.js';
import { checkoutOf, invoiceOf, START_MS } from './fake-proxy.js';

type Ready = Extract<SessionSnapshot, { phase: 'ready' }>;

const PROBLEM = { code: 'service_refused', retryable: false } as const;

function snapshot(checkout: Partial<Checkout>, changes: Partial<Ready> = {}): Ready {
  return {
    phase: 'ready',
    checkout: checkoutOf({ invoice: invoiceOf(), ...checkout }),
    pending: null,
    problem: null,
    changing: false,
    connection: 'live',
    ...changes,
  };
}

const kindOf = (given: SessionSnapshot, nowMs: number | null = START_MS) => screenOf(given, nowMs).kind;

test('before the first response only loading is shown, or the reason for its failure', () => {
  assert.deepEqual(screenOf({ phase: 'loading' }, null), { kind: 'loading' });
  assert.deepEqual(screenOf({ phase: 'failed', problem: PROBLEM }, null), {
    kind: 'error',
    problem: PROBLEM,
    checkout: null,
  });
});

test('every state has its screen', () => {
  const kinds = CHECKOUT_STATES.map((state) => kindOf(snapshot({ state })));
  assert.deepEqual(kinds, [...CHECKOUT_STATES]);
});

test('past the deadline the payer reads that the payment is checked, never that it failed', () => {
  const deadlineMs = START_MS + 900_000;
  for (const state of ['awaiting', 'partial'] as const) {
    assert.equal(kindOf(snapshot({ state }), deadlineMs - 1), state);
    assert.equal(kindOf(snapshot({ state }), deadlineMs), 'checking');
    assert.equal(kindOf(snapshot({ state }), null), state, 'no clock, no deadline');
    assert.equal(kindOf(snapshot({ state, invoice: invoiceOf({ expiresAt: null }) }), deadlineMs), state);
  }
});

test('a detected or final state does not return to checking', () => {
  for (const state of ['detected', 'processing', 'paid', 'overpaid', 'expired', 'canceled'] as const) {
    assert.equal(kindOf(snapshot({ state }), START_MS + 86_400_000), state);
  }
});

test('a late payment has a screen of its own', () => {
  assert.equal(kindOf(snapshot({ state: 'paid', late: true })), 'late');
  assert.equal(kindOf(snapshot({ state: 'overpaid', late: true })), 'late');
});

test('what staff have accepted is paid, late or in part', () => {
  const accepted = (checkout: Partial<Checkout>) => kindOf(snapshot({ ...checkout, accepted: true }));
  assert.equal(accepted({ state: 'paid', late: true }), 'paid');
  assert.equal(accepted({ state: 'overpaid', late: true }), 'overpaid');
  const part = invoiceOf({ paid: '0.0004', due: '0' });
  assert.equal(accepted({ state: 'expired', invoice: part }), 'paid');
  const more = { ...part, transactions: ['t1', 't2'], unconfirmed: ['t2'] };
  assert.equal(accepted({ state: 'expired', invoice: more }), 'paid');
});

test('an expired invoice with money has its own screen, in any notation of zero', () => {
  const expired = (paid: string) => kindOf(snapshot({ state: 'expired', invoice: invoiceOf({ paid }) }));
  assert.equal(expired('0'), 'expired');
  assert.equal(expired('0.00'), 'expired');
  assert.equal(expired('0.00000001'), 'expired_partial');
});

test('while a payment after a part waits for confirmation, nothing is to be sent, before the deadline or after it', () => {
  const invoice = invoiceOf({ paid: '0.0004', transactions: ['t1', 't2'], unconfirmed: ['t2'] });
  for (const state of ['partial', 'expired'] as const) {
    const waiting = snapshot({ state, invoice });
    for (const nowMs of [START_MS, START_MS + 86_400_000, null]) {
      assert.equal(kindOf(waiting, nowMs), 'partial_detected');
      assert.equal(payableInvoice(screenOf(waiting, nowMs)), null);
    }
    assert.equal(payableIn(waiting), null);
  }
  assert.notEqual(payableIn(snapshot({ state: 'partial', invoice: { ...invoice, unconfirmed: [] } })), null);
});

test('a currency that is being selected takes precedence over every state, and is named', () => {
  const pending = { kind: 'invoice', currency: 'LTC' } as const;
  const screen = screenOf(snapshot({ state: 'awaiting' }, { pending, changing: true }), START_MS);
  assert.ok(screen.kind === 'creating');
  assert.equal(screen.currency, 'LTC');
  const other = screenOf(snapshot({ state: 'creating', invoice: null }), START_MS);
  assert.ok(other.kind === 'creating');
  assert.equal(other.currency, null);
});

test('canceling keeps the invoice on the screen until it is done', () => {
  assert.equal(kindOf(snapshot({ state: 'awaiting' }, { pending: { kind: 'cancel' } })), 'awaiting');
});

test('a failed action shows the problem with the checkout behind it', () => {
  const screen = screenOf(snapshot({ state: 'choosing' }, { problem: PROBLEM }), START_MS);
  assert.ok(screen.kind === 'error');
  assert.equal(screen.checkout?.id, 'checkout-1');
});

test('the picker can return only to an invoice', () => {
  const returns = (given: Ready) => {
    const screen = screenOf(given, START_MS);
    assert.ok(screen.kind === 'choosing');
    return screen.canGoBack;
  };
  assert.equal(returns(snapshot({ state: 'awaiting' }, { changing: true })), true);
  assert.equal(returns(snapshot({ state: 'choosing', invoice: null })), false);
  assert.equal(returns(snapshot({ state: 'choosing', invoice: null }, { changing: true })), false);
  assert.equal(returns(snapshot({ state: 'awaiting', invoice: null })), false);
});

test('an address that the proxy withholds leads to another way to pay, not to an empty sheet', () => {
  const invoice = invoiceOf({ address: null });
  for (const state of ['awaiting', 'partial'] as const) {
    const screen = screenOf(snapshot({ state, invoice }), START_MS);
    assert.ok(screen.kind === 'error' && screen.checkout !== null);
    assert.deepEqual(screen.problem, { code: 'address_unusable', retryable: false });
  }
  assert.equal(kindOf(snapshot({ state: 'paid', invoice })), 'paid');
  assert.equal(kindOf(snapshot({ state: 'awaiting', invoice }, { changing: true })), 'choosing');
});
