import assert from 'node:assert/strict';
import { describe, afterEach, beforeEach, test } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import { SessionController } from '../../src/controllers/session-subscription.js';
import { idle } from './fake-clock.js';
import { answer, FakeProxy, invoiceOf, iso, offline, problem, ready } from './fake-proxy.js';

const READ = ['GET', '/pay/checkouts/checkout-1'] as const;
const EVENTS = ['visibilitychange', 'pageshow', 'online', 'focus'] as const;

/** The part of a page that leaving and returning needs. */
class FakePage extends EventTarget {
  hidden = false;
  listeners = 0;

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners += 1;
    super.addEventListener(...args);
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners -= 1;
    super.removeEventListener(...args);
  }

  fires(type: string, fields: object = {}): void {
    const event = type === 'pageshow' ? new PageTransition(type) : new Event(type);
    this.dispatchEvent(Object.assign(event, fields));
  }
}

class PageTransition extends Event {
  persisted = true;
}

let page = new FakePage();

/** An element in the page, as its controller sees it. */
async function element(proxy: FakeProxy, options = {}) {
  if (proxy.checkout.state === 'choosing') {
    proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  }
  const host = { isConnected: true, addController() {}, requestUpdate() {} };
  const session = proxy.session(options);
  const controller = new SessionController(host as unknown as ReactiveControllerHost & HTMLElement, () => {});
  controller.use(session);
  await idle();
  return { controller, session };
}

// In a group: hooks of the file itself would also run for the other files of the process.
describe('a page that comes back', () => {
  beforeEach(() => {
    page = new FakePage();
    Object.assign(globalThis, { window: page, document: page, PageTransitionEvent: PageTransition });
  });

  afterEach(() => {
    for (const name of ['window', 'document', 'PageTransitionEvent'])
      Reflect.deleteProperty(globalThis, name);
  });

  for (const type of EVENTS) {
    test(`returning (${type}) polls immediately`, async () => {
      const proxy = new FakeProxy();
      const { session } = await element(proxy, { eventSource: null });
      proxy.change({ state: 'detected' });
      page.fires(type);
      await idle();
      assert.equal(proxy.requested(...READ), 1);
      assert.equal(ready(session).checkout.state, 'detected');
    });
  }

  test('one return fires many events, and polls once', async () => {
    const proxy = new FakeProxy();
    await element(proxy);
    for (const type of EVENTS) {
      page.fires(type);
      await idle();
    }
    assert.equal(proxy.requested(...READ), 1);
  });

  test('leaving the page, and its first display, send no request', async () => {
    const proxy = new FakeProxy();
    await element(proxy);
    page.fires('pageshow', { persisted: false });
    page.hidden = true;
    page.fires('visibilitychange');
    await idle();
    assert.equal(proxy.requested(...READ), 0);
  });

  test('after failures every sign of the network causes a poll, also right after another', async () => {
    const proxy = new FakeProxy();
    const { session } = await element(proxy, { eventSource: null });
    proxy.respond = offline;
    await proxy.clock.pass(60_000);
    assert.equal(ready(session).connection, 'trouble');
    page.fires('visibilitychange');
    await idle();
    proxy.respond = () => answer(proxy.stamped());
    page.fires('online');
    await idle();
    assert.equal(ready(session).connection, 'live');
  });

  test('an unknown order is retried by the payer, not by every return', async () => {
    const proxy = new FakeProxy();
    proxy.respond = () => problem('order_not_found');
    const { session } = await element(proxy);
    for (const type of EVENTS) page.fires(type);
    await idle();
    assert.equal(proxy.requests.length, 1);
    assert.equal(session.snapshot.phase, 'failed');
  });

  test('a hidden page receives the payment by the stream', async () => {
    const proxy = new FakeProxy();
    const { session } = await element(proxy);
    page.hidden = true;
    await proxy.clock.pass(20_000);
    proxy.change({ state: 'paid' });
    assert.equal(ready(session).checkout.state, 'paid');
    assert.equal(proxy.clock.timers, 0);
  });

  test('a hidden page polls rarely, and immediately and often once it is visible again', async () => {
    const proxy = new FakeProxy();
    await element(proxy, { eventSource: null });
    page.hidden = true;
    await proxy.clock.pass(303_000);
    assert.equal(proxy.requested(...READ), 11, 'the one that was planned, then every thirty seconds');
    page.hidden = false;
    page.fires('visibilitychange');
    await idle();
    assert.equal(proxy.requested(...READ), 12);
    await proxy.clock.pass(30_000);
    assert.equal(proxy.requested(...READ), 22, 'every three seconds');
  });

  test('a hidden page with a quiet stream sends hardly any requests', async () => {
    const proxy = new FakeProxy();
    proxy.checkout = {
      ...proxy.checkout,
      state: 'awaiting',
      invoice: invoiceOf({ expiresAt: iso(86_400_000) }),
    };
    await element(proxy);
    page.hidden = true;
    await proxy.clock.pass(3_600_000);
    const done = proxy.requests.length + proxy.streamsOpened;
    assert.ok(done <= 30, `${done} requests in an hour`);
  });

  test('a stream that was lost in a hidden page is reopened when the payer returns', async () => {
    const proxy = new FakeProxy();
    const { session } = await element(proxy);
    page.hidden = true;
    proxy.streamMode = 'broken';
    proxy.streams[0]?.fail();
    await proxy.clock.pass(600_000);
    proxy.streamMode = 'works';
    page.hidden = false;
    page.fires('focus');
    await idle();
    assert.equal(proxy.streams.length, 1);
    proxy.change({ state: 'detected' });
    assert.equal(ready(session).checkout.state, 'detected');
  });

  test('a stream that died in a hidden page is noticed soon after the return', async () => {
    const proxy = new FakeProxy();
    proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf({ expiresAt: null }) };
    const { session } = await element(proxy);
    page.hidden = true;
    await proxy.clock.pass(100_000);
    proxy.streamMode = 'silent';
    proxy.change({});
    page.hidden = false;
    page.fires('visibilitychange');
    await idle();
    proxy.change({ state: 'detected' });
    await proxy.clock.pass(30_000);
    assert.equal(ready(session).checkout.state, 'detected');
  });

  test('the deadline of a hidden page is polled in time', async () => {
    const proxy = new FakeProxy();
    await element(proxy, { eventSource: null });
    page.hidden = true;
    await proxy.clock.pass(899_000);
    const before = proxy.requested(...READ);
    await proxy.clock.pass(1_000);
    assert.equal(proxy.requested(...READ) - before, 1);
  });

  test('an element inserted and removed a hundred times leaves no listener, timer or stream', async () => {
    const proxy = new FakeProxy();
    const { controller } = await element(proxy);
    for (let cycle = 0; cycle < 100; cycle += 1) {
      controller.hostDisconnected();
      controller.hostConnected();
      if (cycle % 10 === 0) await proxy.clock.pass(1_000);
    }
    assert.equal(page.listeners, EVENTS.length);
    assert.equal(proxy.streams.length, 1);
    controller.hostDisconnected();
    await idle();
    assert.equal(page.listeners, 0);
    assert.equal(proxy.clock.timers, 0);
    assert.equal(proxy.streams.length, 0);
    for (const type of EVENTS) page.fires(type);
    const { length } = proxy.requests;
    await proxy.clock.pass(60_000);
    assert.equal(proxy.requests.length, length);
  });
});
