import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createDepositSession, screenOf } from '../../src/checkout/index.js';
import { createProxyClient } from '../../src/checkout/proxy-client.js';
import { parseCheckout } from '../../src/protocol/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import { mutatedJson, mutatedText } from '../faults/mutations.js';
import { assertUnpolluted } from '../faults/parser-properties.js';
import { FakeClock, idle } from './fake-clock.js';
import { checkoutOf, FakeProxy, invoiceOf, iso, ready } from './fake-proxy.js';

const NEXT: Checkout = checkoutOf({
  version: 2,
  state: 'partial',
  checkedAt: iso(0),
  shop: { name: 'Mugs' },
  invoice: invoiceOf({
    paid: '0.0004',
    due: '0.0006',
    transactions: ['t1'],
    fee: '0.000001',
    feePaidBy: 'payer',
  }),
});

/** Whether it is a Checkout that the protocol allows. */
function isCheckout(value: unknown): boolean {
  try {
    parseCheckout(value);
    return true;
  } catch {
    return false;
  }
}

const statuses = fc.constantFrom(200, 201, 204, 304, 400, 404, 410, 429, 500, 503);
const bodyless = new Set([204, 304]);
const answer = (text: string, status: number) => new Response(bodyless.has(status) ? null : text, { status });

async function watchedSession() {
  const proxy = new FakeProxy();
  const session = proxy.session();
  let notifications = 0;
  const leave = session.subscribe(() => void (notifications += 1));
  await idle();
  return { proxy, session, leave, notifications: () => notifications };
}

describe('any data from the proxy', () => {
  test('in an event of the stream is a checkout that the protocol allows, or changes nothing', async () => {
    const count = { taken: 0, dropped: 0 };
    const property = fc.asyncProperty(mutatedJson(NEXT), async (text) => {
      const { proxy, session, leave } = await watchedSession();
      const before = ready(session).checkout;
      proxy.streams[0]?.send(text);
      await idle();
      const { checkout } = ready(session);
      count[checkout === before ? 'dropped' : 'taken'] += 1;
      assert.ok(isCheckout(checkout), 'what is shown is of the protocol');
      assert.equal(checkout.id, before.id);
      assert.ok(checkout.version >= before.version);
      screenOf(session.snapshot, session.serverNowMs());
      leave();
      assert.equal(proxy.clock.timers, 0);
      assertUnpolluted();
    });
    await fc.assert(property, { numRuns: 400 });
    assert.ok(count.taken > 10 && count.dropped > 10, JSON.stringify(count));
  });

  test('in a response is a checkout, a problem, or an invalid response, and the session continues', async () => {
    const property = fc.asyncProperty(mutatedJson(NEXT), statuses, async (text, status) => {
      const { proxy, session, leave } = await watchedSession();
      proxy.respond = () => answer(text, status);
      session.refresh();
      await session.choose('BTC');
      await session.cancel();
      assert.ok(isCheckout(ready(session).checkout));
      const requested = proxy.requests.length;
      await proxy.clock.pass(60_000);
      // Polled again, and never in a loop.
      assert.ok(
        proxy.requests.length - requested < 60,
        `${proxy.requests.length - requested} requests in a minute`,
      );
      leave();
      assert.equal(proxy.clock.timers, 0);
      assertUnpolluted();
    });
    await fc.assert(property, { numRuns: 150 });
  });

  test('as a deposit address is one in the chosen currency, or is not shown', async () => {
    const wallet = { id: 'w', currency: 'BTC', address: 'bc1q', createdAt: iso(0), testMode: false };
    const property = fc.asyncProperty(mutatedJson(wallet), statuses, async (text, status) => {
      const clock = new FakeClock();
      const fetch = async () => answer(text, status);
      const options = { endpoint: '/pay', customer: 'anna', fetch, clock, random: () => 0.5 };
      const session = createDepositSession(options);
      const leave = session.subscribe(() => undefined);
      session.choose('BTC');
      await clock.pass(100);
      const { snapshot } = session;
      if (snapshot.phase === 'ready') assert.equal(snapshot.wallet.currency, 'BTC');
      leave();
      assert.equal(clock.timers, 0);
    });
    await fc.assert(property, { numRuns: 300 });
  });
});

describe('arbitrary input from the page', () => {
  const call = async (endpoint: string, id: string) => {
    const requested: string[] = [];
    const client = createProxyClient({
      endpoint,
      clock: new FakeClock(),
      credentials: 'same-origin',
      fetch: async (input) => {
        requested.push(String(input));
        return new Response('{}', { status: 404 });
      },
    });
    const answers = [await client.read(id), await client.open(id), await client.cancel(id)];
    answers.push(await client.createInvoice(id, { currency: 'BTC', email: id }));
    const wallet = await client.openDepositAddress(id, 'BTC');
    assert.ok(![...answers, wallet].some(({ ok }) => ok));
    return [...requested, client.eventsUrl(id)];
  };

  test('an id of dots leads to no other path', async () => {
    for (const url of [...(await call('/pay', '..')), ...(await call('/pay', '.'))])
      assert.doesNotMatch(url, /\/\.|%2e/i);
  });

  test('an id with half a surrogate pair is no checkout, and no crash', async () => {
    await call('/pay', '\ud800');
    const proxy = new FakeProxy();
    const session = proxy.session({ checkout: 'a\udc00b' });
    const leave = session.subscribe(() => undefined);
    await idle();
    leave();
    assert.equal(proxy.clock.timers, 0);
  });

  test('an id stays one part of the path: it leads nowhere else', async () => {
    const property = fc.asyncProperty(
      mutatedText('c-1', 'token.of.order', '../../admin?x=1#y'),
      async (id) => {
        for (const url of await call('/pay', id)) {
          const { origin, pathname, search } = new URL(url, 'https://shop.example');
          assert.equal(origin, 'https://shop.example');
          assert.match(
            pathname,
            /^\/pay\/(deposit-addresses|checkouts(\/[^/]*(\/(events|invoice|cancel))?)?)$/,
          );
          assert.equal(search, '');
        }
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });
});
