import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { idle } from './fake-clock.js';
import { answer, FakeProxy, invoiceOf, problem, ready } from './fake-proxy.js';

/** A proxy whose responses, once created, are delayed as long as a test wants. */
class SlowWay extends FakeProxy {
  readonly underWay: { readonly version: number; readonly arrive: () => void }[] = [];
  readonly responses = [this.stamped()];

  delay(): void {
    this.respond = () =>
      new Promise((resolve) => {
        const read = this.stamped();
        this.underWay.push({ version: read.version, arrive: () => resolve(answer(read)) });
      });
  }
}

const move = fc.oneof(
  fc.record({ does: fc.constant('change'), at: fc.constant(0) }),
  fc.record({ does: fc.constantFrom('refresh', 'choose', 'cancel'), at: fc.constant(0) }),
  fc.record({ does: fc.constantFrom('arrive', 'event'), at: fc.nat(20) }),
  fc.record({ does: fc.constant('pass'), at: fc.nat(5_000) }),
);

type Session = ReturnType<FakeProxy['session']>;

async function make(proxy: SlowWay, session: Session, { does, at }: { does: string; at: number }) {
  if (does === 'change') {
    proxy.checkout = { ...proxy.checkout, version: proxy.checkout.version + 1 };
    proxy.responses.push(proxy.stamped());
  }
  if (does === 'refresh') session.refresh();
  if (does === 'choose') void session.choose('BTC');
  if (does === 'cancel') void session.cancel();
  if (does === 'arrive') proxy.underWay.splice(at % (proxy.underWay.length || 1), 1)[0]?.arrive();
  if (does === 'event') proxy.streams[0]?.send(proxy.responses[at % proxy.responses.length]);
  if (does === 'pass') await proxy.clock.pass(at);
  await idle();
}

test('in any order of responses and events, the newest state stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
      const proxy = new SlowWay();
      const session = proxy.session();
      session.subscribe(() => undefined);
      await idle();
      proxy.delay();
      let shown = 1;
      for (const step of moves) {
        await make(proxy, session, step);
        const { version } = ready(session).checkout;
        assert.ok(version >= shown, `version ${version} after ${shown}`);
        shown = version;
      }
      for (const { arrive } of proxy.underWay.reverse()) arrive();
      proxy.respond = () => answer(proxy.stamped());
      await proxy.clock.pass(60_000);
      assert.equal(ready(session).checkout.version, proxy.checkout.version);
    }),
  );
});

test('a payment received by the stream stays when the response to a selection is late', async () => {
  const proxy = new SlowWay();
  const session = proxy.session();
  session.subscribe(() => undefined);
  await idle();
  proxy.delay();
  const chosen = session.choose('BTC');
  await idle();
  proxy.change({ state: 'awaiting', invoice: invoiceOf() });
  proxy.change({ state: 'detected' });
  for (const { arrive } of proxy.underWay) arrive();
  await chosen;
  assert.equal(ready(session).checkout.state, 'detected');
  assert.equal(ready(session).pending, null);
});

test('of two responses with one version the one that was read later sets the freshness', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session();
  session.subscribe(() => undefined);
  await idle();
  const early = { ...proxy.stamped(), stale: true };
  await proxy.clock.pass(2_000);
  proxy.streams[0]?.send({ ...proxy.stamped(), checkedAt: proxy.stamped().now });
  proxy.streams[0]?.send(early);
  assert.equal(ready(session).checkout.stale, false);
});

const wrongPlace = fc.constantFrom('id', 'version', 'now', 'state', 'order', 'offers', 'invoice', 'late');

test('no invalid response or event breaks anything or changes the known state', async () => {
  const broken = fc.oneof(
    fc.json(),
    fc
      .tuple(wrongPlace, fc.jsonValue())
      .map(([place, value]) => JSON.stringify({ version: 9, [place]: value })),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(broken, fc.constantFrom(200, 404, 429, 500), async (text, status) => {
      const proxy = new FakeProxy();
      const session = proxy.session();
      session.subscribe(() => undefined);
      await idle();
      const { checkout } = ready(session);
      proxy.respond = () => new Response(text, { status });
      session.refresh();
      proxy.streams[0]?.send(text);
      await session.choose('BTC');
      assert.equal(ready(session).problem?.code, 'invalid_response');
      await proxy.clock.pass(4_000);
      assert.equal(ready(session).checkout, checkout);
    }),
  );
});

test('a response about another checkout is an invalid response, also to an action', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session();
  session.subscribe(() => undefined);
  await idle();
  proxy.respond = () => answer({ ...proxy.stamped(), id: 'checkout-2', version: 9 });
  await session.choose('BTC');
  assert.equal(ready(session).problem?.code, 'invalid_response');
  assert.equal(ready(session).checkout.id, 'checkout-1');
});

test('a subscriber that leaves during a notification leaves nothing behind', async () => {
  const proxy = new FakeProxy();
  proxy.respond = () => problem('order_not_found');
  const session = proxy.session();
  let leave: () => void = () => undefined;
  leave = session.subscribe(() => {
    if (session.snapshot.phase === 'loading') leave();
  });
  await idle();
  session.refresh();
  await idle();
  assert.equal(proxy.clock.timers, 0);
  assert.equal(proxy.requests.at(-1)?.init.signal?.aborted, true);
});
