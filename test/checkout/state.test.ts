import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SessionEvent, SessionState } from '../../src/checkout/state.js';
import { INITIAL_STATE, transition } from '../../src/checkout/state.js';
import { CHECKOUT_STATES } from '../../src/protocol/index.js';
import { checkoutOf, invoiceOf, iso } from './fake-proxy.js';

const PROBLEM = { code: 'offline', retryable: true } as const;
const GONE = { code: 'checkout_not_found', retryable: false } as const;
const STEPS = [{ kind: 'invoice', currency: 'BTC' }, { kind: 'cancel' }] as const;

const answered = fc
  .record({
    version: fc.nat(6),
    state: fc.constantFrom(...CHECKOUT_STATES),
    invoiceId: fc.constantFrom(null, 'INV-00000001', 'INV-00000002'),
    serverMs: fc.nat(5_000),
    askedAgoMs: fc.option(fc.nat(2_000)),
  })
  .map(({ version, state, invoiceId, serverMs, askedAgoMs }, nowMs = 10_000): SessionEvent => {
    const invoice = invoiceId === null ? null : invoiceOf({ id: invoiceId });
    const checkout = checkoutOf({ version, state, invoice, now: iso(serverMs) });
    return { type: 'answered', checkout, nowMs, sentAtMs: askedAgoMs === null ? null : nowMs - askedAgoMs };
  });

const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  { arbitrary: answered, weight: 4 },
  fc.constantFrom(PROBLEM, GONE).map((problem) => ({ type: 'requestFailed', problem }) as const),
  fc.constant({ type: 'retried' } as const),
  fc
    .constantFrom(...STEPS)
    .chain((action) =>
      fc.constantFrom<SessionEvent>(
        { type: 'actionStarted', action },
        { type: 'actionCompleted', action },
        { type: 'actionFailed', action, problem: PROBLEM },
      ),
    ),
  fc.boolean().map((changing) => ({ type: 'changing', changing }) as const),
);

/** Checks a law for every two consecutive states. */
function holds(law: (before: SessionState, after: SessionState, event: SessionEvent) => void) {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      events.reduce((before, event) => {
        const after = transition(before, event);
        law(before, after, event);
        return after;
      }, INITIAL_STATE);
    }),
  );
}

test('a version never decreases, in any order of inputs', () => {
  holds(({ snapshot: before }, { snapshot: after }) => {
    if (before.phase !== 'ready' || after.phase !== 'ready') return;
    assert.ok(after.checkout.version >= before.checkout.version);
  });
});

test('a checkout disappears only if the proxy does not know it, and not by a single such response', () => {
  holds((before, { snapshot }, event) => {
    if (before.snapshot.phase !== 'ready' || snapshot.phase === 'ready') return;
    assert.ok(event.type === 'requestFailed' && event.problem === GONE && before.failures > 0);
    assert.deepEqual(snapshot, { phase: 'failed', problem: GONE });
  });
});

test('the picker is never open over detected money', () => {
  const seen = new Set(['detected', 'processing', 'partial', 'paid', 'overpaid']);
  holds((_, { snapshot }) => {
    if (snapshot.phase === 'ready' && snapshot.changing) assert.ok(!seen.has(snapshot.checkout.state));
  });
});

test('an action in progress has no older problem beside it', () => {
  holds((before, after, event) => {
    if (event.type !== 'actionStarted' || before.snapshot.phase !== 'ready' || before.snapshot.pending)
      return;
    assert.ok(after.snapshot.phase === 'ready');
    assert.equal(after.snapshot.pending, event.action);
    assert.equal(after.snapshot.problem, null);
  });
});

test('every response ends a connection failure', () => {
  holds((_, after, event) => {
    if (event.type !== 'answered') return;
    assert.equal(after.failures, 0);
    assert.ok(after.snapshot.phase === 'ready');
    assert.equal(after.snapshot.connection, 'live');
  });
});

test('the clock is never behind the latest server time', () => {
  holds((_, after, event) => {
    if (event.type !== 'answered') return;
    assert.ok(after.offsetMs !== null);
    assert.ok(event.nowMs + after.offsetMs >= Date.parse(event.checkout.now));
  });
});

test('a refusal stays on the screen, also if the state without an invoice arrives after it', () => {
  const action = { kind: 'invoice', currency: 'BTC' } as const;
  const news = (version: number, state: 'choosing' | 'creating' | 'awaiting'): SessionEvent => ({
    type: 'answered',
    checkout: checkoutOf({ version, state, invoice: state === 'awaiting' ? invoiceOf({}) : null }),
    nowMs: 10_000,
    sentAtMs: null,
  });
  const refused: readonly SessionEvent[] = [
    news(1, 'choosing'),
    { type: 'actionStarted', action },
    news(2, 'creating'),
    { type: 'actionFailed', action, problem: { code: 'service_refused', retryable: false } },
    news(3, 'choosing'),
  ];
  const { snapshot } = refused.reduce(transition, INITIAL_STATE);
  assert.ok(snapshot.phase === 'ready');
  assert.equal(snapshot.problem?.code, 'service_refused');

  const moved = transition(refused.reduce(transition, INITIAL_STATE), news(4, 'awaiting')).snapshot;
  assert.ok(moved.phase === 'ready');
  assert.equal(moved.problem, null, 'and it is gone when there is an address after all');
});
