import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { toWebStream } from '../../src/proxy/http/web.js';
import { StreamHub } from '../../src/proxy/streams/stream-hub.js';
import { invoiceOf, startEnvironment, streamOf } from './test-environment.js';
import { until } from '../until.js';
import { createHarness } from './fake-service.js';

async function next(stream: AsyncGenerator<Checkout>): Promise<Checkout> {
  const { value, done } = await stream.next();
  if (done) throw new Error('the stream has ended');
  return value;
}

describe('a connected page', { concurrency: 6 }, () => {
  it('receives the checkout immediately and at every change', async (t) => {
    const environment = await startEnvironment(t);
    const { id, version } = await environment.open();
    const response = await environment.call('GET', `/checkouts/${id}/events`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    // A middleware that compresses holds data back until there is more.
    assert.equal(response.headers.get('cache-control'), 'no-store, no-transform');
    const stream = streamOf(response);
    const first = await next(stream);
    assert.equal(first.id, id);
    assert.equal(first.version, version);
    assert.equal(first.state, 'choosing');

    const chosen = await environment.choose(id);
    let seen = first;
    while (seen.state !== 'awaiting') {
      const following = await next(stream);
      assert.ok(following.version > seen.version);
      seen = following;
    }
    await environment.control('payments', { uuid: invoiceOf(chosen).id });
    while (seen.state !== 'paid') seen = await next(stream);
    assert.equal(invoiceOf(seen).due, '0');
    await stream.return(undefined);
  });

  it('is notified immediately when the clock of the server was set, so that its countdown is right', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const stream = streamOf(await environment.call('GET', `/checkouts/${id}/events`));
    const first = await next(stream);
    await environment.control('clock', { advance: 600 });
    const second = await next(stream);
    assert.equal(second.version, first.version);
    assert.ok(Date.parse(second.now) - Date.parse(first.now) >= 600_000);
    await stream.return(undefined);
  });

  describe('while the responses of the service are dated by clocks that differ', () => {
    const setUp = async (t: TestContext) => {
      const { parts, clock, order, record } = await createHarness(t);
      const { checkoutId } = await order('A-1');
      const stream = streamOf(
        new Response(toWebStream(parts.streams.open(parts.serialize(await record(checkoutId))))),
      );
      const startedMs = performance.now();
      const opened = await next(stream);
      /** How far the service's time is ahead of the page's, whose clock goes on since a message. */
      const aheadOf = (message: Checkout, sinceMs: number) =>
        parts.serviceTime.nowMs() - Date.parse(message.now) - (performance.now() - sinceMs);
      const respond = async (aheadMs: number) => {
        const date = new Date(clock.now + performance.now() - startedMs + aheadMs);
        parts.serviceTime.observe(date.toUTCString(), 0);
        await parts.clockGuard.checkClock();
      };
      /** Returns how far its page is behind after the next message, which must not be one from before. */
      const errorAfterMessage = async () => aheadOf(await next(stream), performance.now());
      return { clock, respond, errorAfterMessage, errorMs: () => aheadOf(opened, startedMs) };
    };

    it('by a few seconds, receives no message, and its countdown is off by no more than that', async (t) => {
      const { clock, respond, errorMs, errorAfterMessage } = await setUp(t);
      for (let response = 0; response < 20; response += 1) {
        await respond(response % 2 === 0 ? 5000 : 0);
        assert.ok(Math.abs(errorMs()) < 7000, `${errorMs()} ms`);
      }
      // Setting this machine's clock changes no time on a page.
      clock.now += 3_600_000;
      await respond(-3_600_000);
      // The next message is that of the correction.
      await respond(-3_600_000 + 30_000);
      const beforeMs = errorMs();
      assert.ok(beforeMs > 25_000, `${beforeMs} ms`);
      const afterMs = await errorAfterMessage();
      assert.ok(Math.abs(afterMs) < 2000, `${afterMs} ms`);
    });

    it('receives a correction of ten seconds, also one in small steps', async (t) => {
      const { respond, errorMs, errorAfterMessage } = await setUp(t);
      for (const aheadMs of [-4000, -8000, -12_000]) await respond(aheadMs);
      assert.ok(errorMs() < -9000, `${errorMs()} ms`);
      const afterMs = await errorAfterMessage();
      assert.ok(Math.abs(afterMs) < 2000, `${afterMs} ms`);
    });
  });

  it('receives the events in the form of the standard', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id, version } = await environment.open();
    const response = await environment.call('GET', `/checkouts/${id}/events`);
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (/data: .*\n\n/.test(text)) break;
    }
    assert.match(
      text,
      new RegExp(`^retry: \\d+\\n\\nevent: checkout\\nid: ${version}\\ndata: \\{.*\\}\\n\\n$`),
    );
  });

  it('costs nothing more after it has left', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const gone = new AbortController();
    const url = `${environment.url}/crypto-checkout/checkouts/${id}/events`;
    const streams = await Promise.all(Array.from({ length: 10 }, () => fetch(url, { signal: gone.signal })));
    for (const response of streams) await next(streamOf(response));
    gone.abort();
    // The proxy can be stopped immediately, and its other pages are served.
    assert.equal((await environment.get(id)).state, 'choosing');
    await environment.proxy.stop();
  });

  it('sees the end of the stream when the proxy stops', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const stream = streamOf(await environment.call('GET', `/checkouts/${id}/events`));
    await next(stream);
    await environment.proxy.stop();
    assert.equal((await stream.next()).done, true);
  });

  it('sees that the state is stale while the service is unavailable, and when it is current again', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.choose(id);
    const stream = streamOf(await environment.call('GET', `/checkouts/${id}/events`));
    await next(stream);
    await environment.control('faults', { kind: 'status', code: 503 });
    environment.sandbox.clock.advance(60);
    let seen = await next(stream);
    while (!seen.stale) seen = await next(stream);
    assert.equal(seen.state, 'awaiting');
    await environment.clear('faults');
    environment.sandbox.clock.advance(61);
    while (seen.stale) seen = await next(stream);
    assert.equal(seen.state, 'awaiting');
  });
});

const HEARTBEAT_MS = 7_000;

describe('open streams', () => {
  const setUp = async (t: Parameters<typeof createHarness>[0]) => {
    const { parts, order, record } = await createHarness(t);
    const { checkoutId } = await order('A-1');
    let checkout = { ...parts.serialize(await record(checkoutId)), version: 1 };
    const seen = { reads: 0 };
    const streams = new StreamHub({
      read: () => {
        seen.reads += 1;
        return Promise.resolve(checkout);
      },
      onError: (error) => assert.fail(String(error)),
    });
    t.after(() => streams.close());
    const changeQuietly = (version: number) => void (checkout = { ...checkout, version });
    const change = (version: number) => {
      changeQuietly(version);
      return streams.publish([checkout.id]);
    };
    return { streams, checkout, change, changeQuietly, seen };
  };

  it('are released when their reader leaves', async (t) => {
    const { streams, checkout } = await setUp(t);
    const [a, b] = [toWebStream(streams.open(checkout)), toWebStream(streams.open(checkout))];
    await a.cancel();
    assert.equal(streams.has(checkout.id), true);
    await b.cancel();
    assert.equal(streams.has(checkout.id), false);
  });

  it('go on after a failed read, even if the report of the failure fails', async (t) => {
    const { checkout } = await setUp(t);
    let reads = 0;
    const streams = new StreamHub({
      read: () => {
        reads += 1;
        // The first one is for the open stream.
        return reads === 2
          ? Promise.reject(new Error('the disk is full'))
          : Promise.resolve({ ...checkout, version: reads });
      },
      onError: () => {
        throw new Error('the logger has ended');
      },
    });
    t.after(() => streams.close());
    const stream = streamOf(new Response(toWebStream(streams.open(checkout))));
    assert.equal((await next(stream)).version, 1);
    await until(() => reads, 'the first read');
    await assert.rejects(streams.publish([checkout.id]), /logger/);
    await streams.publish([checkout.id]);
    assert.equal((await next(stream)).version, 3);
  });

  it('send heartbeats', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { streams, checkout } = await setUp(t);
    const reader = toWebStream(streams.open(checkout)).getReader();
    const text = await until(
      async () => {
        const chunk = reader.read();
        t.mock.timers.tick(HEARTBEAT_MS);
        return Buffer.from((await chunk).value ?? []).toString();
      },
      'a heartbeat',
      (heard) => heard.startsWith(':'),
    );
    // The comment is for everything in between, the event for the page, which cannot see comments.
    assert.equal(text, ':\nevent: heartbeat\ndata:\n\n');
    await reader.cancel();
  });

  it('do not buffer states that a slow reader has missed: it receives the latest', async (t) => {
    const { streams, checkout, change } = await setUp(t);
    const reader = toWebStream(streams.open(checkout)).getReader();
    for (let version = 100; version < 200; version += 1) await change(version);
    const texts: string[] = [];
    await until(
      async () => texts.push(Buffer.from((await reader.read()).value ?? []).toString()),
      'the latest version',
      () => texts.some((text) => text.includes('id: 199\n')),
    );
    assert.ok(texts.length <= 4, `${texts.length} chunks`);
    await reader.cancel();
  });

  it('never return to an older version', async (t) => {
    const { streams, checkout, change } = await setUp(t);
    const reader = toWebStream(streams.open(checkout)).getReader();
    await change(300);
    const texts: string[] = [];
    const readUntil = (mark: string) =>
      until(
        async () => texts.push(Buffer.from((await reader.read()).value ?? []).toString()),
        mark,
        () => texts.some((text) => text.includes(mark)),
      );
    await readUntil('id: 300\n');
    const next = readUntil('id: 301\n');
    await change(200);
    await change(301);
    await next;
    assert.doesNotMatch(texts.join(''), /id: 200\n/);
    await reader.cancel();
  });

  it('begin with the changes since the checkout was read', async (t) => {
    const { streams, checkout, change, changeQuietly } = await setUp(t);
    changeQuietly(200);
    await hears(toWebStream(streams.open(checkout)), 'id: 200\n');
    await change(300);
    await hears(toWebStream(streams.open(checkout)), 'id: 300\n');
  });

  it('need no store read each, when many pages open one checkout', async (t) => {
    const { streams, checkout, change, seen } = await setUp(t);
    for (let count = 0; count < 200; count += 1) {
      streams.open(checkout);
      await streams.publish([]);
    }
    assert.equal(streams.count, 200);
    assert.ok(seen.reads <= 2, `${seen.reads} readings`);
    const toText = t.mock.method(JSON, 'stringify');
    await change(300);
    assert.equal(toText.mock.callCount(), 1);
  });

  it('share no bytes that one reader could change for another', async (t) => {
    const { streams, checkout, change } = await setUp(t);
    const [a, b] = [toWebStream(streams.open(checkout)), toWebStream(streams.open(checkout))];
    await Promise.all([hears(a, 'event: checkout'), hears(b, 'event: checkout')]);
    const readers = [a.getReader(), b.getReader()] as const;
    const chunks = Promise.all(readers.map((reader) => reader.read()));
    await change(300);
    const [mine, other] = await chunks;
    mine?.value?.fill(0);
    assert.match(Buffer.from(other?.value ?? []).toString(), /^event: checkout\nid: 300\n/);
  });
});

/** Reads until this text has arrived; the stream continues. */
async function hears(body: ReadableStream<Uint8Array>, mark: string): Promise<void> {
  const reader = body.getReader();
  let text = '';
  while (!text.includes(mark)) text += Buffer.from((await reader.read()).value ?? []).toString();
  reader.releaseLock();
}
