import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenOf } from '../../src/checkout/index.js';
import { idle } from './fake-clock.js';
import type { Request } from './fake-proxy.js';
import { answer, FakeProxy, hang, invoiceOf, iso, offline, problem, ready } from './fake-proxy.js';

const INVOICE = '/pay/checkouts/checkout-1/invoice';
const subscriber = () => undefined;

async function opened(proxy: FakeProxy, options = {}) {
  const session = proxy.session(options);
  session.subscribe(subscriber);
  await idle();
  return session;
}

/** The proxy creates the invoice when requested, but its response is this. */
function making(
  proxy: FakeProxy,
  respond: (request: Request) => Response | Promise<Response>,
  id = 'INV-ABCD1234',
) {
  proxy.respond = (request) => {
    if (request.path !== INVOICE) return answer(proxy.stamped());
    proxy.change({ state: 'awaiting', invoice: invoiceOf({ id }) });
    return respond(request);
  };
}

test('choosing a currency creates the invoice and shows it', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy);
  proxy.streamMode = 'silent';
  making(proxy, () => answer(proxy.stamped()));
  const chosen = session.choose('BTC', 'ann@example.org');
  assert.deepEqual(ready(session).pending, { kind: 'invoice', currency: 'BTC' });
  await chosen;
  assert.deepEqual(proxy.requests.at(-1)?.body, { currency: 'BTC', email: 'ann@example.org' });
  assert.equal(ready(session).pending, null);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
});

test('clicks are ignored while an action is in progress', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy);
  making(proxy, () => answer(proxy.stamped()));
  proxy.streamMode = 'silent';
  await Promise.all([session.choose('BTC'), session.choose('LTC'), session.choose('BTC'), session.cancel()]);
  assert.deepEqual(
    proxy.requests.filter(({ path }) => path === INVOICE).map(({ body }) => body),
    [{ currency: 'BTC' }],
  );
  assert.equal(proxy.requested('POST', '/pay/checkouts/checkout-1/cancel'), 0);
});

test('a failed selection is shown, and the next one clears it', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy);
  proxy.respond = ({ path }) => (path === INVOICE ? problem('service_refused') : answer(proxy.stamped()));
  await session.choose('BTC');
  assert.deepEqual(ready(session).problem, {
    code: 'service_refused',
    retryable: false,
    requestId: 'request-9',
  });
  assert.equal(ready(session).pending, null);
  await idle();
  assert.equal(
    screenOf(session.snapshot, null).kind,
    'error',
    'an answer without news does not hide the problem',
  );
  making(proxy, () => answer(proxy.stamped()));
  await session.choose('BTC');
  assert.equal(ready(session).problem, null);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
});

test('a choice whose response is lost still shows its invoice', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy, { eventSource: null });
  making(proxy, offline);
  await session.choose('BTC');
  await idle();
  assert.equal(ready(session).checkout.state, 'awaiting', 'polled immediately after the failure');
  assert.equal(ready(session).problem, null);
});

test('an invoice that arrives by the stream is shown while the response to its creation hangs', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy);
  making(proxy, hang);
  void session.choose('BTC');
  await idle();
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
  await proxy.clock.pass(70_000);
  assert.equal(ready(session).problem, null, 'the late failure has nothing to say any more');
});

test('a selection without a response times out', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy);
  proxy.respond = ({ path }) => (path === INVOICE ? hang() : answer(proxy.stamped()));
  void session.choose('BTC');
  await proxy.clock.pass(60_000);
  assert.deepEqual(ready(session).problem, { code: 'offline', retryable: true });
});

test('a choice completes even if all subscribers leave meanwhile', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session();
  const leave = session.subscribe(subscriber);
  await idle();
  making(proxy, () => answer(proxy.stamped()));
  const chosen = session.choose('BTC');
  leave();
  await chosen;
  assert.equal(ready(session).checkout.state, 'awaiting');
  assert.equal(ready(session).pending, null);
  assert.equal(proxy.clock.timers, 0);
});

test('the picker opens over the invoice, and closes again', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = await opened(proxy);
  session.change(true);
  const screen = screenOf(session.snapshot, session.serverNowMs());
  assert.ok(screen.kind === 'choosing' && screen.canGoBack);
  session.change(false);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
});

test('a switch closes the picker when its invoice is available', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf({ id: 'INV-OLD00001' }) };
  const session = await opened(proxy);
  session.change(true);
  making(proxy, () => answer(proxy.stamped()));
  await session.choose('BTC');
  assert.equal(ready(session).changing, false);
  assert.equal(ready(session).checkout.invoice?.id, 'INV-ABCD1234');
});

test('choosing the current currency again returns to its invoice', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = await opened(proxy);
  session.change(true);
  await session.choose('BTC');
  assert.equal(ready(session).changing, false);
  assert.equal(ready(session).pending, null);
});

for (const state of ['detected', 'processing', 'partial', 'paid', 'overpaid'] as const) {
  test(`${state}: detected money closes the picker, which does not open again`, async () => {
    const proxy = new FakeProxy();
    proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
    const session = await opened(proxy);
    session.change(true);
    proxy.change({ state });
    assert.equal(ready(session).changing, false);
    session.change(true);
    assert.equal(ready(session).changing, false);
  });
}

test('returning from the problem of a switch shows the invoice again', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = await opened(proxy);
  session.change(true);
  proxy.respond = ({ path }) =>
    path === INVOICE ? problem('currency_not_offered') : answer(proxy.stamped());
  await session.choose('LTC');
  assert.equal(screenOf(session.snapshot, null).kind, 'error');
  session.change(false);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
});

test('a payer who cancels sees that it is canceled', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = await opened(proxy);
  proxy.respond = ({ path }) => {
    if (path.endsWith('/cancel')) proxy.change({ state: 'canceled' });
    return answer(proxy.stamped());
  };
  const done = session.cancel();
  assert.deepEqual(ready(session).pending, { kind: 'cancel' });
  await done;
  assert.equal(proxy.requested('POST', '/pay/checkouts/checkout-1/cancel'), 1);
  assert.equal(ready(session).pending, null);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'canceled');
});

test('a cancellation that is too late is shown until the payment is', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = await opened(proxy);
  proxy.respond = ({ path }) =>
    path.endsWith('/cancel') ? problem('payment_in_progress') : answer(proxy.stamped());
  await session.cancel();
  assert.equal(ready(session).problem?.code, 'payment_in_progress');
  proxy.change({ state: 'detected' });
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'detected');
});

test('money that arrives in two parts shows the amount still due, then paid', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = await opened(proxy);
  const screens: string[] = [];
  session.subscribe(() => {
    const screen = screenOf(session.snapshot, session.serverNowMs());
    const due = 'invoice' in screen ? screen.invoice.due : '-';
    screens.push(`${screen.kind} ${due}`);
  });
  const part = { paid: '0.0004', due: '0.0006', transactions: ['t1'] };
  proxy.change({ state: 'detected', invoice: invoiceOf({ transactions: ['t1'] }) });
  proxy.change({ state: 'partial', invoice: invoiceOf(part) });
  proxy.change({
    state: 'paid',
    invoice: invoiceOf({ paid: '0.001', due: '0', transactions: ['t1', 't2'] }),
  });
  assert.deepEqual(screens, ['detected 0.001', 'partial 0.0006', 'paid 0']);
});

test('a new quote after the deadline starts a new countdown', async () => {
  const proxy = new FakeProxy();
  const old = invoiceOf({ id: 'INV-OLD00001', expiresAt: iso(-1_000) });
  proxy.checkout = { ...proxy.checkout, state: 'expired', invoice: old };
  const session = await opened(proxy);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'expired');
  making(proxy, () => answer(proxy.stamped()));
  await session.choose('BTC');
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
});

const TRANSFER = '/pay/checkouts/checkout-1/transfer';
const TRANSFER_REQUEST = {
  state: 'asked',
  invoice: 'INV-ABCD1234',
  transfer: null,
  wallet: 'MetaMask',
} as const;

test('a transfer that is requested from a wallet is recorded first, and shown by the page', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy);
  const { wallet } = TRANSFER_REQUEST;
  const transfer = {
    id: 1,
    state: 'asked',
    wallet,
    transaction: null,
    askedAt: iso(0),
    endsAt: null,
  } as const;
  proxy.respond = ({ path }) => {
    if (path === TRANSFER) proxy.change({ state: 'awaiting', invoice: invoiceOf(), transfer });
    return answer(proxy.stamped());
  };
  assert.deepEqual(await session.reportTransfer(TRANSFER_REQUEST), { ok: true, transfer });
  assert.deepEqual(proxy.requests.at(-1)?.body, TRANSFER_REQUEST);
  assert.deepEqual(ready(session).checkout.transfer, transfer);
  assert.equal(ready(session).pending, null);
});

test('a wallet gets no request if another page was first, or without a response', async () => {
  const proxy = new FakeProxy();
  const session = await opened(proxy);
  for (const [respond, code] of [
    [() => problem('transfer_conflict'), 'transfer_conflict'],
    [offline, 'offline'],
  ] as const) {
    proxy.respond = respond;
    const result = await session.reportTransfer(TRANSFER_REQUEST);
    assert.ok(!result.ok);
    assert.equal(result.problem.code, code);
    // The payer's screen stays: it offers another way to pay.
    assert.equal(ready(session).problem, null);
  }
});

test('no transfer can be reported before the checkout is known', async () => {
  await assert.rejects(
    new FakeProxy().session().reportTransfer(TRANSFER_REQUEST),
    /There is no checkout yet/,
  );
});
