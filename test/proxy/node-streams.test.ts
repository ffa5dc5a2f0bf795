import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { ProxyResponse } from '../../src/proxy/http/request.js';
import { eventStream } from '../../src/proxy/http/responses.js';
import { toWebResponse, withHandler } from '../../src/proxy/http/web.js';
import { StreamHub } from '../../src/proxy/streams/stream-hub.js';
import { toNodeListener } from '../../src/proxy/node.js';
import type { NodeListenerOptions } from '../../src/proxy/node.js';
import { SlowPage } from './slow-reader.js';
import { createHarness } from './fake-service.js';
import { until } from '../until.js';

/** A server that responds with the event stream of one checkout. @param isDirect as the proxy's own, or as any `fetch` */
async function setUp(t: TestContext, isDirect: boolean, options: NodeListenerOptions = {}) {
  const { parts, order, record } = await createHarness(t);
  const { checkoutId } = await order('A-1');
  let checkout = { ...parts.serialize(await record(checkoutId)), version: 1 };
  const streams = new StreamHub({
    read: () => Promise.resolve(checkout),
    onError: (error) => assert.fail(String(error)),
  });
  t.after(() => streams.close());
  const answer = () => eventStream(streams.open(checkout));
  const requests: (() => void)[] = [];
  const answers = {
    atOnce: () => Promise.resolve(answer()),
    whenTold: () => new Promise<ProxyResponse>((resolve) => requests.push(() => resolve(answer()))),
  };
  const outgoing: ServerResponse[] = [];
  const server = (kind: keyof typeof answers = 'atOnce') => {
    const fetch = async () => toWebResponse(await answers[kind]());
    const listener = toNodeListener({ fetch: isDirect ? withHandler(fetch, answers[kind]) : fetch }, options);
    return createServer((incoming, response) => {
      outgoing.push(response);
      listener(incoming, response);
    });
  };
  const change = (version: number) => {
    checkout = { ...checkout, version };
    return streams.publish([checkout.id]);
  };
  return { streams, server, change, outgoing, requests: requests };
}

const waiting = (outgoing: readonly ServerResponse[]) =>
  outgoing.reduce((bytes, { writableLength }) => bytes + writableLength, 0);

const areGone = (streams: StreamHub, count = 0) =>
  until(
    () => streams.count,
    'the streams are given up',
    (open) => open === count,
  );

for (const isDirect of [true, false]) {
  describe(`an event stream behind node:http${isDirect ? '' : ', of any other fetch'}`, () => {
    it('begins with the checkout, and sends each change to every page', async (t) => {
      const { server, change } = await setUp(t, isDirect);
      const pages = Array.from({ length: 20 }, () => new SlowPage(t, server()));
      await Promise.all(pages.map((page) => page.reads('retry: 2000\n\n')));
      await Promise.all(pages.map((page) => page.reads('"state":')));
      for (const version of [100, 101]) {
        await change(version);
        await Promise.all(pages.map((page) => page.reads(`event: checkout\nid: ${version}\ndata: {`)));
      }
      for (const { text } of pages) {
        assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
        assert.match(text, /\r\ncontent-type: text\/event-stream/i);
        assert.equal(text.split('event: checkout').length - 1, 3);
      }
    });

    it('buffers little for a page that does not read, which gets the latest state when it does', async (t) => {
      const { server, change, outgoing } = await setUp(t, isDirect);
      const page = new SlowPage(t, server());
      await page.holds();
      let most = 0;
      for (let version = 100; version <= 2000; version += 1) {
        await change(version);
        most = Math.max(most, waiting(outgoing));
      }
      assert.ok(most < 128 * 1024, `${most} bytes`);
      await page.reads('id: 2000\n');
      await change(2001);
      await page.reads('id: 2001\n');
      const events = page.text.split('event: checkout').length - 1;
      assert.ok(events < 200, `${events} events`);
    });

    it('is disconnected if its page does not read for too long', async (t) => {
      const { streams, server, change } = await setUp(t, isDirect, { slowReaderMs: 100 });
      const page = new SlowPage(t, server());
      await page.holds();
      for (let version = 100; version <= 300; version += 1) await change(version);
      await areGone(streams);
      assert.equal(page.destroyed, true);
    });

    it('leaves no resources behind when its page leaves', async (t) => {
      const { streams, server, outgoing } = await setUp(t, isDirect);
      const pages = Array.from({ length: 20 }, () => new SlowPage(t, server()));
      await Promise.all(pages.map((page) => page.reads('event: checkout')));
      assert.equal(streams.count, 20);
      for (const page of pages.slice(1)) page.destroy();
      await areGone(streams, 1);
      pages[0]?.destroy();
      await areGone(streams);
      for (const response of outgoing) assert.equal(response.listenerCount('drain'), 0);
    });

    it('leaves no resources behind when its page has left before the response', async (t) => {
      const { streams, server, requests: requests } = await setUp(t, isDirect);
      const page = new SlowPage(t, server('whenTold'));
      await until(
        () => requests.length,
        'the proxy is called',
        (count) => count === 1,
      );
      page.destroy();
      await page.settles();
      requests[0]?.();
      await page.settles();
      assert.equal(streams.count, 0);
    });

    it('ends with the proxy, and says when to reconnect', async (t) => {
      const { streams, server, outgoing } = await setUp(t, isDirect);
      const pages = [new SlowPage(t, server()), new SlowPage(t, server())];
      await pages[0]?.reads('event: checkout');
      await pages[1]?.holds();
      streams.close();
      for (const page of pages) {
        await page.reads('0\r\n\r\n');
        assert.match(page.text, /\nretry: [1-5]\d{3}\n\n\r\n0\r\n\r\n$/);
      }
      assert.ok(outgoing.every(({ writableEnded }) => writableEnded));
      assert.equal(streams.count, 0);
    });
  });
}
